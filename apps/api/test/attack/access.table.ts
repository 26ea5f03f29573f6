import type { Access } from '@agora/contract/shared/define';
import { type Operation, SAMPLES } from '../samples.ts';

/** Who brings a token, in the order of the columns below. The sample request of a route is the member's. */
export const ROLES = [
  'anonymous',
  'malformed',
  'expired',
  'deleted',
  'inactive',
  'member',
  'other',
  'superuser',
] as const;
export type Role = (typeof ROLES)[number];

const STATUSES: Record<Access, string> = {
  public: '200 200 200 200 200 200 200 200',
  user: '401 401 401 401 401 200 200 200',
  superuser: '401 401 401 401 401 403 403 200',
};

/** What a route answers each of them with (SEC-AUT-1). */
export const statusesOf = ({ operationId, access }: Operation): string =>
  SAMPLES.find(({ statuses }) => statuses?.[operationId])?.statuses?.[operationId] ?? STATUSES[access];

/** The operations that a row is about. */
export const NAMED: readonly string[] = SAMPLES.flatMap(
  ({ public: all, user, superuser, statuses, foreignIds }) =>
    [all, user, superuser, statuses, foreignIds].flatMap((rows) => Object.keys(rows ?? {})),
);

/** What a member may try for an id, in the order of the columns below. */
export const IDS = [
  'another owner’s',
  'of another type',
  'unknown',
  'in braces',
  'in capitals',
  '`me`',
] as const;

/** What a member is answered where an id is not theirs, or not written like one (SEC-AUT-2). */
export const foreignIdsOf = ({ operationId, access }: Operation): string =>
  SAMPLES.find(({ foreignIds }) => foreignIds?.[operationId])?.foreignIds?.[operationId] ??
  (access === 'superuser' ? '403 403 403 403 403 403' : '404 404 404 422 200 422');
