import {
  USER_TRASH_DAYS,
  type UserDeactivate,
} from '@agora/contract/features/accounts/accounts.users.schema';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import { checkRightsNow } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import { loggable } from '../../../platform/db/errors.ts';
import { readStartOfDay } from '../../../platform/db/time-zone.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { tryEach } from '../../../platform/jobs/try-each.ts';
import { createWorkQueue } from '../../../platform/work-queue.ts';
import type { User } from '../accounts.users.table.ts';
import { deletePasswordToken } from '../login/accounts.login.queries.ts';
import { endConfirmation, NO_PENDING_EMAIL } from '../security/accounts.email.service.ts';
import {
  deactivation,
  requireOtherSuperuser,
  updateUnlessTaken,
} from '../security/accounts.guard.service.ts';
import type { Actor } from '../security/accounts.promotion.service.ts';
import { deleteSessions, endSessions } from '../sessions/accounts.sessions.queries.ts';
import { requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import {
  deleteMemberDays,
  deleteUsers,
  hasManyItems,
  isSuperuser,
  listInactive,
  listOldTrash,
  lockInactive,
  lockOldTrash,
  lockSuperusers,
  lockUser,
  lockUserOrTrash,
  updateUser,
} from './accounts.users.queries.ts';

type Work = Pick<Deps, 'db' | 'now'>;

/** Locks the superusers, then the account. */
async function lockForRemoval({ db, now }: Work, id: string): Promise<User> {
  await lockSuperusers(db);
  const user = await lockUser(db, id);
  if (!user) throw new AppError('user_not_found');
  await requireOtherSuperuser(db, user, now());
  return user;
}

/**
 * Deactivates an account, permanently or until a day, in any current state.
 * @param deps with a transaction
 * @throws {AppError} `user_not_found`, `last_superuser`, `deactivation_end_passed`
 */
export async function deactivateUser(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  id: string,
  { reason, until: day }: UserDeactivate,
  by: string,
): Promise<User> {
  const { db } = deps;
  const user = await lockForRemoval(deps, id);
  const until = day ? await readStartOfDay(db, day, deps.config.TIME_ZONE) : undefined;
  const now = deps.now();
  if (until && until <= now) throw new AppError('deactivation_end_passed');
  const [changed = user] = await updateUser(db, id, deactivation({ now, by, until, reason }), now);
  await deleteSessions(db, id);
  return changed;
}

/**
 * Moves an account to the trash: only the trash shows it, and nobody can sign in to it.
 * @param deps with a transaction
 * @throws {AppError} `user_not_found`, `last_superuser`
 */
export async function trashUser(deps: Work, id: string): Promise<void> {
  const { db, now } = deps;
  await lockForRemoval(deps, id);
  await updateUser(db, id, { deleted_at: now(), ...NO_PENDING_EMAIL }, now());
  await deleteSessions(db, id);
  await deletePasswordToken(db, id);
  await endConfirmation(db, id);
}

/**
 * Restores an account from the trash; leaves any other unchanged.
 * @param deps with a transaction
 * @throws {AppError} `user_not_found`, `email_taken` when another account has its address,
 * `password_required` to restore a superuser
 */
export async function restoreUser({ db, now }: Work, id: string, actor: Actor): Promise<User> {
  const user = await lockUserOrTrash(db, id);
  if (!user) throw new AppError('user_not_found');
  if (actor.id === id) await checkRightsNow(db);
  if (!user.deleted_at) return user;
  if (user.is_superuser) requireRecentPassword(actor, now());
  return updateUnlessTaken(db, id, { deleted_at: null }, now());
}

/**
 * Erases an account and all its data, in the trash or not.
 * @param deps with a transaction
 * @throws {AppError} `user_not_found`, `last_superuser`
 */
export async function eraseUser({ db, now }: Work, id: string): Promise<void> {
  // Not for members: deleting their data may take long, and all changes of superusers would wait.
  if (await isSuperuser(db, id)) await lockSuperusers(db);
  const user = await lockUserOrTrash(db, id);
  if (!user) throw new AppError('user_not_found');
  // Again, for a member who has been promoted since.
  if (user.is_superuser) await lockSuperusers(db);
  await requireOtherSuperuser(db, user, now());
  await deleteUsers(db, [id]);
}

/** Limits concurrent erasures, as each may hold a connection for long; maximum wait in milliseconds. */
const queueWork = createWorkQueue({ slots: 3, timeoutMs: 20_000 });

/**
 * The same in its own transaction. An account with many items is moved to the trash and erased by a job.
 * @throws {AppError} also `service_unavailable`
 */
export async function requestErasure(deps: Work, id: string): Promise<void> {
  const isLarge = await hasManyItems(deps.db, id);
  await queueWork(() =>
    deps.db.transaction((tx) => (isLarge ? eraseLater : eraseUser)({ ...deps, db: tx }, id)),
  );
}

async function eraseLater(deps: Work, id: string): Promise<void> {
  const user = await lockUserOrTrash(deps.db, id);
  if (!user) throw new AppError('user_not_found');
  if (!user.deleted_at) await trashUser(deps, id);
  await enqueue(deps.db, 'users.erase', { user_id: id });
}

/** Erases an account in a job, unless it has been restored. */
export const eraseTrashed = ({ db }: Pick<Work, 'db'>, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const user = await lockUserOrTrash(tx, id);
    if (user?.deleted_at) await deleteUsers(tx, [id]);
  });

/** @throws {AppError} `user_not_found` */
export async function signOutUser(tx: Db, id: string): Promise<void> {
  if (!(await lockUser(tx, id))) throw new AppError('user_not_found');
  await endSessions(tx, id);
  await auditAccount(tx, id, { sessions: null });
}

const DAY = 86_400_000;

/** Erases accounts whose trash period has ended, each in its own transaction. @throws {AggregateError} if any could not be erased */
export async function emptyUserTrash({ db, now }: Work): Promise<void> {
  const end = new Date(now().getTime() - USER_TRASH_DAYS * DAY);
  await tryEach(await listOldTrash(db, end), async ({ id }) => {
    const erasing = db.transaction(async (tx) => {
      if ((await lockOldTrash(tx, id, end)).length > 0) await deleteUsers(tx, [id]);
    });
    await erasing.catch((cause: Error) => {
      throw new Error(`Account ${id} was not erased: ${loggable(cause).message}`, { cause });
    });
  });
}

/** The members who have not used the app since `end`, at most `limit`. */
export const countInactiveMembers = async (db: Db, end: Date, limit: number): Promise<number> =>
  (await listInactive(db, end, limit)).length;

/**
 * Moves members who have not used the app since `end` to the trash, at most `atOnce`, each in its own transaction.
 * @throws {AggregateError} if any could not be moved
 */
export async function trashInactiveMembers({ db, now }: Work, end: Date, atOnce: number): Promise<void> {
  await tryEach(await listInactive(db, end, atOnce), ({ id }) =>
    db.transaction(async (tx) => {
      // Before the account, as everywhere.
      await lockSuperusers(tx);
      if ((await lockInactive(tx, id, end)).length > 0) await trashUser({ db: tx, now }, id);
    }),
  );
}

/** Forgets who used the app before a day, which the dashboard has summed up. */
export const forgetMemberDays = (db: Db, before: string, timeZone: string) =>
  deleteMemberDays(db, before, timeZone);

/**
 * Blocks or accepts messages of an account, and records when and by whom they were blocked.
 * @param work with a transaction
 * @throws {AppError} `user_not_found`
 */
export async function setMessagesBlocked(
  { db, now, by }: Work & { by: string },
  id: string,
  isBlocked: boolean,
): Promise<User> {
  const user = await lockUser(db, id);
  if (!user) throw new AppError('user_not_found');
  if (isBlocked === (user.messages_blocked_at !== null)) return user;
  const change = isBlocked
    ? { messages_blocked_at: now(), messages_blocked_by: by }
    : { messages_blocked_at: null, messages_blocked_by: null };
  const [changed = user] = await updateUser(db, id, change, now());
  return changed;
}
