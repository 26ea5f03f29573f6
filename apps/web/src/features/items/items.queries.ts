import type { contract } from 'virtual:contract';
import type { ItemFilter, ItemPublic, ItemSort } from '@agora/contract/features/items/items.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { type ListAddress, readList, textParam, uuidParam } from '../../platform/list-state.ts';
import { queryClient, refresh } from '../../platform/query-client.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';
import { t } from './items.texts.ts';

const itemKeys = {
  all: ['items'] as const,
  list: (query: object) => ['items', 'list', query] as const,
};

/** The list as stored in the address. */
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

type Query = QueryOf<typeof contract.items.readItems>;

const pageOf = (query: Query) => ({ queryKey: itemKeys.list(query), queryData: { query } });

/** Starts reading the page of an address. */
export const prefetchList = (params: URLSearchParams): void =>
  void tsrClient.items.readItems.prefetchQuery(pageOf(itemQuery(readList(params, itemList))));

/** A page of items. Keeps the previous one while loading. */
export const useItems = (query: Query) =>
  tsr.items.readItems.useQuery({
    ...pageOf(query),
    placeholderData: keepPreviousData,
  });

/** Counts items when the list only has a lower bound. @throws {ApiError} */
export async function countItems(filter: ItemFilter): Promise<number> {
  const { body } = await tsr.items.readItems.query({ query: { ...filter, limit: 0 } });
  return (body as { count: number }).count;
}

/** Refetches all queries that show items. */
export const refreshItems = () => refresh(itemKeys.all);

const thenRefresh = { onSettled: () => void refreshItems() };

interface CachedList {
  body: { data: ItemPublic[]; count: number };
}

/** Applies a change to the cached lists optimistically; reverts it if the request fails. */
function optimistically<Variables>(
  change: (list: CachedList['body'], variables: Variables) => CachedList['body'],
) {
  const lists = { queryKey: itemKeys.all };
  return {
    ...thenRefresh,
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries(lists);
      const before = queryClient.getQueriesData<CachedList>(lists);
      queryClient.setQueriesData<CachedList>(
        lists,
        (list) => list && { ...list, body: change(list.body, variables) },
      );
      return before;
    },
    onError: (
      _error: unknown,
      _variables: Variables,
      before: ReturnType<typeof queryClient.getQueriesData<CachedList>> | undefined,
    ) => {
      for (const [key, list] of before ?? []) queryClient.setQueryData(key, list);
    },
  };
}

export const useCreateItem = () => useIdempotent(tsr.items.createItem.useMutation(thenRefresh));
export const useBulkItems = () => tsr.items.bulkItems.useMutation();

type Update = Parameters<typeof tsr.items.updateItem.mutate>[0];

export const useUpdateItem = () =>
  tsr.items.updateItem.useMutation(
    optimistically(({ data, count }, { params, body }: Update) => ({
      data: data.map((item) => (item.id === params.id ? { ...item, ...body } : item)),
      count,
    })),
  );

type Deletion = Parameters<typeof tsr.items.deleteItem.mutate>[0];

/** Moves items to the trash and offers an undo. */
export function useTrash() {
  const { mutateAsync: putBack } = tsr.items.restoreItem.useMutation(thenRefresh);
  const { mutateAsync: trash } = tsr.items.deleteItem.useMutation(
    optimistically(({ data, count }, { params }: Deletion) => {
      const left = data.filter(({ id }) => id !== params.id);
      return { data: left, count: count - (data.length - left.length) };
    }),
  );

  async function restore(id: string): Promise<void> {
    await putBack({ params: { id } });
    toastSuccess(t.restored(1));
  }

  return async (id: string): Promise<void> => {
    await trash({ params: { id } });
    toastSuccess(t.deleted(1), { label: t.undo, onClick: () => void restore(id).catch(toastError) });
  };
}
