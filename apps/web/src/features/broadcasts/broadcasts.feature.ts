import { IconBell } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { changes, t as words } from './broadcasts.audit.texts.ts';
import { t } from './broadcasts.feature.texts.ts';
import { t as help } from './broadcasts.help.texts.ts';

export const broadcasts = {
  destinations: [
    {
      path: '/broadcast',
      label: () => t.broadcasts,
      icon: IconBell,
      access: 'superuser',
      key: 'p',
      help: () => help.broadcasts,
      menu: { access: 'superuser' },
    },
  ],
  commands: [{ path: '/broadcast/new', label: () => t.newBroadcast, icon: IconBell, access: 'superuser' }],
  found: {
    broadcast: {
      label: () => t.broadcasts,
      icon: IconBell,
      path: ({ id }) => `/broadcast/${id}`,
      list: '/broadcast?search=',
    },
  },
  live: {
    broadcast: () => [['broadcasts'], ['dashboard']],
    'broadcast.progress': (id: unknown) => [
      ['broadcasts', 'list'],
      ['broadcasts', 'one', id],
    ],
  },
  audit: {
    broadcast: {
      page: '/broadcast',
      words,
      changes,
      parts: { status: ['schedule_mode', 'scheduled_local', 'time_zone', 'scheduled_at', 'late_policy'] },
    },
  },
} satisfies Feature;
