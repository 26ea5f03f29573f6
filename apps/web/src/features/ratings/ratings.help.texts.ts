import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    ratings:
      'Stars and comments that members give to the app, an article or a message. The summary follows every filter except the score; click one of its bars to filter by score. Replying starts a conversation with the member.',
  },
  fr: {
    ratings:
      'Les étoiles et les commentaires que les membres laissent sur l’application, un article ou un message. La synthèse suit les filtres, sauf celui de la note ; cliquez sur une de ses barres pour filtrer par note. Répondre ouvre une conversation avec le membre.',
  },
});
