import type { PageRoute } from '../../platform/feature.ts';

export const auditRoutes: readonly PageRoute[] = [
  { path: '/audit-log', access: 'superuser', load: () => import('./audit-log.page.tsx') },
];
