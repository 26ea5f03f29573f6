import {
  LOST_AFTER_DAYS,
  METRICS,
  type Metric,
  RANGE_MAX_DAYS,
} from '@agora/contract/features/dashboard/dashboard.rules';
import type {
  AnswerTimes,
  ArticleReads,
  Interval,
  Kpi,
  Overview,
  Point,
  Range,
  RangeQuery,
  Sends,
} from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import type { Db } from '../../platform/db/client.ts';
import type { Clock } from '../../platform/db/time-zone.ts';
import { fieldProblem } from '../../platform/http/router.ts';
import { addDays, addMonths, dayAt, daysBetween, hourAt } from '../../platform/time/civil-date.ts';
import { countWaiting, summarizeAnswers } from './dashboard.answer-times.queries.ts';
import { countReads } from './dashboard.statistics.queries.ts';
import { type CountedDays, type CountedMetric, countDays } from './dashboard.tallies.queries.ts';

/**
 * The days of a query, and the equally many before.
 * @throws a 422 for a range that is reversed, too long or in the future
 */
export function rangeOf({ range, from, to }: RangeQuery, { now, timeZone }: Clock): Range {
  const today = dayAt(now, timeZone);
  const days =
    from === undefined && to === undefined ? namedRange(range, today) : customRange(from, to, today);
  const length = lengthOf(days);
  return {
    ...days,
    previous_from: addDays(days.from, -length),
    previous_to: addDays(days.from, -1),
    time_zone: timeZone,
    is_running: days.to === today,
  };
}

/** Days of a range without a beginning. */
const USUAL_DAYS = 30;

type Days = Pick<Range, 'from' | 'to'>;

const lengthOf = ({ from, to }: Days) => Temporal.PlainDate.from(from).until(to).days + 1;

function namedRange(range: RangeQuery['range'], today: string): Days {
  const from =
    range === '12m' ? addDays(addMonths(today, -12), 1) : addDays(today, 1 - Number.parseInt(range, 10));
  return { from, to: today };
}

/** Without an end up to today, without a beginning the usual number of days. */
function customRange(first: string | undefined, last: string | undefined, today: string): Days {
  const to = last ?? today;
  const from = first ?? addDays(to, 1 - USUAL_DAYS);
  const earliest = addDays(to, 1 - RANGE_MAX_DAYS);
  const tooLate = (field: string, max: string) =>
    fieldProblem(
      field,
      { type: 'date_too_late', message: `Input should be ${max} or earlier`, ctx: { max } },
      'query',
    );
  if (to > today) throw tooLate('to', today);
  if (from > to) throw tooLate('from', to);
  if (from < earliest)
    throw fieldProblem(
      'from',
      { type: 'date_too_early', message: `Input should be ${earliest} or later`, ctx: { min: earliest } },
      'query',
    );
  return { from, to };
}

/** Hours of the last day of the range before that count; undefined for all. */
export const comparedHours = (range: Range, now: Date) =>
  range.is_running ? hourAt(now, range.time_zone) : undefined;

/** Counts of both ranges for one count, this range first. */
function countedDays(metric: CountedMetric, range: Range, now: Date): [CountedDays, CountedDays] {
  const { from, to, previous_from, previous_to } = range;
  if (metric === 'last_seen_members')
    return [
      { metric, from: addDays(from, -LOST_AFTER_DAYS), to: addDays(to, -LOST_AFTER_DAYS) },
      { metric, from: addDays(previous_from, -LOST_AFTER_DAYS), to: addDays(previous_to, -LOST_AFTER_DAYS) },
    ];
  return [
    { metric, from, to },
    { metric, from: previous_from, to: previous_to, hours: comparedHours(range, now) },
  ];
}

/** Counts that a metric is made of, and their combination. `days` are those of the range. */
interface Definition {
  of: readonly CountedMetric[];
  combine: (counts: readonly number[], days: number) => number | null;
}

const plain = (metric: CountedMetric): Definition => ({ of: [metric], combine: ([count = 0]) => count });

const rounded = (value: number) => Math.round(value * 100) / 100;

const DEFINITIONS: Record<Metric, Definition> = {
  new_members: plain('new_members'),
  active_members: { of: ['active_members'], combine: ([count = 0], days) => rounded(count / days) },
  lost_members: plain('last_seen_members'),
  received_messages: plain('received_messages'),
  closed_messages: plain('closed_messages'),
  ratings: plain('ratings'),
  average_rating: {
    of: ['rating_scores', 'ratings'],
    combine: ([scores = 0, count = 0]) => (count > 0 ? rounded(scores / count) : null),
  },
  news_reads: plain('news_reads'),
};

/** Longest ranges in days that are drawn by day and by week. */
const BY_DAY = 31;
const BY_WEEK = 92;

export const intervalOf = (range: Range): Interval => {
  const days = lengthOf(range);
  return days <= BY_DAY ? 'day' : days <= BY_WEEK ? 'week' : 'month';
};

const KEYS: Record<Interval, (day: string) => string> = {
  day: (day) => day,
  // ISO 8601: weeks begin on Monday.
  week: (day) => addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek),
  month: (day) => `${day.slice(0, 7)}-01`,
};

interface Bucket extends Days {
  /** Places of its days in the range. */
  indexes: number[];
}

/** The intervals of a range, cut where it begins and ends. */
function bucketsOf(range: Range, interval: Interval): Bucket[] {
  const days = daysBetween(range.from, range.to);
  const buckets = Map.groupBy(days.entries(), ([, day]) => KEYS[interval](day));
  return [...buckets.values()].map((entries) => ({
    from: entries[0]?.[1] ?? '',
    to: entries.at(-1)?.[1] ?? '',
    indexes: entries.map(([index]) => index),
  }));
}

/** Reads of one article by interval. */
export async function readArticlePoints(
  db: Db,
  article: string,
  range: Range,
): Promise<Pick<ArticleReads, 'data' | 'interval'>> {
  const interval = intervalOf(range);
  const days = new Map((await countReads(db, article, range)).map(({ day, count }) => [day, count]));
  const data = bucketsOf(range, interval).map(({ from, to }) => ({
    from,
    to,
    value: sumOf(daysBetween(from, to).map((day) => days.get(day) ?? 0)),
  }));
  return { data, interval };
}

/**
 * Times until conversations were answered, as a whole and by interval, and those that wait.
 * @param businessHours undefined if all hours count
 */
export async function readAnswers(
  db: Db,
  { range, businessHours, now }: { range: Range; businessHours: string | undefined; now: Date },
): Promise<Omit<AnswerTimes, 'count'>> {
  const { previous_from, previous_to, time_zone } = range;
  const interval = intervalOf(range);
  const buckets = bucketsOf(range, interval);
  const before = { from: previous_from, to: previous_to, hours: comparedHours(range, now) };
  const [answers, waiting] = await Promise.all([
    summarizeAnswers(db, { intervals: buckets, before }, { timeZone: time_zone, businessHours }),
    countWaiting(db, now),
  ]);
  return {
    range,
    interval,
    data: answers.each.map((each, index) => ({
      from: buckets[index]?.from ?? '',
      to: buckets[index]?.to ?? '',
      ...each,
    })),
    business_hours: businessHours ?? null,
    ...answers.whole,
    previous_median_minutes: answers.before.median_minutes,
    waiting,
  };
}

/** Reached and opened by weekday and hour of the beginning, Monday first. */
export function sumHours(
  sends: readonly { started_at: Date; reached: number | null; opened: number }[],
  timeZone: string,
): Sends['hours'] {
  const hours = new Map<number, Sends['hours'][number]>();
  for (const { started_at, reached, opened } of sends) {
    if (!reached) continue;
    const local = Temporal.Instant.fromEpochMilliseconds(started_at.getTime()).toZonedDateTimeISO(timeZone);
    const { dayOfWeek: weekday, hour } = local;
    const key = weekday * 24 + hour;
    const sum = hours.get(key);
    hours.set(key, {
      weekday,
      hour,
      reached: (sum?.reached ?? 0) + reached,
      opened: (sum?.opened ?? 0) + opened,
    });
  }
  return [...hours].toSorted(([one], [other]) => one - other).map(([, sum]) => sum);
}

/** Counts of a range and of the one before, by day. */
type Counts = ReadonlyMap<CountedMetric, readonly [these: number[], before: number[]]>;

/** Reads all that metrics are made of in one statement. */
async function readCounts(
  db: Db,
  metrics: readonly Metric[],
  { range, businessHours, now }: { range: Range; businessHours?: string | undefined; now: Date },
): Promise<{ counts: Counts; is_recomputing: boolean }> {
  const counted = [...new Set(metrics.flatMap((metric) => DEFINITIONS[metric].of))];
  const { counts, is_recomputing } = await countDays(
    db,
    counted.flatMap((name) => countedDays(name, range, now)),
    { timeZone: range.time_zone, businessHours },
  );
  return {
    counts: new Map(
      counted.map((name, index) => [name, [counts[2 * index] ?? [], counts[2 * index + 1] ?? []]]),
    ),
    is_recomputing,
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** A metric of some days of both ranges. */
function figuresOf(metric: Metric, counts: Counts, indexes: readonly number[]) {
  const { of, combine } = DEFINITIONS[metric];
  const valueOf = (before: 0 | 1) =>
    combine(
      of.map((name) => sumOf(indexes.map((index) => counts.get(name)?.[before][index] ?? 0))),
      indexes.length,
    );
  return { value: valueOf(0), previous: valueOf(1) };
}

interface PointsQuery {
  range: Range;
  interval: Interval;
  now: Date;
}

const pointsOf = (metric: Metric, counts: Counts, buckets: readonly Bucket[]): Point[] =>
  buckets.map(({ from, to, indexes }) => ({ from, to, ...figuresOf(metric, counts, indexes) }));

/** One metric by interval: every one of the range, cut where the range begins and ends. */
export async function readPoints(db: Db, metric: Metric, query: PointsQuery): Promise<Point[]> {
  const { counts } = await readCounts(db, [metric], query);
  return pointsOf(metric, counts, bucketsOf(query.range, query.interval));
}

/** All metrics of a range and of the one before. */
export async function readOverview(
  db: Db,
  { range, businessHours, now }: { range: Range; businessHours: string | undefined; now: Date },
): Promise<Overview> {
  const interval = intervalOf(range);
  const { counts, is_recomputing } = await readCounts(db, METRICS, { range, businessHours, now });
  const buckets = bucketsOf(range, interval);
  const days = buckets.flatMap(({ indexes }) => indexes);
  const kpis = METRICS.map((metric): [Metric, Kpi] => {
    const { value, previous } = figuresOf(metric, counts, days);
    const delta = value !== null && previous ? Math.round((value / previous - 1) * 1000) / 1000 : null;
    return [metric, { value, previous, delta, series: pointsOf(metric, counts, buckets) }];
  });
  return {
    range,
    interval,
    kpis: Object.fromEntries(kpis) as Overview['kpis'],
    is_recomputing,
    generated_at: now.toISOString(),
  };
}
