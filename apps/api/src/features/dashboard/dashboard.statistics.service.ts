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
} from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import type { Db } from '../../platform/db/client.ts';
import type { Clock } from '../../platform/db/time-zone.ts';
import { fieldProblem } from '../../platform/http/router.ts';
import { addDays, addMonths, dayAt, daysBetween, hourAt } from '../../platform/time/civil-date.ts';
import {
  type AnswerQuery,
  type Counted,
  type CountedDays,
  countDays,
  countHours,
  sumDays,
  summarizeAnswers,
} from './dashboard.statistics.queries.ts';

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

const lengthOf = ({ from, to }: Days) => daysBetween(from, to).length;

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
const comparedHours = (range: Range, now: Date) =>
  range.is_running ? hourAt(now, range.time_zone) : undefined;

/** Counts of both ranges for one count, this range first. */
function countedDays(metric: Counted, range: Range, now: Date): [CountedDays, CountedDays] {
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
  of: readonly Counted[];
  combine: (counts: readonly number[], days: number) => number | null;
}

const plain = (metric: Counted): Definition => ({ of: [metric], combine: ([count = 0]) => count });

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

function kpiOf(value: number | null, previous: number | null): Kpi {
  const delta = value !== null && previous ? Math.round((value / previous - 1) * 1000) / 1000 : null;
  return { value, previous, delta };
}

/** All metrics of a range and of the one before, in one statement. */
export async function readOverview(db: Db, range: Range, now: Date): Promise<Overview> {
  const counted = [...new Set(METRICS.flatMap((metric) => DEFINITIONS[metric].of))];
  const sums = await sumDays(
    db,
    counted.flatMap((metric) => countedDays(metric, range, now)),
  );
  const days = lengthOf(range);
  const valueOf = (metric: Metric, before: 0 | 1) => {
    const { of, combine } = DEFINITIONS[metric];
    return combine(
      of.map((name) => sums[2 * counted.indexOf(name) + before] ?? 0),
      days,
    );
  };
  const kpis = METRICS.map((metric) => [metric, kpiOf(valueOf(metric, 0), valueOf(metric, 1))]);
  return { range, kpis: Object.fromEntries(kpis) as Overview['kpis'], generated_at: now.toISOString() };
}

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
  /** First day of the week or month, which may lie before the range. */
  key: string;
  /** Places of its days in the range. */
  indexes: number[];
}

/** The intervals of a range, cut where it begins and ends. */
function bucketsOf(range: Range, interval: Interval): Bucket[] {
  const days = daysBetween(range.from, range.to);
  const buckets = Map.groupBy(days.entries(), ([, day]) => KEYS[interval](day));
  return [...buckets].map(([key, entries]) => ({
    key,
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
  const counts = await countDays(db, { metric: 'news_reads', from: range.from, to: range.to }, article);
  const days = daysBetween(range.from, range.to).map((day) => counts.get(day) ?? 0);
  const data = bucketsOf(range, interval).map(({ from, to, indexes }) => ({
    from,
    to,
    value: indexes.reduce((sum, index) => sum + (days[index] ?? 0), 0),
  }));
  return { data, interval };
}

/** Times until conversations were answered, as a whole and by interval. */
export async function readAnswers(
  db: Db,
  query: Omit<AnswerQuery, 'interval'>,
): Promise<Omit<AnswerTimes, 'count'>> {
  const { range, businessHours } = query;
  const interval = intervalOf(range);
  const { intervals, ...figures } = await summarizeAnswers(db, { ...query, interval });
  const found = new Map(intervals.map(({ first, ...rest }) => [first, rest]));
  const data = bucketsOf(range, interval).map(({ key, from, to }) => ({
    from,
    to,
    ...(found.get(key) ?? { answered: 0, median_minutes: null, p90_minutes: null }),
  }));
  return { range, interval, data, business_hours: businessHours ?? null, ...figures };
}

/** One metric by interval: every one of the range, cut where the range begins and ends. */
export async function readPoints(
  db: Db,
  metric: Metric,
  { range, interval, now }: { range: Range; interval: Interval; now: Date },
): Promise<Point[]> {
  const { of, combine } = DEFINITIONS[metric];
  const counts = await Promise.all(of.map((name) => dayCountsOf(db, name, range, now)));
  return bucketsOf(range, interval).map((bucket) => {
    const sumOf = (before: 0 | 1) =>
      combine(
        counts.map((each) => bucket.indexes.reduce((sum, index) => sum + (each[before][index] ?? 0), 0)),
        bucket.indexes.length,
      );
    return { from: bucket.from, to: bucket.to, value: sumOf(0), previous: sumOf(1) };
  });
}

/** A count for each day of the range, and for each of the one before. */
async function dayCountsOf(db: Db, name: Counted, range: Range, now: Date): Promise<[number[], number[]]> {
  const [these, before] = countedDays(name, range, now);
  const [counts, part] = await Promise.all([
    countDays(db, { metric: name, from: before.from, to: these.to }),
    before.hours === undefined ? undefined : countHours(db, name, before.to, before.hours),
  ]);
  const valuesOf = ({ from, to }: Days) => daysBetween(from, to).map((day) => counts.get(day) ?? 0);
  const earlier = valuesOf(before);
  return [valuesOf(these), part === undefined ? earlier : [...earlier.slice(0, -1), part]];
}
