import { IconMessage, IconMessages } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { changes, t as words } from './messages.audit.texts.ts';
import { useMessageCounts } from './messages.counts.queries.ts';
import { t } from './messages.feature.texts.ts';
import { t as help } from './messages.help.texts.ts';
import { t as templateWords } from './reply-templates/messages.reply-templates.audit.texts.ts';

export const messages = {
  destinations: [
    {
      path: '/messages',
      label: () => t.messages,
      icon: IconMessages,
      access: 'superuser',
      key: 'i',
      help: () => help.messages,
      menu: {
        access: 'superuser',
        Badge: ({ children }) => {
          const count = useMessageCounts()?.awaiting ?? 0;
          return children(count, t.awaiting(count));
        },
      },
    },
  ],
  found: {
    conversation: {
      label: () => t.conversations,
      icon: IconMessage,
      path: ({ id }) => `/messages/${id}?tab=all`,
      list: '/messages?tab=all&search=',
    },
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
    message: { page: '/messages', words, changes },
    reply_template: { words: templateWords },
  },
} satisfies Feature;
