import { messagesAudit } from '@agora/contract/features/messages/messages.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = messagesAudit.message;

/** Names of the entity in the audit log, with those of its fields and values, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the conversation',
    many: 'Conversations',
    ...en.words,
    'status=spam': 'marked the conversation as spam:',
    'status=spam>*': 'moved the conversation out of spam:',
    'status=closed': 'closed the conversation',
    'entry_count=*': 'wrote in the conversation',
    'status=closed>*': 'reopened the conversation',
    'assignee_id=null': 'unassigned the conversation',
    'assignee_id=*': 'assigned the conversation',
  },
  fr: {
    the: 'la conversation',
    many: 'Conversations',
    ...fr.words,
    'status=spam': 'a marqué comme indésirable la conversation',
    'status=spam>*': 'a sorti des indésirables la conversation',
    'status=closed': 'a clos la conversation',
    'entry_count=*': 'a écrit dans la conversation',
    'status=closed>*': 'a rouvert la conversation',
    'assignee_id=null': 'a retiré l’attribution de la conversation',
    'assignee_id=*': 'a attribué la conversation',
  },
});
