import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    not_item_owner: 'Not enough permissions',
    item_not_found: 'This item no longer exists.',
  },
  fr: {
    not_item_owner: 'Vous n’avez pas les droits nécessaires',
    item_not_found: 'Cet élément n’existe plus.',
  },
});
