import { USER_STATUSES } from '@agora/contract/features/accounts/accounts.users.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { ChosenPeriod } from '../../../components/chosen-period.tsx';
import { DateFilters } from '../../../components/date-filters.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import type { ListState } from '../../../platform/list-state.ts';
import { useSegments } from '../../broadcasts/segments/broadcasts.segments.queries.ts';
import type { UserFilters as FilterValues } from '../accounts.users.list.ts';
import { t } from '../accounts.users.texts.ts';
import { roleNameOf } from '../roles/role-names.ts';
import { useRoles } from '../roles/roles.queries.ts';

interface UserFiltersProps {
  kind: 'members' | 'admin';
  list: ListState<FilterValues>;
}

export const UserFilters = ({ kind, list: { filters, setFilters } }: UserFiltersProps) => (
  <>
    <SearchBox label={t.search} filters={filters} onChange={setFilters} />
    <FilterSelect
      label={t.status}
      anyLabel={t.anyStatus}
      values={USER_STATUSES}
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
    {kind === 'admin' && (
      <RoleFilter value={filters.role_id} onChange={(role_id) => setFilters({ role_id })} />
    )}
    {kind === 'members' && (
      <SegmentFilter value={filters.segment_id} onChange={(segment_id) => setFilters({ segment_id })} />
    )}
    <DateFilters
      label={t.moreFilters}
      names={{ from: t.createdFrom, to: t.createdTo, unseen_since: t.unseenSince }}
      filters={filters}
      onChange={setFilters}
    />
    <ChosenPeriod
      label={t.activeOn}
      from={filters.active_on}
      to={filters.active_on}
      onClear={() => setFilters({ active_on: undefined })}
    />
    <ChosenPeriod
      label={t.lastSeenIn}
      from={filters.last_seen_from}
      to={filters.last_seen_to}
      onClear={() => setFilters({ last_seen_from: undefined, last_seen_to: undefined })}
    />
  </>
);

interface IdFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function RoleFilter({ value, onChange }: IdFilterProps) {
  const roles = useRoles().data?.body.data ?? [];
  return (
    <FilterSelect
      label={t.role}
      anyLabel={t.anyRole}
      values={roles.map(({ id }) => id)}
      labelOf={(id) => roleNameOf(roles.find((role) => role.id === id) ?? null)}
      value={value}
      onChange={onChange}
    />
  );
}

/** Saved segments; nothing as long as there are none. */
function SegmentFilter({ value, onChange }: IdFilterProps) {
  const { data } = useSegments();
  const segments = data?.body.data ?? [];
  if (segments.length === 0 && value === undefined) return null;
  const ids = segments.map(({ id }) => id);
  const isGone = data !== undefined && value !== undefined && !ids.includes(value);
  return (
    <FilterSelect
      label={t.segment}
      anyLabel={t.anySegment}
      values={isGone ? [...ids, value] : ids}
      labelOf={(id) => segments.find((segment) => segment.id === id)?.name ?? (isGone ? t.erasedSegment : '')}
      value={value}
      onChange={onChange}
    />
  );
}
