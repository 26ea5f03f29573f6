import * as FEATURES from './features.ts';
import { sharedErrors } from './shared/errors.ts';
import type { Feature } from './shared/feature.ts';
import type { Access } from './shared/permissions.ts';

type Features = typeof FEATURES;
type PartOf<Name extends keyof Feature> = {
  [Key in keyof Features]: Features[Key] extends Record<Name, infer Part> ? Part : never;
}[keyof Features];
type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never;

const DECLARED: readonly Partial<Feature>[] = [{ errors: sharedErrors }, ...Object.values(FEATURES)];

/** @throws {Error} if two features declare the same name */
function merge(name: keyof Feature): object {
  const merged: Record<string, unknown> = {};
  for (const declared of DECLARED)
    for (const [key, value] of Object.entries(declared[name] ?? {})) {
      if (key in merged) throw new Error(`Two features declare ${key} in their ${name}`);
      merged[key] = value;
    }
  return merged;
}

/** The parts of the contract, by key. */
export const ROUTES = merge('routes') as Merged<PartOf<'routes'>>;

/** Every refusal of the API: those that all features share, and those of each (in `<feature>.rules.ts`). */
export const ERRORS = merge('errors') as typeof sharedErrors & Merged<PartOf<'errors'>>;
export type ErrorCode = keyof typeof ERRORS;

/** Every entity of the audit log, with its names (in `<feature>.rules.ts` or `.audit.ts`). */
export const AUDITED = merge('audited') as Merged<PartOf<'audited'>>;

/** Who learns of changes, by entity or name of the event; nobody but superusers of others. */
export const READ_BY = merge('readBy') as Readonly<Record<string, Access>>;
