import { defineTexts } from '../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
export const t = defineTexts({
  en: {
    the: 'the item',
    many: 'Items',
    title: 'Title',
    description: 'Description',
  },
  fr: {
    the: 'l’élément',
    many: 'Éléments',
    title: 'Titre',
    description: 'Description',
  },
});
