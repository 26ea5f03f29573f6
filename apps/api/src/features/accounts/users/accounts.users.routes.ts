import { contract } from '@agora/contract';
import { timelineKindsFor } from '@agora/contract/features/accounts/accounts.timeline.rules';
import type { UserFilter, UserUpdate } from '@agora/contract/features/accounts/accounts.users.schema';
import { can, type Permission } from '@agora/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';
import { requireHardToGuess } from '../../../platform/auth/password-rules.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import { auditedExport } from '../../../platform/db/audit-export.ts';
import { requireCount } from '../../../platform/db/bulk.ts';
import type { Db } from '../../../platform/db/client.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { Deps, RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { csvHeaders, csvOf } from '../../../platform/http/csv.ts';
import { longPage } from '../../../platform/http/long-page.ts';
import { router } from '../../../platform/http/router.ts';
import type { ShownUser } from '../accounts.users.table.ts';
import { requireRecentPasswordUnlessKey } from '../api-keys/accounts.api-keys.service.ts';
import {
  addUser,
  createInvitationLink,
  inviteUser,
  sendInvitation,
} from '../login/accounts.invitation.service.ts';
import { unlinkUser } from '../oidc/accounts.oidc.service.ts';
import { resetFactor } from '../second-factor/accounts.second-factor.service.ts';
import {
  requireAuthorityOver,
  requireReadable,
  requireReadableUser,
} from '../security/accounts.guard.service.ts';
import { type Caller, callerOf, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { bulkUsers } from './accounts.bulk.service.ts';
import { userColumns } from './accounts.csv.ts';
import { importUsers } from './accounts.import.service.ts';
import {
  deactivateUser,
  requestErasure,
  restoreUser,
  signOutUser,
  trashUser,
} from './accounts.lifecycle.service.ts';
import {
  type AccountFilter,
  countExported,
  countUsers,
  exportUsers,
  listUsers,
  userKeyset,
} from './accounts.list.queries.ts';
import { ownAccountRoutes } from './accounts.me.routes.ts';
import { findNote, writeNote } from './accounts.notes.queries.ts';
import { readTimeline } from './accounts.timeline.queries.ts';
import { findUser, findUserOrTrash, listTeam, lockUserOrTrash } from './accounts.users.queries.ts';
import { changeUser, toUser } from './accounts.users.service.ts';

/** Columns of an update: a password is only ever stored as its hash. */
async function withHash({ db, config }: Deps, id: string, { password, ...rest }: UserUpdate) {
  if (password === undefined) return rest;
  const [user] = await findUser(db, { id });
  requireHardToGuess('password', password, [rest.email, user?.email, config.PROJECT_NAME]);
  return { ...rest, password_hash: await hashPassword(password, config) };
}

export const usersRoutes = (deps: RouteDeps) => {
  const { db, longReads, config, now, isInSegment } = deps;
  const clock = () => ({ now: now(), timeZone: config.TIME_ZONE });
  const withSegment = async (from: Db, { segment_id, ...filter }: UserFilter): Promise<AccountFilter> =>
    segment_id === undefined ? filter : { ...filter, segment: await isInSegment(from, segment_id, clock()) };
  const inTransaction = <Result>(work: (deps: Deps) => Promise<Result>) =>
    db.transaction((tx) => work({ ...deps, db: tx }));
  /** Runs work on an account in a transaction, if the caller may act on it. */
  const actOn = <Result>(
    request: FastifyRequest,
    id: string,
    permission: Permission,
    work: (deps: Deps, actor: Caller) => Promise<Result>,
  ) =>
    inTransaction(async (tx) => {
      const actor = callerOf(request);
      await requireAuthorityOver(tx.db, actor, id, permission);
      return work(tx, actor);
    });
  /** Lists, counts and exports have the accounts that the caller may read. */
  const readable = (request: FastifyRequest, filter: AccountFilter): AccountFilter => {
    const caller = callerOf(request);
    const [members, team] = [can(caller, 'members.read'), can(caller, 'team.read')];
    return members && team ? filter : { ...filter, only: members ? 'members' : 'team' };
  };
  const answer = (user: ShownUser) => ({ status: 200 as const, body: toUser(user, now()) });
  const toMessage = (message: string) => ({ status: 200 as const, body: { message } });

  return router(contract.users, {
    ...ownAccountRoutes(deps),
    readUsers: async ({ query, request }) => {
      const { sort, skip, limit, after, count_up_to, ...asked } = query;
      const at = clock();
      const filter = readable(request, await withSegment(db, asked));
      const { rows, count } = await longPage(query, {
        rows: listUsers(db, { skip, limit, after }, { filter, sort, clock: at }),
        count: countUsers(db, filter, at, count_up_to),
        has: (id) => userKeyset.has(db, id),
      });
      return { status: 200, body: { data: rows.map((row) => toUser(row, at.now)), count } };
    },
    exportUsers: async ({ query, request, reply }) => {
      const caller = callerOf(request);
      requireRecentPasswordUnlessKey(caller, now());
      const { sort, ids, expected_count, ...asked } = query;
      const filter = readable(request, await withSegment(db, asked));
      const exported = { filter, sort, clock: clock(), ids: ids?.split(',') };
      await requireCount(expected_count, () => countExported(db, exported));
      const rows = auditedExport(
        db,
        { name: { fr: 'Membres', en: 'Members' }, query },
        exportUsers(longReads, exported),
      );
      void reply.headers(csvHeaders('users.csv'));
      return {
        status: 200,
        body: csvOf({ locale: caller.locale, timeZone: config.TIME_ZONE }, userColumns(caller.locale), rows),
      };
    },
    createUser: async ({ body, request }) => {
      requireHardToGuess('password', body.password, [body.email, config.PROJECT_NAME]);
      return answer(await inTransaction((tx) => addUser(tx, body, callerOf(request))));
    },
    readTeam: async ({ query }) => {
      const data = await listTeam(db, now(), query.can);
      return { status: 200, body: { data, count: data.length } };
    },
    importUsers: async ({ body }) => ({ status: 200, body: await importUsers(deps, body) }),
    inviteUser: async ({ body, request }) =>
      answer(await inTransaction((tx) => inviteUser(tx, body, callerOf(request)))),
    bulkUsers: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(async (tx) => {
        if (body.action === 'erase') requireRecentPasswordUnlessKey(callerOf(request), now());
        const filter = body.filter && (await withSegment(tx.db, body.filter));
        return bulkUsers(tx, { ...body, filter: filter && readable(request, filter) }, callerOf(request));
      }),
    }),
    readUserById: async ({ params, request }) => {
      const caller = callerOf(request);
      if (params.user_id === caller.id) return answer(caller);
      if (!can(caller, 'members.read') && !can(caller, 'team.read'))
        throw new AppError('privileges_required');
      return answer(await requireReadableUser(db, caller, params.user_id));
    },
    readNote: async ({ params: { user_id }, request }) => {
      requireReadable(callerOf(request), await requireRow(findUserOrTrash(db, user_id), 'user_not_found'));
      const note = await findNote(db, user_id);
      if (!note) throw new AppError('user_not_found');
      return { status: 200, body: note };
    },
    updateNote: async ({ params: { user_id }, body, request }) => ({
      status: 200,
      body: await db.transaction(async (tx) => {
        const user = await lockUserOrTrash(tx, user_id);
        if (!user) throw new AppError('user_not_found');
        requireReadable(callerOf(request), user);
        const updated_by = callerOf(request).id;
        if (!(await writeNote(tx, { ...body, user_id, updated_by, updated_at: now() })))
          throw new AppError('version_conflict');
        await auditAccount(tx, user_id, { note: null });
        const note = await findNote(tx, user_id);
        if (!note) throw new AppError('user_not_found');
        return note;
      }),
    }),
    readTimeline: async ({ params: { user_id }, query, request }) => {
      const caller = callerOf(request);
      await requireReadableUser(db, caller, user_id);
      const kinds = timelineKindsFor(caller);
      if (query.kind && !kinds.includes(query.kind)) throw new AppError('privileges_required');
      return { status: 200, body: await readTimeline(db, user_id, kinds, query, caller.locale) };
    },
    updateUser: async ({ params: { user_id }, body, request }) => {
      const actor = callerOf(request);
      const change = await withHash(deps, user_id, body);
      const own = user_id === actor.id && { keepSession: actor.sid };
      const options = { missing: 'user_id_not_found' as const, actor, ...own };
      return answer(await db.transaction((tx) => changeUser(tx, now(), user_id, change, options)));
    },
    deleteUser: async ({ params: { user_id }, request }) => {
      if (user_id === callerOf(request).id) throw new AppError('superuser_self_delete');
      await actOn(request, user_id, 'members.administer', (tx) => trashUser(tx, user_id));
      return toMessage('User deleted successfully');
    },
    deactivateUser: async ({ params: { user_id }, body, request }) => {
      const { id } = callerOf(request);
      if (user_id === id) throw new AppError('own_account');
      return answer(
        await actOn(request, user_id, 'members.deactivate', (tx) => deactivateUser(tx, user_id, body, id)),
      );
    },
    reactivateUser: async ({ params: { user_id }, request }) => {
      const options = { missing: 'user_not_found' as const, actor: callerOf(request) };
      const change = { is_active: true };
      return answer(await db.transaction((tx) => changeUser(tx, now(), user_id, change, options)));
    },
    restoreUser: async ({ params: { user_id }, request }) =>
      answer(
        await actOn(request, user_id, 'members.administer', (tx, actor) => restoreUser(tx, user_id, actor)),
      ),
    eraseUser: async ({ params: { user_id }, request }) => {
      const actor = callerOf(request);
      if (user_id === actor.id) throw new AppError('own_account');
      await requireAuthorityOver(db, actor, user_id, 'members.administer');
      requireRecentPasswordUnlessKey(actor, now());
      await requestErasure(deps, user_id);
      return toMessage('User erased');
    },
    signOutUser: async ({ params: { user_id }, request }) => {
      await actOn(request, user_id, 'members.deactivate', ({ db: tx }) => signOutUser(tx, user_id));
      return toMessage('Signed out everywhere');
    },
    resetSecondFactor: async ({ params: { user_id }, request }) => {
      const actor = callerOf(request);
      if (user_id === actor.id) throw new AppError('own_account');
      requireRecentPassword(actor, now());
      await db.transaction((tx) => resetFactor(tx, user_id, now()));
      return toMessage('Second factor removed');
    },
    unlinkProvider: async ({ params: { user_id }, request }) => {
      const actor = callerOf(request);
      if (user_id === actor.id) throw new AppError('own_account');
      requireRecentPassword(actor, now());
      await db.transaction((tx) => unlinkUser({ ...deps, db: tx }, user_id));
      return toMessage('Unlinked');
    },
    sendInvitation: async ({ params: { user_id }, request }) => {
      await actOn(request, user_id, 'members.write', (tx) => sendInvitation(tx, user_id));
      return toMessage('Invitation sent');
    },
    createInvitationLink: async ({ params: { user_id }, request }) => ({
      status: 200,
      body: await actOn(request, user_id, 'members.write', (tx, actor) =>
        createInvitationLink(tx, user_id, actor),
      ),
    }),
  });
};
