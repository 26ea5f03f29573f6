import { defineFeature } from '../../platform/feature.ts';
import { appNewsRoutes } from './app/news.app.routes.ts';
import { newsCategoriesRoutes } from './editing/news.categories.routes.ts';
import { newsRoutes } from './editing/news.routes.ts';
import { deleteExpiredNews, shownAmong } from './news.queries.ts';

export const newsFeature = defineFeature({
  routes: { news: newsRoutes, newsCategories: newsCategoriesRoutes, appNews: appNewsRoutes },
  housekeeping: async ({ db, now }) => deleteExpiredNews(db, now()),
  shownAmong,
});
