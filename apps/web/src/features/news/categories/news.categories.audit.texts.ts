import { defineTexts } from '../../../platform/i18n.ts';

/** How the audit log calls the entity, its fields and their values. */
export const t = defineTexts({
  en: {
    the: 'the category',
    many: 'News categories',
    name_fr: 'Name in French',
    name_en: 'Name in English',
    color: 'Colour',
  },
  fr: {
    the: 'la catégorie',
    many: 'Catégories de news',
    name_fr: 'Nom en français',
    name_en: 'Nom en anglais',
    color: 'Couleur',
  },
});
