import { contract } from '@agora/contract';
import { LOCALES, type Locale, type UserUpdate } from '@agora/contract/features/users/users.contract';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { consume, networkOf } from '../../platform/http/limiter.ts';
import { router } from '../../platform/http/router.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { callerOf } from '../sessions/sessions.service.ts';
import { countUsers, findUser, listUsers } from './users.queries.ts';
import { changeUser, createUser, removeUser, toUser, undoEmailChange } from './users.service.ts';

/** The first language of an Accept-Language header (RFC 9110, 12.5.4) that the product speaks. */
const preferredLocale = (header = ''): Locale | undefined =>
  header
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase())
    .find((tag): tag is Locale => LOCALES.some((locale) => locale === tag));

const withHash = async ({ password, ...rest }: UserUpdate) =>
  password === undefined ? rest : { ...rest, password_hash: await hashPassword(password) };

export const usersRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;

  return router(contract.users, {
    readUsers: async ({ query }) => {
      const [rows, count] = await Promise.all([listUsers(db, query, query), countUsers(db, query)]);
      return { status: 200, body: { data: rows.map(toUser), count } };
    },
    createUser: async ({ body }) => {
      const user = await db.transaction(async (tx) => {
        const created = await createUser({ ...deps, db: tx }, body, 'email_taken_on_create');
        await enqueue(tx, 'users.new_account_mail', { user_id: created.id });
        return created;
      });
      return { status: 200, body: toUser(user) };
    },
    readUserMe: async ({ request }) => ({ status: 200, body: toUser(callerOf(request)) }),
    deleteUserMe: async ({ request }) => {
      const caller = callerOf(request);
      if (caller.is_superuser) throw new AppError('superuser_self_delete');
      await db.transaction((tx) => removeUser(tx, caller.id));
      return { status: 200, body: { message: 'User deleted successfully' } };
    },
    updateUserMe: async ({ body, request }) => {
      const { id } = callerOf(request);
      const user = await db.transaction((tx) =>
        changeUser(tx, now(), id, body, { missing: 'invalid_credentials' }),
      );
      return { status: 200, body: toUser(user) };
    },
    updatePasswordMe: async ({ body, request }) => {
      const { current_password, new_password } = body;
      const caller = callerOf(request);
      if (!(await verifyPassword(caller.password_hash, current_password)))
        throw new AppError('incorrect_password');
      if (current_password === new_password) throw new AppError('password_unchanged');
      const password_hash = await hashPassword(new_password);
      await db.transaction((tx) =>
        changeUser(
          tx,
          now(),
          caller.id,
          { password_hash },
          { missing: 'invalid_credentials', keepSession: caller.sid },
        ),
      );
      return { status: 200, body: { message: 'Password updated successfully' } };
    },
    registerUser: async ({ body, request }) => {
      await consume(db, [
        {
          key: `signup:${networkOf(request.ip)}`,
          limit: config.SIGNUPS_PER_HOUR_PER_IP,
          seconds: 3600,
        },
      ]);
      const locale = preferredLocale(request.headers['accept-language']) ?? config.DEFAULT_LOCALE;
      const user = await createUser(deps, { ...body, locale }, 'email_taken_on_signup');
      return { status: 200, body: toUser(user) };
    },
    undoEmailChange: async ({ body }) => {
      await db.transaction((tx) => undoEmailChange(tx, now(), body.token));
      return { status: 200, body: { message: 'Email address restored' } };
    },
    readUserById: async ({ params, request }) => {
      const caller = callerOf(request);
      if (params.user_id === caller.id) return { status: 200, body: toUser(caller) };
      if (!caller.is_superuser) throw new AppError('privileges_required');
      const [user] = await findUser(db, { id: params.user_id });
      if (!user) throw new AppError('user_not_found');
      return { status: 200, body: toUser(user) };
    },
    updateUser: async ({ params, body, request }) => {
      const caller = callerOf(request);
      const change = await withHash(body);
      const user = await db.transaction((tx) =>
        changeUser(tx, now(), params.user_id, change, {
          missing: 'user_id_not_found',
          ...(params.user_id === caller.id && { keepSession: caller.sid }),
        }),
      );
      return { status: 200, body: toUser(user) };
    },
    deleteUser: async ({ params, request }) => {
      if (params.user_id === callerOf(request).id) throw new AppError('superuser_self_delete');
      await db.transaction((tx) => removeUser(tx, params.user_id));
      return { status: 200, body: { message: 'User deleted successfully' } };
    },
  });
};
