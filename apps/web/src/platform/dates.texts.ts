import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: { justNow: 'just now' },
  fr: { justNow: 'à l’instant' },
});
