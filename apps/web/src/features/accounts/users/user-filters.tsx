import type { UserStatus } from '@agora/contract/features/accounts/accounts.users.contract';
import { DateFilters } from '../../../components/date-filters.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { LOCALES } from '../../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam } from '../../../platform/list-state.ts';
import { t } from '../accounts.users.texts.ts';

const STATUSES = ['active', 'invited', 'deactivated', 'deleted'] as const satisfies readonly UserStatus[];

export const parseUserFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  locale: oneOf(params, 'locale', LOCALES),
  created_from: dateParam(params, 'created_from'),
  created_to: dateParam(params, 'created_to'),
  unseen_since: dateParam(params, 'unseen_since'),
});

type Filters = ReturnType<typeof parseUserFilters>;

export const UserFilters = ({ list: { filters, setFilters } }: { list: ListState<Filters> }) => (
  <>
    <SearchBox
      label={t.search}
      value={filters.search}
      onSearch={(search) => setFilters({ search }, { replace: true })}
    />
    <FilterSelect
      label={t.status}
      anyLabel={t.anyStatus}
      values={STATUSES}
      labelOf={(status) => t[status]}
      value={filters.status}
      onChange={(status) => setFilters({ status })}
    />
    <FilterSelect
      label={t.language}
      anyLabel={t.anyLanguage}
      values={LOCALES}
      labelOf={(locale) => t[locale]}
      value={filters.locale}
      onChange={(locale) => setFilters({ locale })}
    />
    <DateFilters
      label={t.moreFilters}
      names={{ created_from: t.createdFrom, created_to: t.createdTo, unseen_since: t.unseenSince }}
      filters={filters}
      onChange={setFilters}
    />
  </>
);
