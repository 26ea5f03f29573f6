import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
  },
  fr: {
    showPassword: 'Afficher le mot de passe',
    hidePassword: 'Masquer le mot de passe',
  },
});
