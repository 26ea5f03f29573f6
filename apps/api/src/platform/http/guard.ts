import { createHash, timingSafeEqual } from 'node:crypto';
import type { RouteMetadata } from '@agora/contract/shared/define';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type TokenClaims, verifyToken } from './tokens.ts';
import { accessOf, sourcesOf } from './tsrest-route.ts';

interface CallerBase {
  id: string;
  is_superuser: boolean;
}

/**
 * Answers who holds these claims now, or undefined when the session or the account is no longer good, and how often
 * what the route answers from has changed.
 */
export type Authenticate = (
  claims: TokenClaims,
  sources: Pick<RouteMetadata, 'content' | 'ownContent'>,
) => Promise<CallerBase | undefined>;

const callers = new WeakMap<FastifyRequest, CallerBase>();

/** Whoever makes a request that passed the guard as `user` or `superuser`. */
export function callerOf(request: FastifyRequest): CallerBase {
  const caller = callers.get(request);
  if (!caller) throw new Error('callerOf() was asked on a public route');
  return caller;
}

/** The same, or nobody on a public route. */
export const whoever = (request: FastifyRequest): CallerBase | undefined => callers.get(request);

const BEARER = /^bearer +([^\s]+)$/i;
const AUTHORIZATION = /^authorization$/i;

/**
 * The one token of a request. Node keeps the first of several `Authorization` headers and a proxy may have
 * looked at another one: two of them are none (RFC 9110, 5.3).
 */
function tokenOf({ raw, headers }: FastifyRequest): string | undefined {
  const sent = raw.rawHeaders.filter((text, index) => index % 2 === 0 && AUTHORIZATION.test(text));
  if (sent.length > 1) return undefined;
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

function claimsOf(app: FastifyInstance, request: FastifyRequest): TokenClaims {
  const token = tokenOf(request);
  if (!token) throw new AppError('not_authenticated');
  const claims = verifyToken(app, token);
  if (!claims) throw new AppError('invalid_credentials');
  return claims;
}

/**
 * Judges every request of this scope by its route's `access`, after the body is parsed and before anything
 * is validated. A route that does not say who may call it may be called by nobody.
 */
export function guard(app: FastifyInstance, authenticate: Authenticate) {
  app.addHook('preValidation', async (request) => {
    const access = accessOf(request);
    if (access === 'public') return;
    const caller = await authenticate(claimsOf(app, request), sourcesOf(request));
    if (!caller) throw new AppError('invalid_credentials');
    if (access !== 'user' && !caller.is_superuser) throw new AppError('privileges_required');
    callers.set(request, caller);
  });
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Lets only requests into this scope that bring a secret as their token, before anything of their bodies is read;
 * without a secret none.
 */
export function guardBySecret(app: FastifyInstance, secret: string | undefined) {
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request);
    if (!token) throw new AppError('not_authenticated');
    if (secret === undefined || !timingSafeEqual(digestOf(token), digestOf(secret)))
      throw new AppError('invalid_credentials');
  });
}
