import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Locale } from '@agora/contract/shared/locale';
import { fr, renderMail } from '../../../platform/mail/layout.ts';
import type { MailContent, MailPicture } from '../../../platform/mail/mail.ts';

interface ReplyMail {
  projectName: string;
  locale: Locale;
  number: number;
  subject: string;
  body: string;
  pictures: readonly { id: string; width: number; bytes: Uint8Array }[];
  /** True if inbound answers are processed. */
  isAnswerable: boolean;
}

/** Characters of a reply that lists of mails show. */
const PREHEADER = 120;

const paragraphsOf = (body: string) => body.split(/[\r\n]+/).filter((line) => line.trim() !== '');

const subjectOf = ({ subject, number }: ReplyMail, without: string) =>
  `Re: ${subject.replace(/\s+/g, ' ') || without} (#${number})`;

const TITLES: Record<Locale, string> = { fr: fr`L’équipe vous a répondu`, en: 'The team replied to you' };

const NOTES: Record<Locale, { answerable: string; unread: string }> = {
  fr: {
    answerable: fr`Pour poursuivre la conversation, répondez à cet e-mail ou dans l’application.`,
    unread: fr`Pour poursuivre la conversation, répondez dans l’application : les réponses à cet e-mail ne sont pas lues.`,
  },
  en: {
    answerable: 'To continue the conversation, reply to this email or in the app.',
    unread: 'To continue the conversation, reply in the app: replies to this email are not read.',
  },
};

/** Sentences in every reply mail, by which quoted ones are recognised. */
export const sentencesOfReplies = (): string[] => [
  ...Object.values(TITLES),
  ...Object.values(NOTES).flatMap(Object.values),
];

const WITHOUT_SUBJECT: Record<Locale, string> = { fr: 'votre message', en: 'your message' };

const cidOf = (id: string) => `${id}@pictures`;

const altOf = ({ locale, pictures }: ReplyMail, index: number) =>
  locale === 'fr'
    ? fr`Image ${index + 1} sur ${pictures.length}`
    : `Picture ${index + 1} of ${pictures.length}`;

const attachmentsOf = ({ pictures }: ReplyMail): MailPicture[] =>
  pictures.map(({ id, bytes }, index) => ({
    cid: cidOf(id),
    filename: `image-${index + 1}.jpg`,
    contentType: 'image/jpeg',
    content: Buffer.from(bytes),
  }));

/** The team's reply, sent to a member. Mails of one conversation share one subject. */
export const replyMail = (mail: ReplyMail): MailContent => ({
  subject: subjectOf(mail, WITHOUT_SUBJECT[mail.locale]),
  ...(mail.pictures.length > 0 && { attachments: attachmentsOf(mail) }),
  ...renderMail({
    projectName: mail.projectName,
    locale: mail.locale,
    preheader: cutGraphemes(mail.body, PREHEADER),
    title: TITLES[mail.locale],
    paragraphs: paragraphsOf(mail.body),
    hasLinks: true,
    pictures: mail.pictures.map(({ id, width }, index) => ({
      cid: cidOf(id),
      alt: altOf(mail, index),
      width,
    })),
    note: NOTES[mail.locale][mail.isAnswerable ? 'answerable' : 'unread'],
  }),
});
