import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { AuditEntity, AuditLog } from '@agora/contract/features/audit/audit.contract';
import { use } from 'react';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { DateFields } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { AuditedContext } from '../../platform/audited.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../platform/list-state.ts';
import { useUser } from '../accounts/accounts.users.queries.ts';
import { actionLabel, t } from './audit.texts.ts';

const ACTIONS = ['created', 'updated', 'deleted', 'restored', 'erased'] as const;
export const parseAuditLogFilters = (params: URLSearchParams, entities: readonly AuditEntity[]) => ({
  search: textParam(params, 'search'),
  action: oneOf(params, 'action', ACTIONS),
  entity_type: oneOf(params, 'entity_type', entities),
  entity_id: uuidParam(params, 'entity_id'),
  actor_id: uuidParam(params, 'actor_id'),
  request_id: textParam(params, 'request_id'),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

interface AuditLogFiltersProps {
  list: ListState<ReturnType<typeof parseAuditLogFilters>>;
  entries: readonly AuditLog[] | undefined;
}

export function AuditLogFilters({ list: { filters, setFilters }, entries }: AuditLogFiltersProps) {
  const audited = use(AuditedContext);
  const entry = entries?.find(({ actor_id }) => actor_id === filters.actor_id);
  const { data: actor } = useUser(filters.actor_id ?? '', { isOn: filters.actor_id !== undefined && !entry });
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      <FilterSelect
        label={t.action}
        anyLabel={t.anyAction}
        values={ACTIONS}
        labelOf={actionLabel}
        value={filters.action}
        onChange={(action) => setFilters({ action })}
      />
      <FilterSelect
        label={t.entity}
        anyLabel={t.anyEntity}
        values={Object.keys(audited) as AuditEntity[]}
        labelOf={(entity) => audited[entity]?.words.many ?? entity}
        value={filters.entity_type}
        onChange={(entity_type) => setFilters({ entity_type })}
      />
      <DateFields names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
      {filters.actor_id && (
        <ChosenFilter
          label={t.onlyActor(entry?.actor_name ?? entry?.actor_label ?? (nameOf(actor?.body) || '…'))}
          onClear={() => setFilters({ actor_id: undefined })}
        />
      )}
      {filters.entity_id && (
        <ChosenFilter label={t.onlyEntity} onClear={() => setFilters({ entity_id: undefined })} />
      )}
      {filters.request_id && (
        <ChosenFilter label={t.onlyRequest} onClear={() => setFilters({ request_id: undefined })} />
      )}
    </>
  );
}
