import { DATA_EXPORT_DAYS } from '@agora/contract/features/data-exports/data-exports.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { fr, mailSubject, renderMail } from '../../platform/mail/layout.ts';
import type { MailContent } from '../../platform/mail/mail.ts';

interface DataExportMail {
  projectName: string;
  locale: Locale;
  url: string;
}

/** Sent once the copy of somebody's data is ready. */
export const dataExportMail = (mail: DataExportMail): MailContent => TEXTS[mail.locale](mail);

const TEXTS: Record<Locale, (mail: DataExportMail) => MailContent> = {
  fr: ({ projectName, locale, url }) => ({
    subject: mailSubject(projectName, locale, 'la copie de vos données est prête'),
    ...renderMail({
      projectName,
      locale,
      preheader: fr`Téléchargez-la dans les ${DATA_EXPORT_DAYS} jours.`,
      title: fr`La copie de vos données est prête`,
      paragraphs: [
        fr`Bonjour,`,
        fr`Voici la copie de tout ce que ${projectName} conserve à votre sujet : une page à lire, un fichier pour les programmes et les images de vos conversations.`,
      ],
      action: { label: fr`Télécharger mes données`, url },
      note: fr`Le lien fonctionne pendant ${DATA_EXPORT_DAYS} jours. Ne le transmettez à personne : il donne accès à vos données. Si vous n’avez rien demandé, écrivez-nous.`,
    }),
  }),
  en: ({ projectName, locale, url }) => ({
    subject: mailSubject(projectName, locale, 'the copy of your data is ready'),
    ...renderMail({
      projectName,
      locale,
      preheader: `Download it within ${DATA_EXPORT_DAYS} days.`,
      title: 'The copy of your data is ready',
      paragraphs: [
        'Hello,',
        `This is the copy of everything that ${projectName} keeps about you: a page to read, a file for programs, and the pictures of your conversations.`,
      ],
      action: { label: 'Download my data', url },
      note: `The link works for ${DATA_EXPORT_DAYS} days. Do not pass it on: it gives access to your data. If you did not ask for it, write to us.`,
    }),
  }),
};
