import { PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import type {
  RatingFilter,
  RatingSort,
  RatingSummaryFilter,
} from '@agora/contract/features/ratings/ratings.contract';
import { APP_VERSION_MAX, RATING_TARGETS } from '@agora/contract/features/ratings/ratings.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import {
  dateParam,
  type ListAddress,
  oneOf,
  readList,
  textParam,
  uuidParam,
} from '../../platform/list-state.ts';
import { prefetchRatings } from './ratings.queries.ts';

/** Scores offered as filters: each one, and 1 or 2 together. */
export const SCORES = ['5', '4', '3', '2', '1', '1,2'] as const;
export const YES_NO = ['true', 'false'] as const;

const scoresParam = (params: URLSearchParams): string | undefined => {
  const value = params.get('score') ?? '';
  return /^[1-5](,[1-5]){0,4}$/.test(value) ? value : undefined;
};

const versionParam = (params: URLSearchParams) => textParam(params, 'app_version')?.slice(0, APP_VERSION_MAX);

const parse = (params: URLSearchParams) => ({
  score: scoresParam(params),
  search: textParam(params, 'search'),
  has_comment: oneOf(params, 'has_comment', YES_NO),
  answered: oneOf(params, 'answered', YES_NO),
  target_type: oneOf(params, 'target_type', RATING_TARGETS),
  target_id: uuidParam(params, 'target_id'),
  platform: oneOf(params, 'platform', PLATFORMS),
  app_version: versionParam(params),
  locale: oneOf(params, 'locale', LOCALES),
  user_id: uuidParam(params, 'user_id'),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});
export type RatingFilters = ReturnType<typeof parse>;

export const ratingList = { parse, sorts: ['updated_at', 'score'], defaultSort: '-updated_at' };

const toBoolean = (value: 'true' | 'false' | undefined) =>
  value === undefined ? undefined : value === 'true';

/** Filters of the rows, and of the summary, which covers all scores. */
export function filtersOf({ score, ...others }: RatingFilters): {
  rows: RatingFilter;
  summary: RatingSummaryFilter;
} {
  const summary = {
    ...others,
    has_comment: toBoolean(others.has_comment),
    answered: toBoolean(others.answered),
  };
  return { rows: { ...summary, score }, summary };
}

export const ratingQuery = ({ filters, sort, skip, size }: ListAddress<RatingFilters>) => ({
  ...filtersOf(filters).rows,
  sort: sort as RatingSort,
  skip,
  limit: size,
});

export const prefetchList = (params: URLSearchParams): void =>
  prefetchRatings(ratingQuery(readList(params, ratingList)));
