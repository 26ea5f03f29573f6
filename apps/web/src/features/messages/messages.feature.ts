import { IconMessage, IconMessages } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts, formatNumber } from '../../platform/i18n.ts';
import { changes, templateWords, t as words } from './messages.audit.texts.ts';
import { useMessageCounts } from './messages.counts.queries.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    messages: 'Inbox',
    awaiting: (count: number) => `${formatNumber(count)} awaiting reply`,
    conversations: 'Conversations',
    messagesHelp:
      'What members write from the app arrives here; the first tab holds what awaits a reply. A reply reaches the member in the app, by email and as a notification, and assigns the conversation to you; for ten seconds you can take it back. Notes stay within the team, and @ in a note alerts a colleague; closing or snoozing a conversation opens the next one, and a snoozed one returns at its time.',
  },
  fr: {
    messages: 'Messages reçus',
    awaiting: (count) => `${formatNumber(count)} à traiter`,
    conversations: 'Conversations',
    messagesHelp:
      'Ce que les membres écrivent depuis l’application arrive ici ; le premier onglet réunit ce qui attend une réponse. Une réponse parvient au membre dans l’application, par e-mail et en notification, et vous attribue la conversation ; vous avez dix secondes pour la reprendre. Les notes restent au sein de l’équipe, et @ y alerte un collègue ; terminer ou reporter une conversation ouvre la suivante, et celle que vous reportez revient au moment choisi.',
  },
});

export const messages = {
  destinations: [
    {
      path: '/messages',
      label: () => t.messages,
      icon: IconMessages,
      access: { can: 'messages.read' },
      key: 'i',
      help: () => t.messagesHelp,
      tabLabel: () => t.conversations,
      menu: {
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
