import { dailyMessagesAudit } from '@agora/contract/features/daily-messages/daily-messages.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = dailyMessagesAudit.daily_message;

/** Names of the entity in the audit log, with those of its fields and values, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the daily message',
    many: 'Daily messages',
    ...en.words,
    'status=ready': 'marked the daily message as ready:',
    'status=draft': 'returned the daily message to draft:',
    'day=null': 'moved the daily message to the reserve:',
    'day=null>*': 'planned the daily message',
    'day=*': 'moved the daily message',
  },
  fr: {
    the: 'le message du jour',
    many: 'Messages du jour',
    ...fr.words,
    'status=ready': 'a marqué prêt le message du jour',
    'status=draft': 'a remis en brouillon le message du jour',
    'day=null': 'a mis en réserve le message du jour',
    'day=null>*': 'a planifié le message du jour',
    'day=*': 'a déplacé le message du jour',
  },
});
