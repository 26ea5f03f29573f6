import { accountsAudit } from '@agora/contract/features/accounts/accounts.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = accountsAudit.user;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the account', many: 'Accounts', ...en.words },
  fr: { the: 'le compte', many: 'Comptes', ...fr.words },
});
