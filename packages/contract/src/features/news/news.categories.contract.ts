import { z } from 'zod';
import { c } from '../../shared/define.ts';
import { displayText, id, instant, text } from '../../shared/fields.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { usualRoutes } from '../../shared/usual-routes.ts';
import { NEWS_CATEGORY_NAME_MAX, newsErrors } from './news.rules.ts';

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

const usual = usualRoutes(newsErrors, {
  path: '/news-categories/',
  names: ['news_category', 'news_categories'],
  readBy: { can: 'news.read' },
  writtenBy: { can: 'news.write' },
  missing: 'news_category_not_found',
  query: Page,
  page: NewsCategoriesPublic,
  row: NewsCategoryPublic,
  create: NewsCategoryCreate,
  update: NewsCategoryUpdate,
});

export const newsCategories = c.router({
  readNewsCategories: usual.list('List categories by their French name'),
  createNewsCategory: usual.create('Add a category', 'category_name_taken'),
  updateNewsCategory: usual.update('Change a category, in the app too', 'category_name_taken'),
  deleteNewsCategory: usual.delete('Delete a category; its articles go on without one'),
});
