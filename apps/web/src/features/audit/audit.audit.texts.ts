import { auditAudit } from '@agora/contract/features/audit/audit.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = auditAudit.export;

/** Names of the entity in the audit log, with those of its fields, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the export',
    many: 'Exports',
    ...en.words,
    created: 'exported the list',
  },
  fr: {
    the: 'l’export',
    many: 'Exports',
    ...fr.words,
    created: 'a exporté la liste',
  },
});
