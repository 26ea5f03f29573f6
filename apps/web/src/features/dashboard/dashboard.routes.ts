import type { PageRoute } from '../../platform/feature.ts';

export const dashboardRoutes: readonly PageRoute[] = [
  {
    path: '/dashboard',
    access: 'user',
    load: () => import('./dashboard.page.tsx'),
    prefetch: async () => (await import('./dashboard.queries.ts')).prefetchDashboard(),
  },
];
