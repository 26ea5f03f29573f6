import type { PageRoute } from '../../platform/feature.ts';

export const approvalsRoutes: readonly PageRoute[] = [
  {
    path: '/approvals',
    access: { can: ['broadcasts.approve', 'news.approve'] },
    load: () => import('./approvals.page.tsx'),
  },
];
