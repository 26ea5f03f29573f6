import { BUILT_IN_ROLES, type BuiltInRole, isAllowed, type Rights } from '@agora/contract/shared/permissions';
import type { Group } from '../requests.ts';
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

const STATUSES: Record<Group, string> = {
  public: '200 200 200 200 200 200 200 200',
  user: '401 401 401 401 401 200 200 200',
  team: '401 401 401 401 401 403 403 200',
};

/** Expected statuses of a route, one per role. */
export const statusesOf = ({ operationId, group }: Operation): string =>
  SAMPLES.find(({ statuses }) => statuses?.[operationId])?.statuses?.[operationId] ?? STATUSES[group];

/** Roles of the team in the matrix: the built-in ones, and one that allows nothing. */
export const TEAM_ROLES = [...Object.keys(BUILT_IN_ROLES), 'powerless'] as (BuiltInRole | 'powerless')[];
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Permissions of a role of the matrix. */
const rightsOf = (role: TeamRole): Rights => ({
  is_superuser: false,
  role_id: role,
  permissions: role === 'powerless' ? [] : BUILT_IN_ROLES[role],
});

/** Expected status of a route of the team for somebody with a role: the contract says it all. */
export function teamStatusOf(operation: Operation, role: TeamRole): string {
  const all = SAMPLES.map(({ teamStatuses }) => teamStatuses?.[operation.operationId]);
  const exception = all.find((statuses) => statuses?.[role])?.[role];
  const superuser = statusesOf(operation).split(' ').at(-1) ?? '';
  return exception || (isAllowed(rightsOf(role), operation.access) ? superuser : '403');
}

/** Operations that have a row. */
export const NAMED: readonly string[] = SAMPLES.flatMap(
  ({ public: all, user, team, statuses, teamStatuses, foreignIds }) =>
    [all, user, team, statuses, teamStatuses, foreignIds].flatMap((rows) => Object.keys(rows ?? {})),
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
export const foreignIdsOf = ({ operationId, group }: Operation): string =>
  SAMPLES.find(({ foreignIds }) => foreignIds?.[operationId])?.foreignIds?.[operationId] ??
  (group === 'team' ? '403 403 403 403 403 403' : '404 404 404 422 200 422');
