import { dataExportsAudit } from '@agora/contract/features/data-exports/data-exports.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = dataExportsAudit.retention_period;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the retention period', many: 'Retention periods', ...en.words },
  fr: { the: 'la durée de conservation', many: 'Durées de conservation', ...fr.words },
});
