import type { PageRoute } from '../../platform/feature.ts';

export const itemsRoutes: readonly PageRoute[] = [
  {
    path: '/items',
    access: 'user',
    load: () => import('./items.page.tsx'),
    prefetch: async (params) => (await import('./items.queries.ts')).prefetchList(params),
  },
];
