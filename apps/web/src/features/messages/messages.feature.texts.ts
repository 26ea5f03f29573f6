import { defineTexts, formatNumber } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    messages: 'Received messages',
    awaiting: (count: number) => `${formatNumber(count)} awaiting reply`,
    conversations: 'Conversations',
    deletedSender: 'Deleted account',
  },
  fr: {
    messages: 'Messages reçus',
    awaiting: (count) => `${formatNumber(count)} à traiter`,
    conversations: 'Conversations',
    deletedSender: 'Compte supprimé',
  },
});

/** The name of a person; an account that is gone has none. */
export const nameOf = (person: { full_name: string | null; email: string } | null): string =>
  person ? (person.full_name ?? person.email) : t.deletedSender;
