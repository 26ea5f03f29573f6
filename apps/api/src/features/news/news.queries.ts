import { NEWS_SAVES_KEPT, NEWS_TRASH_DAYS } from '@agora/contract/features/news/news.rules';
import type {
  NewsCover,
  NewsFilter,
  NewsListed,
  NewsSort,
  NewsStatus,
} from '@agora/contract/features/news/news.schema';
import type { Locale } from '@agora/contract/shared/locale';
import type { Page } from '@agora/contract/shared/pagination';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockInBatches, type Target } from '../../platform/db/bulk.ts';
import type { Db } from '../../platform/db/client.ts';
import { when } from '../../platform/db/filter.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { containsWords } from '../../platform/db/search.ts';
import { type Clock, inPeriod } from '../../platform/db/time-zone.ts';
import { nameOfUser, users } from '../accounts/accounts.users.table.ts';
import { lastApproval } from '../approvals/approvals.table.ts';
import {
  type NewNewsArticle,
  type NewNewsLive,
  type NewsArticle,
  newsArticles,
  newsAutosaves,
  newsLive,
  newsReads,
  newsRevisions,
  newsSearchText,
  newsSlugs,
} from './news.table.ts';

const DAY = 86_400_000;

const author = alias(users, 'author');
const editor = alias(users, 'editor');
const publisher = alias(users, 'publisher');

/** Columns of content shown in lists. */
const summaryOf = (content: SQL) => ({
  titles: sql<NewsListed['titles']>`jsonb_build_object(
    'fr', ${content} #> '{translations,fr,title}', 'en', ${content} #> '{translations,en,title}')`,
  states: sql<NewsListed['states']>`jsonb_build_object(
    'fr', ${content} #> '{translations,fr,state}', 'en', ${content} #> '{translations,en,state}')`,
});

const { content: _content, ...columns } = getTableColumns(newsArticles);

const listed = {
  ...columns,
  ...summaryOf(sql`${newsArticles.content}`),
  cover: sql<NewsCover | null>`nullif(${newsArticles.content} -> 'cover', 'null')`,
  created_by: { id: author.id, email: author.email, full_name: author.full_name },
  updated_by: { id: editor.id, email: editor.email, full_name: editor.full_name },
  approval: lastApproval('news_id', newsArticles.id),
};

export type NewsListedRow = Omit<Awaited<ReturnType<typeof listNews>>[number], 'reads'>;

/** SQL conditions for each status that members see. */
const inStatus = (status: NewsStatus, now: Date): SQL | undefined => {
  const time = momentOf(now);
  const isLive = eq(newsArticles.status, 'live');
  const isOver = sql`coalesce(${newsArticles.visible_to} <= ${time}, false)`;
  const conditions: Record<NewsStatus, SQL | undefined> = {
    draft: sql`(${newsArticles.status} = 'draft' or (${isLive} and ${isOver}))`,
    scheduled: and(isLive, sql`${newsArticles.visible_from} > ${time}`),
    published: and(isLive, sql`${newsArticles.visible_from} <= ${time}`, sql`not ${isOver}`),
    archived: eq(newsArticles.status, 'archived'),
  };
  return conditions[status];
};

const isNotReady = (locale: string) =>
  sql`(${newsArticles.content} #>> array['translations', ${locale}, 'state']) is distinct from 'ready'`;

/** Condition of a filter, shared by the list, its count and bulk actions. */
const matches = (filter: NewsFilter, { now, timeZone }: Clock): SQL | undefined =>
  and(
    filter.place === 'trash' ? isNotNull(newsArticles.deleted_at) : isNull(newsArticles.deleted_at),
    when(filter.status, (status) => inStatus(status, now)),
    when(filter.category_id, (id) => eq(newsArticles.category_id, id)),
    when(filter.author_id, (id) => eq(newsArticles.created_by, id)),
    when(filter.missing, isNotReady),
    when(filter.slug, (slug) => eq(newsArticles.slug, slug)),
    when(filter.pinned, (pinned) =>
      pinned
        ? gt(newsArticles.pinned_until, now)
        : sql`coalesce(${newsArticles.pinned_until} <= ${momentOf(now)}, true)`,
    ),
    inPeriod(newsArticles.visible_from, filter, timeZone),
    when(filter.search || undefined, (search) => containsWords(newsSearchText, search)),
  );

const ORDERS: Record<NewsSort, SQL[]> = {
  updated_at: [asc(newsArticles.updated_at), asc(newsArticles.id)],
  '-updated_at': [desc(newsArticles.updated_at), desc(newsArticles.id)],
  visible_from: [sql`${newsArticles.visible_from} asc nulls last`, asc(newsArticles.id)],
  '-visible_from': [sql`${newsArticles.visible_from} desc nulls last`, desc(newsArticles.id)],
  created_at: [asc(newsArticles.created_at), asc(newsArticles.id)],
  '-created_at': [desc(newsArticles.created_at), desc(newsArticles.id)],
};

/** Number of members who read an article. */
const readsOf = sql`select count(*)::int from news_reads where news_reads.article_id = ${newsArticles.id}`;

export const listNews = (db: Db, { skip, limit }: Page, filter: NewsFilter, sort: NewsSort, clock: Clock) =>
  db
    .select({ ...listed, reads: sql<number>`(${readsOf})` })
    .from(newsArticles)
    .leftJoin(author, eq(author.id, newsArticles.created_by))
    .leftJoin(editor, eq(editor.id, newsArticles.updated_by))
    .where(matches(filter, clock))
    .orderBy(...ORDERS[sort])
    .offset(skip)
    .limit(limit);

export const countNews = (db: Db, filter: NewsFilter, clock: Clock) =>
  db.$count(newsArticles, matches(filter, clock));

/** Yields the target's articles in batches, each locked until the transaction ends. */
export const lockTarget = (tx: Db, target: Target<NewsFilter>, clock: Clock): AsyncGenerator<NewsArticle[]> =>
  lockInBatches(tx, newsArticles, target, (filter) => matches(filter, clock));

const revision = {
  id: newsRevisions.id,
  kind: newsRevisions.kind,
  version: newsRevisions.version,
  ...summaryOf(sql`${newsRevisions.content}`),
  created_at: newsRevisions.created_at,
};

const revisionBy = { id: publisher.id, email: publisher.email, full_name: publisher.full_name };

const liveLocales = sql<Locale[]>`
  (select coalesce(jsonb_agg(locale order by locale desc), '[]') from news_live
  where news_live.article_id = ${newsArticles.id} and news_live.text_locale = news_live.locale)`;

const readersIn = (locale: string) =>
  sql<number>`(select count(*)::int from news_reads
    where news_reads.article_id = ${newsArticles.id} and news_reads.locale = ${locale})`;

/** An article with its details, in the trash or not, and the autosave of `reader`. */
export async function findNews(db: Db, id: string, reader: string) {
  const [row] = await db
    .select({
      ...listed,
      content: newsArticles.content,
      revision,
      revision_by: revisionBy,
      locales: liveLocales,
      autosave: {
        version: newsAutosaves.version,
        content: newsAutosaves.content,
        saved_at: newsAutosaves.saved_at,
      },
      read_in_fr: readersIn('fr'),
      read_in_en: readersIn('en'),
    })
    .from(newsArticles)
    .leftJoin(author, eq(author.id, newsArticles.created_by))
    .leftJoin(editor, eq(editor.id, newsArticles.updated_by))
    .leftJoin(newsRevisions, eq(newsRevisions.id, newsArticles.live_revision_id))
    .leftJoin(publisher, eq(publisher.id, newsRevisions.created_by))
    .leftJoin(
      newsAutosaves,
      and(eq(newsAutosaves.article_id, newsArticles.id), eq(newsAutosaves.user_id, reader)),
    )
    .where(eq(newsArticles.id, id));
  return row;
}

export type NewsRow = NonNullable<Awaited<ReturnType<typeof findNews>>>;

/** Returns the article, locked until the transaction ends, in the trash or not. */
export async function lockNews(tx: Db, id: string): Promise<NewsArticle | undefined> {
  const [article] = await tx.select().from(newsArticles).where(eq(newsArticles.id, id)).for('update');
  return article;
}

export const insertNews = (db: Db, rows: NewNewsArticle[]) => db.insert(newsArticles).values(rows);

export interface Edit {
  id: string;
  by: string;
  now: Date;
}

export const updateNews = (db: Db, { id, by, now }: Edit, changes: Partial<NewNewsArticle>) =>
  db
    .update(newsArticles)
    .set({ ...changes, updated_at: now, updated_by: by })
    .where(eq(newsArticles.id, id));

/** Erases articles whose trash period has ended. */
export const deleteExpiredNews = (db: Db, now: Date) =>
  db
    .delete(newsArticles)
    .where(lte(newsArticles.deleted_at, new Date(now.getTime() - NEWS_TRASH_DAYS * DAY)));

/** Authors of articles, by address. */
export const listAuthors = (db: Db, { skip, limit }: Page) =>
  db
    .select({ id: users.id, email: users.email, full_name: users.full_name })
    .from(users)
    .where(isAuthor)
    .orderBy(asc(users.email), asc(users.id))
    .offset(skip)
    .limit(limit);

const isAuthor = sql`exists (select from news_articles where news_articles.created_by = ${users.id})`;

export const countAuthors = (db: Db) => db.$count(users, isAuthor);

export async function findName(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ name: nameOfUser(users) })
    .from(users)
    .where(eq(users.id, id));
  return row?.name ?? null;
}

/** Claims a slug unless any article has or had it. Waits for concurrent claims. */
export async function claimSlug(tx: Db, slug: string, articleId: string): Promise<boolean> {
  const rows = await tx
    .insert(newsSlugs)
    .values({ slug, article_id: articleId })
    .onConflictDoNothing()
    .returning({ slug: newsSlugs.slug });
  return rows.length > 0;
}

export async function ownerOfSlug(tx: Db, slug: string): Promise<string | undefined> {
  const [row] = await tx.select({ id: newsSlugs.article_id }).from(newsSlugs).where(eq(newsSlugs.slug, slug));
  return row?.id;
}

/** Inserts slugs known to be free. */
export const insertSlugs = (db: Db, rows: (typeof newsSlugs.$inferInsert)[]) =>
  db.insert(newsSlugs).values(rows);

export const releaseSlug = (tx: Db, slug: string) => tx.delete(newsSlugs).where(eq(newsSlugs.slug, slug));

export const insertRevisions = (db: Db, rows: (typeof newsRevisions.$inferInsert)[]) =>
  db.insert(newsRevisions).values(rows);

const isSave = ne(newsRevisions.kind, 'publish');

/** Keeps the latest revisions of an article, and all published ones. */
export const deleteOldSaves = (db: Db, articleId: string) =>
  db.execute(sql`
    delete from news_revisions where article_id = ${articleId} and kind <> 'publish' and version <= (
      select version from news_revisions where article_id = ${articleId} and kind <> 'publish'
      order by version desc offset ${NEWS_SAVES_KEPT} limit 1)`);

/** Content of an article at a version; undefined if no longer known for sure. */
export async function contentAt(db: Db, articleId: string, version: number) {
  const [oldest] = await db
    .select({ version: sql<number | null>`min(${newsRevisions.version})` })
    .from(newsRevisions)
    .where(and(eq(newsRevisions.article_id, articleId), isSave));
  if (!oldest?.version || version < oldest.version) return undefined;
  const [row] = await db
    .select({ content: newsRevisions.content })
    .from(newsRevisions)
    .where(and(eq(newsRevisions.article_id, articleId), lte(newsRevisions.version, version)))
    .orderBy(desc(newsRevisions.version), desc(newsRevisions.id))
    .limit(1);
  return row?.content;
}

export const listRevisions = (db: Db, articleId: string, { skip, limit }: Page) =>
  db
    .select({ ...revision, created_by: revisionBy })
    .from(newsRevisions)
    .leftJoin(publisher, eq(publisher.id, newsRevisions.created_by))
    .where(eq(newsRevisions.article_id, articleId))
    .orderBy(desc(newsRevisions.version), desc(newsRevisions.id))
    .offset(skip)
    .limit(limit);

export type RevisionListed = Awaited<ReturnType<typeof listRevisions>>[number];

export const countRevisions = (db: Db, articleId: string) =>
  db.$count(newsRevisions, eq(newsRevisions.article_id, articleId));

export async function findRevision(db: Db, articleId: string, id: string) {
  const [row] = await db
    .select({
      ...revision,
      created_by: revisionBy,
      content: newsRevisions.content,
      media_ids: newsRevisions.media_ids,
    })
    .from(newsRevisions)
    .leftJoin(publisher, eq(publisher.id, newsRevisions.created_by))
    .where(and(eq(newsRevisions.article_id, articleId), eq(newsRevisions.id, id)));
  return row;
}

type AutosaveRow = typeof newsAutosaves.$inferInsert;

/** True if the autosave has this `saved_at`. */
const isKnown = (savedAt: string | null) =>
  sql`to_char(${newsAutosaves.saved_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') = ${savedAt}`;

/** Overwrites no unknown autosave. Successive autosaves never share a `saved_at`. */
export const putAutosave = (db: Db, row: AutosaveRow, known: string | null) =>
  db
    .insert(newsAutosaves)
    .values(row)
    .onConflictDoUpdate({
      target: [newsAutosaves.article_id, newsAutosaves.user_id],
      set: {
        ...row,
        saved_at: sql`greatest(excluded.saved_at, ${newsAutosaves.saved_at} + interval '1 ms')`,
      },
      setWhere: isKnown(known),
    })
    .returning({ saved_at: newsAutosaves.saved_at });

export const deleteAutosave = (db: Db, articleId: string, userId: string, known: string) =>
  db
    .delete(newsAutosaves)
    .where(and(eq(newsAutosaves.article_id, articleId), eq(newsAutosaves.user_id, userId), isKnown(known)));

export const insertLive = (db: Db, rows: NewNewsLive[]) => db.insert(newsLive).values(rows);

export const insertReads = (db: Db, rows: (typeof newsReads.$inferInsert)[]) =>
  db.insert(newsReads).values(rows);

export const deleteLive = (tx: Db, articleId: string) =>
  tx.delete(newsLive).where(eq(newsLive.article_id, articleId));

/** Updates fields of a live article that need no new publication. */
export const updateLive = (
  tx: Db,
  articleId: string,
  changes: Partial<Pick<NewNewsLive, 'slug' | 'category_id' | 'pinned_until' | 'visible_to'>>,
) => tx.update(newsLive).set(changes).where(eq(newsLive.article_id, articleId));

/** Serialises changes of pinned articles until the transaction ends; taken before article locks. */
export const lockPins = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('news.pins'))`);

/** Number of other articles that are or will be pinned. */
export async function countPinned(tx: Db, now: Date, except: string): Promise<number> {
  const time = momentOf(now);
  const [row] = await tx
    .select({ count: count() })
    .from(newsArticles)
    .where(
      and(
        eq(newsArticles.status, 'live'),
        gt(newsArticles.pinned_until, sql`greatest(${newsArticles.visible_from}, ${time})`),
        sql`coalesce(${newsArticles.visible_to} > ${time}, true)`,
        ne(newsArticles.id, except),
      ),
    );
  return row?.count ?? 0;
}

/** The given pictures that an article, revision or autosave uses. */
export async function shownAmong(db: Db, mediaIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    select picture as id from unnest(${`{${mediaIds.join(',')}}`}::uuid[]) as picture
    where exists (select from news_revisions where media_ids @> array[picture])
      or exists (select from news_autosaves where media_ids @> array[picture])`);
  return new Set(rows.map(({ id }) => id));
}
