import { z } from 'zod';

/** Kind of actor: a user's request, a user on the command line, or the product itself. */
export const AuditActorKind = z.enum(['user', 'cli', 'system']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

export const AuditChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]).nullable()).meta({
  description: 'By field, its value before and after; null where values are secret or were erased.',
});
export type AuditChanges = z.infer<typeof AuditChanges>;

/** Entities of the audit log and their names in its exports, in every language. */
export type AuditedNames = Readonly<Record<string, Readonly<Record<'fr' | 'en', string>>>>;
