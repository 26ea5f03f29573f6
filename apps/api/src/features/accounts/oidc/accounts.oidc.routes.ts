import type { ServerResponse } from 'node:http';
import { contract } from '@agora/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume, networkOf, requireWithinLimits } from '../../../platform/http/limiter.ts';
import { router } from '../../../platform/http/router.ts';
import { createTicket } from '../login/accounts.tickets.service.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { secondFactorsOf, verifyCode } from '../second-factor/accounts.second-factor.service.ts';
import {
  type Caller,
  callerOf,
  recordPasswordEntry,
  startSession,
} from '../sessions/accounts.sessions.service.ts';
import { admitProviderUser, isLinkedWith, wayOf } from './accounts.oidc.service.ts';
import { type Owner, redeemAttempt, sealAttempt } from './accounts.oidc-attempts.service.ts';
import { accountOf, type ProviderAccount } from './accounts.oidc-claims.rules.ts';
import { OidcProvider } from './accounts.oidc-provider.service.ts';

/** Attempts that one network can begin in a minute. */
const STARTS_PER_MINUTE = 100;

/** Seconds by which the clock of the provider may be behind. */
const CLOCK_TOLERANCE = 30;

interface Return {
  attempt: string;
  query: string;
}

export const oidcRoutes = (deps: RouteDeps) => {
  const { app, db, config, now } = deps;
  const provider = new OidcProvider(config, deps.frontendHost);

  async function start(owner: Owner, request: FastifyRequest) {
    const network = networkOf(request.ip);
    await consume(db, [{ key: `oidc-start:${network}`, limit: STARTS_PER_MINUTE, seconds: 60 }]);
    const { url, secrets } = await provider.begin(request.log, { isFresh: owner !== 'sign-in' });
    return { status: 200 as const, body: { url, attempt: sealAttempt(deps, owner, secrets) } };
  }

  /** Failures count like wrong passwords from the same network. */
  async function finish(owner: Owner, { attempt: sealed, query }: Return, { ip, log }: FastifyRequest) {
    if (config.OIDC_ISSUER === undefined) throw new AppError('oidc_off');
    const key = `login:${networkOf(ip)}`;
    const limits = [{ key, limit: config.LOGIN_FAILURES_PER_MINUTE_PER_IP, seconds: 60 }];
    await requireWithinLimits(db, limits);
    try {
      return await complete(owner, sealed, query, log);
    } catch (error) {
      if (error instanceof AppError && error.code === 'oidc_return_invalid') await consume(db, limits);
      throw error;
    }
  }

  async function complete(owner: Owner, sealed: string, query: string, logger: FastifyBaseLogger) {
    const attempt = await redeemAttempt(deps, owner, sealed);
    const account = accountOf(await provider.finish(logger, query, attempt), config);
    return { account, attempt };
  }

  async function signIn(
    account: ProviderAccount,
    request: FastifyRequest,
    sent: ServerResponse,
  ): Promise<string> {
    const { user, needsSecondFactor } = await admitProviderUser(deps, account, request.log, sent);
    if (needsSecondFactor) {
      const allowed = await secondFactorsOf(deps, { ...user, is_team: true });
      throw new AppError(
        'second_factor_required',
        {},
        { ticket: createTicket(deps, user, account), allowed },
      );
    }
    const token = await startSession(deps, app, user, request, { way: wayOf(account) });
    if (token === undefined) throw new AppError('oidc_return_invalid');
    return token;
  }

  const requireLinked = ({ oidc_linked_at }: Caller) => {
    if (!oidc_linked_at) throw new AppError('oidc_not_linked');
  };

  return router(contract.oidc, {
    startOidcLogin: ({ request }) => start('sign-in', request),
    completeOidcLogin: async ({ body, request, reply }) => {
      const { account } = await finish('sign-in', body, request);
      const access_token = await signIn(account, request, reply.raw as unknown as ServerResponse);
      return { status: 200, body: { access_token, token_type: 'bearer' as const } };
    },
    startOidcConfirmation: async ({ request }) => {
      if (config.OIDC_ISSUER === undefined) throw new AppError('oidc_off');
      const caller = callerOf(request);
      requireLinked(caller);
      return start(caller, request);
    },
    completeOidcConfirmation: async ({ body, request }) => {
      const caller = callerOf(request);
      const { code } = body;
      if (config.OIDC_ISSUER === undefined) throw new AppError('oidc_off');
      requireLinked(caller);
      const needsCode = hasSecondFactor(config, caller);
      // Before the return is used up, so that a wrong code can be corrected.
      if (needsCode && code !== undefined && !(await verifyCode(deps, caller, networkOf(request.ip), code)))
        throw new AppError('incorrect_code');
      const { account, attempt } = await finish(caller, body, request);
      if (!(await isLinkedWith(db, caller.id, account))) throw new AppError('oidc_other_account');
      const begun = attempt.at - CLOCK_TOLERANCE * 1000;
      if (!account.signedInAt || account.signedInAt.getTime() < begun) throw new AppError('oidc_not_fresh');
      if (needsCode && code === undefined && !account.isMultiFactor)
        throw new AppError('second_factor_required');
      await recordPasswordEntry(db, caller.sid, now());
      return { status: 200, body: { message: 'Confirmed' } };
    },
  });
};
