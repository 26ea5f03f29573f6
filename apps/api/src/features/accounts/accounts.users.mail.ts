import type { Locale } from '@agora/contract/shared/locale';
import { fr, hoursText, mailSubject, renderMail } from '../../platform/mail/layout.ts';
import type { MailContent } from '../../platform/mail/mail.ts';

interface LinkMail {
  projectName: string;
  locale: Locale;
  url: string;
  /** Validity of the link, in hours. */
  hours: number;
}

interface AccountMail extends LinkMail {
  /** Address of the account, and recipient of the mail. */
  email: string;
}

interface EmailChangedMail extends LinkMail {
  oldEmail: string;
  newEmail: string;
}

interface PromotedMail {
  projectName: string;
  locale: Locale;
  /** The promoted account and the actor, by name. */
  promoted: string;
  actor: string;
}

type Texts<Mail> = Record<Locale, (mail: Mail, lasts: string) => MailContent>;

const write = <Mail extends LinkMail>(texts: Texts<Mail>, mail: Mail) =>
  texts[mail.locale](mail, hoursText(mail.hours, mail.locale));

/** Sent on request to an address with an account, even if another person requested it. */
export const passwordRecoveryMail = (mail: AccountMail): MailContent => write(PASSWORD_RECOVERY, mail);

/** Sent to the owner of an account made by an administrator; without a password. */
export const newAccountMail = (mail: AccountMail): MailContent => write(NEW_ACCOUNT, mail);

/** Sent to the former address of an account, since the change may not come from its owner. */
export const emailChangedMail = (mail: EmailChangedMail): MailContent => write(EMAIL_CHANGED, mail);

/** Sent to the current address of an account while a new one awaits confirmation. */
export const emailPendingMail = (mail: EmailChangedMail): MailContent => write(EMAIL_PENDING, mail);

/** Sent to the new address of an account, to prove that the owner controls it. */
export const confirmEmailMail = (mail: EmailChangedMail): MailContent => write(CONFIRM_EMAIL, mail);

/** Sent to superusers when another account becomes one: promotion is a prime target of intruders. */
export const promotedMail = (mail: PromotedMail): MailContent => PROMOTED[mail.locale](mail);

const PASSWORD_RECOVERY: Texts<AccountMail> = {
  fr: ({ projectName, locale, email, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'réinitialisation de votre mot de passe'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Choisissez un nouveau mot de passe. Le lien est valable ${lasts}.`,
      title: fr`Choisissez un nouveau mot de passe`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Nous avons reçu une demande de nouveau mot de passe pour votre compte ${projectName} (${email}). Si elle vient de vous, choisissez-le avec le bouton ci-dessous.`,
      ],
      action: { label: fr`Choisir un mot de passe`, url },
      note: fr`Ce lien est valable ${lasts} et ne peut servir qu’une fois. Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.`,
    }),
  }),
  en: ({ projectName, locale, email, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'reset your password'),
    ...renderMail({
      projectName,
      locale,
      preheader: `Choose a new password. The link works for ${lasts}.`,
      title: 'Choose a new password',
      paragraphs: [
        'Hello,',
        `We received a request to reset the password of your ${projectName} account (${email}). If it was you, choose a new password with the button below.`,
      ],
      action: { label: 'Choose a password', url },
      note: `This link works for ${lasts} and only once. If you didn’t ask for it, ignore this email: your password stays as it is.`,
    }),
  }),
};

const NEW_ACCOUNT: Texts<AccountMail> = {
  fr: ({ projectName, locale, email, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'votre compte est prêt'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Choisissez votre mot de passe pour vous connecter. Le lien est valable ${lasts}.`,
      title: fr`Bienvenue !`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Un administrateur a créé pour vous un compte ${projectName}. Votre identifiant est votre adresse e-mail : ${email}.`,
        fr`Il ne vous reste qu’à choisir votre mot de passe.`,
      ],
      action: { label: fr`Choisir mon mot de passe`, url },
      note: fr`Ce lien est valable ${lasts} et ne peut servir qu’une fois. S’il a expiré, utilisez « Mot de passe oublié ? » sur la page de connexion.`,
    }),
  }),
  en: ({ projectName, locale, email, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'your account is ready'),
    ...renderMail({
      projectName,
      locale,
      preheader: `Choose your password to sign in. The link works for ${lasts}.`,
      title: 'Welcome!',
      paragraphs: [
        'Hello,',
        `An administrator has created a ${projectName} account for you. You sign in with your email address: ${email}.`,
        'All that is left is to choose your password.',
      ],
      action: { label: 'Choose my password', url },
      note: `This link works for ${lasts} and only once. If it has expired, use “Forgot your password?” on the sign-in page.`,
    }),
  }),
};

const EMAIL_CHANGED: Texts<EmailChangedMail> = {
  fr: ({ projectName, locale, oldEmail, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'votre adresse e-mail a changé'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Si ce n’est pas vous, annulez ce changement. Le lien est valable ${lasts}.`,
      title: fr`Votre adresse e-mail a changé`,
      paragraphs: [
        fr`Bonjour,`,
        fr`L’adresse e-mail de votre compte ${projectName} vient de changer : ${newEmail} remplace désormais ${oldEmail}.`,
        fr`Si ce changement vient de vous, vous n’avez rien à faire.`,
        fr`S’il ne vient pas de vous, annulez-le : votre compte retrouvera son ancienne adresse et toutes ses sessions seront fermées.`,
      ],
      action: { label: fr`Annuler le changement`, url },
      note: fr`Ce lien est valable ${lasts} et ne peut servir qu’une fois.`,
    }),
  }),
  en: ({ projectName, locale, oldEmail, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'your email address has changed'),
    ...renderMail({
      projectName,
      locale,
      preheader: `If it wasn’t you, undo this change. The link works for ${lasts}.`,
      title: 'Your email address has changed',
      paragraphs: [
        'Hello,',
        `The email address of your ${projectName} account has just been replaced: it is now ${newEmail} instead of ${oldEmail}.`,
        'If it was you, there is nothing you need to do.',
        'If it wasn’t you, undo the change: your account gets its former address back and all its sessions end.',
      ],
      action: { label: 'Undo the change', url },
      note: `This link works for ${lasts} and only once.`,
    }),
  }),
};

const EMAIL_PENDING: Texts<EmailChangedMail> = {
  fr: ({ projectName, locale, oldEmail, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'un changement d’adresse e-mail a été demandé'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Si ce n’est pas vous, refusez ce changement. Le lien est valable ${lasts}.`,
      title: fr`Un changement d’adresse a été demandé`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Quelqu’un vient de demander à remplacer l’adresse e-mail de votre compte ${projectName}, ${oldEmail}, par ${newEmail}. Le changement prendra effet dès que la nouvelle adresse sera confirmée.`,
        fr`Si cette demande vient de vous, vous n’avez rien à faire ici : ouvrez l’e-mail envoyé à la nouvelle adresse.`,
        fr`Si elle ne vient pas de vous, refusez-la : votre compte gardera son adresse et toutes ses sessions seront fermées.`,
      ],
      action: { label: fr`Refuser le changement`, url },
      note: fr`Ce lien est valable ${lasts}, même une fois la nouvelle adresse confirmée, et ne peut servir qu’une fois.`,
    }),
  }),
  en: ({ projectName, locale, oldEmail, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'a change of email address was requested'),
    ...renderMail({
      projectName,
      locale,
      preheader: `If it wasn’t you, refuse this change. The link works for ${lasts}.`,
      title: 'A change of email address was requested',
      paragraphs: [
        'Hello,',
        `Somebody has just asked to replace the email address of your ${projectName} account, ${oldEmail}, with ${newEmail}. This takes effect as soon as the new address is confirmed.`,
        'If it was you, there is nothing you need to do here: open the email sent to the new address.',
        'If it wasn’t you, refuse the change: your account keeps its address and all its sessions end.',
      ],
      action: { label: 'Refuse the change', url },
      note: `This link works for ${lasts}, even once the new address is confirmed, and only once.`,
    }),
  }),
};

const CONFIRM_EMAIL: Texts<EmailChangedMail> = {
  fr: ({ projectName, locale, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'confirmez votre nouvelle adresse e-mail'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Confirmez que cette adresse est la vôtre. Le lien est valable ${lasts}.`,
      title: fr`Confirmez votre nouvelle adresse e-mail`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Vous avez indiqué ${newEmail} comme nouvelle adresse de votre compte ${projectName}. Elle prendra effet dès que vous l’aurez confirmée.`,
      ],
      action: { label: fr`Confirmer l’adresse`, url },
      note: fr`Ce lien est valable ${lasts} et ne peut servir qu’une fois. Si cette demande ne vient pas de vous, ignorez cet e-mail : rien ne changera.`,
    }),
  }),
  en: ({ projectName, locale, newEmail, url }, lasts) => ({
    subject: mailSubject(projectName, locale, 'confirm your new email address'),
    ...renderMail({
      projectName,
      locale,
      preheader: `Confirm that this address is yours. The link works for ${lasts}.`,
      title: 'Confirm your new email address',
      paragraphs: [
        'Hello,',
        `You gave ${newEmail} as the new address of your ${projectName} account. It takes effect as soon as you confirm it.`,
      ],
      action: { label: 'Confirm the address', url },
      note: `This link works for ${lasts} and only once. If it wasn’t you who asked, ignore this email: nothing changes.`,
    }),
  }),
};

const PROMOTED: Record<Locale, (mail: PromotedMail) => MailContent> = {
  fr: ({ projectName, locale, promoted, actor }) => ({
    subject: mailSubject(projectName, locale, 'un nouveau compte administrateur'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Les droits d’administrateur viennent d’être donnés à ${promoted}.`,
      title: fr`Un nouveau compte administrateur`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Les droits d’administrateur de ${projectName} viennent d’être donnés à ${promoted}.`,
        fr`C’est ${actor} qui les a donnés.`,
      ],
      note: fr`S’il est attendu, vous n’avez rien à faire. Sinon, retirez ces droits dans la liste des comptes administrateurs et prévenez les autres administrateurs.`,
    }),
  }),
  en: ({ projectName, locale, promoted, actor }) => ({
    subject: mailSubject(projectName, locale, 'a new administrator account'),
    ...renderMail({
      projectName,
      locale,
      preheader: `Administrator rights have just been given to ${promoted}.`,
      title: 'A new administrator account',
      paragraphs: [
        'Hello,',
        `Administrator rights for ${projectName} have just been given to ${promoted}.`,
        `${actor} made this change.`,
      ],
      note: 'If you expected it, there is nothing you need to do. If not, take these rights away in the list of administrator accounts and tell the other administrators.',
    }),
  }),
};
