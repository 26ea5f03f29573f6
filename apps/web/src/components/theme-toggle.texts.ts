import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    toDark: 'Switch to dark mode',
    toLight: 'Switch to light mode',
  },
  fr: {
    toDark: 'Passer en mode sombre',
    toLight: 'Passer en mode clair',
  },
});
