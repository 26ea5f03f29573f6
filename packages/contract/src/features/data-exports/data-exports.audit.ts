import type { AuditedNames } from '../../shared/audited.ts';

export const dataExportsAudit = {
  retention_period: {
    en: { name: 'retention period', words: { days: 'Days' } },
    fr: { name: 'durée de conservation', words: { days: 'Jours' } },
  },
} as const satisfies AuditedNames;
