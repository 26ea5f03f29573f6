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
