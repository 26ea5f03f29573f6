import { contract } from '@agora/contract';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf, readerOf, rejectErasedCaller } from '../../accounts/sessions/accounts.sessions.service.ts';
import { countNewsCategories } from '../editing/news.categories.service.ts';
import { listCategoriesIn, markRead } from './news.app.queries.ts';
import { newsReader } from './news.app.service.ts';

/**
 * Private and revalidated on each request (304 without a body), so that withdrawn articles disappear at once.
 * The next user of the phone may read another language.
 */
const HEADERS = { 'cache-control': 'private, no-cache', vary: 'Origin, Authorization' };

export const appNewsRoutes = ({ db, now }: RouteDeps) => {
  const { readPage, readArticle } = newsReader(db);
  const readingOf = (request: FastifyRequest) => {
    const { id, locale, content_changes: changes, own_count: reads } = readerOf(request);
    return { reader: id, locale, now: now(), changes, reads };
  };

  return router(contract.appNews, {
    readAppNewsList: async ({ query: { skip, limit, after, ...filter }, request, reply }) => {
      const { page, tag } = await readPage({ ...readingOf(request), skip, limit, after, filter });
      void reply.headers({ ...HEADERS, ...(tag && { etag: tag }) });
      return { status: 200, body: page };
    },
    readAppNewsCategories: async ({ query, request, reply }) => {
      const [data, count] = await Promise.all([
        listCategoriesIn(db, callerOf(request).locale, query),
        countNewsCategories(db),
      ]);
      void reply.headers(HEADERS);
      return { status: 200, body: { data, count } };
    },
    readAppNews: async ({ params, request, reply }) => {
      const found = await readArticle(params.id_or_slug, readingOf(request));
      if (!found) throw new AppError('no_news');
      void reply.headers({ ...HEADERS, etag: found.tag });
      return { status: 200, body: found.article };
    },
    markAppNewsRead: async ({ params, request }) => {
      const { id: reader, locale } = callerOf(request);
      const exists = await markRead(db, { reader, locale, now: now() }, params.id).catch(
        rejectErasedCaller('news_reads_user_id_users_id_fk'),
      );
      if (!exists) throw new AppError('no_news');
      return { status: 200, body: { message: 'Article marked as read' } };
    },
  });
};
