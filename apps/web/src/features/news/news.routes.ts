import type { PageRoute } from '../../platform/feature.ts';

export const newsRoutes: readonly PageRoute[] = [
  {
    path: '/news',
    access: 'superuser',
    load: () => import('./news.page.tsx'),
    prefetch: async (params) => (await import('./news.list.ts')).prefetchList(params),
  },
  { path: '/news/new', access: 'superuser', load: () => import('./editing/news-new.page.tsx') },
  { path: '/news/:articleId', access: 'superuser', load: () => import('./editing/article.page.tsx') },
];
