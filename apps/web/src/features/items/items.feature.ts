import { IconList } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './items.feature.texts.ts';

export const items = {
  destinations: [
    {
      path: '/items',
      label: () => t.items,
      icon: IconList,
      access: 'user',
      key: 'e',
      help: async () => (await import('./items.help.texts.ts')).t.items,
    },
  ],
  found: {
    item: {
      label: () => t.items,
      icon: IconList,
      path: ({ title }) => `/items?search=${encodeURIComponent(title)}`,
      list: '/items?search=',
    },
  },
  live: { item: () => [['items']] },
  audit: { item: { words: () => import('./items.audit.texts.ts') } },
  errors: () => import('./items.errors.texts.ts'),
} satisfies Feature;
