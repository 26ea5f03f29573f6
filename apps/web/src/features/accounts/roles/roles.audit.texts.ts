import { rolesAudit } from '@agora/contract/features/accounts/accounts.roles.audit';
import { defineTexts } from '../../../platform/i18n.ts';

const { en, fr } = rolesAudit.role;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the role', many: 'Roles', ...en.words },
  fr: { the: 'le rôle', many: 'Rôles', ...fr.words },
});
