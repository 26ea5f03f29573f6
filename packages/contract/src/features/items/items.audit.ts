import type { AuditedNames } from '../../shared/audited.ts';

export const itemsAudit = {
  item: { fr: 'élément', en: 'item' },
} as const satisfies AuditedNames;
