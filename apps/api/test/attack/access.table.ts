import type { Access } from '@agora/contract/shared/define';
import { type Operation, SAMPLES } from '../samples.ts';

/** Callers by token, in the order of the columns below. The sample request of a route is the member's. */
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

/** Expected statuses of a route, one per role. */
export const statusesOf = ({ operationId, access }: Operation): string =>
  SAMPLES.find(({ statuses }) => statuses?.[operationId])?.statuses?.[operationId] ?? STATUSES[access];

/** Operations that have a row. */
export const NAMED: readonly string[] = SAMPLES.flatMap(
  ({ public: all, user, superuser, statuses, foreignIds }) =>
    [all, user, superuser, statuses, foreignIds].flatMap((rows) => Object.keys(rows ?? {})),
);

/** Kinds of ids that a member may try, in the order of the columns below. */
export const IDS = [
  'another owner’s',
  'of another type',
  'unknown',
  'in braces',
  'in capitals',
  '`me`',
] as const;

/** Expected statuses for a member with ids that are not theirs or are malformed. */
export const foreignIdsOf = ({ operationId, access }: Operation): string =>
  SAMPLES.find(({ foreignIds }) => foreignIds?.[operationId])?.foreignIds?.[operationId] ??
  (access === 'superuser' ? '403 403 403 403 403 403' : '404 404 404 422 200 422');
