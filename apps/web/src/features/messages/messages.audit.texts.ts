import { messagesAudit } from '@agora/contract/features/messages/messages.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = messagesAudit.message;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the conversation', many: 'Conversations', ...en.words },
  fr: { the: 'la conversation', many: 'Conversations', ...fr.words },
});
