import { contract } from '@agora/contract';
import { emailKey } from '@agora/contract/shared/email';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { consume, networkOf, type RateLimit, refund } from '../../platform/http/limiter.ts';
import { router } from '../../platform/http/router.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { callerOf, startSession } from '../sessions/sessions.service.ts';
import { findUserByEmail, setPasswordByLink, toUser } from '../users/users.service.ts';
import { isActive } from '../users/users.table.ts';
import { writeRecoveryMail } from './login.service.ts';

/** Latin-1 as HTTP headers want it (RFC 9110, 5.5). */
const headerText = (value: string) => value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?');

export const loginRoutes = (deps: RouteDeps) => {
  const { app, db, config, now } = deps;

  /** Sign-ins count until they succeed, so that parallel guesses can't slip through together. */
  const loginLimits = (network: string, username: string): RateLimit[] => [
    {
      key: `login:${network}:${emailKey(username).slice(0, 255)}`,
      limit: config.LOGIN_FAILURES_PER_MINUTE,
      seconds: 60,
    },
    { key: `login:${network}`, limit: config.LOGIN_FAILURES_PER_MINUTE_PER_IP, seconds: 60 },
  ];

  const recoveryLimits = (network: string, email: string): RateLimit[] => [
    { key: `recovery:${emailKey(email)}`, limit: config.RECOVERIES_PER_HOUR, seconds: 3600 },
    { key: `recovery-from:${network}`, limit: config.RECOVERIES_PER_HOUR_PER_IP, seconds: 3600 },
  ];

  return router(contract.login, {
    loginAccessToken: async ({ body, request }) => {
      const limits = loginLimits(networkOf(request.ip), body.username);
      await consume(db, limits);
      const user = await findUserByEmail(db, body.username);
      const fits = await verifyPassword(user?.password_hash, body.password);
      if (!user || !fits) throw new AppError('incorrect_credentials');
      if (!isActive(user, now())) throw new AppError('inactive_user');
      const [access_token] = await Promise.all([startSession(deps, app, user, request), refund(db, limits)]);
      return { status: 200, body: { access_token, token_type: 'bearer' as const } };
    },
    testToken: async ({ request }) => ({ status: 200, body: toUser(callerOf(request), now()) }),
    verifyPassword: async ({ body, request }) => {
      const { email, password_hash } = callerOf(request);
      const limits = loginLimits(networkOf(request.ip), email);
      await consume(db, limits);
      if (!(await verifyPassword(password_hash, body.password))) throw new AppError('incorrect_password');
      await refund(db, limits);
      return { status: 200, body: { message: 'Password verified' } };
    },
    recoverPassword: async ({ params, request }) => {
      await consume(db, recoveryLimits(networkOf(request.ip), params.email));
      await enqueue(db, 'login.recovery_mail', { email: params.email });
      return {
        status: 200,
        body: { message: 'If that email is registered, we sent a password recovery link' },
      };
    },
    resetPassword: async ({ body }) => {
      await db.transaction((tx) => setPasswordByLink(tx, now(), body));
      return { status: 200, body: { message: 'Password updated successfully' } };
    },
    recoverPasswordHtmlContent: async ({ params, reply }) => {
      const user = await findUserByEmail(db, params.email);
      if (!user) throw new AppError('username_not_found');
      const { subject, html } = await writeRecoveryMail(deps, user);
      void reply.header('subject', headerText(subject));
      return { status: 200, body: html };
    },
  });
};
