import { USER_STATUSES } from '@agora/contract/features/accounts/accounts.users.rules';
import type {
  UserBulk,
  UserFilter,
  UserPublic,
  UserSort,
} from '@agora/contract/features/accounts/accounts.users.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Permission } from '@agora/contract/shared/permissions';
import {
  dateParam,
  type ListAddress,
  oneOf,
  readList,
  textParam,
  uuidParam,
} from '../../platform/list-state.ts';
import { prefetchUsers } from './accounts.users.queries.ts';

const parse = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', USER_STATUSES),
  locale: oneOf(params, 'locale', LOCALES),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
  unseen_since: dateParam(params, 'unseen_since'),
  last_seen_from: dateParam(params, 'last_seen_from'),
  last_seen_to: dateParam(params, 'last_seen_to'),
  active_on: dateParam(params, 'active_on'),
  segment_id: uuidParam(params, 'segment_id'),
  role_id: uuidParam(params, 'role_id'),
});

export type UserFilters = ReturnType<typeof parse>;

export const userList = {
  parse,
  sorts: ['full_name', 'email', 'created_at', 'last_seen_at'],
  defaultSort: '-created_at',
  isLong: true,
};

/** Filter of a list. A segment has members with any role, as a push to it reaches all of them. */
export function filterOf(
  kind: 'members' | 'admin',
  { segment_id, role_id, ...filters }: UserFilters,
): UserFilter {
  if (kind === 'admin') return { ...filters, role_id, is_team: true };
  return segment_id ? { ...filters, segment_id } : { ...filters, is_team: false };
}

export const userQuery = (kind: 'members' | 'admin', list: ListAddress<UserFilters>) => ({
  ...filterOf(kind, list.filters),
  sort: list.sort as UserSort,
  ...list.longPage,
});

export const prefetchMembers = (params: URLSearchParams): void =>
  prefetchUsers(userQuery('members', readList(params, userList)));

export const prefetchAdmins = (params: URLSearchParams): void =>
  prefetchUsers(userQuery('admin', readList(params, userList)));

export type BulkAction = UserBulk['action'];

/** The permission that an action on members takes. */
export const PERMISSION: Record<BulkAction, Permission> = {
  deactivate: 'members.deactivate',
  reactivate: 'members.deactivate',
  delete: 'members.administer',
  restore: 'members.administer',
  erase: 'members.administer',
};

/** Actions on several accounts, in their order. */
export const BULK_ACTIONS: readonly BulkAction[] = ['deactivate', 'reactivate', 'delete', 'restore', 'erase'];

/** Bulk actions that have an effect on an account. */
export const actionsOn = ({ deleted_at, is_active }: UserPublic): readonly BulkAction[] => {
  if (deleted_at) return ['restore', 'erase'];
  return [is_active ? 'deactivate' : 'reactivate', 'delete'];
};
