import type { Locale } from '@agora/contract/features/users/users.contract';
import type { MailContent } from '../../platform/deps.ts';
import { renderMail } from '../../platform/mail/layout.ts';

interface Recovery {
  projectName: string;
  locale: Locale;
  email: string;
  /** Where the link leads. */
  url: string;
  /** How long it works. */
  hours: number;
}

/** To somebody who can't sign in: a link to set a new password. */
export function recoveryMail({ projectName, locale, email, url, hours }: Recovery): MailContent {
  const duration = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(
    hours,
  );
  const texts = {
    fr: {
      subject: `${projectName}\u00a0: nouveau mot de passe`,
      preheader: 'Le lien pour choisir un nouveau mot de passe.',
      title: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        `Vous avez demandé à changer le mot de passe du compte ${email}.`,
        'Si ce n’était pas vous, ignorez ce message\u00a0: votre mot de passe reste le même.',
      ],
      label: 'Choisir un nouveau mot de passe',
      note: `Ce lien fonctionne une seule fois, pendant ${duration}. Seul le dernier lien reçu est valable.`,
    },
    en: {
      subject: `${projectName}: new password`,
      preheader: 'The link to choose a new password.',
      title: 'Choose a new password',
      paragraphs: [
        `You asked to change the password of the account ${email}.`,
        'If this was not you, ignore this message: your password stays as it is.',
      ],
      label: 'Choose a new password',
      note: `This link works once, for ${duration}. Only the latest link that you received is valid.`,
    },
  }[locale];
  const { subject, label, ...text } = texts;
  return { subject, ...renderMail({ projectName, locale, ...text, action: { label, url } }) };
}
