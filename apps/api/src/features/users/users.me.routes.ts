import { contract } from '@agora/contract';
import { LOCALES, type Locale } from '@agora/contract/features/users/users.contract';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { consume, networkOf } from '../../platform/http/limiter.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../sessions/sessions.service.ts';
import { undoEmailChange } from './users.email.service.ts';
import { eraseUser } from './users.lifecycle.service.ts';
import { changeUser, createUser, toUser } from './users.service.ts';

const { readUserMe, deleteUserMe, updateUserMe, updatePasswordMe, registerUser } = contract.users;

/** The first language of an Accept-Language header (RFC 9110, 12.5.4) that the product speaks. */
const preferredLocale = (header = ''): Locale | undefined =>
  header
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase())
    .find((tag): tag is Locale => LOCALES.some((locale) => locale === tag));

/** What people do with their own accounts. */
export const ownAccountRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;

  return router(
    {
      readUserMe,
      deleteUserMe,
      updateUserMe,
      updatePasswordMe,
      registerUser,
      undoEmailChange: contract.users.undoEmailChange,
    },
    {
      readUserMe: async ({ request }) => ({ status: 200, body: toUser(callerOf(request), now()) }),
      deleteUserMe: async ({ request }) => {
        const caller = callerOf(request);
        if (caller.is_superuser) throw new AppError('superuser_self_delete');
        await db.transaction((tx) => eraseUser({ ...deps, db: tx }, caller.id));
        return { status: 200, body: { message: 'User deleted successfully' } };
      },
      updateUserMe: async ({ body, request }) => {
        const { id } = callerOf(request);
        const user = await db.transaction((tx) =>
          changeUser(tx, now(), id, body, { missing: 'invalid_credentials' }),
        );
        return { status: 200, body: toUser(user, now()) };
      },
      updatePasswordMe: async ({ body, request }) => {
        const { current_password, new_password } = body;
        const { id, sid, password_hash: current } = callerOf(request);
        if (!(await verifyPassword(current, current_password))) throw new AppError('incorrect_password');
        if (current_password === new_password) throw new AppError('password_unchanged');
        const change = { password_hash: await hashPassword(new_password), must_change_password: false };
        await db.transaction((tx) =>
          changeUser(tx, now(), id, change, { missing: 'invalid_credentials', keepSession: sid }),
        );
        return { status: 200, body: { message: 'Password updated successfully' } };
      },
      registerUser: async ({ body, request }) => {
        const network = networkOf(request.ip);
        await consume(db, [
          { key: `signup:${network}`, limit: config.SIGNUPS_PER_HOUR_PER_IP, seconds: 3600 },
        ]);
        const locale = preferredLocale(request.headers['accept-language']) ?? config.DEFAULT_LOCALE;
        const user = await createUser(deps, { ...body, locale }, 'email_taken_on_signup');
        return { status: 200, body: toUser(user, now()) };
      },
      undoEmailChange: async ({ body }) => {
        await db.transaction((tx) => undoEmailChange(tx, now(), body.token));
        return { status: 200, body: { message: 'Email address restored' } };
      },
    },
  );
};
