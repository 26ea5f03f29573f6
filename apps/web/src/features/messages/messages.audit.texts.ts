import { messagesAudit } from '@agora/contract/features/messages/messages.audit';
import type { NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = messagesAudit.message;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: {
    the: 'the conversation',
    many: 'Conversations',
    ...en.words,
  },
  fr: {
    the: 'la conversation',
    many: 'Conversations',
    ...fr.words,
  },
});

export const templateWords = defineTexts({
  en: { the: 'the reply template', many: 'Reply templates', ...messagesAudit.reply_template.en.words },
  fr: { the: 'le modèle de réponse', many: 'Modèles de réponse', ...messagesAudit.reply_template.fr.words },
});

export const changes: readonly NamedChange[] = [
  {
    field: 'status',
    to: 'spam',
    en: 'marked the conversation as spam:',
    fr: 'a marqué comme indésirable la conversation',
  },
  {
    field: 'status',
    from: 'spam',
    en: 'moved the conversation out of spam:',
    fr: 'a sorti des indésirables la conversation',
  },
  { field: 'status', to: 'closed', en: 'closed the conversation', fr: 'a terminé la conversation' },
  { field: 'entry_count', en: 'wrote in the conversation', fr: 'a écrit dans la conversation' },
  { field: 'status', from: 'closed', en: 'reopened the conversation', fr: 'a rouvert la conversation' },
  {
    field: 'snoozed_until',
    to: null,
    en: 'woke the conversation',
    fr: 'a repris avant l’heure la conversation',
  },
  { field: 'snoozed_until', en: 'snoozed the conversation', fr: 'a reporté la conversation' },
  {
    field: 'assignee_id',
    to: null,
    en: 'unassigned the conversation',
    fr: 'a retiré l’attribution de la conversation',
  },
  { field: 'assignee_id', en: 'assigned the conversation', fr: 'a attribué la conversation' },
];
