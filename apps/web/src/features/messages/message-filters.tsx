import type { MessageCategory, MessageFilter } from '@agora/contract/features/messages/messages.contract';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '../../components/date-field.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { LOCALES } from '../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../platform/list-state.ts';
import { useAdmins } from '../users/users.queries.ts';
import classes from './inbox.module.css';
import { categoryText, nameOf, t } from './messages.texts.ts';

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

/** The search, and the other filters behind a button; one that narrows the list is never hidden. */
export function MessageFilters({ list, tab }: MessageFiltersProps) {
  const { search, ...others } = list.filters;
  const areUsed = Object.values(others).some((value) => value !== undefined);
  const [isOpen, setOpen] = useState(areUsed);
  const areShown = isOpen || areUsed;
  return (
    <>
      <SearchBox
        label={t.search}
        value={search}
        onSearch={(search) => list.setFilters({ search }, { replace: true })}
      />
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={areShown}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!areShown)}
      >
        {t.filters}
      </Button>
      {areShown && <MoreFilters list={list} tab={tab} />}
    </>
  );
}

function MoreFilters({ list: { filters, setFilters }, tab }: MessageFiltersProps) {
  const admins = useAdmins();
  const names = new Map([
    ['me', t.me],
    ['none', t.nobody],
    ...admins.map((admin) => [admin.id, nameOf(admin)] as const),
  ]);
  return (
    <div className={classes.filters}>
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
      <div className={classes.dates}>
        <DateField label={t.from} value={filters.from} onChange={(from) => setFilters({ from })} />
        <DateField label={t.to} value={filters.to} onChange={(to) => setFilters({ to })} />
      </div>
      {filters.user_id && (
        <Button variant="light" onClick={() => setFilters({ user_id: undefined })}>
          {t.showAll}
        </Button>
      )}
    </div>
  );
}
