import { IconStar } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { t } from './ratings.feature.texts.ts';

export const ratings = {
  destinations: [{ path: '/rates', label: () => t.ratings, icon: IconStar, access: 'superuser' }],
  live: { rating: () => [['ratings']] },
} satisfies Feature;
