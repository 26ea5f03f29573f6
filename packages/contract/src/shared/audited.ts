import { z } from 'zod';
import type { Locale } from './locale.ts';

/** Kind of actor: a user's request, a program with a user's API key, a user on the command line, or the product itself. */
export const AuditActorKind = z.enum(['user', 'api_key', 'cli', 'system']).meta({ id: 'AuditActorKind' });
export type AuditActorKind = z.infer<typeof AuditActorKind>;

export const AuditChanges = z
  .record(
    z.string(),
    z
      .array(z.unknown().meta({ description: 'A value.' }))
      .length(2)
      .nullable(),
  )
  .meta({
    description:
      'By field, its values before and after the change; null if the values are secret or were erased.',
  });
export type AuditChanges = z.infer<typeof AuditChanges>;

/** Entities of the audit log: their names in its exports, and those of their fields and enumerated values. */
export type AuditedNames = Readonly<
  Record<string, Readonly<Record<Locale, { name: string; words: Readonly<Record<string, string>> }>>>
>;
