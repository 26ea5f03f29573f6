import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: { region: 'Confirmations and errors', close: 'Dismiss' },
  fr: { region: 'Confirmations et erreurs', close: 'Masquer' },
});
