import { missingIn } from '@agora/contract/features/news/news.publishing.rules';
import { NEWS_PIN_DAYS, NEWS_PINNED_MAX } from '@agora/contract/features/news/news.rules';
import type {
  NewsBulk,
  NewsContent,
  NewsPin,
  NewsPlan,
  NewsPublish,
  NewsSchedule,
  NewsStatus,
} from '@agora/contract/features/news/news.schema';
import type { BulkReport } from '@agora/contract/shared/bulk';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Permission } from '@agora/contract/shared/permissions';
import { actOnMany, type Skip } from '../../../platform/db/bulk.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { momentAt } from '../../../platform/time/civil-date.ts';
import { sourcesOf } from '../../media/media.service.ts';
import { localeFor, shownTitleOf, titleOf } from '../editing/news.content.service.ts';
import {
  conflictWith,
  edit,
  hidden,
  lockArticle,
  requirePermission,
  restoreNews,
  statusOf,
  storeRevision,
  trashNews,
  type Work,
} from '../editing/news.service.ts';
import {
  countNews,
  countPinned,
  deleteLive,
  insertLive,
  lockPins,
  lockTarget,
  updateLive,
  updateNews,
} from '../news.queries.ts';
import type { NewNewsLive, NewsArticle } from '../news.table.ts';
import { htmlOf, textOf } from './news.render.service.ts';
import { slugToShow, visibleSince } from './news.slugs.service.ts';

const DAY = 86_400_000;

type Action = 'publish' | 'schedule' | 'unpublish' | 'archive' | 'unarchive' | 'pin';

/** Actions allowed in each status. */
const ALLOWED: Record<NewsStatus, readonly Action[]> = {
  draft: ['publish', 'schedule', 'archive', 'pin'],
  scheduled: ['publish', 'schedule', 'unpublish', 'archive', 'pin'],
  published: ['publish', 'unpublish', 'archive', 'pin'],
  archived: ['unarchive'],
};

const invalidState = (status: NewsStatus) =>
  new AppError('invalid_state', {}, { allowed: [...ALLOWED[status]] });

function requireAllowed(article: NewsArticle, action: Action, now: Date): void {
  const status = statusOf(article, now);
  if (!ALLOWED[status].includes(action)) throw invalidState(status);
}

/** Locks the article for an action. @throws {AppError} `news_not_found`, `invalid_state`, `version_conflict` */
async function lockFor(work: Work, id: string, action: Action, version?: number): Promise<NewsArticle> {
  const article = await lockArticle(work, id);
  requireAllowed(article, action, work.now());
  if (version !== undefined && version !== article.version) throw await conflictWith(work, article, []);
  return article;
}

/** Moment of a local time of the organisation. @throws a 422 if the time is skipped or ambiguous */
function momentOf({ config }: Work, local: string, field: string): Date {
  const moment = momentAt(local, config.TIME_ZONE);
  if (moment instanceof Date) return moment;
  throw fieldProblem(field, {
    type: `time_${moment}`,
    message: `Input should be a time that clocks in ${config.TIME_ZONE} show once`,
    ctx: { time_zone: config.TIME_ZONE },
  });
}

/** Moment of a local time that must be later than `min`. @throws a 422 for any other */
function laterMomentOf(work: Work, local: string, field: string, min: Date, type: string): Date {
  const moment = momentOf(work, local, field);
  if (moment > min) return moment;
  throw fieldProblem(field, {
    type,
    message: `Input should be after ${min.toISOString()}`,
    ctx: { min: min.toISOString() },
  });
}

/** Time when an article goes offline. */
function endOf(work: Work, { visible_to }: NewsArticle, local: string | null | undefined, from: Date) {
  if (local) {
    const min = new Date(Math.max(from.getTime(), work.now().getTime()));
    return laterMomentOf(work, local, 'visible_to', min, 'visible_to_too_early');
  }
  return local === null || (visible_to && visible_to <= from) ? null : visible_to;
}

/**
 * Publishes the saved content, or only changes the end of a publication.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `invalid_state`, `version_conflict`, `not_publishable`,
 *   `too_many_pinned`, or a 422
 */
export async function publishNews(
  work: Work,
  id: string,
  { visible_to, version, keeps_text }: NewsPublish,
): Promise<void> {
  const time = work.now();
  await lockPins(work.db);
  const article = await lockFor(work, id, 'publish', version);
  const status = statusOf(article, time);
  const isPublished = status === 'published';
  if (keeps_text && !isPublished) throw invalidState(status);
  const end = endOf(work, article, visible_to, time);
  if (keeps_text) return changeEnd(work, article, end);
  await show(work, article, { visible_from: (isPublished && article.visible_from) || time, visible_to: end });
}

/** Changes the end of a visible article. A pinned one already counts as pinned. */
async function changeEnd(work: Work, article: NewsArticle, visible_to: Date | null): Promise<void> {
  await updateNews(work.db, edit(work, article.id), { visible_to });
  await updateLive(work.db, article.id, { visible_to });
}

/**
 * Schedules the publication of the saved content.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `invalid_state`, `version_conflict`, `not_publishable`,
 *   `too_many_pinned`, or a 422
 */
export async function scheduleNews(work: Work, id: string, schedule: NewsSchedule): Promise<void> {
  await lockPins(work.db);
  const article = await lockFor(work, id, 'schedule', schedule.version);
  const visible_from = laterMomentOf(
    work,
    schedule.visible_from,
    'visible_from',
    work.now(),
    'datetime_too_early',
  );
  await show(work, article, {
    visible_from,
    visible_to: endOf(work, article, schedule.visible_to, visible_from),
  });
}

/** @throws {AppError} `not_publishable` */
function requireComplete({ config }: Work, { content }: NewsArticle): void {
  const missing = missingIn(content, config.DEFAULT_LOCALE);
  if (missing.length > 0) throw new AppError('not_publishable', {}, { missing });
}

/**
 * Checks whether the saved content could be published as planned, and locks the article.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `invalid_state`, `version_conflict`, `not_publishable`, or a 422
 * @returns the article, and when it would be published; null: at once
 */
export async function requirePublishable(
  work: Work,
  id: string,
  { visible_from, visible_to }: NewsPlan,
  version: number,
): Promise<{ article: NewsArticle; due_at: Date | null }> {
  const article = await lockFor(work, id, visible_from === null ? 'publish' : 'schedule', version);
  requireComplete(work, article);
  const due_at =
    visible_from === null
      ? null
      : laterMomentOf(work, visible_from, 'visible_from', work.now(), 'datetime_too_early');
  endOf(work, article, visible_to, due_at ?? work.now());
  return { article, due_at };
}

/** Locks an article as publishing does: with the lock of pins first. @throws {AppError} `news_not_found` */
export async function lockForPublishing(work: Work, id: string): Promise<NewsArticle> {
  await lockPins(work.db);
  return lockArticle(work, id);
}

interface Times {
  visible_from: Date;
  visible_to: Date | null;
}

async function show(work: Work, article: NewsArticle, times: Times): Promise<void> {
  const { id, content, version, category_id, pinned_until } = article;
  requireComplete(work, article);
  if (work.config.APPROVE_NEWS && !work.isApproved) throw new AppError('approval_required');
  await requirePlace(work, { ...article, ...times });
  const slug = await slugToShow(work, article, shownTitleOf(content));
  const live_revision_id = await storeRevision(work, 'publish', { id, version }, content);
  await updateNews(work.db, edit(work, id), {
    ...times,
    status: 'live',
    slug,
    live_revision_id,
    has_changes: false,
    first_published_at: visibleSince(article, work.now()) ?? times.visible_from,
  });
  await deleteLive(work.db, id);
  await insertLive(
    work.db,
    liveRows({ id, content, slug, category_id, pinned_until, ...times }, work.config.DEFAULT_LOCALE),
  );
}

type Shown = Pick<NewsArticle, 'id' | 'slug' | 'category_id' | 'content' | 'pinned_until'> & Times;

/** Rows of an article for members, one per language. */
export const liveRows = (article: Shown, defaultLocale: Locale): NewNewsLive[] =>
  LOCALES.flatMap((locale) => liveRow(article, locale, defaultLocale) ?? []);

/** Row of an article for members of a language; undefined if it is hidden from them. */
export function liveRow(
  { id, content, ...article }: Shown,
  locale: Locale,
  defaultLocale: Locale,
): NewNewsLive | undefined {
  const text_locale = localeFor(content, locale, defaultLocale);
  const text = text_locale && content.translations[text_locale];
  if (!text_locale || !text) return undefined;
  return {
    ...article,
    article_id: id,
    locale,
    text_locale,
    title: text.title,
    excerpt: text.excerpt,
    html: htmlOf(text.body),
    text: textOf(text.body),
    cover: coverOf(content, text.cover_alt),
  };
}

function coverOf({ cover }: NewsContent, alt: string): NewNewsLive['cover'] {
  if (!cover) return null;
  const { media_id: id, width, height, focal_x, focal_y } = cover;
  return { alt, focal_x, focal_y, sources: sourcesOf({ id, width, height }) };
}

async function hide(work: Work, article: NewsArticle, status: 'draft' | 'archived'): Promise<void> {
  const { id } = article;
  await deleteLive(work.db, id);
  await updateNews(work.db, edit(work, id), { ...hidden(article, work.now()), status });
}

/** @param work with a transaction @throws {AppError} `news_not_found`, `invalid_state` */
export async function unpublishNews(work: Work, id: string): Promise<void> {
  await hide(work, await lockFor(work, id, 'unpublish'), 'draft');
}

/** @param work with a transaction @throws {AppError} `news_not_found`, `invalid_state` */
export async function archiveNews(work: Work, id: string): Promise<void> {
  await hide(work, await lockFor(work, id, 'archive'), 'archived');
}

/** @param work with a transaction @throws {AppError} `news_not_found`, `invalid_state` */
export async function unarchiveNews(work: Work, id: string): Promise<void> {
  await lockFor(work, id, 'unarchive');
  await updateNews(work.db, edit(work, id), { status: 'draft' });
}

type Pinned = Pick<NewsArticle, 'id' | 'visible_from' | 'visible_to' | 'pinned_until'>;

/**
 * Rejects a pinned article beyond the limit. Pinned drafts do not count until they are published.
 * @param work with a transaction that holds the lock of pins
 * @throws {AppError} `too_many_pinned`
 */
async function requirePlace({ db, now }: Work, { id, visible_from, visible_to, pinned_until }: Pinned) {
  const time = now();
  const isSeen = visible_from && (!visible_to || visible_to > time);
  const staysPinned = isSeen && pinned_until && pinned_until > visible_from && pinned_until > time;
  if (staysPinned && (await countPinned(db, time, id)) >= NEWS_PINNED_MAX)
    throw new AppError('too_many_pinned');
}

/**
 * Pins an article until a given time, or unpins it.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `invalid_state`, `too_many_pinned`, or a 422
 */
export async function pinNews(work: Work, id: string, { until }: NewsPin): Promise<void> {
  const time = work.now();
  await lockPins(work.db);
  const article = await lockFor(work, id, 'pin');
  const pinned_until =
    until === null
      ? null
      : until === undefined
        ? new Date(Math.max(time.getTime(), article.visible_from?.getTime() ?? 0) + NEWS_PIN_DAYS * DAY)
        : laterMomentOf(work, until, 'until', time, 'datetime_too_early');
  await requirePlace(work, { ...article, pinned_until });
  await updateNews(work.db, edit(work, id), { pinned_until });
  await updateLive(work.db, id, { pinned_until });
}

const BULK: Record<NewsBulk['action'], (work: Work, id: string) => Promise<void>> = {
  publish: (work, id) => publishNews(work, id, { keeps_text: false }),
  unpublish: unpublishNews,
  archive: archiveNews,
  unarchive: unarchiveNews,
  delete: trashNews,
  restore: restoreNews,
};

/** The permission that each action takes, as its own route does. */
const PERMISSION: Record<NewsBulk['action'], Permission> = {
  publish: 'news.publish',
  unpublish: 'news.publish',
  archive: 'news.publish',
  unarchive: 'news.publish',
  delete: 'news.write',
  restore: 'news.write',
};

/**
 * Applies an action to many articles and reports those that refuse it.
 * @param work with a transaction
 * @throws {AppError} `count_changed`
 */
export async function bulkNews(work: Work, { action, ...request }: NewsBulk): Promise<BulkReport> {
  const { db } = work;
  const clock = { now: work.now(), timeZone: work.config.TIME_ZONE };
  if (action === 'publish') await lockPins(db);
  return actOnMany(request, {
    count: (filter) => countNews(db, filter, clock),
    lock: (target) => lockTarget(db, target, clock),
    act: (articles) => actOnEach(work, action, articles),
    missing: 'news_not_found',
  });
}

/** @returns the articles that refuse the action */
async function actOnEach(
  work: Work,
  action: NewsBulk['action'],
  articles: readonly NewsArticle[],
): Promise<Skip[]> {
  const skipped: Skip[] = [];
  for (const { id, content } of articles)
    try {
      requirePermission(work, PERMISSION[action]);
      await BULK[action](work, id);
    } catch (error) {
      // Rejected before any write.
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, label: titleOf(content), code: error.code });
    }
  return skipped;
}
