import type { AuditedNames } from '../../shared/audited.ts';

export const messagesAudit = {
  message: {
    en: {
      name: 'conversation',
      words: {
        status: 'Status',
        category: 'Category',
        assignee_id: 'Assigned to',
        entry_count: 'Number of messages and notes',
        snoozed_until: 'Snoozed until',
        new: 'New',
        open: 'Open',
        waiting: 'Waiting for the member',
        closed: 'Closed',
        spam: 'Spam',
        question: 'Question',
        bug: 'Problem',
        idea: 'Idea',
        other: 'Other',
      },
    },
    fr: {
      name: 'conversation',
      words: {
        status: 'Statut',
        category: 'Catégorie',
        assignee_id: 'Attribuée à',
        entry_count: 'Nombre de messages et de notes',
        snoozed_until: 'Reportée jusqu’à',
        new: 'Nouvelle',
        open: 'Ouverte',
        waiting: 'En attente de réponse',
        closed: 'Terminée',
        spam: 'Indésirable',
        question: 'Question',
        bug: 'Problème',
        idea: 'Idée',
        other: 'Autre',
      },
    },
  },
  reply_template: {
    en: {
      name: 'reply template',
      words: {
        title: 'Title',
        bodies: 'Texts',
        position: 'Place in the list',
        fr: 'French',
        en: 'English',
      },
    },
    fr: {
      name: 'modèle de réponse',
      words: {
        title: 'Titre',
        bodies: 'Textes',
        position: 'Rang dans la liste',
        fr: 'Français',
        en: 'Anglais',
      },
    },
  },
} as const satisfies AuditedNames;
