import { BROADCAST_STATES } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { DateFilters } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { dateParam, type ListState, oneOf, textParam } from '../../platform/list-state.ts';
import { categoryText, statusText, t } from './broadcasts.texts.ts';

export const CATEGORIES = ['announcement', 'news', 'daily', 'service'] as const;

export const parseBroadcastFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', BROADCAST_STATES),
  category: oneOf(params, 'category', CATEGORIES),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});
export type BroadcastFilters = ReturnType<typeof parseBroadcastFilters>;

export const BroadcastFilters = ({
  list: { filters, setFilters },
}: {
  list: ListState<BroadcastFilters>;
}) => (
  <>
    <SearchBox
      label={t.search}
      value={filters.search}
      onSearch={(search) => setFilters({ search }, { replace: true })}
    />
    <FilterSelect
      label={t.status}
      anyLabel={t.anyStatus}
      values={BROADCAST_STATES}
      labelOf={statusText}
      value={filters.status}
      onChange={(status) => setFilters({ status })}
    />
    <FilterSelect
      label={t.category}
      anyLabel={t.anyCategory}
      values={CATEGORIES}
      labelOf={categoryText}
      value={filters.category}
      onChange={(category) => setFilters({ category })}
    />
    <DateFilters label={t.dates} names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
  </>
);
