import { contract } from '@agora/contract';
import type { NewsCategoryPublic } from '@agora/contract/features/news/news.categories.contract';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { done, page } from '../../../platform/http/answers.ts';
import { router } from '../../../platform/http/router.ts';
import {
  countNewsCategories,
  deleteNewsCategory,
  findNewsCategory,
  insertNewsCategories,
  listNewsCategories,
  type NewsCategoryWithArticles,
  updateNewsCategory,
} from './news.categories.queries.ts';

const toNewsCategory = ({ name_fr, name_en, ...row }: NewsCategoryWithArticles): NewsCategoryPublic => ({
  ...row,
  names: { fr: name_fr, en: name_en },
  created_at: row.created_at.toISOString(),
});

/** Maps a violation of the unique index to a refusal of the name. */
async function withNameTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isTaken = ['fr', 'en'].some((locale) => violates(error, `news_categories_name_${locale}`));
    throw isTaken ? new AppError('category_name_taken') : error;
  }
}

export const newsCategoriesRoutes = ({ db, now }: RouteDeps) => {
  /** Applies a change and returns the resulting category. */
  const change = (id: string, work: (tx: Db) => Promise<unknown>) =>
    withNameTaken(() =>
      db.transaction(async (tx) => {
        await work(tx);
        const row = await requireRow(findNewsCategory(tx, id), 'news_category_not_found');
        return { status: 200 as const, body: toNewsCategory(row) };
      }),
    );

  return router(contract.newsCategories, {
    readNewsCategories: ({ query }) =>
      page(listNewsCategories(db, query), countNewsCategories(db), toNewsCategory),
    createNewsCategory: ({ body: { names, color } }) => {
      const row = { id: uuidv7(), name_fr: names.fr, name_en: names.en, color, created_at: now() };
      return change(row.id, (tx) => insertNewsCategories(tx, [row]));
    },
    updateNewsCategory: ({ params, body: { names, color } }) => {
      const changes = { ...(names && { name_fr: names.fr, name_en: names.en }), ...(color && { color }) };
      return change(params.id, async (tx) => {
        if (Object.keys(changes).length > 0) await updateNewsCategory(tx, params.id, changes);
      });
    },
    deleteNewsCategory: async ({ params }) => {
      await db.transaction((tx) => requireRow(deleteNewsCategory(tx, params.id), 'news_category_not_found'));
      return done('Category deleted successfully');
    },
  });
};
