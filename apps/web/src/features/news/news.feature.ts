import { IconNews } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './news.feature.texts.ts';

export const news = {
  destinations: [
    {
      path: '/news',
      label: () => t.news,
      icon: IconNews,
      access: 'superuser',
      key: 'n',
      help: async () => (await import('./news.help.texts.ts')).t.news,
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
      words: () => import('./news.audit.texts.ts'),
      parts: {
        status: ['visible_from', 'live_revision_id'],
        visible_from: ['status', 'live_revision_id'],
      },
    },
    news_category: { words: () => import('./categories/news.categories.audit.texts.ts') },
  },
  errors: () => import('./news.errors.texts.ts'),
} satisfies Feature;
