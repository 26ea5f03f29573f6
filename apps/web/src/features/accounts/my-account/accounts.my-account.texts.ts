import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    passwordTitle: 'Password',
    passwordText: 'All your other sessions end when you change it.',
    noPasswordText:
      'You have none: you sign in with the sign-in provider. Set one if you want to do without it.',
    sendPasswordLink: 'Send me a link to set one',
    passwordLinkSent: (email: string) => `A link is on its way to ${email}.`,
    currentPassword: 'Current password',
    newPassword: 'New password',
    changePassword: 'Change the password',
    passwordChanged: 'Your password has been changed.',
    emailPrompt: (email: string) =>
      `Your address becomes ${email}. The former one gets an email with a link to undo this, valid for 72 hours.`,
    pendingEmail: (email: string) =>
      `${email} replaces your address once you have opened the link that was sent there.`,
    resendConfirmation: 'Send the link again',
    confirmationSent: 'A new link is on its way; the former one no longer works.',
    cancelEmailChange: 'Keep my address',
    emailKept: 'Your address stays as it is.',
    deleteMe: 'Erase my account for good',
    deleteMeText: 'Your account and your items are erased at once. Nobody can bring them back.',
    deleteMeAdmin:
      'You are an administrator: you can’t erase your own account. Ask another administrator to delete it, or to take your rights so that you can erase it yourself.',
    deleteMeWord: 'erase',
    deleteMePassword: 'Your account will be erased.',
    myProfileTitle: 'Profile',
    myProfileText: 'How others see you, and where your emails go.',
  },
  fr: {
    passwordTitle: 'Mot de passe',
    passwordText: 'Toutes vos autres sessions sont fermées quand vous le changez.',
    noPasswordText:
      'Vous n’en avez pas : vous vous connectez par le fournisseur d’identité. Choisissez-en un si vous voulez vous en passer.',
    sendPasswordLink: 'M’envoyer un lien pour en choisir un',
    passwordLinkSent: (email) => `Un lien est en route vers ${email}.`,
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    changePassword: 'Changer le mot de passe',
    passwordChanged: 'Votre mot de passe a été changé.',
    emailPrompt: (email) =>
      `Votre adresse devient ${email}. L’ancienne reçoit un e-mail avec un lien pour annuler, valable 72 heures.`,
    pendingEmail: (email) =>
      `${email} remplacera votre adresse dès que vous aurez ouvert le lien envoyé à cette adresse.`,
    resendConfirmation: 'Renvoyer le lien',
    confirmationSent: 'Un nouveau lien est en route ; l’ancien ne fonctionne plus.',
    cancelEmailChange: 'Garder mon adresse',
    emailKept: 'Votre adresse reste inchangée.',
    deleteMe: 'Effacer définitivement mon compte',
    deleteMeText: 'Votre compte et vos éléments seront effacés aussitôt, sans retour possible.',
    deleteMeAdmin:
      'Vous êtes administrateur : vous ne pouvez pas effacer votre propre compte. Demandez à un autre administrateur de supprimer votre compte, ou de retirer vos droits pour que vous puissiez ensuite l’effacer vous-même.',
    deleteMeWord: 'effacer',
    deleteMePassword: 'Votre compte sera effacé.',
    myProfileTitle: 'Profil',
    myProfileText: 'Votre nom pour les autres, et l’adresse où arrivent vos e-mails.',
  },
});
