import { randomUUID } from 'node:crypto';
import { decrypt, encrypt } from '../../../platform/auth/encryption.ts';
import { isSigned, sign } from '../../../platform/auth/signatures.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHit, isExhausted, type RateLimit } from '../../../platform/http/limiter.ts';
import type { Config } from '../../../platform/settings.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { ProviderAccount } from '../oidc/accounts.oidc-claims.rules.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { findUser } from '../users/accounts.users.queries.ts';

/** Seconds in which a code must follow the password. */
const LIFETIME = 300;

/** Wrong codes that end a ticket. */
const TRIES = 5;

type Owner = Pick<User, 'id' | 'email_key' | 'password_hash'>;

interface Claims {
  ticket: string;
  end: string;
  /** What the provider said, encrypted; empty after a password. */
  provider: string;
}

/** Signed with the hash of the password and the address, so that a change of either ends it. */
const claimsOf = ({ id, email_key, password_hash }: Owner, { ticket, end, provider }: Claims) => [
  'second-factor',
  id,
  ticket,
  end,
  email_key,
  password_hash,
  provider,
];

const aboutProvider = (ticket: string) => ({ purpose: 'oidc-ticket', owner: ticket });

/**
 * A ticket for an account whose password was verified, or which signed in at the provider: with a code, it completes the
 * sign-in.
 */
export function createTicket(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  owner: Owner,
  account?: ProviderAccount,
): string {
  const ticket = randomUUID();
  const end = String(Math.floor(now().getTime() / 1000) + LIFETIME);
  const provider = account ? encrypt(config, aboutProvider(ticket), JSON.stringify(account)) : '';
  return [owner.id, ticket, end, sign(config, claimsOf(owner, { ticket, end, provider })), provider].join(
    '.',
  );
}

const TICKET =
  /^(?<owner>[\da-f-]{36})\.(?<ticket>[\da-f-]{36})\.(?<end>\d{10})\.(?<signature>[\da-z]{16})\.(?<provider>[\w-]*)$/;

const limitsOf = (ticket: string): { wrong: RateLimit; used: RateLimit } => ({
  wrong: { key: `ticket-codes:${ticket}`, limit: TRIES, seconds: LIFETIME },
  used: { key: `ticket-used:${ticket}`, limit: 1, seconds: LIFETIME },
});

/**
 * Returns the owner of a ticket.
 * @throws {AppError} `invalid_ticket` if it is forged, expired, used, or ended by wrong codes or a change of the account;
 * `inactive_user`
 */
export async function openTicket(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  text: string,
): Promise<{ user: User; ticket: string; account: ProviderAccount | undefined }> {
  const {
    owner = '',
    ticket = '',
    end = '',
    signature = '',
    provider = '',
  } = TICKET.exec(text)?.groups ?? {};
  const [user] = ticket ? await findUser(db, { id: owner }) : [];
  if (!user || !isValid(config, user, { ticket, end, provider, signature }, now()))
    throw new AppError('invalid_ticket');
  if (await isExhausted(db, Object.values(limitsOf(ticket)))) throw new AppError('invalid_ticket');
  if (!isActive(user, now())) throw new AppError('inactive_user');
  const account = provider
    ? ProviderAccount.parse(JSON.parse(decrypt(config, aboutProvider(ticket), provider)))
    : undefined;
  return { user, ticket, account };
}

const isValid = (
  config: Config,
  user: User,
  { signature, ...claims }: Claims & { signature: string },
  now: Date,
) =>
  isSigned(config, claimsOf(user, claims), signature) &&
  Number(claims.end) * 1000 > now.getTime() &&
  hasSecondFactor(config, { ...user, is_team: user.is_team || claims.provider !== '' });

export const countWrongCode = (db: Db, ticket: string) => countHit(db, limitsOf(ticket).wrong);

/** Ends a ticket; only one of several concurrent callers may go on. @throws {AppError} `invalid_ticket` */
export async function redeemTicket(db: Db, ticket: string): Promise<void> {
  if (!(await countHit(db, limitsOf(ticket).used))) throw new AppError('invalid_ticket');
}
