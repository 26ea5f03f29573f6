import type { Audience, AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { SegmentPublic } from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Page } from '@agora/contract/shared/pagination';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import { isMember } from '../audience/broadcasts.audience.queries.ts';
import { broadcasts } from '../broadcasts.table.ts';
import { type Segment, segments } from './broadcasts.segments.table.ts';

/** The pushes that will be sent to a segment; only these refer to it. */
const usedBy = (locale: Locale) => sql<SegmentPublic['used_by']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', push.id, 'name', push.shown, 'status', push.status)
    order by push.shown, push.id), '[]')
  from (select id, status, coalesce(nullif(name, ''), text_in(translations, 'title', ${locale}), '') as shown
    from broadcasts where segment_id = segments.id) as push)`;

const withUses = (db: Db, locale: Locale) =>
  db.select({ ...getTableColumns(segments), used_by: usedBy(locale) }).from(segments);

export type SegmentWithUses = Awaited<ReturnType<typeof listSegments>>[number];

export const listSegments = (db: Db, { skip, limit }: Page, locale: Locale) =>
  withUses(db, locale)
    .orderBy(sql`lower(f_unaccent(${segments.name}))`, segments.id)
    .offset(skip)
    .limit(limit);

export const countSegments = (db: Db) => db.$count(segments);

export const findSegment = (db: Db, id: string, locale: Locale) =>
  withUses(db, locale).where(eq(segments.id, id));

/** Locks the segment until the transaction ends. */
export const lockSegment = (tx: Db, id: string) =>
  tx.select().from(segments).where(eq(segments.id, id)).for('no key update');

/** True if a scheduled push will be sent to the segment. */
export const isScheduledFor = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.$count(broadcasts, and(eq(broadcasts.segment_id, id), eq(broadcasts.status, 'scheduled')))) > 0;

/** Keeps the segment from changing until the transaction ends. */
export const keepSegment = (tx: Db, id: string) =>
  tx.select({ id: segments.id }).from(segments).where(eq(segments.id, id)).for('share');

/** Locks the number of segments until the transaction ends. */
export const lockSegmentCount = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('segments.count'))`);

export const insertSegment = (tx: Db, row: typeof segments.$inferInsert) => tx.insert(segments).values(row);

export const updateSegment = (tx: Db, { id, ...changes }: Segment) =>
  tx.update(segments).set(changes).where(eq(segments.id, id));

export const deleteSegment = (tx: Db, id: string) =>
  tx.delete(segments).where(eq(segments.id, id)).returning({ id: segments.id });

/**
 * The rules of an audience that refers to a segment, in a query of `segments`: those of the segment, with the
 * exceptions of both.
 */
export const rulesIn = (audience: SQL): SQL<AudienceRules> => sql`(segments.audience || case
  when ${audience} ? 'exclude_member_ids' then jsonb_build_object('exclude_member_ids',
    coalesce(segments.audience -> 'exclude_member_ids', '[]') || (${audience} -> 'exclude_member_ids'))
  else '{}' end)`;

export interface ResolvedAudience {
  audience: AudienceRules;
  /** Name of its segment; null without one. */
  segment_name: string | null;
}

/** The current rules of an audience; undefined if its segment does not exist. */
export async function resolveAudience(
  db: Db,
  { segment_id, ...rules }: Audience,
): Promise<ResolvedAudience | undefined> {
  if (segment_id === undefined) return { audience: rules, segment_name: null };
  const [row] = await db.execute<{ audience: AudienceRules; segment_name: string }>(sql`
    select name as segment_name, ${rulesIn(sql`${JSON.stringify(rules)}::jsonb`)} as audience
    from segments where id = ${segment_id}`);
  return row;
}

/** Condition on accounts in a query of `users`: the members of a segment. False if it does not exist. */
export async function isInSegment(db: Db, id: string, clock: Clock): Promise<SQL> {
  const found = await resolveAudience(db, { segment_id: id });
  return found ? isMember(found.audience, clock) : sql`false`;
}
