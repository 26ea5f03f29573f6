import type { ServerResponse } from 'node:http';
import { contract } from '@agora/contract';
import type { FastifyRequest } from 'fastify';
import { verifyPassword } from '../../../platform/auth/passwords.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume, networkOf, type RateLimit } from '../../../platform/http/limiter.ts';
import { router } from '../../../platform/http/router.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { admitProviderUser, wayOf } from '../oidc/accounts.oidc.service.ts';
import type { ProviderAccount } from '../oidc/accounts.oidc-claims.rules.ts';
import { findPasskey } from '../passkeys/accounts.passkeys.queries.ts';
import {
  type Answered,
  readAssertion,
  startPasskeyLogin,
  startPasskeyVerification,
  verifyAssertion,
} from '../passkeys/accounts.passkeys.service.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { secondFactorsOf, verifyCode } from '../second-factor/accounts.second-factor.service.ts';
import { renewedHash, setPasswordByLink, verifyOwnPassword } from '../security/accounts.password.service.ts';
import { isKnownNetwork } from '../sessions/accounts.networks.service.ts';
import { renewHash } from '../sessions/accounts.sessions.queries.ts';
import { callerOf, recordPasswordEntry, startSession } from '../sessions/accounts.sessions.service.ts';
import { findUserByEmail, toUser } from '../users/accounts.users.service.ts';
import { allowPasswordLink, auditFailedSignIn, writeRecoveryMail } from './accounts.login.service.ts';
import { limitedAddress, verifyCodeAttempt, verifyLoginAttempt } from './accounts.login-attempts.service.ts';
import { countWrongCode, createTicket, openTicket, redeemTicket } from './accounts.tickets.service.ts';

/** Refusals of a passkey that are logged as failed sign-ins. */
const REFUSALS: ReadonlySet<string> = new Set(['incorrect_passkey', 'inactive_user']);

/** HTTP headers are Latin-1 (RFC 9110, 5.5). */
const headerText = (value: string) => value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?');

export const loginRoutes = (deps: RouteDeps) => {
  const { app, db, config, now } = deps;

  const recoveryLimits = (network: string, email: string): RateLimit[] => [
    { key: `recovery:${limitedAddress(email)}`, limit: config.RECOVERIES_PER_HOUR, seconds: 3600 },
    { key: `recovery-from:${network}`, limit: config.RECOVERIES_PER_HOUR_PER_IP, seconds: 3600 },
  ];

  /** Starts over if the account changes before its session starts, as if the sign-in came later. */
  const signIn = async (
    email: string,
    password: string,
    request: FastifyRequest,
    sent: ServerResponse,
  ): Promise<string> => {
    const network = networkOf(request.ip);
    const [user, isKnown] = await Promise.all([
      findUserByEmail(db, email),
      isKnownNetwork(deps, email, network),
    ]);
    const fits = await verifyLoginAttempt(deps, { email, network, isKnown }, () =>
      verifyPassword(user?.password_hash, password, config),
    );
    const isAllowed = user && fits && isActive(user, now());
    if (user?.is_team && !isAllowed) auditFailedSignIn(deps, user.id, request.log, sent);
    if (!user || !fits) throw new AppError('incorrect_credentials');
    if (!isAllowed) throw new AppError('inactive_user');
    const renewed_hash = await renewedHash(config, user, password);
    const verified = { ...user, renewed_hash };
    if (hasSecondFactor(config, user)) {
      if (renewed_hash !== undefined && !(await renewHash(db, user, renewed_hash)))
        return signIn(email, password, request, sent);
      const ticket = createTicket(deps, { ...user, password_hash: renewed_hash ?? user.password_hash });
      const allowed = await secondFactorsOf(deps, user);
      throw new AppError('second_factor_required', {}, { ticket, allowed });
    }
    return (await startSession(deps, app, verified, request)) ?? signIn(email, password, request, sent);
  };

  /** After both steps: only now is the account linked, and its role changed. */
  async function signInByProvider(
    account: ProviderAccount,
    owner: User,
    answered: Answered | undefined,
    request: FastifyRequest,
    sent: ServerResponse,
  ): Promise<string | undefined> {
    const step = async (tx: Db, { id }: User) => id === owner.id && ((await answered?.record(tx)) ?? true);
    const { user, needsSecondFactor } = await admitProviderUser(deps, account, request.log, sent, step);
    if (needsSecondFactor) return undefined;
    const way = { ...wayOf(account), ...(answered && { password_at: now() }) };
    return startSession(deps, app, user, request, { way });
  }

  return router(contract.login, {
    loginAccessToken: async ({ body: { username, password }, request, reply }) => {
      const access_token = await signIn(username, password, request, reply.raw as unknown as ServerResponse);
      return { status: 200, body: { access_token, token_type: 'bearer' as const } };
    },
    loginSecondFactor: async ({ body: { code, passkey, ...body }, request, reply }) => {
      const { user, ticket, account } = await openTicket(deps, body.ticket);
      let answered: Answered | undefined;
      const isRight = passkey
        ? await verifyCodeAttempt(deps, { email: user.email, network: networkOf(request.ip) }, async () => {
            answered = await readAssertion(deps, 'sign-in', '', passkey);
            return answered?.user.id === user.id;
          })
        : await verifyCode(deps, user, networkOf(request.ip), code ?? '');
      if (!isRight) {
        await countWrongCode(db, ticket);
        auditFailedSignIn(deps, user.id, request.log, reply.raw as unknown as ServerResponse);
        throw new AppError(passkey ? 'incorrect_passkey' : 'incorrect_code');
      }
      await redeemTicket(db, ticket);
      const access_token = account
        ? await signInByProvider(account, user, answered, request, reply.raw as unknown as ServerResponse)
        : await startSession(deps, app, user, request, { isStillValid: answered?.record });
      if (access_token === undefined) throw new AppError('invalid_ticket');
      return { status: 200, body: { access_token, token_type: 'bearer' as const } };
    },
    startPasskeyLogin: async () => ({ status: 200, body: await startPasskeyLogin(deps) }),
    loginPasskey: async ({ body: { passkey }, request, reply }) => {
      try {
        const { user, record } = await verifyAssertion(deps, networkOf(request.ip), 'sign-in', '', passkey);
        const access_token = await startSession(deps, app, user, request, { isStillValid: record });
        if (access_token === undefined) throw new AppError('incorrect_passkey');
        return { status: 200, body: { access_token, token_type: 'bearer' as const } };
      } catch (error) {
        const isRefused = error instanceof AppError && REFUSALS.has(error.code);
        const [known] = isRefused ? await findPasskey(db, passkey.id) : [];
        if (known?.user.is_team)
          auditFailedSignIn(deps, known.user.id, request.log, reply.raw as unknown as ServerResponse);
        throw error;
      }
    },
    testToken: async ({ request }) => ({ status: 200, body: toUser(callerOf(request), now()) }),
    verifyPassword: async ({ body, request }) => {
      const caller = callerOf(request);
      const network = networkOf(request.ip);
      await verifyOwnPassword(deps, caller, network, body.password);
      if (hasSecondFactor(config, caller)) {
        if (body.code === undefined) {
          const allowed = await secondFactorsOf(deps, caller);
          throw new AppError('second_factor_required', {}, { allowed });
        }
        if (!(await verifyCode(deps, caller, network, body.code))) throw new AppError('incorrect_code');
      }
      await recordPasswordEntry(db, caller.sid, now());
      return { status: 200, body: { message: 'Password verified' } };
    },
    startPasskeyVerification: async ({ request }) => ({
      status: 200,
      body: await startPasskeyVerification(deps, callerOf(request)),
    }),
    verifyPasskey: async ({ body, request }) => {
      const { id, sid } = callerOf(request);
      const { record } = await verifyAssertion(deps, networkOf(request.ip), 'verify', id, body.passkey);
      if (!(await db.transaction(record))) throw new AppError('incorrect_passkey');
      await recordPasswordEntry(db, sid, now());
      return { status: 200, body: { message: 'Passkey verified' } };
    },
    recoverPassword: async ({ params, request }) => {
      await consume(db, recoveryLimits(networkOf(request.ip), params.email));
      await enqueue(db, 'login.recovery_mail', { email: params.email });
      return {
        status: 200,
        body: { message: 'If that email is registered, we sent a password recovery link' },
      };
    },
    resetPassword: async ({ body, request }) => {
      await setPasswordByLink(deps, body, networkOf(request.ip));
      return { status: 200, body: { message: 'Password updated successfully' } };
    },
    recoverPasswordHtmlContent: async ({ params, request, reply }) => {
      const user = await findUserByEmail(db, params.email);
      if (!user) throw new AppError('username_not_found');
      const { subject, html } = await db.transaction(async (tx) => {
        await allowPasswordLink({ ...deps, db: tx }, user.id, callerOf(request));
        return writeRecoveryMail({ ...deps, db: tx }, user);
      });
      void reply.header('subject', headerText(subject));
      return { status: 200, body: html };
    },
  });
};
