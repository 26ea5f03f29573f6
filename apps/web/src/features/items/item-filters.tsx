import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import type { ListState } from '../../platform/list-state.ts';
import { useUser } from '../accounts/accounts.users.queries.ts';
import type { ItemFilters as FilterValues } from './items.queries.ts';
import { t } from './items.texts.ts';

export function ItemFilters({ list, me }: { list: ListState<FilterValues>; me: UserPublic }) {
  const { filters, setFilters } = list;
  const isOthers = me.is_superuser && filters.owner_id !== undefined && filters.owner_id !== me.id;
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      {me.is_superuser && !isOthers && (
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
        <OwnerFilter id={filters.owner_id ?? ''} onClear={() => setFilters({ owner_id: undefined })} />
      )}
    </>
  );
}

/** Owner of the items shown, with a button to clear the filter. */
function OwnerFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useUser(id);
  const owner = nameOf(data?.body) ?? '…';
  return <ChosenFilter label={t.of(owner)} onClear={onClear} />;
}
