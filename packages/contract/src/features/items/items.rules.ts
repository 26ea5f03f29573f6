import type { AuditedNames } from '../../shared/audited.ts';
import type { Errors } from '../../shared/errors.ts';

/** Maximum length of the title of an item, and of its description, in code points. */
export const ITEM_TEXT_MAX = 255;

export const itemsErrors = {
  not_item_owner: [403, 'Not enough permissions'],
  item_not_found: [404, 'Item not found'],
} as const satisfies Errors;

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
