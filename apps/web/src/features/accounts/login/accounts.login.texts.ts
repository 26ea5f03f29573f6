import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    fullName: 'Full name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',

    loginTitle: 'Log in',
    loginIntro: 'Welcome back.',
    logIn: 'Log In',
    forgot: 'Forgot your password?',
    incorrectCredentials: 'This email and password don’t match.',
    deactivated: 'This account is deactivated. Ask an administrator.',
    noAccount: 'Don’t have an account?',
    signUp: 'Sign up',

    signupTitle: 'Create an account',
    signupIntro: 'It takes a minute.',
    signUpAction: 'Sign up',
    emailTaken: 'An account already uses this email.',
    haveAccount: 'Already have an account?',
    toLogin: 'Log in',
    signedUp: 'Your account is ready: sign in.',
  },
  fr: {
    fullName: 'Nom complet',
    email: 'Email',
    password: 'Mot de passe',
    confirmPassword: 'Confirmer le mot de passe',

    loginTitle: 'Connexion',
    loginIntro: 'Heureux de vous revoir.',
    logIn: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    incorrectCredentials: 'Cet e-mail et ce mot de passe ne correspondent pas.',
    deactivated: 'Ce compte est désactivé. Adressez-vous à un administrateur.',
    noAccount: 'Pas encore de compte ?',
    signUp: 'Créer un compte',

    signupTitle: 'Créer un compte',
    signupIntro: 'Une minute suffit.',
    signUpAction: "S'inscrire",
    emailTaken: 'Un compte utilise déjà cette adresse.',
    haveAccount: 'Vous avez déjà un compte ?',
    toLogin: 'Se connecter',
    signedUp: 'Votre compte est prêt : connectez-vous.',
  },
});
