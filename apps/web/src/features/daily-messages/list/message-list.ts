import type {
  DailyMessageFilter,
  DailyMessageSort,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { dateParam, type ListAddress, oneOf, textParam } from '../../../platform/list-state.ts';

export const STATUSES = ['ready', 'draft'] as const;
export const PLACES = ['planned', 'reserve'] as const;

/** The tables of the lists of messages, by the view of the page. */
export const TABLES = { list: 'daily_messages', reserve: 'daily_reserve', trash: 'daily_trash' } as const;
export type MessagesViewName = keyof typeof TABLES;

export const parseMessageFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  missing: oneOf(params, 'missing', LOCALES),
  place: oneOf(params, 'place', PLACES),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

export const messageList = (view: MessagesViewName) => ({
  parse: parseMessageFilters,
  sorts: ['day', 'updated_at'],
  defaultSort: view === 'list' ? '-day' : '-updated_at',
});

/** The filter of a list, its order and its page. */
export const messageQuery = (
  view: MessagesViewName,
  { filters, sort, skip, size }: ListAddress<ReturnType<typeof parseMessageFilters>>,
) => ({
  filter: (view === 'list' ? filters : { ...filters, place: view }) satisfies DailyMessageFilter,
  sort: sort as DailyMessageSort,
  skip,
  limit: size,
});
