import { IconNews } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t as categoryWords } from './categories/news.categories.audit.texts.ts';
import { changes, t as words } from './news.audit.texts.ts';
import { t } from './news.feature.texts.ts';
import { t as help } from './news.help.texts.ts';

export const news = {
  destinations: [
    {
      path: '/news',
      label: () => t.news,
      icon: IconNews,
      access: 'superuser',
      key: 'n',
      help: () => help.news,
      menu: { access: 'superuser' },
    },
  ],
  commands: [{ path: '/news/new', label: () => t.newArticle, icon: IconNews, access: 'superuser' }],
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
