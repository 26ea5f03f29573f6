import { rolesAudit } from '@agora/contract/features/accounts/accounts.roles.audit';
import { defineTexts } from '../../../platform/i18n.ts';

const { en, fr } = rolesAudit.api_key;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the API key', many: 'API keys', ...en.words },
  fr: { the: 'la clé d’API', many: 'Clés d’API', ...fr.words },
});
