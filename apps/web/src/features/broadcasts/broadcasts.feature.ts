import { IconBell } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './broadcasts.feature.texts.ts';

export const broadcasts = {
  destinations: [
    {
      path: '/broadcast',
      label: () => t.broadcasts,
      icon: IconBell,
      access: 'superuser',
      key: 'p',
      help: async () => (await import('./broadcasts.help.texts.ts')).t.broadcasts,
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
      words: () => import('./broadcasts.audit.texts.ts'),
      parts: { status: ['schedule_mode', 'scheduled_local', 'time_zone', 'scheduled_at', 'late_policy'] },
    },
  },
  errors: () => import('./broadcasts.errors.texts.ts'),
} satisfies Feature;
