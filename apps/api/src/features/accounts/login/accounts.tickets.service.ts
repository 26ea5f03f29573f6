import { randomUUID } from 'node:crypto';
import { isSigned, sign } from '../../../platform/auth/signatures.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHit, isExhausted, type RateLimit } from '../../../platform/http/limiter.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { findUser } from '../users/accounts.users.queries.ts';

/** Seconds in which a code must follow the password. */
const LIFETIME = 300;

/** Wrong codes that end a ticket. */
const TRIES = 5;

type Owner = Pick<User, 'id' | 'email_key' | 'password_hash'>;

/** Signed with the hash of the password and the address, so that a change of either ends it. */
const claimsOf = ({ id, email_key, password_hash }: Owner, ticket: string, end: string) => [
  'second-factor',
  id,
  ticket,
  end,
  email_key,
  password_hash,
];

/** A ticket for an account whose password was verified: with a code, it completes the sign-in. */
export function createTicket({ config, now }: Pick<Deps, 'config' | 'now'>, owner: Owner): string {
  const ticket = randomUUID();
  const end = String(Math.floor(now().getTime() / 1000) + LIFETIME);
  return [owner.id, ticket, end, sign(config, claimsOf(owner, ticket, end))].join('.');
}

const TICKET = /^(?<owner>[\da-f-]{36})\.(?<ticket>[\da-f-]{36})\.(?<end>\d{10})\.(?<signature>[\da-z]{16})$/;

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
): Promise<{ user: User; ticket: string }> {
  const { owner = '', ticket = '', end = '', signature = '' } = TICKET.exec(text)?.groups ?? {};
  const [user] = ticket ? await findUser(db, { id: owner }) : [];
  if (!user || !isValid(config, user, { ticket, end, signature }, now()))
    throw new AppError('invalid_ticket');
  if (await isExhausted(db, Object.values(limitsOf(ticket)))) throw new AppError('invalid_ticket');
  if (!isActive(user, now())) throw new AppError('inactive_user');
  return { user, ticket };
}

const isValid = (
  config: Config,
  user: User,
  { ticket, end, signature }: Record<'ticket' | 'end' | 'signature', string>,
  now: Date,
) =>
  isSigned(config, claimsOf(user, ticket, end), signature) &&
  Number(end) * 1000 > now.getTime() &&
  hasSecondFactor(config, user);

export const countWrongCode = (db: Db, ticket: string) => countHit(db, limitsOf(ticket).wrong);

/** Ends a ticket; only one of several concurrent callers may go on. @throws {AppError} `invalid_ticket` */
export async function redeemTicket(db: Db, ticket: string): Promise<void> {
  if (!(await countHit(db, limitsOf(ticket).used))) throw new AppError('invalid_ticket');
}
