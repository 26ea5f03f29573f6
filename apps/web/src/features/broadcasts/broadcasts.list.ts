import { BROADCAST_STATES } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { PUSH_CATEGORIES } from '@agora/contract/features/devices/devices.rules';
import { dateParam, type ListAddress, oneOf, readList, textParam } from '../../platform/list-state.ts';
import { prefetchBroadcasts } from './broadcasts.queries.ts';

const parse = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', BROADCAST_STATES),
  category: oneOf(params, 'category', PUSH_CATEGORIES),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

export type BroadcastFilters = ReturnType<typeof parse>;

export const broadcastList = { parse, sorts: [], defaultSort: '' };

export const broadcastQuery = ({ filters, skip, size }: ListAddress<BroadcastFilters>) => ({
  ...filters,
  skip,
  limit: size,
});

export const prefetchList = (params: URLSearchParams): void =>
  prefetchBroadcasts(broadcastQuery(readList(params, broadcastList)));
