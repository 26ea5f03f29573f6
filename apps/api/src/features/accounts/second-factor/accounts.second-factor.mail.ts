import type { Locale } from '@agora/contract/shared/locale';
import { fr, mailSubject, renderMail } from '../../../platform/mail/layout.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { FactorChange } from './accounts.second-factor.rules.ts';

interface FactorMail {
  projectName: string;
  locale: Locale;
  /** Address of the account, and recipient of the mail. */
  email: string;
  /** The page to recover the password. */
  url: string;
  change: FactorChange;
  /** Of the passkey or provider that it is about. */
  name?: string;
}

interface Wording {
  subject: string;
  title: string;
  text: string;
}

type Product = Pick<FactorMail, 'projectName' | 'email' | 'name'>;

/** Sent to the owner of an account after every change of how it signs in besides the password, since it may not be theirs (ASVS 6.3.7). */
export const secondFactorMail = (mail: FactorMail): MailContent => MAILS[mail.locale](mail);

const FR: Record<FactorChange, (product: Product) => Wording> = {
  added: ({ projectName, email }) => ({
    subject: 'la validation en deux étapes est activée',
    title: fr`La validation en deux étapes est activée`,
    text: fr`Votre compte ${projectName} (${email}) demande désormais un code de votre application d’authentification à la connexion. Vos autres sessions ont été fermées.`,
  }),
  removed: ({ projectName, email }) => ({
    subject: 'la validation en deux étapes est désactivée',
    title: fr`La validation en deux étapes est désactivée`,
    text: fr`Votre compte ${projectName} (${email}) ne demande plus de code à la connexion. Vos autres sessions ont été fermées.`,
  }),
  app_removed: ({ projectName, email }) => ({
    subject: 'votre application d’authentification est retirée',
    title: fr`Votre application d’authentification est retirée`,
    text: fr`Votre compte ${projectName} (${email}) n’accepte plus les codes de votre application d’authentification, ni les codes de secours. Vos clés d’accès restent valables. Vos autres sessions ont été fermées.`,
  }),
  passkey_added: ({ projectName, email, name = '' }) => ({
    subject: 'vous avez une nouvelle clé d’accès',
    title: fr`Vous avez une nouvelle clé d’accès`,
    text: fr`La clé d’accès « ${name} » vient d’être ajoutée à votre compte ${projectName} (${email}) : elle permet de s’y connecter sans mot de passe.`,
  }),
  passkey_removed: ({ projectName, email, name = '' }) => ({
    subject: 'une clé d’accès a été supprimée',
    title: fr`Une clé d’accès a été supprimée`,
    text: fr`La clé d’accès « ${name} » vient d’être supprimée de votre compte ${projectName} (${email}) : elle ne permet plus de s’y connecter. Vos autres sessions ont été fermées.`,
  }),
  provider_linked: ({ projectName, email, name = '' }) => ({
    subject: `votre compte peut se connecter avec ${name}`,
    title: fr`Votre compte peut se connecter avec ${name}`,
    text: fr`Quelqu’un vient de se connecter à votre compte ${projectName} (${email}) avec ${name}, pour la première fois : ce compte chez ${name} l’ouvre désormais sans le mot de passe.`,
  }),
  provider_unlinked: ({ projectName, email, name = '' }) => ({
    subject: `votre compte ne peut plus se connecter avec ${name}`,
    title: fr`Votre compte ne peut plus se connecter avec ${name}`,
    text: fr`Un administrateur vient de délier votre compte ${projectName} (${email}) de votre compte chez ${name}. Sans mot de passe, choisissez-en un par le bouton ci-dessous.`,
  }),
  reset: ({ projectName, email }) => ({
    subject: 'la validation en deux étapes a été réinitialisée',
    title: fr`La validation en deux étapes a été réinitialisée`,
    text: fr`Un administrateur a réinitialisé la validation en deux étapes de votre compte ${projectName} (${email}) : le mot de passe suffit de nouveau, et les clés d’accès ne fonctionnent plus. Toutes vos sessions ont été fermées.`,
  }),
  codes_renewed: ({ projectName, email }) => ({
    subject: 'vous avez de nouveaux codes de secours',
    title: fr`Vous avez de nouveaux codes de secours`,
    text: fr`Les codes de secours de votre compte ${projectName} (${email}) viennent d’être remplacés : les précédents ne fonctionnent plus.`,
  }),
};

const EN: Record<FactorChange, (product: Product) => Wording> = {
  added: ({ projectName, email }) => ({
    subject: 'two-step verification is on',
    title: 'Two-step verification is on',
    text: `Your ${projectName} account (${email}) now asks for a code of your authenticator app when you sign in. Your other sessions have ended.`,
  }),
  removed: ({ projectName, email }) => ({
    subject: 'two-step verification is off',
    title: 'Two-step verification is off',
    text: `Your ${projectName} account (${email}) no longer asks for a code when you sign in. Your other sessions have ended.`,
  }),
  app_removed: ({ projectName, email }) => ({
    subject: 'your authenticator app has been removed',
    title: 'Your authenticator app has been removed',
    text: `Your ${projectName} account (${email}) no longer accepts codes of your authenticator app, nor recovery codes. Your passkeys go on working. Your other sessions have ended.`,
  }),
  passkey_added: ({ projectName, email, name = '' }) => ({
    subject: 'you have a new passkey',
    title: 'You have a new passkey',
    text: `The passkey “${name}” has just been added to your ${projectName} account (${email}): it signs in without a password.`,
  }),
  passkey_removed: ({ projectName, email, name = '' }) => ({
    subject: 'a passkey has been removed',
    title: 'A passkey has been removed',
    text: `The passkey “${name}” has just been removed from your ${projectName} account (${email}): it no longer signs in. Your other sessions have ended.`,
  }),
  provider_linked: ({ projectName, email, name = '' }) => ({
    subject: `your account can sign in with ${name}`,
    title: `Your account can sign in with ${name}`,
    text: `Somebody has just signed in to your ${projectName} account (${email}) with ${name} for the first time: that account at ${name} now opens it without the password.`,
  }),
  provider_unlinked: ({ projectName, email, name = '' }) => ({
    subject: `your account can no longer sign in with ${name}`,
    title: `Your account can no longer sign in with ${name}`,
    text: `An administrator has just unlinked your ${projectName} account (${email}) from your account at ${name}. If you have no password, choose one with the button below.`,
  }),
  reset: ({ projectName, email }) => ({
    subject: 'your two-step verification has been reset',
    title: 'Your two-step verification has been reset',
    text: `An administrator has reset the two-step verification of your ${projectName} account (${email}): the password is enough to sign in again, and passkeys no longer work. All your sessions have ended.`,
  }),
  codes_renewed: ({ projectName, email }) => ({
    subject: 'you have new recovery codes',
    title: 'You have new recovery codes',
    text: `The recovery codes of your ${projectName} account (${email}) have just been replaced: the former ones no longer work.`,
  }),
};

const MAILS: Record<Locale, (mail: FactorMail) => MailContent> = {
  fr: ({ projectName, locale, email, url, change, name = '' }) => {
    const { subject, title, text } = FR[change]({ projectName, email, name });
    return {
      subject: mailSubject(projectName, locale, subject),
      ...renderMail({
        projectName,
        locale,
        preheader: fr`Si ce n’est pas vous, changez votre mot de passe sans attendre.`,
        title,
        paragraphs: [
          fr`Bonjour,`,
          text,
          fr`Si vous êtes au courant de ce changement, vous n’avez rien à faire.`,
          fr`Sinon, choisissez sans attendre un nouveau mot de passe et prévenez un administrateur.`,
        ],
        action: { label: fr`Choisir un nouveau mot de passe`, url },
      }),
    };
  },
  en: ({ projectName, locale, email, url, change, name = '' }) => {
    const { subject, title, text } = EN[change]({ projectName, email, name });
    return {
      subject: mailSubject(projectName, locale, subject),
      ...renderMail({
        projectName,
        locale,
        preheader: 'If it wasn’t you, change your password at once.',
        title,
        paragraphs: [
          'Hello,',
          text,
          'If you know about this change, there is nothing you need to do.',
          'If not, choose a new password at once and tell an administrator.',
        ],
        action: { label: 'Choose a new password', url },
      }),
    };
  },
};
