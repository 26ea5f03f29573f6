import { PLATFORM_NAMES, PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import { RATING_TARGETS } from '@agora/contract/features/ratings/ratings.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { DateFields } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { MoreFilters } from '../../components/more-filters.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import type { ListState } from '../../platform/list-state.ts';
import { useIsPhone } from '../../platform/screen-width.ts';
import { type RatingFilters as FilterValues, SCORES, YES_NO } from './ratings.list.ts';
import { t, targetText } from './ratings.texts.ts';

/** Filters that are chosen in the popover. */
const CHOICES = [
  'score',
  'has_comment',
  'answered',
  'target_type',
  'platform',
  'locale',
  'from',
  'to',
] as const satisfies (keyof FilterValues)[];

export function RatingFilters({ list }: { list: ListState<FilterValues> }) {
  const { filters, setFilters } = list;
  const isPhone = useIsPhone();
  const sort = (
    <Select
      {...(isPhone ? { label: t.sort } : { 'aria-label': t.sort })}
      value={list.sort}
      onChange={list.setSort}
      options={[
        { value: '-updated_at', label: t.newest },
        { value: 'updated_at', label: t.oldest },
        { value: 'score', label: t.lowest },
        { value: '-score', label: t.highest },
      ]}
    />
  );
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      <MoreFilters label={t.filters} used={CHOICES.filter((name) => filters[name] !== undefined).length}>
        <FilterSelect
          label={t.scoreFilter}
          anyLabel={t.anyScore}
          values={[...new Set([...SCORES, ...(filters.score ? [filters.score] : [])])]}
          labelOf={t.scores}
          value={filters.score}
          onChange={(score) => setFilters({ score })}
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
          values={RATING_TARGETS}
          labelOf={targetText}
          value={filters.target_type}
          onChange={(target_type) => setFilters({ target_type, target_id: undefined })}
        />
        <FilterSelect
          label={t.platform}
          anyLabel={t.anyPlatform}
          values={PLATFORMS}
          labelOf={(platform) => PLATFORM_NAMES[platform]}
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
        <DateFields names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
        {isPhone && sort}
      </MoreFilters>
      {!isPhone && sort}
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
