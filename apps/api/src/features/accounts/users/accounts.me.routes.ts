import { contract } from '@agora/contract';
import { PERMISSIONS } from '@agora/contract/shared/permissions';
import { requireHardToGuess } from '../../../platform/auth/password-rules.ts';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume, networkOf } from '../../../platform/http/limiter.ts';
import { router } from '../../../platform/http/router.ts';
import { preferredLocale } from '../../../platform/preferred-locale.ts';
import { signUpImmediately, signUpWithoutLookup } from '../login/accounts.signup.service.ts';
import { findRole } from '../roles/accounts.roles.queries.ts';
import { secondFactorDueAt } from '../second-factor/accounts.second-factor.rules.ts';
import { secondFactorsOf } from '../second-factor/accounts.second-factor.service.ts';
import { undoEmailChange } from '../security/accounts.email.service.ts';
import {
  cancelEmailChange,
  changeOwnAccount,
  confirmEmailChange,
  resendConfirmation,
} from '../security/accounts.own-email.service.ts';
import { changeOwnPassword } from '../security/accounts.password.service.ts';
import { callerOf } from '../sessions/accounts.sessions.service.ts';
import { requestErasure } from './accounts.lifecycle.service.ts';
import { toUser } from './accounts.users.service.ts';

const { readUserMe, deleteUserMe, updateUserMe, updatePasswordMe, registerUser } = contract.users;

/** Routes of the caller's own account. */
export const ownAccountRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;

  return router(
    {
      readUserMe,
      deleteUserMe,
      updateUserMe,
      updatePasswordMe,
      registerUser,
      resendEmailConfirmation: contract.users.resendEmailConfirmation,
      cancelEmailChange: contract.users.cancelEmailChange,
      confirmEmailChange: contract.users.confirmEmailChange,
      undoEmailChange: contract.users.undoEmailChange,
    },
    {
      readUserMe: async ({ request }) => {
        const caller = callerOf(request);
        const user = toUser(caller, now());
        const [role] = user.role_id ? await findRole(db, user.role_id) : [];
        const permissions = caller.is_superuser ? [...PERMISSIONS] : caller.permissions;
        return {
          status: 200,
          body: {
            ...user,
            role: role ? { id: role.id, key: role.key, name: role.name } : null,
            permissions: [...permissions],
            second_factor_policy: config.ADMIN_2FA,
            second_factors: await secondFactorsOf(deps, caller),
            second_factor_due_at: secondFactorDueAt(config, caller, now())?.toISOString() ?? null,
            must_set_up_second_factor: caller.must_set_up_second_factor,
            has_password: caller.has_password,
          },
        };
      },
      deleteUserMe: async ({ request }) => {
        const caller = callerOf(request);
        if (caller.is_superuser) throw new AppError('superuser_self_delete');
        await requestErasure(deps, caller.id);
        return { status: 200, body: { message: 'User deleted successfully' } };
      },
      updateUserMe: async ({ body, request }) => {
        const user = await db.transaction((tx) =>
          changeOwnAccount({ ...deps, db: tx }, callerOf(request), body),
        );
        return { status: 200, body: toUser(user, now()) };
      },
      resendEmailConfirmation: async ({ request }) => {
        await db.transaction((tx) => resendConfirmation({ ...deps, db: tx }, callerOf(request)));
        return { status: 200, body: { message: 'Confirmation sent' } };
      },
      cancelEmailChange: async ({ request }) => {
        await db.transaction((tx) => cancelEmailChange({ ...deps, db: tx }, callerOf(request)));
        return { status: 200, body: { message: 'Email address kept' } };
      },
      updatePasswordMe: async ({ body, request }) => {
        await changeOwnPassword(deps, callerOf(request), networkOf(request.ip), body);
        return { status: 200, body: { message: 'Password updated successfully' } };
      },
      registerUser: async ({ body, request }) => {
        requireHardToGuess('password', body.password, [body.email, config.PROJECT_NAME]);
        const network = networkOf(request.ip);
        await consume(db, [
          { key: `signup:${network}`, limit: config.SIGNUPS_PER_HOUR_PER_IP, seconds: 3600 },
        ]);
        const locale = preferredLocale(request, config.DEFAULT_LOCALE);
        const signUp = config.SIGNUP_CONCEAL ? signUpWithoutLookup : signUpImmediately;
        // Not the whole body: the password confirmation is not stored.
        const { email, password, full_name } = body;
        const user = await signUp(deps, { email, password, full_name, locale });
        return { status: 200, body: toUser(user, now()) };
      },
      confirmEmailChange: async ({ body }) => {
        await db.transaction((tx) => confirmEmailChange({ ...deps, db: tx }, body.token));
        return { status: 200, body: { message: 'Email address changed' } };
      },
      undoEmailChange: async ({ body }) => {
        await db.transaction((tx) => undoEmailChange(tx, now(), body.token));
        return { status: 200, body: { message: 'Email address restored' } };
      },
    },
  );
};
