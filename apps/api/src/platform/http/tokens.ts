import jwt, { type JWT } from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../settings.ts';

/** Claims of a request's token, after its signature and expiry are verified. */
export interface TokenClaims {
  /** The user's id. */
  sub: string;
  /** The session's id. */
  sid: string;
}

interface SignedClaims extends TokenClaims {
  iat: number;
  exp: number;
}

/**
 * Issuer and audience: rejects a JWT that another service signs with the same key (RFC 8725, 3.8 and 3.9).
 */
const ISSUER = 'agora';
const AUDIENCE = 'agora:api';

/**
 * The first part of every own token. Any other header (another algorithm, `kid`, `jku`, `jwk`, `crit` …) is
 * rejected (RFC 8725, 3.1 and 3.10).
 */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

/**
 * Number of tokens per key with a cached signature check; their expiry is checked every time. The library's
 * own cache hashes tokens at each call, which takes longer than the rest of it.
 */
const REMEMBERED = 10_000;
const verified = new WeakMap<JWT, Map<string, SignedClaims>>();

const VERIFY = {
  algorithms: ['HS256' as const],
  requiredClaims: ['iss', 'aud', 'exp', 'sub', 'sid'],
  allowedIss: ISSUER,
  allowedAud: AUDIENCE,
};

/**
 * Enables signing and verifying tokens. Tokens of a former key stay valid until they expire (ASVS 13.3.4).
 */
export async function useTokens(app: FastifyInstance, config: Config): Promise<void> {
  const { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: former } = config;
  const sign = { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE } as const;
  await app.register(jwt, { secret, sign, verify: VERIFY });
  if (former !== undefined) await app.register(jwt, { secret: former, namespace: 'former', verify: VERIFY });
}

export const signToken = (app: FastifyInstance, claims: SignedClaims): string => app.jwt.sign(claims);

/** Returns the claims of a token; undefined if it is foreign or expired. */
export function verifyToken(app: FastifyInstance, token: string): TokenClaims | undefined {
  if (!token.startsWith(`${HEADER}.`)) return undefined;
  const jwt: Verifiers = app.jwt;
  return claimsBy(jwt, token) ?? (jwt.former && claimsBy(jwt.former, token));
}

interface Verifiers extends JWT {
  /** Verifier of the former key, if configured. */
  former?: JWT;
}

function claimsBy(jwt: JWT, token: string): TokenClaims | undefined {
  const remembered = verified.get(jwt) ?? new Map<string, SignedClaims>();
  const known = remembered.get(token);
  if (known && Date.now() < known.exp * 1000) return known;
  const claims = verifiedClaims(jwt, token);
  if (!claims) return undefined;
  if (remembered.size >= REMEMBERED) remembered.clear();
  verified.set(jwt, remembered.set(token, claims));
  return claims;
}

/** The library accepts 1e400 as a time, which JSON parses as infinity. */
function verifiedClaims({ verify }: JWT, token: string): SignedClaims | undefined {
  try {
    const claims = verify<SignedClaims>(token);
    return Number.isSafeInteger(claims.exp) ? claims : undefined;
  } catch {
    return undefined;
  }
}
