import type { Locale } from '@agora/contract/features/users/users.contract';
import type { MailContent } from '../../platform/deps.ts';
import { renderMail } from '../../platform/mail/layout.ts';

/** To whomever a superuser names: proof that mails arrive. */
export function testMail(options: { projectName: string; locale: Locale; email: string }): MailContent {
  const { projectName, locale, email } = options;
  const { subject, ...text } = {
    fr: {
      subject: `${projectName}\u00a0: message d'essai`,
      preheader: 'L’envoi des e-mails fonctionne.',
      title: 'L’envoi des e-mails fonctionne',
      paragraphs: [`Ce message d’essai a été envoyé à ${email} depuis ${projectName}.`],
    },
    en: {
      subject: `${projectName}: test message`,
      preheader: 'Sending mail works.',
      title: 'Sending mail works',
      paragraphs: [`This test message was sent to ${email} by ${projectName}.`],
    },
  }[locale];
  return { subject, ...renderMail({ projectName, locale, ...text }) };
}
