import type { AppRouter } from '@ts-rest/core';
import type { AuditedNames } from './audited.ts';
import type { Errors } from './errors.ts';
import type { Access } from './permissions.ts';

/** Registration of a feature, at the end of its contract or in `<feature>.feature.ts`. `src/features.ts` lists all of them. */
export interface Feature {
  /** Its parts of the contract, by key. */
  routes?: Readonly<Record<string, AppRouter>>;
  errors?: Errors;
  /** Its entities in the audit log. */
  audited?: AuditedNames;
  /** Who learns of changes: of an entity, or of the event of that name. */
  readBy?: Readonly<Record<string, Access>>;
}
