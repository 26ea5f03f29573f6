import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { accessOf } from '../http/tsrest-route.ts';

/** What the token of a request says, once its signature and expiry are verified. */
export interface TokenClaims {
  /** The user's id. */
  sub: string;
  /** The session's id. */
  sid: string;
}

interface CallerBase {
  id: string;
  is_superuser: boolean;
}

/** Answers who holds these claims now, or undefined when the session or the account is no longer good. */
export type Authenticate = (claims: TokenClaims) => Promise<CallerBase | undefined>;

const callers = new WeakMap<FastifyRequest, CallerBase>();

/** Whoever makes a request that passed the guard as `user` or `superuser`. */
export function callerOf(request: FastifyRequest): CallerBase {
  const caller = callers.get(request);
  if (!caller) throw new Error('callerOf() was asked on a public route');
  return caller;
}

const BEARER = /^bearer +([^\s]+)$/i;

function claimsOf(app: FastifyInstance, request: FastifyRequest): TokenClaims {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new AppError('not_authenticated');
  try {
    return app.jwt.verify<TokenClaims>(token);
  } catch {
    throw new AppError('invalid_credentials');
  }
}

/**
 * Judges every request of this scope by its route's `access`, after the body is parsed and before anything
 * is validated. A route that does not say who may call it may be called by nobody.
 */
export function guard(app: FastifyInstance, authenticate: Authenticate) {
  app.addHook('preValidation', async (request) => {
    const access = accessOf(request);
    if (access === 'public') return;
    const caller = await authenticate(claimsOf(app, request));
    if (!caller) throw new AppError('invalid_credentials');
    if (access !== 'user' && !caller.is_superuser) throw new AppError('privileges_required');
    callers.set(request, caller);
  });
}
