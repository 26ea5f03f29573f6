import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserBulk, UserBulkReport } from '@agora/contract/features/accounts/accounts.users.schema';
import type { ErrorCode } from '@agora/contract/registry';
import { can, type Permission } from '@agora/contract/shared/permissions';
import { actOnMany, type Skip } from '../../../platform/db/bulk.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { listRoles } from '../roles/accounts.roles.queries.ts';
import { covers } from '../security/accounts.guard.service.ts';
import type { Actor } from '../security/accounts.promotion.service.ts';
import { lockTarget } from './accounts.bulk.queries.ts';
import { actOnMembers, actOnSuperuser, type BulkWork } from './accounts.bulk-actions.service.ts';
import { type AccountFilter, countUsers } from './accounts.list.queries.ts';
import { lockSuperusers } from './accounts.users.queries.ts';

const skip = (user: User, code: ErrorCode): Skip => ({ id: user.id, label: nameOf(user), code });

/** Actions that would lock the caller out, and actions that require an account outside the trash. */
const NOT_TO_ONESELF = new Set<UserBulk['action']>(['deactivate', 'delete', 'erase']);
const NOT_TO_TRASH = new Set<UserBulk['action']>(['deactivate', 'reactivate', 'delete']);

/** True if an action would leave an account as it is. */
function isUnchanged({ deps, action }: BulkWork, user: User): boolean {
  if (action === 'restore') return user.deleted_at === null;
  if (action === 'deactivate') return !isActive(user, deps.now());
  return action === 'reactivate' && isActive(user, deps.now());
}

/** The permission that an action on members requires. */
const PERMISSION: Record<UserBulk['action'], Permission> = {
  deactivate: 'members.deactivate',
  reactivate: 'members.deactivate',
  delete: 'members.administer',
  restore: 'members.administer',
  erase: 'members.administer',
};

/** Why the actor may not act on an account. */
function rightsRefusalOf({ action, actor, permissionsOf }: BulkWork, user: User): ErrorCode | undefined {
  if (actor.is_superuser) return undefined;
  if (!can(actor, user.is_team ? 'team.administer' : PERMISSION[action])) return 'privileges_required';
  const { is_superuser, role_id } = user;
  const permissions = permissionsOf.get(role_id ?? '') ?? [];
  return covers(actor, { is_superuser, permissions }) ? undefined : 'account_outranks_caller';
}

function refusalOf(work: BulkWork, user: User): ErrorCode | undefined {
  const { action, actor, undone } = work;
  const refusal = rightsRefusalOf(work, user);
  if (refusal) return refusal;
  if (user.id === actor.id && NOT_TO_ONESELF.has(action)) return 'own_account';
  if (user.deleted_at && NOT_TO_TRASH.has(action)) return 'user_not_found';
  if (undone === undefined || isUnchanged(work, user)) return undefined;
  const isSameDeactivation =
    user.deactivated_at?.toISOString() === undone && user.deactivated_by === actor.id;
  return isSameDeactivation ? undefined : 'version_conflict';
}

/** Superusers one by one, each through the guard; all others in one statement. */
async function actOnBatch(work: BulkWork, rows: User[]): Promise<{ skipped: Skip[]; unchanged: number }> {
  const refused = new Map(rows.map((row) => [row.id, refusalOf(work, row)]));
  const able = rows.filter(({ id }) => !refused.get(id));
  const changing = able.filter((row) => !isUnchanged(work, row));
  for (const { id } of changing.filter(({ is_superuser }) => is_superuser))
    refused.set(id, await actOnSuperuser(work, id));
  const members = changing.filter(({ is_superuser }) => !is_superuser);
  for (const id of await actOnMembers(work, members)) refused.set(id, 'email_taken');
  const skipped = rows.flatMap((row) => {
    const code = refused.get(row.id);
    return code ? [skip(row, code)] : [];
  });
  return { skipped, unchanged: able.length - changing.length };
}

/** A bulk action whose filter has the segment as a condition. */
type Bulk = Omit<UserBulk, 'filter'> & { filter?: AccountFilter | undefined };

/**
 * Applies one action to many accounts. Reports the refused ones; the others proceed.
 * @param deps with a transaction
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects,
 * `password_required` to restore superusers
 */
export async function bulkUsers(deps: Deps, body: Bulk, actor: Actor): Promise<UserBulkReport> {
  const { db, config } = deps;
  const now = deps.now();
  const clock = { now, timeZone: config.TIME_ZONE };
  const work = {
    deps: { ...deps, now: () => now },
    action: body.action,
    actor,
    undone: body.deactivated_at,
    permissionsOf: new Map((await listRoles(db)).map(({ id, permissions }) => [id, permissions])),
  };
  let unchanged = 0;
  await lockSuperusers(db);
  const report = await actOnMany(body, {
    count: (filter) => countUsers(db, filter, clock),
    lock: (target) => lockTarget(db, target, clock),
    act: async (rows) => {
      const result = await actOnBatch(work, rows);
      unchanged += result.unchanged;
      return result.skipped;
    },
    missing: 'user_not_found',
  });
  return { ...report, done: report.done - unchanged, unchanged, done_at: now.toISOString() };
}
