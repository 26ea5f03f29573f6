import type { PageRoute } from '../../platform/feature.ts';

export const dataExportsRoutes: readonly PageRoute[] = [
  {
    path: '/data-protection',
    access: { can: 'members.read' },
    load: () => import('./data-protection.page.tsx'),
  },
];
