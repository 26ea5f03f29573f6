import type { Page } from '@agora/contract/shared/pagination';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type NewsCategory, newsCategories } from '../news.categories.table.ts';

const withArticles = {
  ...getTableColumns(newsCategories),
  articles: sql<number>`(select count(*)::int from news_articles
    where news_articles.category_id = news_categories.id and news_articles.deleted_at is null)`,
};

export type NewsCategoryWithArticles = Awaited<ReturnType<typeof listNewsCategories>>[number];

export const listNewsCategories = (db: Db, { skip, limit }: Page) =>
  db
    .select(withArticles)
    .from(newsCategories)
    .orderBy(sql`lower(f_unaccent(${newsCategories.name_fr}))`, asc(newsCategories.id))
    .offset(skip)
    .limit(limit);

export const countNewsCategories = (db: Db) => db.$count(newsCategories);

export const findNewsCategory = (db: Db, id: string) =>
  db.select(withArticles).from(newsCategories).where(eq(newsCategories.id, id));

export const insertNewsCategories = (db: Db, rows: NewsCategory[]) => db.insert(newsCategories).values(rows);

export const updateNewsCategory = (db: Db, id: string, changes: Partial<NewsCategory>) =>
  db.update(newsCategories).set(changes).where(eq(newsCategories.id, id));

export const deleteNewsCategory = (db: Db, id: string) =>
  db.delete(newsCategories).where(eq(newsCategories.id, id)).returning({ id: newsCategories.id });
