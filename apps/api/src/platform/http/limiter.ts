import { and, gt, inArray, type SQL, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { rateLimits } from './rate-limits.table.ts';

interface Limit {
  key: string;
  limit: number;
  /** Seconds that hits are remembered. */
  seconds: number;
}

/** At most `limit` hits of `key` in `seconds`, counted from the first. */
interface Window extends Limit {
  longestDelay?: never;
}

/**
 * From the `limit`-th on, each hit of `key` blocks it for twice as long as the one before: 1 s, 2 s, 4 s … up
 * to `longestDelay` seconds, from the last hit on. All hits expire `seconds` after the last.
 */
interface GrowingDelay extends Limit {
  longestDelay: number;
}

export type RateLimit = Window | GrowingDelay;

/**
 * Counts one hit of each limit, atomically and across instances; none of an exhausted limit or of those after
 * it.
 * @throws {AppError} `too_many_requests` with Retry-After, if one was already exhausted
 */
export async function consume(db: Db, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits)
    if (!(await countHit(db, limit))) throw tooMany(await secondsUntilAllowed(db, limits));
}

/**
 * Returns whether a guess is right, and counts only wrong ones, before the response. While a limit is
 * exhausted nothing is checked or counted, right or wrong. Concurrent guesses exceed a limit by those that are
 * checked at the same moment, at most.
 * @throws {AppError} `too_many_requests` with Retry-After
 */
export async function verifyWithLimit(
  db: Db,
  limits: readonly RateLimit[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await requireWithinLimits(db, limits);
  if (await isRight()) {
    // Other attempts may have exhausted it in the meantime.
    await requireWithinLimits(db, limits);
    return true;
  }
  await consume(db, limits);
  return false;
}

/** True if one of these limits is exhausted; counts nothing. */
export const isExhausted = async (db: Db, limits: readonly RateLimit[]): Promise<boolean> =>
  (await secondsUntilAllowed(db, limits)) > 0;

/**
 * Counts nothing.
 * @throws {AppError} `too_many_requests` with Retry-After, if one of them is exhausted
 */
export async function requireWithinLimits(db: Db, limits: readonly RateLimit[]): Promise<void> {
  const seconds = await secondsUntilAllowed(db, limits);
  if (seconds > 0) throw tooMany(seconds);
}

/**
 * The current time, not that of the transaction: a hit that waits for the row lock counts once it holds it.
 */
const NOW = sql`clock_timestamp()`;

const tooMany = (seconds: number) =>
  new AppError('too_many_requests', { 'retry-after': String(Math.max(1, seconds)) });

/** Counts a hit unless the limit is exhausted; returns true if counted. The row lock makes it atomic. */
export async function countHit(db: Db, limit: RateLimit): Promise<boolean> {
  const end = secondsFromNow(sql`${limit.seconds}::float8`);
  const isOver = sql`${rateLimits.resets_at} <= ${NOW}`;
  const hits = sql`case when ${isOver} then 1 else ${rateLimits.hits} + 1 end`;
  const resets_at =
    limit.longestDelay === undefined
      ? sql`case when ${isOver} then ${end} else ${rateLimits.resets_at} end`
      : end;
  const counted = await db
    .insert(rateLimits)
    .values({ key: limit.key, hits: 1, resets_at: end, shut_until: blockedUntil(limit, sql`1`, end) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits, resets_at, shut_until: blockedUntil(limit, hits, resets_at) },
      setWhere: sql`${rateLimits.shut_until} is null or ${rateLimits.shut_until} <= ${NOW}`,
    })
    .returning({ key: rateLimits.key });
  return counted.length > 0;
}

const secondsFromNow = (seconds: SQL) => sql`${NOW} + ${seconds} * interval '1 second'`;

/** Upper bound of doublings, beyond any delay. */
const DOUBLINGS = 30;

function blockedUntil({ limit, longestDelay }: RateLimit, hits: SQL, resets_at: SQL): SQL {
  const times = sql`least(${hits} - ${limit}::int, ${DOUBLINGS}::int)`;
  const delay = sql`least(power(2, ${times}), ${longestDelay ?? 0}::float8)`;
  const end = longestDelay === undefined ? resets_at : secondsFromNow(delay);
  return sql`case when ${hits} >= ${limit}::int then ${end} end`;
}

/** 0 if none of the limits is exhausted. */
async function secondsUntilAllowed(db: Db, limits: readonly RateLimit[]): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(ceil(extract(epoch from max(${rateLimits.shut_until}) - ${NOW})), 0)::int`,
    })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keysOf(limits)), gt(rateLimits.shut_until, NOW)));
  return row?.seconds ?? 0;
}

const keysOf = (limits: readonly RateLimit[]) => limits.map(({ key }) => key);

/** Deletes all hits of these limits. */
export async function deleteHits(db: Db, limits: readonly RateLimit[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keysOf(limits)));
}

export async function deleteElapsedWindows(db: Db): Promise<void> {
  await db.delete(rateLimits).where(sql`${rateLimits.resets_at} <= now()`);
}

/** An address with the port that some proxies add; IPv6 has brackets then. */
const WITH_PORT = /^\[(?<v6>.*)\](:\d+)?$|^(?<v4>[\d.]+):\d+$/;

/**
 * Client network of an address: IPv4 unchanged, IPv6 by its /64, which belongs to one household. Any other text, from
 * a proxy that hides the address, counts as one network.
 */
export function networkOf(ip: string): string {
  const { v4, v6 } = WITH_PORT.exec(ip)?.groups ?? {};
  const bare = (v4 ?? v6 ?? ip).split('%')[0] ?? '';
  if (!ipaddr.isValid(bare)) return 'unknown';
  const address = ipaddr.process(bare);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
