import type { UserBulk } from '@agora/contract/features/accounts/accounts.users.schema';
import type { ErrorCode } from '@agora/contract/registry';
import type { Permission } from '@agora/contract/shared/permissions';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { User } from '../accounts.users.table.ts';
import { deletePasswordTokensOf } from '../login/accounts.login.queries.ts';
import { endConfirmationsOf, NO_PENDING_EMAIL } from '../security/accounts.email.service.ts';
import { deactivation, REACTIVATION } from '../security/accounts.guard.service.ts';
import type { Actor } from '../security/accounts.promotion.service.ts';
import { deleteSessionsOf } from '../sessions/accounts.sessions.queries.ts';
import { restoreUsers, updateUsers } from './accounts.bulk.queries.ts';
import { eraseUser, restoreUser, trashUser } from './accounts.lifecycle.service.ts';
import { deleteUsers } from './accounts.users.queries.ts';
import { changeUser } from './accounts.users.service.ts';

export interface BulkWork {
  /** With a transaction that holds the superuser lock and the accounts' row locks. */
  deps: Deps;
  action: UserBulk['action'];
  actor: Actor;
  /** Moment of a deactivation by the actor, which a reactivation undoes. */
  undone: string | undefined;
  /** By role. */
  permissionsOf: ReadonlyMap<string, readonly Permission[]>;
}

/** Each action on one superuser, with the same refusals as the single route. */
const ONE: Record<UserBulk['action'], (deps: Deps, id: string, actor: Actor) => Promise<unknown>> = {
  deactivate: (deps, id, actor) => setActive(deps, id, false, actor),
  reactivate: (deps, id, actor) => setActive(deps, id, true, actor),
  delete: trashUser,
  restore: restoreUser,
  erase: eraseUser,
};

const setActive = ({ db, now }: Deps, id: string, is_active: boolean, actor: Actor) =>
  changeUser(db, now(), id, { is_active }, { missing: 'user_not_found', actor });

/**
 * @returns the reason for a refusal, which leaves the account unchanged
 * @throws {AppError} `password_required`
 */
export async function actOnSuperuser(work: BulkWork, id: string): Promise<ErrorCode | undefined> {
  const { deps, action, actor } = work;
  try {
    await deps.db.transaction((savepoint) => ONE[action]({ ...deps, db: savepoint }, id, actor));
    return undefined;
  } catch (error) {
    // Rejects the whole request, so that the password is asked for once.
    if (error instanceof AppError && error.code !== 'password_required') return error.code;
    throw error;
  }
}

type ManyAction = (work: BulkWork, ids: string[]) => Promise<string[]>;

/** Each action on many members at once. Returns the ids that were refused. */
const MANY: Record<UserBulk['action'], ManyAction> = {
  deactivate: async ({ deps: { db, now }, actor }, ids) => {
    await updateUsers(db, ids, deactivation({ now: now(), by: actor.id }), now());
    await deleteSessionsOf(db, ids);
    return [];
  },
  reactivate: async ({ deps: { db, now } }, ids) => {
    await updateUsers(db, ids, REACTIVATION, now());
    return [];
  },
  delete: async ({ deps: { db, now } }, ids) => {
    await updateUsers(db, ids, { deleted_at: now(), ...NO_PENDING_EMAIL }, now());
    await deleteSessionsOf(db, ids);
    await deletePasswordTokensOf(db, ids);
    await endConfirmationsOf(db, ids);
    return [];
  },
  restore: async ({ deps: { db, now } }, ids) => {
    const restored = new Set(await restoreWithRetries(db, ids, now()));
    return ids.filter((id) => !restored.has(id));
  },
  erase: async ({ deps: { db } }, ids) => {
    await deleteUsers(db, ids);
    return [];
  },
};

/** @returns the ids whose address another account has now */
export async function actOnMembers(work: BulkWork, members: User[]): Promise<string[]> {
  return members.length === 0
    ? []
    : MANY[work.action](
        work,
        members.map(({ id }) => id),
      );
}

/** A concurrent sign-up may take one of the addresses: the retry then sees that account. */
async function restoreWithRetries(tx: Db, ids: string[], now: Date, tries = 5): Promise<string[]> {
  try {
    return await tx.transaction((savepoint) => restoreUsers(savepoint, ids, now));
  } catch (error) {
    if (tries === 0 || !violates(error, 'users_email_key')) throw error;
    return restoreWithRetries(tx, ids, now, tries - 1);
  }
}
