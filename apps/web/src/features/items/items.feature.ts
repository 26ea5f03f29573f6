import { IconList } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t as words } from './items.audit.texts.ts';
import { t } from './items.feature.texts.ts';
import { t as help } from './items.help.texts.ts';

export const items = {
  destinations: [
    {
      path: '/items',
      label: () => t.items,
      icon: IconList,
      access: 'user',
      key: 'e',
      help: () => help.items,
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
  audit: { item: { words } },
} satisfies Feature;
