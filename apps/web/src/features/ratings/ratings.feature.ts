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
  errors: () => import('./ratings.errors.texts.ts'),
} satisfies Feature;
