import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { aSuperuser } from './accounts.ts';
import { answer, contract } from './api.ts';
import { anAudiencePreview } from './broadcasts.ts';
import { anOverview } from './dashboard.ts';
import { aSummary } from './ratings.ts';
import { openPage } from './render.tsx';

const NO_ROWS: never[] = [];
const none = { status: 200, body: { data: NO_ROWS, count: 0 } } as const;
const AUTOSAVED_AT = '2026-01-05T10:00:00.000Z';

/**
 * Mocks the routes of the article page.
 * @returns the current article, and the requests that change it
 */
export function answerArticle(first: NewsPublic) {
  const state = { article: first };
  const change = (own: Partial<NewsPublic>): NewsPublic => (state.article = { ...state.article, ...own });
  answer(contract.news.readNewsArticle, () => ({ status: 200, body: state.article }));
  answer(contract.newsCategories.readNewsCategories, none);
  answer(contract.broadcasts.readBroadcasts, none);
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  answer(contract.auditLogs.readAuditLogs, none);
  answer(contract.ratings.summarizeRatings, { status: 200, body: aSummary({ count: 0, average: null }) });
  answer(contract.statistics.readArticleReads, {
    status: 200,
    body: { data: [], count: 0, range: anOverview().range, interval: 'day' },
  });
  const autosaves = answer(contract.news.autosaveNews, ({ body }) => {
    const { content, version } = body as Pick<NewsPublic, 'content' | 'version'>;
    return { status: 200, body: { version, content: { ...content, cover: null }, saved_at: AUTOSAVED_AT } };
  });
  const updates = answer(contract.news.updateNews, ({ body }) => {
    const { autosaved_at: _at, content, ...own } = body as Partial<NewsPublic> & { autosaved_at?: string };
    return {
      status: 200,
      body: change({
        ...own,
        ...(content && { content, version: state.article.version + 1, autosave: null }),
      }),
    };
  });
  return { state, change, autosaves, updates };
}

/** Opens the page of an article, for a superuser. */
export const openArticle = (article: NewsPublic, locale: 'fr' | 'en' = 'en'): ReturnType<typeof openPage> =>
  openPage(`/news/${article.id}`, { as: aSuperuser(), locale });
