import { MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import type { MessageFilter, MessageSort } from '@agora/contract/features/messages/messages.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import {
  dateParam,
  type ListAddress,
  oneOf,
  readList,
  textParam,
  uuidParam,
} from '../../platform/list-state.ts';
import { prefetchMessages } from './messages.queries.ts';

/** Tabs of the inbox, each with its filter. */
export const TABS = {
  awaiting: { awaiting: true },
  mine: { awaiting: true, assignee: 'me' },
  unassigned: { awaiting: true, assignee: 'none' },
  snoozed: { snoozed: true },
  waiting: { status: 'waiting', snoozed: false },
  closed: { status: 'closed' },
  spam: { status: 'spam' },
  all: {},
} as const satisfies Record<string, MessageFilter>;
export type Tab = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as Tab[];

const parse = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  category: oneOf(params, 'category', MESSAGE_CATEGORIES),
  locale: oneOf(params, 'locale', LOCALES),
  assignee: oneOf(params, 'assignee', ['me', 'none']) ?? uuidParam(params, 'assignee'),
  user_id: uuidParam(params, 'user_id'),
  overdue: oneOf(params, 'overdue', ['true']),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
  received_from: dateParam(params, 'received_from'),
  received_to: dateParam(params, 'received_to'),
  closed_from: dateParam(params, 'closed_from'),
  closed_to: dateParam(params, 'closed_to'),
});

export type MessageFilters = ReturnType<typeof parse>;

export const messageList = {
  parse,
  sorts: ['last_at', 'awaiting_since'],
  defaultSort: '-last_at',
  isLong: true,
};

export const tabOf = (params: URLSearchParams): Tab => oneOf(params, 'tab', TAB_NAMES) ?? 'awaiting';

export const messageFilter = (tab: Tab, filters: MessageFilters): MessageFilter => ({
  ...filters,
  overdue: filters.overdue && true,
  ...TABS[tab],
});

export const messageQuery = (tab: Tab, { filters, sort, longPage }: ListAddress<MessageFilters>) => ({
  ...messageFilter(tab, filters),
  // The next to wake comes first.
  sort: tab === 'snoozed' ? ('wakes_at' as const) : (sort as MessageSort),
  ...longPage,
});

export const prefetchList = (params: URLSearchParams): void =>
  prefetchMessages(messageQuery(tabOf(params), readList(params, messageList)));
