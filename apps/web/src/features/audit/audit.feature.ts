import { IconHistory } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './audit.feature.texts.ts';

export const audit = {
  destinations: [
    {
      path: '/audit-log',
      label: () => t.auditLog,
      icon: IconHistory,
      access: 'superuser',
      key: 'l',
      help: async () => (await import('./audit.help.texts.ts')).t.auditLog,
    },
  ],
  live: { changed: () => [['audit-logs']], export: () => [] },
  audit: { export: { words: () => import('./audit.audit.texts.ts') } },
} satisfies Feature;
