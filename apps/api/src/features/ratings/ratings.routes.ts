import { contract } from '@agora/contract';
import { auditedExport } from '../../platform/db/audit-export.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { csvHeaders, csvOf } from '../../platform/http/csv.ts';
import { router } from '../../platform/http/router.ts';
import { requireRecentPasswordUnlessKey } from '../accounts/api-keys/accounts.api-keys.service.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { readThread } from '../messages/inbox/messages.service.ts';
import { ratingColumns } from './ratings.csv.ts';
import { countRatings, exportRatings, listRatings, summarizeRatings } from './ratings.queries.ts';
import { readRating, replyToRating, toRating } from './ratings.service.ts';

export const ratingsRoutes = (deps: RouteDeps) => {
  const { db, longReads, now, config } = deps;
  const timeZone = config.TIME_ZONE;
  return router(contract.ratings, {
    readRatings: async ({ query: { skip, limit, sort, ...filter }, request }) => {
      const { locale } = callerOf(request);
      const [rows, count] = await Promise.all([
        listRatings(db, { skip, limit }, { filter, sort, timeZone, locale }),
        countRatings(db, filter, timeZone),
      ]);
      return { status: 200, body: { data: rows.map(toRating), count } };
    },
    summarizeRatings: async ({ query }) => ({
      status: 200,
      body: await summarizeRatings(db, query, { now: now(), timeZone }),
    }),
    exportRatings: async ({ query, request, reply }) => {
      requireRecentPasswordUnlessKey(callerOf(request), now());
      const { sort, ...filter } = query;
      const { locale } = callerOf(request);
      const rows = auditedExport(
        db,
        { name: { fr: 'Évaluations', en: 'Ratings' }, query },
        exportRatings(longReads, { filter, sort, timeZone, locale }),
      );
      void reply.headers(csvHeaders('ratings.csv'));
      return {
        status: 200,
        body: csvOf({ locale, timeZone }, ratingColumns(locale), rows),
      };
    },
    readRating: async ({ params, request }) => ({
      status: 200,
      body: await readRating(db, params.id, callerOf(request).locale),
    }),
    replyToRating: async ({ params, body, request }) => {
      const by = callerOf(request).id;
      const thread = await db.transaction(async (tx) => {
        const work = { ...deps, db: tx, by };
        return readThread(work, await replyToRating(work, params.id, body));
      });
      return { status: 200, body: thread };
    },
  });
};
