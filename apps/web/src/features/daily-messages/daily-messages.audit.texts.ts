import { dailyMessagesAudit } from '@agora/contract/features/daily-messages/daily-messages.audit';
import type { NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = dailyMessagesAudit.daily_message;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: {
    the: 'the daily message',
    many: 'Daily messages',
    ...en.words,
  },
  fr: {
    the: 'le message du jour',
    many: 'Messages du jour',
    ...fr.words,
  },
});

export const changes: readonly NamedChange[] = [
  {
    field: 'status',
    to: 'ready',
    en: 'marked the daily message as ready:',
    fr: 'a marqué prêt le message du jour',
  },
  {
    field: 'status',
    to: 'draft',
    en: 'returned the daily message to draft:',
    fr: 'a remis en brouillon le message du jour',
  },
  {
    field: 'day',
    to: null,
    en: 'moved the daily message to the reserve:',
    fr: 'a mis en réserve le message du jour',
  },
  { field: 'day', from: null, en: 'planned the daily message', fr: 'a planifié le message du jour' },
  { field: 'day', en: 'moved the daily message', fr: 'a déplacé le message du jour' },
];
