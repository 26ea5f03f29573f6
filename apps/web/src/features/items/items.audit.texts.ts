import { defineTexts } from '../../platform/i18n.ts';

/** How the audit log calls the entity, its fields and their values. */
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
