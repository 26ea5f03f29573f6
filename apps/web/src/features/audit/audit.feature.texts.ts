import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { auditLog: 'Audit log' },
  fr: { auditLog: 'Journal d’audit' },
});
