import { IconCalendarHeart, IconCalendarPlus } from '@tabler/icons-react';
import { withFormattedDay } from '../../platform/dates.ts';
import type { Feature } from '../../platform/feature.ts';
import { changes, t as words } from './daily-messages.audit.texts.ts';
import { t } from './daily-messages.feature.texts.ts';
import { t as help } from './daily-messages.help.texts.ts';

export const dailyMessages = {
  destinations: [
    {
      path: '/daily-message',
      label: () => t.dailyMessage,
      icon: IconCalendarHeart,
      access: 'superuser',
      key: 'j',
      help: () => help.dailyMessages,
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
      words,
      changes,
      labelOf: withFormattedDay,
    },
  },
} satisfies Feature;
