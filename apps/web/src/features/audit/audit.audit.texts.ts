import { auditAudit } from '@agora/contract/features/audit/audit.audit';
import type { NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = auditAudit.export;

/** Names of the entity in the audit log, with those of its fields. */
export const t = defineTexts({
  en: {
    the: 'the export',
    many: 'Exports',
    ...en.words,
  },
  fr: {
    the: 'l’export',
    many: 'Exports',
    ...fr.words,
  },
});

export const changes: readonly NamedChange[] = [
  { action: 'created', en: 'exported the list', fr: 'a exporté la liste' },
];
