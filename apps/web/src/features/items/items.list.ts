import type { ItemSort } from '@agora/contract/features/items/items.contract';
import { type ListAddress, readList, textParam, uuidParam } from '../../platform/list-state.ts';
import { prefetchItems } from './items.queries.ts';

export const itemList = {
  parse: (params: URLSearchParams) => ({
    search: textParam(params, 'search'),
    owner_id: uuidParam(params, 'owner_id'),
  }),
  sorts: ['created_at', 'title'],
  defaultSort: '-created_at',
  isLong: true,
};
export type ItemFilters = ReturnType<typeof itemList.parse>;

export const itemQuery = ({ filters, sort, longPage }: ListAddress<ItemFilters>) => ({
  ...filters,
  sort: sort as ItemSort,
  ...longPage,
});

export const prefetchList = (params: URLSearchParams): void =>
  prefetchItems(itemQuery(readList(params, itemList)));
