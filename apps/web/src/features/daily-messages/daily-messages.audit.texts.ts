import { defineTexts } from '../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
export const t = defineTexts({
  en: {
    the: 'the daily message',
    many: 'Daily messages',
    day: 'Day',
    status: 'Status',
    link: 'Link',
    missing_locale: 'Missing language',
    title: 'Title',
    body: 'Text',
    author: 'Author',
    fr: 'French',
    en: 'English',
    draft: 'Draft',
    ready: 'Ready',
    fallback: 'In the other language',
    hide: 'Nothing shown',
  },
  fr: {
    the: 'le message du jour',
    many: 'Messages du jour',
    day: 'Jour',
    status: 'Statut',
    link: 'Lien',
    missing_locale: 'Quand une langue manque',
    title: 'Titre',
    body: 'Texte',
    author: 'Auteur',
    fr: 'Français',
    en: 'Anglais',
    draft: 'Brouillon',
    ready: 'Prêt',
    fallback: 'Dans l’autre langue',
    hide: 'Rien d’affiché',
  },
});
