import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { displayText, id, instant, text, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { newsErrors } from './news.errors.ts';
import { NEWS_CATEGORY_NAME_MAX } from './news.rules.ts';

const route = routeWith(newsErrors);

const name = () => displayText({ min: 1, max: NEWS_CATEGORY_NAME_MAX });
const names = () => z.object({ fr: name(), en: name() });
const color = () => text({ pattern: /^#[0-9a-f]{6}$/ });

export const NewsCategoryPublic = z
  .object({
    id: id(),
    names: z.object({ fr: z.string(), en: z.string() }),
    color: z.string().meta({ description: '`#rrggbb`' }),
    articles: z.number().int().min(0).meta({ description: 'Outside the trash.' }),
    created_at: instant(),
  })
  .meta({ id: 'NewsCategoryPublic' });
export type NewsCategoryPublic = z.infer<typeof NewsCategoryPublic>;

export const NewsCategoriesPublic = pageOf(NewsCategoryPublic).meta({ id: 'NewsCategoriesPublic' });

export const NewsCategoryCreate = z
  .object({ names: names(), color: color() })
  .meta({ id: 'NewsCategoryCreate' });
export type NewsCategoryCreate = z.infer<typeof NewsCategoryCreate>;

/** Fields left out keep their value. */
export const NewsCategoryUpdate = z
  .object({ names: names(), color: color() })
  .partial()
  .meta({ id: 'NewsCategoryUpdate' });
export type NewsCategoryUpdate = z.infer<typeof NewsCategoryUpdate>;

const categoryPath = z.object({ id: uuid() });

export const newsCategories = c.router({
  readNewsCategories: route({
    method: 'GET',
    path: '/news-categories/',
    access: 'superuser',
    audience: 'team',
    operationId: 'news_categories-read_news_categories',
    summary: 'List categories by their French name',
    query: Page,
    responses: { 200: NewsCategoriesPublic },
  }),
  createNewsCategory: route({
    method: 'POST',
    path: '/news-categories/',
    access: 'superuser',
    audience: 'team',
    operationId: 'news_categories-create_news_category',
    summary: 'Add a category',
    body: NewsCategoryCreate,
    responses: { 200: NewsCategoryPublic },
    errors: ['category_name_taken'],
  }),
  updateNewsCategory: route({
    method: 'PATCH',
    path: '/news-categories/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news_categories-update_news_category',
    summary: 'Change a category, in the app too',
    pathParams: categoryPath,
    body: NewsCategoryUpdate,
    responses: { 200: NewsCategoryPublic },
    errors: ['news_category_not_found', 'category_name_taken'],
  }),
  deleteNewsCategory: route({
    method: 'DELETE',
    path: '/news-categories/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news_categories-delete_news_category',
    summary: 'Delete a category; its articles go on without one',
    pathParams: categoryPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['news_category_not_found'],
  }),
});
