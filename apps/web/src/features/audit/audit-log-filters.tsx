import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { AuditEntity, AuditLog } from '@agora/contract/features/audit/audit.contract';
import { Button, Group } from '@mantine/core';
import { use } from 'react';
import { ChosenFilter } from '../../components/chosen-filter.tsx';
import { DateFields, periodText } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { MoreFilters } from '../../components/more-filters.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { AuditedContext } from '../../platform/audited.ts';
import { addDays } from '../../platform/civil-date.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../platform/list-state.ts';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import { useAnybody, useTeam } from '../accounts/accounts.users.queries.ts';
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
  const periods = usePeriods();
  const usual = periods.find(({ from, to }) => from === filters.from && to === filters.to);
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      <ActorFilter
        entries={entries}
        value={filters.actor_id}
        onChange={(actor_id) => setFilters({ actor_id })}
      />
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
      <MoreFilters label={t.dates} used={usual?.label ?? periodText(filters)}>
        {(close) => (
          <>
            <Group gap={6}>
              {periods.map((period) => (
                <Button
                  key={period.label}
                  size="compact-sm"
                  variant={period === usual ? 'light' : 'default'}
                  aria-pressed={period === usual}
                  onClick={() => {
                    const { from, to } = period === usual ? NO_PERIOD : period;
                    setFilters({ from, to });
                    close();
                  }}
                >
                  {period.label}
                </Button>
              ))}
            </Group>
            <DateFields names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
          </>
        )}
      </MoreFilters>
      {filters.entity_id && (
        <ChosenFilter label={t.onlyEntity} onClear={() => setFilters({ entity_id: undefined })} />
      )}
      {filters.request_id && (
        <ChosenFilter label={t.onlyRequest} onClear={() => setFilters({ request_id: undefined })} />
      )}
    </>
  );
}

interface ActorFilterProps extends Pick<AuditLogFiltersProps, 'entries'> {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Filters by actor: somebody of the team, or any person named in the address. */
function ActorFilter({ entries, value, onChange }: ActorFilterProps) {
  const colleagues = useTeam().data?.body.data ?? [];
  const entry = entries?.find(({ actor_id }) => actor_id === value);
  const isUnknown = value !== undefined && !entry && !colleagues.some(({ id }) => id === value);
  const { data: other } = useAnybody(value ?? '', { isOn: isUnknown });
  const chosen = entry?.actor_name ?? entry?.actor_label ?? nameOf(other?.body);
  const names = new Map([
    ...(value ? [[value, chosen ?? '…'] as const] : []),
    ...colleagues.map((person) => [person.id, nameOf(person)] as const),
  ]);
  return (
    <FilterSelect
      label={t.actor}
      anyLabel={t.anyActor}
      values={[...names.keys()]}
      labelOf={(id) => names.get(id) ?? ''}
      value={value}
      onChange={onChange}
    />
  );
}

const NO_PERIOD = { from: undefined, to: undefined };

/** Usual periods. */
function usePeriods() {
  const today = useToday();
  const yesterday = addDays(today, -1);
  return [
    { label: t.today, from: today, to: today },
    { label: t.yesterday, from: yesterday, to: yesterday },
    { label: t.lastSevenDays, from: addDays(today, -6), to: today },
  ];
}
