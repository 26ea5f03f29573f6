import { defineTexts } from '../../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
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
