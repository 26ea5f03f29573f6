import type { Page } from '@agora/contract/shared/pagination';
import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
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

export async function countNewsCategories(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(newsCategories);
  return row?.count ?? 0;
}

export async function findNewsCategory(db: Db, id: string): Promise<NewsCategoryWithArticles | undefined> {
  const [row] = await db.select(withArticles).from(newsCategories).where(eq(newsCategories.id, id));
  return row;
}

export const insertNewsCategories = (db: Db, rows: NewsCategory[]) => db.insert(newsCategories).values(rows);

export const updateNewsCategory = (db: Db, id: string, changes: Partial<NewsCategory>) =>
  db.update(newsCategories).set(changes).where(eq(newsCategories.id, id));

export async function deleteNewsCategory(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .delete(newsCategories)
    .where(eq(newsCategories.id, id))
    .returning({ id: newsCategories.id });
  return rows.length > 0;
}
