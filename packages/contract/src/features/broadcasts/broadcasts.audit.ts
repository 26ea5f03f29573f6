import type { AuditedNames } from '../../shared/audited.ts';

export const broadcastsAudit = {
  broadcast: { fr: 'notification push', en: 'push notification' },
} as const satisfies AuditedNames;
