import type { PageRoute } from '../../platform/feature.ts';

export const messagesRoutes: readonly PageRoute[] = [
  {
    path: '/messages/:messageId?',
    access: { can: 'messages.read' },
    load: () => import('./messages.page.tsx'),
    prefetch: async (params) => (await import('./messages.list.ts')).prefetchList(params),
  },
];
