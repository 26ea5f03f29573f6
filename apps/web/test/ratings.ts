import type { RatingPublic, RatingSummary } from '@agora/contract/features/ratings/ratings.contract';
import { idOf } from './accounts.ts';

/** Two stars for the app, with a comment that can be answered. */
export const aRating = (overrides: Partial<RatingPublic> = {}): RatingPublic => ({
  id: idOf(600),
  target_type: 'app',
  target_id: null,
  target_title: null,
  score: 2,
  previous_score: null,
  comment: 'Too slow',
  locale: 'en',
  platform: 'ios',
  app_version: '2.4.0',
  user: { id: idOf(11), email: 'zoe@example.com', full_name: 'Zoé Lefèvre' },
  thread_id: null,
  created_at: '2026-01-03T10:00:00.000Z',
  updated_at: '2026-01-03T10:00:00.000Z',
  ...overrides,
});

export const aSummary = (overrides: Partial<RatingSummary> = {}): RatingSummary => ({
  count: 6,
  average: 3.5,
  distribution: { 1: 1, 2: 1, 3: 0, 4: 2, 5: 2 },
  previous: null,
  series: [],
  by_version: [],
  ...overrides,
});
