import { IconCalendarHeart, IconCalendarPlus } from '@tabler/icons-react';
import { withFormattedDay } from '../../platform/dates.ts';
import type { Feature } from '../../platform/feature.ts';
import { t } from './daily-messages.feature.texts.ts';

export const dailyMessages = {
  destinations: [
    {
      path: '/daily-message',
      label: () => t.dailyMessage,
      icon: IconCalendarHeart,
      access: 'superuser',
      key: 'j',
      help: async () => (await import('./daily-messages.help.texts.ts')).t.dailyMessages,
      menu: { access: 'superuser' },
    },
  ],
  commands: [
    {
      path: '/daily-message/new',
      label: () => t.newDailyMessage,
      icon: IconCalendarPlus,
      access: 'superuser',
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
      words: () => import('./daily-messages.audit.texts.ts'),
      labelOf: withFormattedDay,
    },
  },
  errors: () => import('./daily-messages.errors.texts.ts'),
} satisfies Feature;
