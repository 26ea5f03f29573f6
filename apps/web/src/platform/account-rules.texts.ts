import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: {
    fullNameRequired: 'Full name is required',
    fullNameShort: 'Full name must be at least 3 characters',
    fullNameLong: 'Full name must be at most 255 characters',
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email address',
    passwordRequired: 'Password is required',
    passwordShort: 'Password must be at least 8 characters',
    passwordLong: 'Password must be at most 128 characters',
    confirmRequired: 'Password confirmation is required',
    confirmDiffers: 'The passwords do not match',
  },
  fr: {
    fullNameRequired: 'Le nom complet est requis',
    fullNameShort: 'Le nom complet doit comporter au moins 3 caractères',
    fullNameLong: 'Le nom complet doit comporter au plus 255 caractères',
    emailRequired: "L'e-mail est requis",
    emailInvalid: 'Addresse e-mail invalide',
    passwordRequired: 'Le mot de passe est requis',
    passwordShort: 'Le mot de passe doit comporter au moins 8 caractères',
    passwordLong: 'Le mot de passe doit comporter au plus 128 caractères',
    confirmRequired: 'La confirmation du mot de passe est requise',
    confirmDiffers: 'Les mots de passe ne correspondent pas',
  },
});
