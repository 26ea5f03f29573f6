import type { Locale } from '@agora/contract/shared/locale';
import { fr, mailSubject, renderMail } from '../../platform/mail/layout.ts';
import type { MailContent } from '../../platform/mail/mail.ts';

interface TestMail {
  projectName: string;
  locale: Locale;
  /** Recipient, also shown in the mail. */
  email: string;
}

/** A test mail, by which operators check delivery. */
export const testMail = (mail: TestMail): MailContent => TEXTS[mail.locale](mail);

const TEXTS: Record<Locale, (mail: TestMail) => MailContent> = {
  fr: ({ projectName, locale, email }) => ({
    subject: mailSubject(projectName, locale, 'e-mail de test'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`L’envoi des e-mails fonctionne.`,
      title: fr`Les e-mails fonctionnent`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Cet e-mail de test a bien été envoyé à ${email} : ${projectName} peut écrire à ses membres.`,
      ],
      note: fr`Vous n’avez rien à faire.`,
    }),
  }),
  en: ({ projectName, locale, email }) => ({
    subject: mailSubject(projectName, locale, 'test email'),
    ...renderMail({
      projectName,
      locale,
      preheader: 'Sending email works.',
      title: 'Email works',
      paragraphs: [
        'Hello,',
        `This test email was sent to ${email} and arrived: ${projectName} can write to its members.`,
      ],
      note: 'There is nothing you need to do.',
    }),
  }),
};
