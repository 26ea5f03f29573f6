import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    ratings:
      'Stars and comments that members give to the app, an article or a message. The summary follows the filters, except the score: each of its bars is a filter. A reply begins a conversation with the member.',
  },
  fr: {
    ratings:
      'Les étoiles et commentaires que les membres donnent à l’application, à un article ou à un message. La synthèse suit les filtres, sauf la note : chacune de ses barres est un filtre. Répondre ouvre une conversation avec le membre.',
  },
});
