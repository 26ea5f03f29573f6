import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { rateLimits } from './rate-limits.table.ts';

/** At most `limit` hits of `key` in `seconds`, counted from the first. */
export interface RateLimit {
  key: string;
  limit: number;
  seconds: number;
}

/**
 * Counts one hit of each limit, atomically and for all instances.
 * @throws {AppError} `too_many_requests` with Retry-After, when one of them was used up already
 */
export async function consume(db: Db, limits: readonly RateLimit[]): Promise<void> {
  const rows = await db
    .insert(rateLimits)
    .values(
      limits.map(({ key, seconds }) => ({
        key,
        hits: 1,
        resets_at: sql`now() + ${seconds} * interval '1 second'`,
      })),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${rateLimits.resets_at} <= now() then 1 else ${rateLimits.hits} + 1 end`,
        resets_at: sql`case when ${rateLimits.resets_at} <= now() then excluded.resets_at else ${rateLimits.resets_at} end`,
      },
    })
    .returning({
      key: rateLimits.key,
      hits: rateLimits.hits,
      wait: sql<number>`ceil(extract(epoch from ${rateLimits.resets_at} - now()))::int`,
    });
  const limitOf = new Map(limits.map(({ key, limit }) => [key, limit]));
  const exceeded = rows.filter(({ key, hits }) => hits > (limitOf.get(key) ?? 0));
  if (exceeded.length > 0)
    throw new AppError('too_many_requests', {
      'retry-after': String(Math.max(1, ...exceeded.map(({ wait }) => wait))),
    });
}

/**
 * Takes one hit of each limit back: what it counted turned out not to be a failure. An upsert like
 * `consume`'s, so that both lock the rows in the order given and never each other out.
 */
export async function refund(db: Db, limits: readonly RateLimit[]): Promise<void> {
  await db
    .insert(rateLimits)
    .values(limits.map(({ key }) => ({ key, hits: 0, resets_at: sql`now()` })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits: sql`greatest(${rateLimits.hits} - 1, 0)` },
    });
}

/** Forgets the windows that are over. */
export async function deleteElapsedWindows(db: Db): Promise<void> {
  await db.delete(rateLimits).where(sql`${rateLimits.resets_at} <= now()`);
}

/** Whom an address stands for: IPv4 as it is, IPv6 by its /64, which one household holds. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = ip.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
