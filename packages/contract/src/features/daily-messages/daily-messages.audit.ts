import type { AuditedNames } from '../../shared/audited.ts';

export const dailyMessagesAudit = {
  daily_message: { fr: 'message du jour', en: 'daily message' },
} as const satisfies AuditedNames;
