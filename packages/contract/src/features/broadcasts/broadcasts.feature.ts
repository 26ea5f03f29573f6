import type { Feature } from '../../shared/feature.ts';
import { appNotifications } from './broadcasts.app.contract.ts';
import { broadcastsAudit } from './broadcasts.audit.ts';
import { broadcasts } from './broadcasts.contract.ts';
import { broadcastsErrors } from './broadcasts.rules.ts';
import { segments } from './broadcasts.segments.contract.ts';

export const broadcastsFeature = {
  routes: { broadcasts, appNotifications, segments },
  errors: broadcastsErrors,
  audited: broadcastsAudit,
  readBy: {
    broadcast: { can: 'broadcasts.read' },
    'broadcast.progress': { can: 'broadcasts.read' },
    segment: { can: ['broadcasts.read', 'members.read'] },
  },
} satisfies Feature;
