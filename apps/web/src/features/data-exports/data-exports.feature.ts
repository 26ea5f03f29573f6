import { IconLockAccess } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './data-protection.texts.ts';

export const dataExports = {
  destinations: [
    {
      path: '/data-protection',
      label: () => t.title,
      icon: IconLockAccess,
      access: { can: 'members.read' },
      key: 'y',
      help: () => t.help,
      tabOf: '/members',
    },
  ],
} satisfies Feature;
