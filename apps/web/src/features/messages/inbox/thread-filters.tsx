import type { MessageCategory, MessageFilter } from '@agora/contract/features/messages/messages.contract';
import { ChosenFilter } from '../../../components/chosen-filter.tsx';
import { DateFields } from '../../../components/date-filters.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { MoreFilters } from '../../../components/more-filters.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { LOCALES } from '../../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../../platform/list-state.ts';
import { useAdmins } from '../../accounts/accounts.users.queries.ts';
import { nameOf } from '../messages.feature.texts.ts';
import { categoryText, t } from '../messages.texts.ts';

export const CATEGORIES = ['question', 'bug', 'idea', 'other'] as const satisfies readonly MessageCategory[];

/** The parts of the inbox, each with what it filters by. */
export const TABS = {
  awaiting: { awaiting: true },
  mine: { awaiting: true, assignee: 'me' },
  unassigned: { awaiting: true, assignee: 'none' },
  waiting: { status: 'waiting' },
  closed: { status: 'closed' },
  spam: { status: 'spam' },
  all: {},
} as const satisfies Record<string, MessageFilter>;
export type Tab = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as Tab[];

export const parseMessageFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  category: oneOf(params, 'category', CATEGORIES),
  locale: oneOf(params, 'locale', LOCALES),
  assignee: oneOf(params, 'assignee', ['me', 'none']) ?? uuidParam(params, 'assignee'),
  user_id: uuidParam(params, 'user_id'),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

interface MessageFiltersProps {
  list: ListState<ReturnType<typeof parseMessageFilters>>;
  tab: Tab;
}

/** The search, and the other filters behind a button. */
export function MessageFilters({ list, tab }: MessageFiltersProps) {
  const { search, ...others } = list.filters;
  const areUsed = Object.values(others).some((value) => value !== undefined);
  return (
    <>
      <SearchBox
        label={t.search}
        value={search}
        onSearch={(search) => list.setFilters({ search }, { replace: true })}
      />
      <MoreFilters label={t.filters} areUsed={areUsed}>
        <OtherFilters list={list} tab={tab} />
      </MoreFilters>
    </>
  );
}

function OtherFilters({ list: { filters, setFilters }, tab }: MessageFiltersProps) {
  const admins = useAdmins();
  const names = new Map([
    ['me', t.me],
    ['none', t.nobody],
    ...admins.map((admin) => [admin.id, nameOf(admin)] as const),
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
        values={CATEGORIES}
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
      {filters.user_id && (
        <ChosenFilter label={t.ofMember} onClear={() => setFilters({ user_id: undefined })} />
      )}
    </>
  );
}
