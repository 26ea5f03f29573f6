import type {
  Timeline,
  TimelineEntry,
  TimelineKind,
  TimelineQuery,
} from '@agora/contract/features/accounts/accounts.timeline.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { momentOf } from '../../../platform/db/moment.ts';

/** Entries of one kind. The time is of millisecond precision, as the cursor is. */
interface Branch {
  from: SQL;
  isTheirs: (userId: string) => SQL;
  id: SQL;
  at: SQL;
  title: SQL;
  detail: SQL;
}

/** Characters of a text that an entry shows. */
const SHOWN = sql`160`;

const titleIn = (locale: Locale) =>
  sql`coalesce(nullif(name, ''), text_in(translations, 'title', ${locale}), '')`;

const BRANCHES = {
  conversation: () => ({
    from: sql`message_threads`,
    isTheirs: (userId) => sql`user_id = ${userId} and status <> 'spam'`,
    id: sql`id`,
    at: sql`last_at`,
    title: sql`concat_ws(' · ', '#' || number, nullif(subject, ''))`,
    detail: sql`status`,
  }),
  rating: () => ({
    from: sql`ratings`,
    isTheirs: (userId) => sql`user_id = ${userId}`,
    id: sql`id`,
    at: sql`updated_at`,
    title: sql`left(comment, ${SHOWN})`,
    detail: sql`score::text`,
  }),
  device: () => ({
    from: sql`devices`,
    isTheirs: (userId) => sql`user_id = ${userId}`,
    id: sql`id`,
    at: sql`created_at`,
    title: sql`coalesce(model, '')`,
    detail: sql`platform`,
  }),
  notification: (locale) => ({
    from: sql`(select broadcast_id, user_id, min(coalesce(sent_at, not_before)) as sent_at from broadcast_deliveries
      where status = 'sent' group by broadcast_id, user_id) as delivered
      join broadcasts on broadcasts.id = broadcast_id`,
    isTheirs: (userId) => sql`user_id = ${userId}`,
    id: sql`broadcasts.id`,
    at: sql`delivered.sent_at`,
    title: titleIn(locale),
    detail: sql`category`,
  }),
  item: () => ({
    from: sql`items`,
    isTheirs: (userId) => sql`owner_id = ${userId} and deleted_at is null`,
    id: sql`id`,
    at: sql`created_at`,
    title: sql`title`,
    detail: sql`''`,
  }),
  /** Without browser and address, which their owner alone sees. */
  sign_in: () => ({
    from: sql`sessions`,
    isTheirs: (userId) => sql`user_id = ${userId}`,
    id: sql`id`,
    at: sql`created_at`,
    title: sql`''`,
    detail: sql`''`,
  }),
} satisfies Record<TimelineKind, (locale: Locale) => Branch>;

const cursorOf = ({ at, kind, id }: TimelineEntry) => `${Date.parse(at)}.${kind}.${id}`;

/** Condition for entries older than the cursor; includes `at` alone, so that an index bounds the scan. */
function isBefore(before: string | undefined, kind: TimelineKind, { at, id }: Branch): SQL {
  if (before === undefined) return sql`true`;
  const [time = '', lastKind, lastId] = before.split('.');
  const moment = momentOf(new Date(Number(time)));
  return sql`${at} <= ${moment} and (${at}, ${kind}::text, ${id}) < (${moment}, ${lastKind}::text, ${lastId}::uuid)`;
}

/** Number of entries of each kind, as one JSON object. */
const countsOf = (userId: string, kinds: readonly TimelineKind[], locale: Locale): SQL => {
  const counts = kinds.map((kind) => {
    const { from, isTheirs }: Branch = BRANCHES[kind](locale);
    return sql`${kind}::text, (select count(*) from ${from} where ${isTheirs(userId)})`;
  });
  return sql`jsonb_build_object(${sql.join(counts, sql`, `)})`;
};

/**
 * Events of a person, newest first, then by kind and id. Reads at most a page of each kind.
 * @param kinds those that the caller may read, at least one
 */
export async function readTimeline(
  db: Db,
  userId: string,
  kinds: readonly TimelineKind[],
  { kind, limit, before }: TimelineQuery,
  locale: Locale,
): Promise<Timeline> {
  const branches = (kind ? [kind] : kinds).map((each) => {
    const branch: Branch = BRANCHES[each](locale);
    const { from, isTheirs, id, at, title, detail } = branch;
    return sql`(select ${each}::text as kind, ${id} as id, ${at} as at, ${title} as title, ${detail} as detail
      from ${from} where ${isTheirs(userId)} and ${isBefore(before, each, branch)}
      order by ${at} desc, ${id} desc limit ${limit + 1})`;
  });
  const [row] = await db.execute<{ counts: Timeline['counts']; entries: TimelineEntry[] }>(sql`
    select ${countsOf(userId, kinds, locale)} as counts, (
      select coalesce(jsonb_agg(entries order by at desc, kind desc, id desc), '[]') from (
        select * from (${sql.join(branches, sql` union all `)}) as entries
        order by at desc, kind desc, id desc limit ${limit + 1}
      ) as entries
    ) as entries`);
  const { counts, entries: rows } = row ?? { counts: {}, entries: [] };
  const data = rows.slice(0, limit).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
  const last = data.at(-1);
  return { data, counts, next: last && rows.length > limit ? cursorOf(last) : null };
}
