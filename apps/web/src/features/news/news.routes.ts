import type { PageRoute } from '../../platform/feature.ts';

export const newsRoutes: readonly PageRoute[] = [
  {
    path: '/news',
    access: { can: 'news.read' },
    load: () => import('./news.page.tsx'),
    prefetch: async (params) => (await import('./news.list.ts')).prefetchList(params),
  },
  { path: '/news/new', access: { can: 'news.write' }, load: () => import('./editing/news-new.page.tsx') },
  {
    path: '/news/:articleId',
    access: { can: 'news.read' },
    load: () => import('./editing/article.page.tsx'),
  },
];
