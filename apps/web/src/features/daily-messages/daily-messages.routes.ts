import type { PageRoute } from '../../platform/feature.ts';

export const dailyMessagesRoutes: readonly PageRoute[] = [
  {
    path: '/daily-message',
    access: { can: 'daily_messages.read' },
    load: () => import('./daily-messages.page.tsx'),
    prefetch: async (params) => (await import('./calendar/shown-days.ts')).prefetchShown(params),
  },
  {
    path: '/daily-message/new',
    access: { can: 'daily_messages.write' },
    load: () => import('./editing/message-new.page.tsx'),
  },
  {
    path: '/daily-message/:messageId',
    access: { can: 'daily_messages.read' },
    load: () => import('./editing/message.page.tsx'),
  },
];
