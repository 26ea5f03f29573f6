import { contract } from '@agora/contract';
import type { RangeQuery } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { router } from '../../platform/http/router.ts';
import { hasArticle, listSends, listTopNews, sumSendsBefore } from './dashboard.statistics.queries.ts';
import {
  comparedHours,
  intervalOf,
  rangeOf,
  readAnswers,
  readArticlePoints,
  readOverview,
  readPoints,
  sumHours,
} from './dashboard.statistics.service.ts';

export const statisticsRoutes = ({ db, now, config }: RouteDeps) => {
  const { TIME_ZONE: timeZone, BUSINESS_HOURS: businessHours } = config;
  const rangeNow = (query: RangeQuery) => rangeOf(query, { now: now(), timeZone });
  return router(contract.statistics, {
    readOverview: async ({ query }) => ({
      status: 200,
      body: await readOverview(db, { range: rangeNow(query), businessHours, now: now() }),
    }),
    readTimeseries: async ({ query: { metric, interval: wanted, ...query } }) => {
      const range = rangeNow(query);
      const interval = wanted ?? intervalOf(range);
      const data = await readPoints(db, metric, { range, interval, now: now() });
      return { status: 200, body: { data, count: data.length, range, metric, interval } };
    },
    readSends: async ({ query }) => {
      const range = rangeNow(query);
      const [sends, previous] = await Promise.all([
        listSends(db, range),
        sumSendsBefore(db, range, comparedHours(range, now())),
      ]);
      const data = sends.map((send) => ({ ...send, started_at: send.started_at.toISOString() }));
      return {
        status: 200,
        body: { data, count: data.length, range, previous, hours: sumHours(sends, timeZone) },
      };
    },
    readTopNews: async ({ query }) => {
      const range = rangeNow(query);
      const data = await listTopNews(db, range, comparedHours(range, now()));
      return { status: 200, body: { data, count: data.length, range } };
    },
    readArticleReads: async ({ params, query }) => {
      const range = rangeNow(query);
      if (!(await hasArticle(db, params.id))) throw new AppError('news_not_found');
      const reads = await readArticlePoints(db, params.id, range);
      return { status: 200, body: { ...reads, count: reads.data.length, range } };
    },
    readAnswerTimes: async ({ query }) => {
      const times = await readAnswers(db, { range: rangeNow(query), businessHours, now: now() });
      return { status: 200, body: { ...times, count: times.data.length } };
    },
  });
};
