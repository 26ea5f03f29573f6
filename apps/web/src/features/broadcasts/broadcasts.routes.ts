import type { PageRoute } from '../../platform/feature.ts';

export const broadcastsRoutes: readonly PageRoute[] = [
  {
    path: '/broadcast',
    access: { can: 'broadcasts.read' },
    load: () => import('./broadcasts.page.tsx'),
    prefetch: async (params) => {
      if (!params.has('view')) (await import('./broadcasts.list.ts')).prefetchList(params);
    },
  },
  {
    path: '/broadcast/new',
    access: { can: 'broadcasts.write' },
    load: () => import('./compose/broadcast-new.page.tsx'),
  },
  {
    path: '/broadcast/:broadcastId',
    access: { can: 'broadcasts.read' },
    load: () => import('./broadcast.page.tsx'),
  },
];
