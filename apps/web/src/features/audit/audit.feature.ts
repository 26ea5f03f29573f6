import { IconHistory } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { changes, t as words } from './audit.audit.texts.ts';
import { t } from './audit.feature.texts.ts';
import { t as help } from './audit.help.texts.ts';

export const audit = {
  destinations: [
    {
      path: '/audit-log',
      label: () => t.auditLog,
      icon: IconHistory,
      access: 'superuser',
      key: 'l',
      help: () => help.auditLog,
    },
  ],
  live: { changed: () => [['audit-logs']], export: () => [] },
  audit: { export: { words, changes } },
} satisfies Feature;
