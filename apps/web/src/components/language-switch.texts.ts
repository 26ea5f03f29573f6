import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    language: 'Language',
  },
  fr: {
    language: 'Langue',
  },
});
