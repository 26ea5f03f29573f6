import type { AuditedNames } from '../../shared/audited.ts';

export const accountsAudit = {
  user: { fr: 'compte', en: 'account' },
} as const satisfies AuditedNames;
