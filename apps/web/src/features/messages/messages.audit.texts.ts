import { defineTexts } from '../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
export const t = defineTexts({
  en: {
    the: 'the conversation',
    many: 'Conversations',
    status: 'Status',
    category: 'Category',
    assignee_id: 'Assigned to',
    entry_count: 'Number of messages and notes',
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
  fr: {
    the: 'la conversation',
    many: 'Conversations',
    status: 'Statut',
    category: 'Catégorie',
    assignee_id: 'Attribuée à',
    entry_count: 'Nombre de messages et de notes',
    new: 'Nouvelle',
    open: 'Ouverte',
    waiting: 'En attente du membre',
    closed: 'Close',
    spam: 'Indésirable',
    question: 'Question',
    bug: 'Problème',
    idea: 'Idée',
    other: 'Autre',
  },
});
