import { dailyMessagesAudit } from '@agora/contract/features/daily-messages/daily-messages.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = dailyMessagesAudit.daily_message;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the daily message', many: 'Daily messages', ...en.words },
  fr: { the: 'le message du jour', many: 'Messages du jour', ...fr.words },
});
