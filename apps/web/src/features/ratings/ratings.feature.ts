import { IconStar } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './ratings.feature.texts.ts';

export const ratings = {
  destinations: [
    {
      path: '/rates',
      label: () => t.ratings,
      icon: IconStar,
      access: 'superuser',
      key: 'r',
      help: async () => (await import('./ratings.help.texts.ts')).t.ratings,
    },
  ],
  live: { rating: () => [['ratings'], ['dashboard']] },
  refusals: () => import('./ratings.refusals.texts.ts'),
} satisfies Feature;
