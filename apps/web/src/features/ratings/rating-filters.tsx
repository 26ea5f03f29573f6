import type { RatingTarget } from '@agora/contract/features/ratings/ratings.contract';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { DateFilters } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import { LOCALES } from '../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../platform/list-state.ts';
import { t, targetText } from './ratings.texts.ts';

const TARGETS = ['app', 'news', 'daily_message'] as const satisfies readonly RatingTarget[];
const PLATFORMS = ['ios', 'android', 'web'] as const;
const PLATFORM_NAMES = { ios: 'iOS', android: 'Android', web: 'Web' } as const;
const YES_NO = ['true', 'false'] as const;

export const platformName = (platform: keyof typeof PLATFORM_NAMES): string => PLATFORM_NAMES[platform];

const scoresParam = (params: URLSearchParams): string | undefined => {
  const value = params.get('score') ?? '';
  return /^[1-5](,[1-5]){0,4}$/.test(value) ? value : undefined;
};

/** Names that versions have, of at most as many characters as the contract takes. */
const versionParam = (params: URLSearchParams) => textParam(params, 'app_version')?.slice(0, 32);

export const parseRatingFilters = (params: URLSearchParams) => ({
  score: scoresParam(params),
  search: textParam(params, 'search'),
  has_comment: oneOf(params, 'has_comment', YES_NO),
  answered: oneOf(params, 'answered', YES_NO),
  target_type: oneOf(params, 'target_type', TARGETS),
  target_id: uuidParam(params, 'target_id'),
  platform: oneOf(params, 'platform', PLATFORMS),
  app_version: versionParam(params),
  locale: oneOf(params, 'locale', LOCALES),
  user_id: uuidParam(params, 'user_id'),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});
export type RatingFilters = ReturnType<typeof parseRatingFilters>;

export function RatingFilters({ list }: { list: ListState<RatingFilters> }) {
  const { filters, setFilters } = list;
  return (
    <>
      <SearchBox
        label={t.search}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      <FilterSelect
        label={t.comment}
        anyLabel={t.anyComment}
        values={YES_NO}
        labelOf={(value) => t[`comment_${value}`]}
        value={filters.has_comment}
        onChange={(has_comment) => setFilters({ has_comment })}
      />
      <FilterSelect
        label={t.answered}
        anyLabel={t.anyAnswered}
        values={YES_NO}
        labelOf={(value) => t[`answered_${value}`]}
        value={filters.answered}
        onChange={(answered) => setFilters({ answered })}
      />
      <FilterSelect
        label={t.target}
        anyLabel={t.anyTarget}
        values={TARGETS}
        labelOf={targetText}
        value={filters.target_type}
        onChange={(target_type) => setFilters({ target_type, target_id: undefined })}
      />
      <FilterSelect
        label={t.platform}
        anyLabel={t.anyPlatform}
        values={PLATFORMS}
        labelOf={platformName}
        value={filters.platform}
        onChange={(platform) => setFilters({ platform })}
      />
      <FilterSelect
        label={t.language}
        anyLabel={t.anyLanguage}
        values={LOCALES}
        labelOf={(locale) => t[locale]}
        value={filters.locale}
        onChange={(locale) => setFilters({ locale })}
      />
      <Select
        aria-label={t.sort}
        value={list.sort}
        onChange={list.setSort}
        options={[
          { value: '-updated_at', label: t.newest },
          { value: 'updated_at', label: t.oldest },
        ]}
      />
      <DateFilters
        label={t.dates}
        names={{ from: t.from, to: t.to }}
        filters={filters}
        onChange={setFilters}
      />
      {filters.app_version && (
        <ChosenFilter
          label={t.ofVersion(filters.app_version)}
          onClear={() => setFilters({ app_version: undefined })}
        />
      )}
      {filters.user_id && (
        <ChosenFilter label={t.ofMember} onClear={() => setFilters({ user_id: undefined })} />
      )}
      {filters.target_id && (
        <ChosenFilter label={t.ofTarget} onClear={() => setFilters({ target_id: undefined })} />
      )}
    </>
  );
}
