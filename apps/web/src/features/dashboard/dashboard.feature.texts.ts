import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { dashboard: 'Dashboard' },
  fr: { dashboard: 'Dashboard' },
});
