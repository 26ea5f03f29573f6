import { IconHistory } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './audit.feature.texts.ts';

export const audit = {
  destinations: [{ path: '/audit-log', label: () => t.auditLog, icon: IconHistory, access: 'superuser' }],
  live: { changed: () => [['audit-logs']] },
} satisfies Feature;
