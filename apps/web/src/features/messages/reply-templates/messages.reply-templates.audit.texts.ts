import { messagesAudit } from '@agora/contract/features/messages/messages.audit';
import { defineTexts } from '../../../platform/i18n.ts';

const { en, fr } = messagesAudit.reply_template;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the reply template', many: 'Reply templates', ...en.words },
  fr: { the: 'le modèle de réponse', many: 'Modèles de réponse', ...fr.words },
});
