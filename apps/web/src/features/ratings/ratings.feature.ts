import { IconStar } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './ratings.feature.texts.ts';
import { t as help } from './ratings.help.texts.ts';

export const ratings = {
  destinations: [
    {
      path: '/rates',
      label: () => t.ratings,
      icon: IconStar,
      access: 'superuser',
      key: 'r',
      help: () => help.ratings,
    },
  ],
  live: { rating: () => [['ratings'], ['dashboard']] },
} satisfies Feature;
