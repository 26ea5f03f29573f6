import type { AuditedNames } from '../../shared/audited.ts';

export const auditAudit = {
  export: {
    en: {
      name: 'export',
      words: {
        rows: 'Rows',
        is_complete: 'Complete',
        filter: 'Filter',
        search: 'Search',
      },
    },
    fr: {
      name: 'export',
      words: {
        rows: 'Lignes',
        is_complete: 'Complet',
        filter: 'Filtre',
        search: 'Recherche',
      },
    },
  },
} as const satisfies AuditedNames;
