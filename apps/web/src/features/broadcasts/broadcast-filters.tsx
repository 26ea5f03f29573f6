import { BROADCAST_STATES } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { PUSH_CATEGORIES } from '@agora/contract/features/devices/devices.rules';
import { DateFields, periodText } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { MoreFilters } from '../../components/more-filters.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { ListState } from '../../platform/list-state.ts';
import type { BroadcastFilters as FilterValues } from './broadcasts.list.ts';
import { categoryText, statusText, t } from './broadcasts.texts.ts';

export const BroadcastFilters = ({ list: { filters, setFilters } }: { list: ListState<FilterValues> }) => (
  <>
    <SearchBox label={t.search} filters={filters} onChange={setFilters} />
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
      values={PUSH_CATEGORIES}
      labelOf={categoryText}
      value={filters.category}
      onChange={(category) => setFilters({ category })}
    />
    <MoreFilters label={t.dates} used={periodText(filters)}>
      <DateFields names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
    </MoreFilters>
  </>
);
