import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './dashboard.feature.texts.ts';
import { t as help } from './dashboard.help.texts.ts';

export const dashboard = {
  destinations: [
    {
      path: '/dashboard',
      label: () => t.dashboard,
      icon: IconLayoutDashboard,
      access: 'user',
      key: 'd',
      help: () => help.dashboard,
      menu: { access: 'user' },
    },
  ],
} satisfies Feature;
