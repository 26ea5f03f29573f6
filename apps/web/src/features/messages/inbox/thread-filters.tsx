import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { ChosenFilter } from '../../../components/chosen-filter.tsx';
import { ChosenPeriod } from '../../../components/chosen-period.tsx';
import { DateFields } from '../../../components/date-filters.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { MoreFilters } from '../../../components/more-filters.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import type { ListState } from '../../../platform/list-state.ts';
import { useTeam } from '../../accounts/accounts.users.queries.ts';
import { type MessageFilters, TABS, type Tab } from '../messages.list.ts';
import { categoryText, t } from '../messages.texts.ts';

interface ThreadFiltersProps {
  list: ListState<MessageFilters>;
  tab: Tab;
}

/** The search, other filters in a popover, and filters set by a link. */
export function ThreadFilters({ list, tab }: ThreadFiltersProps) {
  const { filters, setFilters } = list;
  const { assignee, category, locale, from, to } = filters;
  const used = [assignee, category, locale, from, to].filter((value) => value !== undefined).length;
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      <MoreFilters label={t.filters} used={used}>
        <OtherFilters list={list} tab={tab} />
      </MoreFilters>
      {filters.user_id && (
        <ChosenFilter label={t.ofMember} onClear={() => setFilters({ user_id: undefined })} />
      )}
      {filters.overdue && (
        <ChosenFilter label={t.overdue} onClear={() => setFilters({ overdue: undefined })} />
      )}
      <ChosenPeriod
        label={t.receivedIn}
        from={filters.received_from}
        to={filters.received_to}
        onClear={() => setFilters({ received_from: undefined, received_to: undefined })}
      />
      <ChosenPeriod
        label={t.closedIn}
        from={filters.closed_from}
        to={filters.closed_to}
        onClear={() => setFilters({ closed_from: undefined, closed_to: undefined })}
      />
    </>
  );
}

function OtherFilters({ list: { filters, setFilters }, tab }: ThreadFiltersProps) {
  const colleagues = useTeam({ can: 'messages.write' }).data?.body.data ?? [];
  const names = new Map([
    ['me', t.me],
    ['none', t.nobody],
    ...colleagues.map((person) => [person.id, nameOf(person)] as const),
  ]);
  return (
    <>
      {!('assignee' in TABS[tab]) && (
        <FilterSelect
          label={t.assignee}
          anyLabel={t.anyAssignee}
          values={[...names.keys()]}
          labelOf={(id) => names.get(id) ?? id}
          value={filters.assignee}
          onChange={(assignee) => setFilters({ assignee })}
        />
      )}
      <FilterSelect
        label={t.category}
        anyLabel={t.anyCategory}
        values={MESSAGE_CATEGORIES}
        labelOf={categoryText}
        value={filters.category}
        onChange={(category) => setFilters({ category })}
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
    </>
  );
}
