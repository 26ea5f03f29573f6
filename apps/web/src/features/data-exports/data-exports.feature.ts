import { IconLockAccess } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './data-protection.texts.ts';
import { t as words } from './retention.audit.texts.ts';

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
  live: { retention_period: () => [['data-protection']] },
  audit: { retention_period: { words } },
} satisfies Feature;
