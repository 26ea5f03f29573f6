import type { Errors } from '../../shared/errors.ts';

export const newsErrors = {
  news_not_found: [404, 'Article not found'],
  news_revision_not_found: [404, 'Revision not found'],
  news_category_not_found: [404, 'Category not found'],
  no_news: [404, 'There is no such article'],
  autosave_conflict: [409, 'This article is being written in another window too'],
  not_publishable: [409, 'Something is missing before this can be published'],
  slug_taken: [409, 'Another article has or had this slug'],
  category_name_taken: [409, 'There is a category of this name'],
  too_many_pinned: [409, 'Three articles are pinned already'],
} as const satisfies Errors;
