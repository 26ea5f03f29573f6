import type { PageRoute } from '../../platform/feature.ts';

export const ratingsRoutes: readonly PageRoute[] = [
  {
    path: '/rates',
    access: { can: 'ratings.read' },
    load: () => import('./rates.page.tsx'),
    prefetch: async (params) => (await import('./ratings.list.ts')).prefetchList(params),
  },
];
