import { randomBytes } from 'node:crypto';
import { isSigned, sign } from '../../../platform/auth/signatures.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHit } from '../../../platform/http/limiter.ts';

/** Seconds in which a device must answer. */
export const CHALLENGE_SECONDS = 300;

interface Purpose {
  purpose: 'create' | 'sign-in' | 'verify';
  /** Id of the only account that may answer; empty at sign-in, when it is unknown. */
  owner: string;
}

const claimsOf = ({ purpose, owner }: Purpose, parts: readonly string[]) => [
  'passkey-challenge',
  purpose,
  owner,
  ...parts,
];

/**
 * Creates a challenge. It is signed and not stored: everybody who opens the sign-in page gets one.
 * @param userHandle what a new passkey is to carry
 */
export function createChallenge(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  about: Purpose,
  userHandle = '',
): Uint8Array<ArrayBuffer> {
  const end = String(Math.floor(now().getTime() / 1000) + CHALLENGE_SECONDS);
  const parts = [randomBytes(16).toString('base64url'), end, userHandle];
  return new TextEncoder().encode([...parts, sign(config, claimsOf(about, parts))].join('.'));
}

const CHALLENGE = /^(?<nonce>[\w-]{22})\.(?<end>\d{10})\.(?<handle>[\w-]*)\.(?<signature>[\da-z]{16})$/;

/**
 * Uses a challenge up; only one of several concurrent callers may go on.
 * @param challenge in base64url, as devices repeat it
 * @returns the user handle that a new passkey carries
 * @throws {AppError} `invalid_challenge` if it is forged, late, used, or for another purpose or account
 */
export async function redeemChallenge(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  about: Purpose,
  challenge: string,
): Promise<string> {
  const text = Buffer.from(challenge, 'base64url').toString();
  const { nonce = '', end = '', handle = '', signature = '' } = CHALLENGE.exec(text)?.groups ?? {};
  const isValid =
    isSigned(config, claimsOf(about, [nonce, end, handle]), signature) &&
    Number(end) * 1000 > now().getTime();
  const used = { key: `passkey-challenge:${nonce}`, limit: 1, seconds: CHALLENGE_SECONDS };
  if (!isValid || !(await countHit(db, used))) throw new AppError('invalid_challenge');
  return handle;
}
