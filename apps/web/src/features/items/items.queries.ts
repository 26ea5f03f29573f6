import { contract } from 'virtual:contract';
import type { ItemPublic, ItemUpdate } from '@agora/contract/features/items/items.contract';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { t } from './items.texts.ts';

export const itemKeys = {
  all: ['items'] as const,
  list: (query: object) => ['items', 'list', query] as const,
};

interface CachedList {
  body: { data: ItemPublic[]; count: number };
}

/**
 * Changes of items that show at once. When the service refuses one, the lists go back to what they were, and
 * the refusal is thrown.
 */
export function useItemActions() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: itemKeys.all });

  async function optimistic<Result>(
    change: (list: CachedList['body']) => CachedList['body'],
    write: () => Promise<Result>,
  ): Promise<Result> {
    await queryClient.cancelQueries({ queryKey: itemKeys.all });
    const before: [QueryKey, CachedList | undefined][] = queryClient.getQueriesData({
      queryKey: itemKeys.all,
    });
    for (const [key, list] of before)
      if (list) queryClient.setQueryData(key, { ...list, body: change(list.body) });
    try {
      return await write();
    } catch (error) {
      for (const [key, list] of before) queryClient.setQueryData(key, list);
      throw error;
    } finally {
      void refresh();
    }
  }

  async function restore(id: string): Promise<void> {
    await call(contract.items.restoreItem, { params: { id } });
    toastSuccess(t.restored(1));
    await refresh();
  }

  return {
    refresh,
    update: (id: string, body: ItemUpdate) =>
      optimistic(
        (list) => ({
          ...list,
          data: list.data.map((item) => (item.id === id ? { ...item, ...body } : item)),
        }),
        () => call(contract.items.updateItem, { params: { id }, body }),
      ),
    remove: async (id: string) => {
      await optimistic(
        ({ data, count }) => {
          const left = data.filter((item) => item.id !== id);
          return { data: left, count: count - (data.length - left.length) };
        },
        () => call(contract.items.deleteItem, { params: { id } }),
      );
      toastSuccess(t.deleted(1), { label: t.undo, onClick: () => void restore(id).catch(toastError) });
    },
  };
}
