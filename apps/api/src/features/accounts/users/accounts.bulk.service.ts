import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserBulk } from '@agora/contract/features/accounts/accounts.users.schema';
import type { ErrorCode } from '@agora/contract/registry';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { actOnMany, type Skip } from '../../../platform/db/bulk.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { User } from '../accounts.users.table.ts';
import type { Actor } from '../security/accounts.promotion.service.ts';
import { lockTarget } from './accounts.bulk.queries.ts';
import { actOnMembers, actOnSuperuser, type BulkWork } from './accounts.bulk-actions.service.ts';
import { countUsers } from './accounts.list.queries.ts';
import { lockSuperusers } from './accounts.users.queries.ts';

const skip = (user: User, code: ErrorCode): Skip => ({ id: user.id, label: nameOf(user), code });

/** Actions that would lock the caller out, and actions that require an account outside the trash. */
const NOT_TO_ONESELF = new Set<UserBulk['action']>(['deactivate', 'delete', 'erase']);
const NOT_TO_TRASH = new Set<UserBulk['action']>(['deactivate', 'reactivate', 'delete']);

function refusalOf({ action, actor }: BulkWork, { id, deleted_at }: User): ErrorCode | undefined {
  if (id === actor.id && NOT_TO_ONESELF.has(action)) return 'own_account';
  return deleted_at && NOT_TO_TRASH.has(action) ? 'user_not_found' : undefined;
}

/** Superusers one by one, each through the guard; all others in one statement. */
async function actOnBatch(work: BulkWork, rows: User[]): Promise<Skip[]> {
  const refused = new Map(rows.map((row) => [row.id, refusalOf(work, row)]));
  const able = rows.filter(({ id }) => !refused.get(id));
  for (const { id } of able.filter(({ is_superuser }) => is_superuser))
    refused.set(id, await actOnSuperuser(work, id));
  const members = able.filter(({ is_superuser }) => !is_superuser);
  for (const id of await actOnMembers(work, members)) refused.set(id, 'email_taken');
  return rows.flatMap((row) => {
    const code = refused.get(row.id);
    return code ? [skip(row, code)] : [];
  });
}

/**
 * Applies one action to many accounts. Reports the refused ones; the others proceed.
 * @param deps with a transaction
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects,
 * `password_required` to restore superusers
 */
export async function bulkUsers(deps: Deps, body: UserBulk, actor: Actor): Promise<BulkReport> {
  const { db, now, config } = deps;
  const clock = { now: now(), timeZone: config.TIME_ZONE };
  await lockSuperusers(db);
  return actOnMany(body, {
    count: (filter) => countUsers(db, filter, clock),
    lock: (target) => lockTarget(db, target, clock),
    act: (rows) => actOnBatch({ deps, action: body.action, actor }, rows),
    missing: 'user_not_found',
  });
}
