import { createHash, timingSafeEqual } from 'node:crypto';
import { API_KEY_PREFIX } from '@agora/contract/shared/api-key-prefix';
import type { RouteMetadata } from '@agora/contract/shared/define';
import { isAllowed, type Rights } from '@agora/contract/shared/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isSmall } from './body-limits.ts';
import { type TokenClaims, verifyToken } from './tokens.ts';
import { accessOf, isShutWithoutFactor, isUserAction, sourcesOf } from './tsrest-route.ts';

interface CallerBase extends Rights {
  id: string;
  /** True if the caller may only use their own account, and the app, until their second factor is set up. */
  must_set_up_second_factor?: boolean;
}

/**
 * Returns the current owner of these claims, or undefined if the session or the account is no longer valid,
 * and the change counter of the route's content.
 * @param isUserAction true if the request keeps an idle session alive
 */
export type Authenticate = (
  claims: TokenClaims,
  sources: Pick<RouteMetadata, 'content' | 'ownContent'>,
  isUserAction: boolean,
) => Promise<CallerBase | undefined>;

const callers = new WeakMap<FastifyRequest, CallerBase>();

/** Returns the caller of a request, or undefined on a public route. */
export const findCaller = (request: FastifyRequest): CallerBase | undefined => callers.get(request);

/** Returns the caller of a request to a route that is not public. */
export function requireCaller(request: FastifyRequest): CallerBase {
  const caller = findCaller(request);
  if (!caller) throw new Error('requireCaller() was called on a public route');
  return caller;
}

const BEARER = /^bearer +([^\s]+)$/i;
const AUTHORIZATION = /^authorization$/i;

/**
 * Returns the only token of a request. Node keeps the first of several `Authorization` headers, and a proxy
 * may have checked another one: two of them count as none (RFC 9110, 5.3).
 */
function tokenOf({ raw, headers }: FastifyRequest): string | undefined {
  const sent = raw.rawHeaders.filter((text, index) => index % 2 === 0 && AUTHORIZATION.test(text));
  if (sent.length > 1) return undefined;
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Returns the caller with an API key, or undefined if it is not valid. */
export type AuthenticateKey = (key: string) => Promise<CallerBase | undefined>;

function requireToken(request: FastifyRequest): string {
  const token = tokenOf(request);
  if (!token) throw new AppError('not_authenticated');
  return token;
}

function claimsOf(app: FastifyInstance, token: string): TokenClaims {
  const claims = verifyToken(app, token);
  if (!claims) throw new AppError('invalid_credentials');
  return claims;
}

/**
 * Checks every request of this scope against its route's `access`: before its body is read, if that is large,
 * otherwise after it is parsed and before validation, as clients expect. A route without `access` is for
 * superusers; API keys are accepted by routes that name a permission.
 */
export function guard(app: FastifyInstance, authenticate: Authenticate, authenticateKey: AuthenticateKey) {
  const check = async (request: FastifyRequest) => {
    const access = accessOf(request.routeOptions);
    if (access === 'public' || callers.has(request)) return;
    const token = requireToken(request);
    const isKey = token.startsWith(API_KEY_PREFIX);
    const caller = isKey
      ? await authenticateKey(token)
      : await authenticate(claimsOf(app, token), sourcesOf(request), isUserAction(request));
    if (!caller) throw new AppError('invalid_credentials');
    // A key allows what it names, and nothing of its owner’s account.
    if (!isAllowed(caller, access) || (isKey && typeof access !== 'object'))
      throw new AppError('privileges_required');
    if (caller.must_set_up_second_factor && isShutWithoutFactor(request.routeOptions))
      throw new AppError('second_factor_setup_required');
    callers.set(request, caller);
  };
  app.addHook('onRequest', async (request) => {
    if (!isSmall(request)) await check(request);
  });
  app.addHook('preValidation', check);
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Rejects requests in this scope without the secret as their token, before their body is read; without a
 * secret, rejects all.
 */
export function guardBySecret(app: FastifyInstance, secret: string | undefined) {
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    if (!token) throw new AppError('not_authenticated');
    if (secret === undefined || !timingSafeEqual(digestOf(token), digestOf(secret)))
      throw new AppError('invalid_credentials');
  });
}
