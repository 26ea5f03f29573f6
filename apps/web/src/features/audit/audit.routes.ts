import type { PageRoute } from '../../platform/feature.ts';

export const auditRoutes: readonly PageRoute[] = [
  { path: '/audit-log', access: { can: 'audit_log.read' }, load: () => import('./audit-log.page.tsx') },
];
