import type { AuditedNames } from '../../shared/audited.ts';

export const itemsAudit = {
  item: {
    en: {
      name: 'item',
      words: {
        title: 'Title',
        description: 'Description',
      },
    },
    fr: {
      name: 'élément',
      words: {
        title: 'Titre',
        description: 'Description',
      },
    },
  },
} as const satisfies AuditedNames;
