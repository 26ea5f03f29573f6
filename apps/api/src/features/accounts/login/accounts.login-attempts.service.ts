import { emailKey } from '@agora/contract/shared/email';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { deleteHits, type RateLimit, verifyWithLimit } from '../../../platform/http/limiter.ts';
import type { Config } from '../../../platform/settings.ts';

/** An attempt to enter the password of an account. */
interface Attempt {
  /** May be unknown: unknown addresses are limited in the same way, so that the limit reveals nothing. */
  email: string;
  network: string;
  /** True for a network of an earlier sign-in, or with a live session. */
  isKnown: boolean;
}

const HOUR = 3_600;
const LONGEST_DELAY = 900;
const LONGEST_ADDRESS = 255;

/** An unreachable limit: known networks are never locked out, yet take the same time to check. */
const UNREACHABLE = 2 ** 31 - 1;

/** Normalises an address for rate limit keys; the input may be any text. */
export const limitedAddress = (email: string): string => emailKey(email).slice(0, LONGEST_ADDRESS);

function limitsOf(config: Config, { email, network, isKnown }: Attempt): RateLimit[] {
  const account = limitedAddress(email);
  const delay = { seconds: HOUR, longestDelay: LONGEST_DELAY };
  return [
    { key: `login:${network}:${account}`, limit: config.LOGIN_FAILURES_PER_MINUTE, seconds: 60 },
    { key: `login:${network}`, limit: config.LOGIN_FAILURES_PER_MINUTE_PER_IP, seconds: 60 },
    isKnown
      ? { key: `login-at-home:${account}`, limit: UNREACHABLE, ...delay }
      : { key: `login-of:${account}`, limit: config.LOGIN_FAILURES_PER_ACCOUNT, ...delay },
  ];
}

/**
 * Returns the result of `verify` and counts only failures: concurrent sign-ins with the right password are
 * never rejected.
 * @throws {AppError} `too_many_requests`
 */
export const verifyLoginAttempt = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  attempt: Attempt,
  verify: () => Promise<boolean>,
): Promise<boolean> => verifyWithLimit(db, limitsOf(config, attempt), verify);

/**
 * The same for codes of a second factor. Only somebody with the password can try them, so that no network is exempt
 * from the growing delay: six digits could be guessed within weeks.
 */
export function verifyCodeAttempt(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { email, network }: Pick<Attempt, 'email' | 'network'>,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const account = limitedAddress(email);
  const delay = { seconds: HOUR, longestDelay: LONGEST_DELAY };
  const limits = [
    { key: `code:${network}:${account}`, limit: config.LOGIN_FAILURES_PER_MINUTE, seconds: 60 },
    { key: `login:${network}`, limit: config.LOGIN_FAILURES_PER_MINUTE_PER_IP, seconds: 60 },
    { key: `code-of:${account}`, limit: config.LOGIN_FAILURES_PER_ACCOUNT, ...delay },
  ];
  return verifyWithLimit(db, limits, verify);
}

/** Limits of passkeys that are not accepted: nobody guesses one, so that those of the network suffice. */
export const passkeyLimits = (config: Config, network: string): RateLimit[] => [
  { key: `login:${network}`, limit: config.LOGIN_FAILURES_PER_MINUTE_PER_IP, seconds: 60 },
];

/** Unlocks an account after failed attempts: its owner has just proved control of its mailbox. */
export const resetFailedAttempts = (tx: Db, config: Config, owner: Pick<Attempt, 'email' | 'network'>) =>
  deleteHits(
    tx,
    limitsOf(config, { ...owner, isKnown: false }).filter(({ key }) => key !== `login:${owner.network}`),
  );
