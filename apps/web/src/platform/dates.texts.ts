import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: { justNow: 'just\u00a0now' },
  fr: { justNow: 'à\u00a0l’instant' },
});
