import { nameOf, type Person } from '@agora/contract/features/accounts/accounts.names.rules';
import { defineTexts, formatNumber } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    messages: 'Inbox',
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

/** The name of a member; an account that is gone has none. */
export const senderName = (sender: Person | null): string => nameOf(sender) ?? t.deletedSender;
