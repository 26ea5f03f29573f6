import { browserOf, PROGRAM_NAME_MAX } from '@agora/contract/features/accounts/accounts.devices.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { fr, mailSubject, renderMail } from '../../../platform/mail/layout.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';

interface SecurityMail {
  projectName: string;
  locale: Locale;
  /** Address of the account, and recipient of the mail. */
  email: string;
  /** The page to recover the password or to sign in. */
  url: string;
}

type Texts = Record<Locale, (mail: SecurityMail) => MailContent>;

/** Sent to the owner of an account after every password change, since it may not be theirs (ASVS 6.3.7). */
export const passwordChangedMail = (mail: SecurityMail): MailContent => PASSWORD_CHANGED[mail.locale](mail);

/**
 * Sent to the owner of an address that was used to sign up again: the response on the page reveals nothing.
 */
export const signupMail = (mail: SecurityMail): MailContent => SIGNUP[mail.locale](mail);

interface NewDeviceMail extends SecurityMail {
  ip: string;
  user_agent: string;
  at: Date;
  timeZone: string;
}

/** Sent to somebody of the team who signs in from a device for the first time, since it may not be them (ASVS 6.3.5). */
export const newDeviceMail = (mail: NewDeviceMail): MailContent => NEW_DEVICE[mail.locale](mail);

const PASSWORD_CHANGED: Texts = {
  fr: ({ projectName, locale, email, url }) => ({
    subject: mailSubject(projectName, locale, 'votre mot de passe a été modifié'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Si ce n’est pas vous, choisissez-en un nouveau sans attendre.`,
      title: fr`Votre mot de passe a été modifié`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Le mot de passe de votre compte ${projectName} (${email}) vient d’être modifié.`,
        fr`Si ce changement vient de vous, vous n’avez rien à faire.`,
        fr`S’il ne vient pas de vous, demandez sans attendre un lien pour choisir un nouveau mot de passe : toutes les sessions ouvertes seront fermées.`,
      ],
      action: { label: fr`Choisir un nouveau mot de passe`, url },
    }),
  }),
  en: ({ projectName, locale, email, url }) => ({
    subject: mailSubject(projectName, locale, 'your password has been changed'),
    ...renderMail({
      projectName,
      locale,
      preheader: 'If it wasn’t you, choose a new one at once.',
      title: 'Your password has been changed',
      paragraphs: [
        'Hello,',
        `The password of your ${projectName} account (${email}) has just been changed.`,
        'If it was you, there is nothing you need to do.',
        'If it wasn’t you, ask at once for a link to choose a new password: every open session will end.',
      ],
      action: { label: 'Choose a new password', url },
    }),
  }),
};

const SIGNUP: Texts = {
  fr: ({ projectName, locale, email, url }) => ({
    subject: mailSubject(projectName, locale, 'vous avez déjà un compte'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Quelqu’un s’est inscrit avec votre adresse e-mail.`,
      title: fr`Vous avez déjà un compte`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Quelqu’un vient de s’inscrire à ${projectName} avec votre adresse ${email}, qui a déjà un compte. Rien n’a été créé ni modifié.`,
        fr`Si cette demande vient de vous, connectez-vous avec votre mot de passe habituel, ou utilisez « Mot de passe oublié ? » sur la page de connexion.`,
      ],
      action: { label: fr`Se connecter`, url },
      note: fr`Si elle ne vient pas de vous, ignorez cet e-mail : la personne qui l’a faite ne sait pas que vous avez un compte.`,
    }),
  }),
  en: ({ projectName, locale, email, url }) => ({
    subject: mailSubject(projectName, locale, 'you already have an account'),
    ...renderMail({
      projectName,
      locale,
      preheader: 'Somebody asked to sign up with your email address.',
      title: 'You already have an account',
      paragraphs: [
        'Hello,',
        `Somebody has just asked to sign up for ${projectName} with your address ${email}, which already has an account. Nothing was created or changed.`,
        'If it was you, sign in with your usual password, or use “Forgot your password?” on the sign-in page.',
      ],
      action: { label: 'Sign in', url },
      note: 'If it wasn’t you, ignore this email: whoever asked does not know that you have an account.',
    }),
  }),
};

const momentIn = ({ locale, at, timeZone }: NewDeviceMail) =>
  new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(at);

/** @param on joins browser and system */
function deviceOf({ user_agent }: NewDeviceMail, on: string, unknown: string): string {
  const known = browserOf(user_agent);
  if (known) return `${known.browser} ${on} ${known.system}`;
  return user_agent.slice(0, PROGRAM_NAME_MAX) || unknown;
}

const NEW_DEVICE: Record<Locale, (mail: NewDeviceMail) => MailContent> = {
  fr: (mail) => {
    const { projectName, locale, email, url, ip } = mail;
    return {
      subject: mailSubject(projectName, locale, 'connexion depuis un nouvel appareil'),
      ...renderMail({
        projectName,
        locale,
        preheader: fr`Si ce n’est pas vous, changez votre mot de passe sans attendre.`,
        title: fr`Connexion depuis un nouvel appareil`,
        paragraphs: [
          fr`Bonjour,`,
          fr`Une connexion à votre compte ${projectName} (${email}) vient d’avoir lieu depuis un appareil que vous n’aviez pas encore utilisé.`,
          fr`Appareil : ${deviceOf(mail, 'sur', 'inconnu')}. Adresse IP : ${ip}. Le ${momentIn(mail)}.`,
          fr`Si c’est vous, vous n’avez rien à faire.`,
          fr`Sinon, choisissez sans attendre un nouveau mot de passe : toutes les sessions ouvertes seront fermées. Prévenez aussi un administrateur.`,
        ],
        action: { label: fr`Choisir un nouveau mot de passe`, url },
      }),
    };
  },
  en: (mail) => {
    const { projectName, locale, email, url, ip } = mail;
    return {
      subject: mailSubject(projectName, locale, 'sign-in from a new device'),
      ...renderMail({
        projectName,
        locale,
        preheader: 'If it wasn’t you, change your password at once.',
        title: 'Sign-in from a new device',
        paragraphs: [
          'Hello,',
          `Somebody has just signed in to your ${projectName} account (${email}) from a device that you have not used before.`,
          `Device: ${deviceOf(mail, 'on', 'unknown')}. IP address: ${ip}. On ${momentIn(mail)}.`,
          'If it was you, there is nothing you need to do.',
          'If it wasn’t you, choose a new password at once: every open session will end. Tell an administrator, too.',
        ],
        action: { label: 'Choose a new password', url },
      }),
    };
  },
};
