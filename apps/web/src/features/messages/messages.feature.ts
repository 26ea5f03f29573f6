import { IconMessage, IconMessages } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { nameOf, t } from './messages.feature.texts.ts';
import { findMessages, useMessageCounts } from './messages.queries.ts';
import { messagesRoutes } from './messages.routes.ts';

/** Conversations that the palette offers at most. */
const FOUND_MAX = 6;

export const messages = {
  routes: messagesRoutes,
  destinations: [
    {
      path: '/messages',
      label: () => t.messages,
      icon: IconMessages,
      access: 'superuser',
      key: 'i',
      menu: {
        access: 'superuser',
        Badge: ({ children }) => {
          const count = useMessageCounts()?.awaiting ?? 0;
          return children(count, t.awaiting(count));
        },
      },
    },
  ],
  search: {
    label: () => t.conversations,
    icon: IconMessage,
    queryKey: ['messages', 'found'],
    find: async (search: string) =>
      (await findMessages({ search, limit: FOUND_MAX })).map(({ id, number, subject, excerpt, sender }) => ({
        label: `#${number} · ${subject || excerpt}`,
        description: nameOf(sender),
        path: `/messages/${id}?tab=all`,
      })),
  },
  live: {
    message: () => [['messages', 'list'], ['messages', 'one'], ['dashboard']],
    reply_template: () => [
      ['messages', 'reply-templates'],
      ['messages', 'templates'],
    ],
    counts: () => [['messages', 'counts']],
  },
  audit: {
    message: { page: '/messages', words: () => import('./messages.audit.texts.ts') },
    reply_template: { words: () => import('./reply-templates/messages.reply-templates.audit.texts.ts') },
  },
} satisfies Feature;
