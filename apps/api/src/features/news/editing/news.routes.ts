import { contract } from '@agora/contract';
import { LOCALES } from '@agora/contract/shared/locales';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { createChanges } from '../../../platform/http/changes.ts';
import { type Implementation, router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { toAppNews } from '../app/news.app.service.ts';
import {
  countAuthors,
  countNews,
  countRevisions,
  findRevision,
  listAuthors,
  listNews,
  listRevisions,
} from '../news.queries.ts';
import {
  archiveNews,
  bulkNews,
  liveRow,
  pinNews,
  publishNews,
  scheduleNews,
  unarchiveNews,
  unpublishNews,
} from '../publishing/news.publish.service.ts';
import { findCategoryIn } from './news.categories.service.ts';
import {
  autosaveNews,
  changeNews,
  contentFrom,
  createNews,
  discardAutosave,
  duplicateNews,
  readNews,
  restoreNews,
  restoreRevision,
  toListed,
  toRevision,
  trashNews,
  type Work,
} from './news.service.ts';

export const newsRoutes = (deps: RouteDeps): Implementation<typeof contract.news> => {
  const { db, config, now } = deps;
  const workOf = (request: FastifyRequest): Work => {
    const caller = callerOf(request);
    return { ...deps, by: caller.id, rights: caller };
  };
  const { inTransaction, change, changeOne } = createChanges(db, workOf, readNews);

  return router(contract.news, {
    readNews: async ({ query: { skip, limit, sort, ...filter } }) => {
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const [rows, count] = await Promise.all([
        listNews(db, { skip, limit }, filter, sort, clock),
        countNews(db, filter, clock),
      ]);
      const data = rows.map((row) => ({ ...toListed(row, clock.now), reads: row.reads }));
      return { status: 200, body: { data, count } };
    },
    createNews: ({ body, request }) => change(request, (work) => createNews(work, body)),
    readNewsAuthors: async ({ query }) => {
      const [data, count] = await Promise.all([listAuthors(db, query), countAuthors(db)]);
      return { status: 200, body: { data, count } };
    },
    bulkNews: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => bulkNews(work, body)),
    }),
    readNewsArticle: async ({ params, request }) => ({
      status: 200,
      body: await readNews(workOf(request), params.id),
    }),
    updateNews: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => changeNews(work, id, body)),
    autosaveNews: async ({ params, body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => autosaveNews(work, params.id, body)),
    }),
    discardAutosave: async ({ params, query, request }) => {
      await inTransaction(request, (work) => discardAutosave(work, params.id, query.saved_at));
      return { status: 200, body: { message: 'Unsaved text dropped' } };
    },
    deleteNews: async ({ params, request }) => {
      await inTransaction(request, (work) => trashNews(work, params.id));
      return { status: 200, body: { message: 'Article deleted successfully' } };
    },
    restoreNews: ({ params, request }) => changeOne(request, params.id, restoreNews),
    publishNews: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => publishNews(work, id, body)),
    scheduleNews: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => scheduleNews(work, id, body)),
    unpublishNews: ({ params, request }) => changeOne(request, params.id, unpublishNews),
    archiveNews: ({ params, request }) => changeOne(request, params.id, archiveNews),
    unarchiveNews: ({ params, request }) => changeOne(request, params.id, unarchiveNews),
    duplicateNews: ({ params, request }) => change(request, (work) => duplicateNews(work, params.id)),
    pinNews: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => pinNews(work, id, body)),
    readRevisions: async ({ params, query }) => {
      const [rows, count] = await Promise.all([
        listRevisions(db, params.id, query),
        countRevisions(db, params.id),
      ]);
      // Every article has at least its first revision.
      if (count === 0) throw new AppError('news_not_found');
      return { status: 200, body: { data: rows.map(toRevision), count } };
    },
    readRevision: async ({ params }) => {
      const row = await findRevision(db, params.id, params.revision_id);
      if (!row) throw new AppError('news_revision_not_found');
      return { status: 200, body: { ...toRevision(row), content: row.content } };
    },
    restoreRevision: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) =>
        restoreRevision(work, id, params.revision_id, body.version),
      ),
    previewNews: async ({ body: { content: sent, category_id, locale }, request }) => {
      const content = await contentFrom(workOf(request), sent);
      for (const each of LOCALES) {
        const text = content.translations[each];
        if (text) text.state = 'ready';
      }
      const article = { id: uuidv7(), slug: '', category_id, content, pinned_until: null };
      const times = { visible_from: now(), visible_to: null };
      const row = liveRow({ ...article, ...times }, locale, config.DEFAULT_LOCALE);
      if (!row) throw new AppError('no_news');
      const category = category_id ? await findCategoryIn(db, category_id, locale) : null;
      const shown = { ...row, cover: row.cover ?? null, category, is_pinned: false, is_read: false };
      return { status: 200, body: toAppNews(shown) };
    },
  });
};
