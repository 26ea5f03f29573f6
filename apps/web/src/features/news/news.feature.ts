import { IconNews } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';
import { categoryWords, changes, t as words } from './news.audit.texts.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    news: 'News',
    newArticle: 'New article',
    newsHelp:
      'Articles are saved as you write (type / for headings, lists and pictures), and members see them only once you publish. A published article keeps its text until you publish your changes. Versions bring back what it said before, and each article can be announced by one notification.',
  },
  fr: {
    news: 'News',
    newArticle: 'Nouvel article',
    newsHelp:
      'Les articles s’enregistrent pendant que vous écrivez (tapez / pour un titre, une liste ou une image), et les membres ne les voient qu’une fois publiés. Un article publié garde son texte jusqu’à ce que vous publiiez vos modifications. Les versions permettent de revenir à un texte précédent, et chaque article peut être annoncé par une notification.',
  },
});

export const news = {
  destinations: [
    {
      path: '/news',
      label: () => t.news,
      icon: IconNews,
      access: { can: 'news.read' },
      key: 'n',
      help: () => t.newsHelp,
      menu: {},
    },
  ],
  commands: [{ path: '/news/new', label: () => t.newArticle, icon: IconNews, access: { can: 'news.write' } }],
  found: {
    news: { label: () => t.news, icon: IconNews, path: ({ id }) => `/news/${id}`, list: '/news?search=' },
  },
  live: { news: () => [['news']], news_category: () => [['news']] },
  audit: {
    news: {
      page: '/news',
      words,
      changes,
      parts: {
        status: ['visible_from', 'live_revision_id'],
        visible_from: ['status', 'live_revision_id'],
      },
    },
    news_category: { words: categoryWords },
  },
} satisfies Feature;
