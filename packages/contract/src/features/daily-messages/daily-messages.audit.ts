import type { AuditedNames } from '../../shared/audited.ts';

export const dailyMessagesAudit = {
  daily_message: {
    en: {
      name: 'daily message',
      words: {
        day: 'Day',
        status: 'Status',
        link: 'Link',
        missing_locale: 'When a language is missing',
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
    },
    fr: {
      name: 'message du jour',
      words: {
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
    },
  },
} as const satisfies AuditedNames;
