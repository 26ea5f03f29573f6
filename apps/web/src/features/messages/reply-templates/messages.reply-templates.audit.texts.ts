import { defineTexts } from '../../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
export const t = defineTexts({
  en: {
    the: 'the reply template',
    many: 'Reply templates',
    title: 'Title',
    bodies: 'Texts',
    position: 'Position',
    fr: 'French',
    en: 'English',
  },
  fr: {
    the: 'le modèle de réponse',
    many: 'Modèles de réponse',
    title: 'Titre',
    bodies: 'Textes',
    position: 'Position',
    fr: 'Français',
    en: 'Anglais',
  },
});
