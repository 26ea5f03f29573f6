import { IconStar } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    ratings: 'Ratings',
    ratingsHelp:
      'Stars and comments that members give to the app, an article or a message. The summary follows every filter except the score; click one of its bars to filter by score. Replying starts a conversation with the member.',
  },
  fr: {
    ratings: 'Évaluations',
    ratingsHelp:
      'Les étoiles et les commentaires que les membres laissent sur l’application, un article ou un message. La synthèse suit les filtres, sauf celui de la note ; cliquez sur une de ses barres pour filtrer par note. Répondre ouvre une conversation avec le membre.',
  },
});

export const ratings = {
  destinations: [
    {
      path: '/rates',
      label: () => t.ratings,
      icon: IconStar,
      access: { can: 'ratings.read' },
      key: 'r',
      help: () => t.ratingsHelp,
      tabOf: '/messages',
    },
  ],
  live: { rating: () => [['ratings'], ['dashboard']] },
} satisfies Feature;
