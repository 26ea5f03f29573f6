import type { Locale } from '@agora/contract/features/users/users.contract';
import type { MailContent } from '../../platform/deps.ts';
import { renderMail } from '../../platform/mail/layout.ts';

interface Common {
  projectName: string;
  locale: Locale;
  /** Where the link leads. */
  url: string;
  /** How long it works. */
  hours: number;
}

const inHours = (locale: Locale, hours: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours);

/** To somebody whose account an administrator made: a link to choose a password. */
export function newAccountMail({
  projectName,
  locale,
  email,
  url,
  hours,
}: Common & { email: string }): MailContent {
  const duration = inHours(locale, hours);
  const texts = {
    fr: {
      subject: `${projectName}\u00a0: votre compte`,
      preheader: 'Choisissez votre mot de passe pour commencer.',
      title: `Bienvenue sur ${projectName}`,
      paragraphs: [
        `Un compte vient d’être créé pour vous avec l’adresse ${email}.`,
        'Il vous reste à choisir votre mot de passe.',
      ],
      label: 'Choisir mon mot de passe',
      note: `Ce lien fonctionne une seule fois, pendant ${duration}. Passé ce délai, demandez un nouveau lien depuis la page de connexion.`,
    },
    en: {
      subject: `${projectName}: your account`,
      preheader: 'Choose your password to get started.',
      title: `Welcome to ${projectName}`,
      paragraphs: [
        `An account has just been created for you with the address ${email}.`,
        'All that is left is to choose your password.',
      ],
      label: 'Choose my password',
      note: `This link works once, for ${duration}. After that, ask for a new one on the sign-in page.`,
    },
  }[locale];
  const { subject, label, ...text } = texts;
  return { subject, ...renderMail({ projectName, locale, ...text, action: { label, url } }) };
}

/** To the former address of an account: what happened, and a link to undo it. */
export function emailChangedMail({
  projectName,
  locale,
  oldEmail,
  newEmail,
  url,
  hours,
}: Common & { oldEmail: string; newEmail: string }): MailContent {
  const duration = inHours(locale, hours);
  const texts = {
    fr: {
      subject: `${projectName}\u00a0: votre adresse e-mail a été modifiée`,
      preheader: 'Si ce n’était pas vous, annulez ce changement.',
      title: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        `L’adresse de votre compte ${projectName} n’est plus ${oldEmail}. C’est désormais ${newEmail}.`,
        'Si vous êtes à l’origine de ce changement, vous n’avez rien à faire.',
        'Dans le cas contraire, annulez-le\u00a0: votre ancienne adresse sera rétablie et toutes les sessions seront fermées. Changez ensuite votre mot de passe.',
      ],
      label: 'Annuler le changement',
      note: `Ce lien fonctionne une seule fois, pendant ${duration}.`,
    },
    en: {
      subject: `${projectName}: your email address was changed`,
      preheader: 'If this was not you, undo the change.',
      title: 'Your email address was changed',
      paragraphs: [
        `The address of your ${projectName} account is no longer ${oldEmail}. It is now ${newEmail}.`,
        'If you made this change, there is nothing to do.',
        'If you did not, undo it: your former address will be restored and every session will end. Then change your password.',
      ],
      label: 'Undo the change',
      note: `This link works once, for ${duration}.`,
    },
  }[locale];
  const { subject, label, ...text } = texts;
  return { subject, ...renderMail({ projectName, locale, ...text, action: { label, url } }) };
}
