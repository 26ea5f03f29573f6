import { IconCalendarHeart, IconCalendarPlus } from '@tabler/icons-react';
import { withFormattedDay } from '../../platform/dates.ts';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';
import { changes, t as words } from './daily-messages.audit.texts.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    dailyMessage: 'Daily message',
    newDailyMessage: 'New daily message',
    dailyMessagesHelp:
      'Each day shows one message to all members, written here in advance. Only messages marked as ready appear in the app; an empty day takes one from the reserve. Drag a message to another day, or import a month from a spreadsheet.',
  },
  fr: {
    dailyMessage: 'Message du jour',
    newDailyMessage: 'Nouveau message du jour',
    dailyMessagesHelp:
      'Chaque jour montre un message à tous les membres, écrit ici à l’avance. Seuls les messages prêts paraissent dans l’application ; un jour vide prend un message de la réserve. Déplacez un message à la souris, ou importez un mois depuis un tableur.',
  },
});

export const dailyMessages = {
  destinations: [
    {
      path: '/daily-message',
      label: () => t.dailyMessage,
      icon: IconCalendarHeart,
      access: { can: 'daily_messages.read' },
      key: 'j',
      help: () => t.dailyMessagesHelp,
      menu: {},
    },
  ],
  commands: [
    {
      path: '/daily-message/new',
      label: () => t.newDailyMessage,
      icon: IconCalendarPlus,
      access: { can: 'daily_messages.write' },
    },
  ],
  found: {
    daily_message: {
      label: () => t.dailyMessage,
      icon: IconCalendarHeart,
      path: ({ id }) => `/daily-message/${id}`,
      list: '/daily-message?view=list&search=',
    },
  },
  live: { daily_message: () => [['daily-messages'], ['dashboard']] },
  audit: {
    daily_message: {
      page: '/daily-message',
      words,
      changes,
      labelOf: withFormattedDay,
    },
  },
} satisfies Feature;
