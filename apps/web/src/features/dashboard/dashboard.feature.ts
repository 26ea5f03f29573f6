import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './dashboard.feature.texts.ts';

export const dashboard = {
  destinations: [
    {
      path: '/dashboard',
      label: () => t.dashboard,
      icon: IconLayoutDashboard,
      access: 'user',
      key: 'd',
      help: async () => (await import('./dashboard.help.texts.ts')).t.dashboard,
      menu: { access: 'user' },
    },
  ],
} satisfies Feature;
