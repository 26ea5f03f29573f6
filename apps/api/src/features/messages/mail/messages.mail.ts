import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Locale } from '@agora/contract/shared/locale';
import { fr, renderMail } from '../../../platform/mail/layout.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';

interface ReplyMail {
  projectName: string;
  locale: Locale;
  number: number;
  subject: string;
  body: string;
  /** True if inbound answers are processed. */
  isAnswerable: boolean;
}

/** Sent to a member: the team's reply. Mails of one conversation share one subject. */
export const replyMail = (mail: ReplyMail): MailContent => TEXTS[mail.locale](mail);

/** Characters of a reply that lists of mails show. */
const PREHEADER = 120;

const paragraphsOf = (body: string) => body.split(/[\r\n]+/).filter((line) => line.trim() !== '');

const subjectOf = ({ subject, number }: ReplyMail, without: string) =>
  `Re: ${subject.replace(/\s+/g, ' ') || without} (#${number})`;

const TEXTS: Record<Locale, (mail: ReplyMail) => MailContent> = {
  fr: (mail) => ({
    subject: subjectOf(mail, 'votre message'),
    ...renderMail({
      projectName: mail.projectName,
      locale: 'fr',
      preheader: cutGraphemes(mail.body, PREHEADER),
      title: fr`L’équipe vous a répondu`,
      paragraphs: paragraphsOf(mail.body),
      note: mail.isAnswerable
        ? fr`Pour poursuivre la conversation, répondez à cet e-mail ou dans l’application.`
        : fr`Pour poursuivre la conversation, répondez dans l’application : les réponses à cet e-mail ne sont pas lues.`,
    }),
  }),
  en: (mail) => ({
    subject: subjectOf(mail, 'your message'),
    ...renderMail({
      projectName: mail.projectName,
      locale: 'en',
      preheader: cutGraphemes(mail.body, PREHEADER),
      title: 'The team replied to you',
      paragraphs: paragraphsOf(mail.body),
      note: mail.isAnswerable
        ? 'To continue the conversation, reply to this email or in the app.'
        : 'To continue the conversation, reply in the app: replies to this email are not read.',
    }),
  }),
};
