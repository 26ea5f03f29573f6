import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { can } from '@agora/contract/shared/permissions';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import type { ListState } from '../../platform/list-state.ts';
import { useAnybody } from '../accounts/accounts.users.queries.ts';
import type { ItemFilters as FilterValues } from './items.queries.ts';
import { t } from './items.texts.ts';

interface ItemFiltersProps {
  list: ListState<FilterValues>;
  me: UserMe;
  rows: readonly ItemPublic[] | undefined;
}

export function ItemFilters({ list, me, rows }: ItemFiltersProps) {
  const { filters, setFilters } = list;
  const mayReadAll = can(me, 'items.read');
  const isOthers = mayReadAll && filters.owner_id !== undefined && filters.owner_id !== me.id;
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      {mayReadAll && !isOthers && (
        <Select
          aria-label={t.owner}
          value={filters.owner_id ? 'mine' : ''}
          onChange={(whose) => setFilters({ owner_id: whose ? me.id : undefined })}
          options={[
            { value: '', label: t.allItems },
            { value: 'mine', label: t.ownItems },
          ]}
        />
      )}
      {isOthers && (
        <OwnerFilter
          id={filters.owner_id ?? ''}
          rows={rows}
          onClear={() => setFilters({ owner_id: undefined })}
        />
      )}
    </>
  );
}

interface OwnerFilterProps {
  id: string;
  rows: readonly ItemPublic[] | undefined;
  onClear: () => void;
}

/** Owner of the items shown, with a button to clear the filter. */
function OwnerFilter({ id, rows, onClear }: OwnerFilterProps) {
  const row = rows?.find(({ owner_id }) => owner_id === id);
  const { data } = useAnybody(id, { isOn: rows !== undefined && !row });
  const owner = nameOf(row?.owner ?? data?.body) ?? '…';
  return <ChosenFilter label={t.of(owner)} onClear={onClear} />;
}
