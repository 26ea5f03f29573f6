import { LOST_AFTER_DAYS } from '@agora/contract/features/dashboard/dashboard.rules';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { startOfDay } from '../../platform/db/time-zone.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { changedMoments, tallies } from './dashboard.tallies.table.ts';

/** What days are counted by. Each count depends on the zone, and that of answers on the hours. */
export interface TallySettings {
  timeZone: string;
  /** `mon-fri 09:00-18:00`; undefined if all hours count. */
  businessHours: string | undefined;
}

type Unit = (typeof tallies.$inferSelect)['unit'];

interface Definition {
  units: readonly Unit[];
  /** Table and column of the moment, as triggers name those that change. */
  source: string;
  /**
   * Rows that count: `at`, how much each counts (`n`), and `subject` where the metric tells things apart; the others tell
   * hours apart. @param within a condition on the moment
   */
  rows: (within: (moment: SQL) => SQL, settings: TallySettings) => SQL;
  /** Days of the past that nobody asks for. */
  unused?: number;
  hasSubjects?: boolean;
  countsHours?: boolean;
}

const isMember = sql`not is_team and deleted_at is null`;

/** Ids of the other accounts outside the trash and in it, which are few: to leave them out, indexes alone are read. */
const team = sql`select id from users where is_team and deleted_at is null`;
const trash = sql`select id from users where deleted_at is not null`;

const rowsOf = (
  table: string,
  moment: string,
  condition: SQL,
  weight = sql`1`,
): Pick<Definition, 'source' | 'rows'> => {
  const at = sql.identifier(moment);
  return {
    source: `${table}.${moment}`,
    rows: (within) =>
      sql`select ${at} as at, ${weight} as n from ${sql.identifier(table)} where ${condition} and ${within(sql`${at}`)}`,
  };
};

const DAYS = { units: ['day'] } as const;
const APP = sql`target_type = 'app'`;

const DEFINITIONS = {
  new_members: { ...DAYS, ...rowsOf('users', 'created_at', isMember) },
  // Tells how many members have not come back since.
  last_seen_members: {
    ...DAYS,
    ...rowsOf('users', 'last_seen_at', sql`deleted_at is null and id not in (${team})`),
    unused: LOST_AFTER_DAYS,
  },
  active_members: {
    ...DAYS,
    source: 'member_days.at',
    // Once a day: after a change of the zone, a day may have two of a member's.
    rows: (within) => sql`select min(at) as at, 1 as n from member_days
      where ${within(sql`at`)} and user_id not in (${team} union all ${trash}) group by user_id`,
  },
  received_messages: { ...DAYS, ...rowsOf('message_threads', 'received_at', sql`status <> 'spam'`) },
  closed_messages: { ...DAYS, ...rowsOf('message_threads', 'closed_at', sql`status = 'closed'`) },
  ratings: { ...DAYS, ...rowsOf('ratings', 'updated_at', APP) },
  rating_scores: { ...DAYS, ...rowsOf('ratings', 'updated_at', APP, sql`score`) },
  news_reads: { ...DAYS, ...rowsOf('news_reads', 'at', sql`true`) },
  article_reads: {
    units: ['day', 'month'],
    source: 'news_reads.at',
    rows: (within) => sql`select at, 1 as n, article_id as subject from news_reads where ${within(sql`at`)}`,
    hasSubjects: true,
  },
  /** By minutes until the first answer. */
  answers: {
    units: ['day', 'month'],
    source: 'message_threads.received_at',
    rows: (within, settings) => sql`select received_at as at, 1 as n, ${rounded} as subject
      from message_threads, lateral (select ${waitingMinutes(settings)} as minutes) as waited
      where status <> 'spam' and first_answered_at is not null and ${within(sql`received_at`)}`,
    hasSubjects: true,
    countsHours: true,
  },
} satisfies Record<string, Definition>;

export type TalliedMetric = keyof typeof DEFINITIONS;
export type CountedMetric = Exclude<TalliedMetric, SubjectMetric>;
export type SubjectMetric = 'article_reads' | 'answers';

const definitionOf = (metric: TalliedMetric): Definition => DEFINITIONS[metric];

/** As precise as people read them: to one minute up to two hours, to five up to a day, to an hour beyond. */
const rounded = sql`(case
  when minutes < 120 then round(minutes)
  when minutes < 1440 then 5 * round(minutes / 5)
  else 60 * round(minutes / 60) end)::int`;

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Minutes from the first message of a conversation to the first answer, as local clocks show them if only some hours count. */
function waitingMinutes({ timeZone, businessHours }: TallySettings): SQL {
  if (!businessHours) return sql`date_part('epoch', first_answered_at - received_at) / 60`;
  const [first = '', last = '', opens, closes] = businessHours.split(/[ -]/);
  const [from, to] = [WEEKDAYS.indexOf(first) + 1, WEEKDAYS.indexOf(last) + 1];
  const isOpen =
    from <= to
      ? sql`isodow between ${from}::int and ${to}::int`
      : sql`isodow >= ${from}::int or isodow <= ${to}::int`;
  const [begun, ended] = ['received_at', 'first_answered_at'].map(
    (moment) => sql`(${sql.identifier(moment)} at time zone ${timeZone}::text)`,
  );
  return sql`(
    select coalesce(sum(greatest(date_part('epoch',
      least(${ended}, day + ${closes}::time) - greatest(${begun}, day + ${opens}::time)), 0)), 0) / 60
    from generate_series(${begun}::date::timestamp, ${ended}::date, interval '1 day') as day, date_part('isodow', day) as isodow
    where ${isOpen}
  )`;
}

/** Names what a tally depends on. */
const settingsOf = (
  metric: TalliedMetric,
  { timeZone, businessHours = 'all hours' }: TallySettings,
): string => (definitionOf(metric).countsHours ? `${timeZone}, ${businessHours}` : timeZone);

/** Rows that count in a `period`, a relation with `unit`, `first` and `until_hour`, null for all hours. */
const liveRows = (metric: TalliedMetric, settings: TallySettings): SQL => {
  const [start, end] = [sql`period.first`, sql`(period.first + ('1 ' || period.unit)::interval)`].map((day) =>
    startOfDay(day, settings.timeZone),
  );
  const rows = definitionOf(metric).rows(
    (moment) => sql`${moment} >= ${start} and ${moment} < ${end}`,
    settings,
  );
  return sql`(${rows}) as rows where (period.until_hour is null or ${hourIn(settings)} < period.until_hour)`;
};

const hourIn = ({ timeZone }: TallySettings) => sql`extract(hour from at at time zone ${timeZone}::text)`;

const liveCount = (metric: TalliedMetric, settings: TallySettings) =>
  sql`(select coalesce(sum(n), 0) from ${liveRows(metric, settings)})`;

const liveParts = (metric: TalliedMetric, settings: TallySettings) =>
  sql`(select coalesce(jsonb_object_agg(part, n), '{}') from (
    select ${definitionOf(metric).hasSubjects ? sql`subject` : hourIn(settings)} as part, sum(n) as n
    from ${liveRows(metric, settings)} group by 1) as parts)`;

/** Tallies of these days that are used: under these settings, and where nothing has changed since. */
const usedTallies = (
  { metrics, days }: { metrics: readonly TalliedMetric[]; days: readonly { from: string; to: string }[] },
  settings: TallySettings,
) => sql`(
  select metric, unit, first, count, parts from tallies left join (
    select distinct source, unit, date_trunc(unit, at at time zone ${settings.timeZone}::text)::date as first
    from changed_moments, (values ('day'), ('month')) as units (unit)
  ) as changed using (source, unit, first)
  where first >= ${days.map(({ from }) => from).toSorted()[0]}::date
    and first <= ${days
      .map(({ to }) => to)
      .toSorted()
      .at(-1)}::date
    and (is_final or (changed.source is null and (${sql.join(
      metrics.map((metric) => sql`metric = ${metric} and settings = ${settingsOf(metric, settings)}`),
      sql` or `,
    )})))
)`;

/** Days of one count. */
export interface CountedDays {
  metric: CountedMetric;
  from: string;
  to: string;
  /** Hours of the last day that count; absent: the whole day. */
  hours?: number | undefined;
}

/** Counts of every day, in the order of the parameter. Those without a tally are counted live, by a second statement. */
export async function countDays(
  db: Db,
  wanted: readonly CountedDays[],
  settings: TallySettings,
): Promise<{ counts: number[][]; is_recomputing: boolean }> {
  const metrics = [...new Set(wanted.map(({ metric }) => metric))];
  const origin = Math.min(...wanted.map(({ from }) => numberOf(from)));
  const { tallied, is_recomputing } = await readTallied(db, { wanted, metrics, origin }, settings);
  const missing: {
    metric: CountedMetric;
    first: string;
    until_hour: number | undefined;
    at: [number[], number];
  }[] = [];
  const counts = wanted.map(({ metric, from, to, hours }) => {
    const first = numberOf(from) - origin;
    const last = numberOf(to) - origin;
    const days: number[] = [];
    for (let place = 0; place <= last - first; place += 1) {
      const count = tallied?.[metric]?.[first + place];
      if (count === undefined)
        missing.push({
          metric,
          first: addDays(from, place),
          until_hour: first + place === last ? hours : undefined,
          at: [days, place],
        });
      days.push(count ?? 0);
    }
    return days;
  });
  const found = await countLive(db, metrics, missing, settings);
  for (const [
    index,
    {
      at: [days, place],
    },
  ] of missing.entries())
    days[place] = found[index] ?? 0;
  return { counts, is_recomputing };
}

const DAY = 86_400_000;

/** Number of a day, to count days without a calendar. */
const numberOf = (day: string) => Date.parse(day) / DAY;

interface Wanted {
  wanted: readonly CountedDays[];
  metrics: readonly CountedMetric[];
  /** Number of the day that is 0 in the answer. */
  origin: number;
}

/** Tallies that are used, by metric and day; and whether some are those of other settings, whose days are counted live. */
async function readTallied(db: Db, { wanted, metrics, origin }: Wanted, settings: TallySettings) {
  const partial = wanted.find(({ hours }) => hours !== undefined);
  const ofHours = wanted.filter(({ hours }) => hours !== undefined).map(({ metric }) => metric);
  const count = partial
    ? sql`case when first = ${partial.to}::date and metric = any(${`{${ofHours.join(',')}}`}::text[])
        then (select coalesce(sum(value::int), 0) from jsonb_each_text(parts) where key::int < ${partial.hours}::int)
        else count end`
    : sql`count`;
  const [row] = await db
    .select({
      tallied: sql<Partial<Record<CountedMetric, Record<number, number>>> | null>`(
        select json_object_agg(metric, days) from (
          select metric, json_object_agg(first - '1970-01-01'::date - ${origin}::int, ${count}) as days
          from ${usedTallies({ metrics, days: wanted }, settings)} as used
          where unit = 'day' group by metric
        ) as tallied)`,
      is_recomputing: sql<boolean>`exists (select from tallies where ${isOfOthers(settings)})`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('read_tallied')
    .execute();
  return row ?? { tallied: null, is_recomputing: false };
}

async function countLive(
  db: Db,
  metrics: readonly CountedMetric[],
  days: readonly { metric: CountedMetric; first: string; until_hour: number | undefined }[],
  settings: TallySettings,
): Promise<number[]> {
  if (days.length === 0) return [];
  const live = metrics.map((metric) => sql`when ${metric} then ${liveCount(metric, settings)}`);
  const asked = days.map(({ metric, first, until_hour }, place) => ({ place, metric, first, until_hour }));
  const [row] = await db
    .select({
      counts: sql<
        number[]
      >`to_json(array_agg(case period.metric ${sql.join(live, sql` `)} end order by place))`,
    })
    .from(sql`(
      select *, 'day' as unit from json_to_recordset(${JSON.stringify(asked)}::json)
        as asked (place int, metric text, first date, until_hour int)
    ) as period`)
    .prepare('count_live')
    .execute();
  return row?.counts ?? [];
}

/** Whole months or days, for one place of an answer. */
export interface Period {
  place: number;
  unit: Unit;
  from: string;
  to: string;
  /** Hours of these days that count; absent: the whole days. */
  hours?: number | undefined;
}

/** Rows of a place, a subject and a count. */
export const countSubjects = (
  metric: SubjectMetric,
  periods: readonly Period[],
  settings: TallySettings,
): SQL => sql`(
  select place, key as subject, sum(value::int)::int as count
  from (values ${sql.join(
    periods.map(
      ({ place, unit, from, to, hours = null }) =>
        sql`(${place}::int, ${unit}::text, ${from}::date, ${to}::date, ${hours}::int)`,
    ),
    sql`, `,
  )}) as wanted (place, unit, first_day, last_day, hours)
  cross join lateral (
    select day::date as first, unit, hours as until_hour
    from generate_series(first_day::timestamp, last_day, ('1 ' || unit)::interval) as day
  ) as period
  left join ${usedTallies({ metrics: [metric], days: periods }, settings)} as tallied
    on tallied.metric = ${metric} and tallied.unit = period.unit and tallied.first = period.first
  cross join lateral jsonb_each_text(case when tallied.parts is null or period.until_hour is not null
    then ${liveParts(metric, settings)} else tallied.parts end)
  group by place, key
)`;

/** Not counted again since the settings are these. */
const isOfOthers = (settings: TallySettings) =>
  sql`(not is_final and settings not in (${settingsOf('new_members', settings)}, ${settingsOf('answers', settings)}))`;

/** Waits for those who write tallies. What is read afterwards is at least as new as what they wrote. */
export const lockTallies = (tx: Db) => tx.execute(sql`lock table tallies in share row exclusive mode`);

/**
 * Deletes tallies of days in which something has changed, and takes those of other settings from a service that still has
 * them: it would not know what changes from now on. @param tx with the lock
 */
export async function dropChanged(tx: Db, settings: TallySettings): Promise<void> {
  await tx.execute(sql`update tallies set settings = '' where ${isOfOthers(settings)}`);
  await tx.execute(sql`
    with changed as (delete from ${changedMoments} returning source, at)
    delete from tallies using (
      select distinct source, unit, date_trunc(unit, at at time zone ${settings.timeZone}::text)::date as first
      from changed, (values ('day'), ('month')) as units (unit)
    ) as changes
    where tallies.source = changes.source and tallies.unit = changes.unit and tallies.first = changes.first
      and not is_final`);
}

/** Deletes tallies of all days, or of some and their months. @param tx with the lock */
export const dropTallies = (tx: Db, { from, to }: { from?: string | undefined; to?: string | undefined }) =>
  tx.execute(sql`delete from tallies where not is_final
    and (first + ('1 ' || unit)::interval > ${from ?? '-infinity'}::date and first <= ${to ?? 'infinity'}::date)`);

/** Days or months of a metric to sum up, the latest first. */
export interface Missing {
  metric: TalliedMetric;
  unit: Unit;
  firsts: string[];
}

/** Past days and months without a tally under these settings. @param last the last day that is over */
export async function listMissing(db: Db, last: string, settings: TallySettings): Promise<Missing[]> {
  const rows = (Object.keys(DEFINITIONS) as TalliedMetric[]).flatMap((metric) =>
    definitionOf(metric).units.map(
      (unit) => sql`(${metric}::text, ${unit}::text, ${settingsOf(metric, settings)}::text,
        ${addDays(last, -(definitionOf(metric).unused ?? 0))}::date)`,
    ),
  );
  return db.execute<Missing & Record<string, unknown>>(sql`
    select wanted.metric, wanted.unit, to_json(array_agg(day::date order by day desc)) as firsts
    from (values ${sql.join(rows, sql`, `)}) as wanted (metric, unit, settings, last)
    cross join lateral generate_series(
      (select date_trunc(unit, min(created_at) at time zone ${settings.timeZone}::text) from users where deleted_at is null),
      last + 1 - ('1 ' || unit)::interval, ('1 ' || unit)::interval) as day
    left join tallies on tallies.metric = wanted.metric and tallies.unit = wanted.unit and tallies.first = day::date
      and (is_final or tallies.settings = wanted.settings)
    where tallies.metric is null
    group by wanted.metric, wanted.unit`);
}

/** Sums up days or months of a metric. @param tx with the lock */
export const writeTallies = (tx: Db, { metric, unit, firsts }: Missing, settings: TallySettings) =>
  tx.execute(sql`
    insert into tallies (metric, unit, first, source, settings, count, parts)
    select ${metric}, unit, first, ${definitionOf(metric).source}, ${settingsOf(metric, settings)},
      (select coalesce(sum(value::int), 0) from jsonb_each_text(parts)), parts
    from (
      select unit, first, ${liveParts(metric, settings)} as parts
      from (
        select ${unit}::text as unit, null::int as until_hour, unnest(${`{${firsts.join(',')}}`}::date[]) as first
      ) as period
    ) as counted
    on conflict (metric, unit, first) do update set
      settings = excluded.settings, count = excluded.count, parts = excluded.parts
    where not tallies.is_final`);

/** Keeps the counts of active members before a day, whose rows are to be deleted. */
export const closeActiveDays = (tx: Db, before: string) =>
  tx.execute(sql`update tallies set is_final = true
    where metric = 'active_members' and first < ${before}::date and not is_final`);
