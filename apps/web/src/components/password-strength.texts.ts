import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    strength: 'Password strength',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
  },
  fr: {
    strength: 'Robustesse du mot de passe',
    low: 'Faible',
    medium: 'Moyenne',
    high: 'Élevée',
  },
});
