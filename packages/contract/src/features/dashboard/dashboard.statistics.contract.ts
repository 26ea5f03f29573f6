import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { period, uuid } from '../../shared/fields.ts';
import { pageOf } from '../../shared/pagination.ts';
import { newsErrors } from '../news/news.rules.ts';
import { LOST_AFTER_DAYS, METRICS, type Metric, RANGES } from './dashboard.rules.ts';

const route = routeWith(newsErrors);

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

const count = () => z.number().int().min(0);
const day = () => z.string().meta({ format: 'date' });

const RangeQuery = z.object({
  range: z
    .enum(RANGES)
    .default('30d')
    .meta({ description: 'Days or months up to today. `from` and `to` replace it.' }),
  ...period('Happened'),
});
export type RangeQuery = z.infer<typeof RangeQuery>;

/** Days of statistics, in the organisation's time zone, and the preceding period of the same length. */
export const Range = z
  .object({
    from: day(),
    to: day(),
    previous_from: day(),
    previous_to: day(),
    time_zone: z.string(),
    is_running: z.boolean().meta({
      description: 'True if `to` is today: `previous` then ends at the last full hour of `previous_to`.',
    }),
  })
  .meta({ id: 'Range' });
export type Range = z.infer<typeof Range>;

const titles = () => z.object({ fr: z.string().nullable(), en: z.string().nullable() });

const figure = () => z.number().nullable().meta({ description: 'Null for an average without values.' });

export const Point = z
  .object({
    from: day(),
    to: day(),
    value: figure(),
    previous: figure().meta({ description: 'Value of the corresponding days of the previous range.' }),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof Point>;

export const Kpi = z
  .object({
    value: figure(),
    previous: figure(),
    delta: z
      .number()
      .nullable()
      .meta({ description: 'Relative change: 0.5 is an increase by half. Null if `previous` is 0 or null.' }),
    series: z.array(Point).meta({ description: 'By interval, including those without values.' }),
  })
  .meta({ id: 'Kpi' });
export type Kpi = z.infer<typeof Kpi>;

const kpi = (description: string) => Kpi.meta({ description });

/** Figures of a range. Each counts exactly the rows of a list with these days. */
export const Overview = z
  .object({
    range: Range,
    interval: z.enum(INTERVALS).meta({
      description: 'Interval of the series: days for ranges up to 31 days, weeks up to 92, then months.',
    }),
    kpis: z.object({
      new_members: kpi('Signed up.'),
      active_members: kpi('Members who used the app, on average a day.'),
      lost_members: kpi(`Not seen again for ${LOST_AFTER_DAYS} days, which ended in the range.`),
      received_messages: kpi('Conversations begun by members, without spam.'),
      closed_messages: kpi('Conversations closed.'),
      ratings: kpi('Ratings of the app, by their last change.'),
      average_rating: kpi('Average score of these ratings.'),
      news_reads: kpi('Members and articles that they read for the first time.'),
    } satisfies Record<Metric, z.ZodType>),
    is_recomputing: z.boolean().meta({
      description:
        'True while past days are counted again after a change of `TIME_ZONE` or `BUSINESS_HOURS`: figures are right, and take longer.',
    }),
    generated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

export const Timeseries = pageOf(Point)
  .extend({ range: Range, metric: z.enum(METRICS), interval: z.enum(INTERVALS) })
  .meta({ id: 'Timeseries' });
export type Timeseries = z.infer<typeof Timeseries>;

/** A sent broadcast that started in the range. */
export const Send = z
  .object({
    id: uuid(),
    titles: titles(),
    started_at: z.string().meta({ format: 'date-time' }),
    sent: count(),
    reached: count().nullable(),
    opened: count(),
  })
  .meta({ id: 'Send' });
export type Send = z.infer<typeof Send>;

export const Sends = pageOf(Send)
  .extend({
    range: Range,
    previous: z.object({ count: count(), reached: count(), opened: count() }).meta({
      description: 'Value of the previous range; until the same hour while the range is running.',
    }),
    hours: z
      .array(
        z.object({
          weekday: z.number().int().min(1).max(7).meta({ description: '1 is Monday.' }),
          hour: z.number().int().min(0).max(23),
          reached: count(),
          opened: count(),
        }),
      )
      .meta({
        description: 'By the local hour at which they started; hours without a broadcast are omitted.',
      }),
  })
  .meta({ id: 'Sends' });
export type Sends = z.infer<typeof Sends>;

/** Articles by number of reads, highest first. */
export const TopNews = pageOf(
  z.object({
    id: uuid(),
    titles: titles(),
    value: count(),
    previous: count(),
  }),
)
  .extend({ range: Range })
  .meta({ id: 'TopNews' });
export type TopNews = z.infer<typeof TopNews>;

/** Members who read one article for the first time. */
export const ArticleReads = pageOf(z.object({ from: day(), to: day(), value: count() }))
  .extend({ range: Range, interval: z.enum(INTERVALS) })
  .meta({ id: 'ArticleReads' });
export type ArticleReads = z.infer<typeof ArticleReads>;

const answers = {
  answered: count().meta({
    description: 'Number of conversations that began in these days and have a reply.',
  }),
  median_minutes: figure().meta({
    description:
      'From the first message to the first reply: half of the conversations were answered within. ' +
      'Times are counted to one minute up to two hours, to five up to a day, to an hour beyond.',
  }),
  p90_minutes: figure().meta({ description: 'Time within which nine of ten were answered.' }),
};

/** Response times of conversations, by interval and in total. */
export const AnswerTimes = pageOf(z.object({ from: day(), to: day(), ...answers }))
  .extend({
    range: Range,
    interval: z.enum(INTERVALS),
    business_hours: z
      .string()
      .nullable()
      .meta({ description: 'Hours that count, `mon-fri 09:00-18:00`; null if all count.' }),
    ...answers,
    previous_median_minutes: figure(),
    waiting: z.object({
      count: count(),
      oldest_at: z
        .string()
        .nullable()
        .meta({ format: 'date-time', description: 'Time since which the first one has been waiting.' }),
    }),
  })
  .meta({ id: 'AnswerTimes' });
export type AnswerTimes = z.infer<typeof AnswerTimes>;

export const statistics = c.router({
  readOverview: route({
    method: 'GET',
    path: '/stats/overview',
    access: { can: 'statistics.read' },
    audience: 'team',
    operationId: 'statistics-read_overview',
    summary: 'Read the figures of a range, compared with the previous range, and by day, week or month',
    query: RangeQuery,
    responses: { 200: Overview },
  }),
  readTimeseries: route({
    method: 'GET',
    path: '/stats/timeseries',
    access: { can: 'statistics.read' },
    audience: 'team',
    operationId: 'statistics-read_timeseries',
    summary: 'Read one metric by day, week or month, including intervals without values',
    query: RangeQuery.extend({
      metric: z.enum(METRICS),
      interval: z
        .enum(INTERVALS)
        .optional()
        .meta({ description: 'Absent: days for ranges up to 31 days, weeks up to 92, then months.' }),
    }),
    responses: { 200: Timeseries },
  }),
  readSends: route({
    method: 'GET',
    path: '/stats/broadcasts',
    access: { can: ['statistics.read', 'broadcasts.read'] },
    audience: 'team',
    operationId: 'statistics-read_sends',
    summary: 'List the broadcasts sent in a range, newest first, and the hours at which they are opened most',
    query: RangeQuery,
    responses: { 200: Sends },
  }),
  readTopNews: route({
    method: 'GET',
    path: '/stats/news',
    access: { can: ['statistics.read', 'news.read'] },
    audience: 'team',
    operationId: 'statistics-read_top_news',
    summary: 'List the ten most read articles of a range',
    query: RangeQuery,
    responses: { 200: TopNews },
  }),
  readArticleReads: route({
    method: 'GET',
    path: '/stats/news/:id',
    access: { can: ['statistics.read', 'news.read'] },
    audience: 'team',
    operationId: 'statistics-read_article_reads',
    summary: 'Count the members who read an article for the first time, by day, week or month',
    pathParams: z.object({ id: uuid() }),
    query: RangeQuery,
    responses: { 200: ArticleReads },
    errors: ['news_not_found'],
  }),
  readAnswerTimes: route({
    method: 'GET',
    path: '/stats/messages',
    access: { can: ['statistics.read', 'messages.read'] },
    audience: 'team',
    operationId: 'statistics-read_answer_times',
    summary: 'Read the response times of conversations of a range, and the number that wait now',
    query: RangeQuery,
    responses: { 200: AnswerTimes },
  }),
});
