import { defineTexts } from '../../../platform/i18n.ts';

/** Texts of the pages that mail links open, and of the page to request such a link. */
export const t = defineTexts({
  en: {
    email: 'Email',
    newPassword: 'New password',

    recoverTitle: 'Forgot your password?',
    recoverIntro: 'Enter your email address: you will get a link to choose a new password.',
    recover: 'Send the link',
    recoverSent: 'Check your email',
    recoverSentText: (email: string) =>
      `If an account exists for ${email}, a link to choose a new password is on its way. It may take a minute.`,
    recoverAgain: 'Use another address',
    backToLogin: 'Back to log in',

    resetTitle: 'Choose a new password',
    resetIntro: 'You will be signed out everywhere and can then sign in with it.',
    reset: 'Save the password',
    resetDone: 'Your password has been changed: sign in.',
    linkTitle: 'This link doesn’t work',
    linkMissing: 'The address of this page is incomplete: open the link in the email again.',
    linkBad: 'It has expired, was already used, or a newer one was sent.',
    linkNew: 'Ask for a new link',

    signedInTitle: 'You are already signed in',
    signedInAs: (who: string) => `You are signed in as ${who}.`,
    signedInText: 'This link may be for another account.',
    signOutAndContinue: 'Sign out and continue',
    toDashboard: 'Go to the dashboard',

    undoTitle: 'Undo the change of address',
    undoIntro:
      'You keep your email address or get it back, and all your sessions will end. Then choose a new password.',
    undo: 'Undo the change',
    undoDone: 'The change of address is undone',
    undoDoneText: 'Choose a new password now, so that nobody else can sign in.',

    confirmTitle: 'Confirm your new address',
    confirmIntro: 'From then on you sign in with it, and your emails go there.',
    confirm: 'Confirm the address',
    confirmDone: 'Your new address is active',
    confirmDoneText:
      'Use it to sign in. The former one got an email with a link to undo this, valid for 72 hours.',
    toAccount: 'Go to my account',
  },
  fr: {
    email: 'Email',
    newPassword: 'Nouveau mot de passe',

    recoverTitle: 'Mot de passe oublié ?',
    recoverIntro:
      'Indiquez votre adresse e-mail : vous recevrez un lien pour choisir un nouveau mot de passe.',
    recover: 'Envoyer le lien',
    recoverSent: 'Consultez votre messagerie',
    recoverSentText: (email) =>
      `Si un compte existe pour ${email}, un lien pour choisir un nouveau mot de passe est en route. Cela peut prendre une minute.`,
    recoverAgain: 'Utiliser une autre adresse',
    backToLogin: 'Retour à la connexion',

    resetTitle: 'Choisissez un nouveau mot de passe',
    resetIntro: 'Toutes vos sessions seront fermées ; vous vous connecterez ensuite avec ce mot de passe.',
    reset: 'Enregistrer le mot de passe',
    resetDone: 'Votre mot de passe a été changé : connectez-vous.',
    linkTitle: 'Ce lien ne fonctionne pas',
    linkMissing: 'L’adresse de cette page est incomplète : ouvrez à nouveau le lien de l’e-mail.',
    linkBad: 'Il a expiré, a déjà servi, ou un lien plus récent a été envoyé.',
    linkNew: 'Demander un nouveau lien',

    signedInTitle: 'Une session est déjà ouverte',
    signedInAs: (who) => `Vous êtes connecté en tant que ${who}.`,
    signedInText: 'Ce lien est peut-être destiné à un autre compte.',
    signOutAndContinue: 'Se déconnecter et continuer',
    toDashboard: 'Aller au tableau de bord',

    undoTitle: 'Annuler le changement d’adresse',
    undoIntro:
      'Vous gardez ou retrouvez votre adresse e-mail, et toutes vos sessions seront fermées. Choisissez ensuite un nouveau mot de passe.',
    undo: 'Annuler le changement',
    undoDone: 'Le changement d’adresse est annulé',
    undoDoneText:
      'Choisissez maintenant un nouveau mot de passe, pour que personne d’autre ne puisse se connecter.',

    confirmTitle: 'Confirmez votre nouvelle adresse',
    confirmIntro: 'Vous l’utiliserez ensuite pour vous connecter et recevoir vos e-mails.',
    confirm: 'Confirmer l’adresse',
    confirmDone: 'Votre nouvelle adresse est active',
    confirmDoneText:
      'Utilisez-la pour vous connecter. L’ancienne a reçu un e-mail avec un lien pour annuler, valable 72 heures.',
    toAccount: 'Aller à mon compte',
  },
});
