import type {
  NewsAutosave,
  NewsAutosaveWrite,
  NewsContent,
  NewsContentWrite,
  NewsCreate,
  NewsListed,
  NewsPublic,
  NewsRevision,
  NewsStatus,
  NewsUpdate,
  RevisionKind,
} from '@agora/contract/features/news/news.schema';
import { isSame } from '@agora/contract/shared/merge';
import { can, type Permission, type Rights } from '@agora/contract/shared/permissions';
import { v7 as uuidv7 } from 'uuid';
import { violates } from '../../../platform/db/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { lockMedia } from '../../media/media.service.ts';
import {
  contentAt,
  deleteAutosave,
  deleteLive,
  deleteOldSaves,
  findName,
  findNews,
  findRevision,
  insertNews,
  insertRevisions,
  lockNews,
  type NewsListedRow,
  type NewsRow,
  putAutosave,
  type RevisionListed,
  updateLive,
  updateNews,
} from '../news.queries.ts';
import type { NewNewsArticle, NewsArticle } from '../news.table.ts';
import { chooseSlug, newSlug, slugAfter, visibleSince } from '../publishing/news.slugs.service.ts';
import { mediaOf, merge, titleOf, toContent } from './news.content.service.ts';

/** The acting user and the dependencies. */
export interface Work extends Pick<Deps, 'db' | 'now' | 'config'> {
  by: string;
  rights: Rights;
  /** True if a second person approves it. */
  isApproved?: boolean;
}

/** @throws {AppError} `privileges_required` */
export function requirePermission({ rights }: Work, permission: Permission): void {
  if (!can(rights, permission)) throw new AppError('privileges_required');
}

type Timed = Pick<NewsArticle, 'status' | 'visible_from' | 'visible_to'>;

/** Status of an article at a given time, derived from its times. */
export function statusOf({ status, visible_from, visible_to }: Timed, now: Date): NewsStatus {
  if (status !== 'live') return status;
  if (visible_to && visible_to <= now) return 'draft';
  return visible_from && visible_from > now ? 'scheduled' : 'published';
}

/** Members see an article, or will without anybody's doing: what shows at once then takes the permission to publish. */
function requireLiveChange(work: Work, article: NewsArticle): void {
  const status = statusOf(article, work.now());
  if (status === 'published' || status === 'scheduled') requirePermission(work, 'news.publish');
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

export const toListed = (row: NewsListedRow, now: Date): Omit<NewsListed, 'reads'> => ({
  ...row,
  status: statusOf(row, now),
  visible_from: iso(row.visible_from),
  visible_to: iso(row.visible_to),
  first_published_at: iso(visibleSince(row, now)),
  pinned_until: row.pinned_until && row.pinned_until > now ? iso(row.pinned_until) : null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: iso(row.deleted_at),
});

export const toRevision = (row: RevisionListed): NewsRevision => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

function toNews(row: NewsRow, now: Date): NewsPublic {
  const { content, revision, revision_by, locales, autosave, read_in_fr, read_in_en, ...rest } = row;
  return {
    ...toListed(rest, now),
    content,
    live: revision && { revision: toRevision({ ...revision, created_by: revision_by }), locales },
    autosave: autosave && { ...autosave, saved_at: autosave.saved_at.toISOString() },
    readers: { fr: read_in_fr, en: read_in_en },
  };
}

export const edit = ({ by, now }: Work, id: string) => ({ id, by, now: now() });

/**
 * Content as stored. Locks its pictures until the transaction ends.
 * @throws a 422 for a picture that does not exist
 */
export const contentFrom = async ({ db }: Pick<Work, 'db'>, content: NewsContentWrite) =>
  toContent(content, await lockMedia(db, mediaOf(content)));

/** Stores the content of a version as a revision. */
export async function storeRevision(
  { db, by, now }: Work,
  kind: RevisionKind,
  { id, version }: Pick<NewsArticle, 'id' | 'version'>,
  content: NewsContent,
): Promise<string> {
  const revision = { id: uuidv7(), article_id: id, kind, version, content, media_ids: mediaOf(content) };
  await insertRevisions(db, [{ ...revision, created_at: now(), created_by: by }]);
  if (kind !== 'publish') await deleteOldSaves(db, id);
  return revision.id;
}

/**
 * @param work with a transaction
 * @throws a 422 for a picture or a category that does not exist
 */
export async function createNews(work: Work, { content, category_id }: NewsCreate): Promise<string> {
  return writeNews(work, await contentFrom(work, content), category_id);
}

async function writeNews(work: Work, content: NewsContent, category_id: string | null): Promise<string> {
  const { by, db, now } = work;
  const [id, time] = [uuidv7(), now()];
  const slug = await newSlug(db, id, titleOf(content));
  const row: NewNewsArticle = {
    id,
    slug,
    category_id,
    content,
    status: 'draft',
    created_at: time,
    created_by: by,
    updated_at: time,
    updated_by: by,
  };
  await inCategory(() => insertNews(db, [row]));
  await storeRevision(work, 'save', { id, version: 1 }, content);
  return id;
}

const CATEGORY_MISSING = { type: 'category_missing', message: 'Input should be a category that there is' };

/** Maps a violation of the foreign key to an error about the category. */
async function inCategory<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isGone = violates(error, 'news_articles_category_id_news_categories_id_fk');
    throw isGone ? fieldProblem('category_id', CATEGORY_MISSING) : error;
  }
}

/** @param work with a transaction @throws {AppError} `news_not_found` */
export async function duplicateNews(work: Work, id: string): Promise<string> {
  const { content, category_id } = await lockArticle(work, id);
  return writeNews(work, content, category_id);
}

/** Locks the article until the transaction ends. @throws {AppError} `news_not_found` */
export async function lockArticle({ db }: Work, id: string): Promise<NewsArticle> {
  const article = await lockNews(db, id);
  if (!article || article.deleted_at) throw new AppError('news_not_found');
  return article;
}

/** The conflict error, with the content saved by others. */
export async function conflictWith(
  { db }: Work,
  article: NewsArticle,
  fields: string[],
  base?: NewsContent,
): Promise<AppError> {
  const { content, version, updated_at, updated_by } = article;
  return new AppError(
    'version_conflict',
    {},
    {
      conflict: {
        fields,
        current: content,
        base,
        version,
        updated_at: updated_at.toISOString(),
        updated_by: updated_by && (await findName(db, updated_by)),
      },
    },
  );
}

/**
 * Updates the given fields, and merges the content with changes saved since its base version. Members see the content
 * once it is published, but another category or slug at once.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `version_conflict` with the current content, `slug_taken`, `privileges_required`,
 *   or a 422
 */
export async function changeNews(
  work: Work,
  id: string,
  { version, content: sent, autosaved_at, category_id, slug }: NewsUpdate,
): Promise<void> {
  const { db, by } = work;
  const article = await lockArticle(work, id);
  const isMoved = category_id !== undefined && category_id !== article.category_id;
  if (isMoved || (slug !== undefined && slug !== article.slug)) requireLiveChange(work, article);
  const content = sent ? await merged(work, article, sent, version ?? 0) : article.content;
  if (slug !== undefined && slug !== article.slug) await chooseSlug(work, article, slug);
  const moved = {
    category_id: category_id === undefined ? article.category_id : category_id,
    slug: slug ?? (await slugAfter(work, article, titleOf(article.content), titleOf(content))),
  };
  if (sent && autosaved_at) await deleteAutosave(db, id, by, autosaved_at);
  const written = isSame(content, article.content)
    ? undefined
    : await newVersionFields(work, article, content);
  const changes = { ...moved, has_chosen_slug: article.has_chosen_slug || slug !== undefined, ...written };
  if (isSame({ ...article, ...changes }, article)) return;
  await inCategory(() => updateNews(db, edit(work, id), changes));
  if (article.status === 'live') await updateLive(db, id, moved);
  if (written) await storeRevision(work, 'save', { id, version: written.version }, content);
}

/** Fields of an article with new content: a new version, which may differ from the live one. */
async function newVersionFields(
  { db }: Work,
  { id, live_revision_id, version }: NewsArticle,
  content: NewsContent,
): Promise<Pick<NewsArticle, 'content' | 'version' | 'has_changes'>> {
  const live = live_revision_id ? await findRevision(db, id, live_revision_id) : undefined;
  return {
    content,
    version: version + 1,
    has_changes: live !== undefined && !isSame(live.content, content),
  };
}

async function merged(work: Work, article: NewsArticle, sent: NewsContentWrite, version: number) {
  const mine = await contentFrom(work, sent);
  if (version === article.version || isSame(mine, article.content)) return mine;
  const base = await contentAt(work.db, article.id, version);
  if (!base) throw await conflictWith(work, article, []);
  const result = merge(base, mine, article.content);
  if ('conflicts' in result) throw await conflictWith(work, article, result.conflicts, base);
  return result.content;
}

/**
 * Restores the content of a revision.
 * @param work with a transaction
 * @param version of the article that the caller compared the revision with
 * @throws {AppError} `news_not_found`, `news_revision_not_found`, `version_conflict` with the current content
 */
export async function restoreRevision(
  work: Work,
  id: string,
  revisionId: string,
  version: number,
): Promise<void> {
  const article = await lockArticle(work, id);
  const revision = await findRevision(work.db, id, revisionId);
  if (!revision) throw new AppError('news_revision_not_found');
  if (isSame(revision.content, article.content)) return;
  if (version !== article.version) throw await conflictWith(work, article, []);
  const slug = await slugAfter(work, article, titleOf(article.content), titleOf(revision.content));
  const written = await newVersionFields(work, article, revision.content);
  await updateNews(work.db, edit(work, id), { slug, ...written });
  await storeRevision(work, 'restore', { id, version: written.version }, revision.content);
}

/**
 * Stores unsaved edits, in place of the autosave that the client knows.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `autosave_conflict` if another one is stored, or a 422
 */
export async function autosaveNews(
  work: Work,
  id: string,
  { version, content: sent, autosaved_at }: NewsAutosaveWrite,
): Promise<NewsAutosave> {
  await lockArticle(work, id);
  const content = await contentFrom(work, sent);
  const row = {
    article_id: id,
    user_id: work.by,
    version,
    content,
    saved_at: work.now(),
    media_ids: mediaOf(content),
  };
  const [kept] = await putAutosave(work.db, row, autosaved_at);
  if (!kept) throw new AppError('autosave_conflict');
  return { version, content, saved_at: kept.saved_at.toISOString() };
}

/** @param work with a transaction @throws {AppError} `news_not_found` */
export async function discardAutosave(work: Work, id: string, savedAt: string): Promise<void> {
  await lockArticle(work, id);
  await deleteAutosave(work.db, id, work.by, savedAt);
}

/** Fields of an article that members cannot see. */
export const hidden = (article: NewsArticle, now: Date) => ({
  live_revision_id: null,
  visible_from: null,
  visible_to: null,
  first_published_at: visibleSince(article, now),
  pinned_until: null,
  has_changes: false,
});

/**
 * Moves it to the trash and hides it.
 * @param work with a transaction
 * @throws {AppError} `news_not_found`, `privileges_required`
 */
export async function trashNews(work: Work, id: string): Promise<void> {
  const article = await lockArticle(work, id);
  requireLiveChange(work, article);
  const time = work.now();
  await deleteLive(work.db, id);
  await updateNews(work.db, edit(work, id), {
    ...hidden(article, time),
    status: article.status === 'archived' ? 'archived' : 'draft',
    deleted_at: time,
  });
}

/** @param work with a transaction @throws {AppError} `news_not_found` */
export async function restoreNews(work: Work, id: string): Promise<void> {
  const article = await lockNews(work.db, id);
  if (!article) throw new AppError('news_not_found');
  if (article.deleted_at) await updateNews(work.db, edit(work, id), { deleted_at: null });
}

/** @throws {AppError} `news_not_found` */
export async function readNews({ db, by, now }: Work, id: string): Promise<NewsPublic> {
  const row = await findNews(db, id, by);
  if (!row || row.deleted_at) throw new AppError('news_not_found');
  return toNews(row, now());
}
