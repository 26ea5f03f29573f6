import { emailKey } from '@agora/contract/shared/email';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { forgetHits, judgeGuess, type RateLimit } from '../../../platform/http/limiter.ts';

/** Somebody says a password for an account. */
interface Attempt {
  /** Of the account, if there is one: strangers' addresses are limited just the same, so that nobody can tell. */
  email: string;
  network: string;
  /** Whether they come from where the account was signed in to before, or are signed in to it. */
  isKnown: boolean;
}

const HOUR = 3_600;
const LONGEST_DELAY = 900;
const LONGEST_ADDRESS = 255;

/** Of a limit that only takes the time of one: who is at home is never shut out, and nobody can time that. */
const UNREACHABLE = 2 ** 31 - 1;

function limitsOf(config: Config, { email, network, isKnown }: Attempt): RateLimit[] {
  const account = emailKey(email).slice(0, LONGEST_ADDRESS);
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
 * Answers whether the password that `verify` looks at fits, and counts only failures: however many sign in
 * at once, nobody who knows the password is refused for it.
 * @throws {AppError} `too_many_requests`
 */
export const judgeAttempt = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  attempt: Attempt,
  verify: () => Promise<boolean>,
): Promise<boolean> => judgeGuess(db, limitsOf(config, attempt), verify);

/** Opens an account that failures shut: its owner has just shown that its mails are theirs. */
export const forgetFailures = (tx: Db, config: Config, owner: Pick<Attempt, 'email' | 'network'>) =>
  forgetHits(
    tx,
    limitsOf(config, { ...owner, isKnown: false }).filter(({ key }) => key !== `login:${owner.network}`),
  );
