import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: {
    fullNameRequired: 'Full name is required',
    fullNameShort: (min: number) => `Full name must be at least ${min} characters`,
    fullNameLong: (max: number) => `Full name must be at most ${max} characters`,
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email address',
    passwordRequired: 'Password is required',
    passwordShort: (min: number) => `Password must be at least ${min} characters`,
    passwordLong: (max: number) => `Password must be at most ${max} characters`,
    confirmRequired: 'Password confirmation is required',
    confirmDiffers: 'The passwords do not match',
  },
  fr: {
    fullNameRequired: 'Le nom complet est requis',
    fullNameShort: (min) => `Le nom complet doit comporter au moins ${min} caractères`,
    fullNameLong: (max) => `Le nom complet doit comporter au plus ${max} caractères`,
    emailRequired: "L'e-mail est requis",
    emailInvalid: 'Addresse e-mail invalide',
    passwordRequired: 'Le mot de passe est requis',
    passwordShort: (min) => `Le mot de passe doit comporter au moins ${min} caractères`,
    passwordLong: (max) => `Le mot de passe doit comporter au plus ${max} caractères`,
    confirmRequired: 'La confirmation du mot de passe est requise',
    confirmDiffers: 'Les mots de passe ne correspondent pas',
  },
});
