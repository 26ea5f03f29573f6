import type { SavedView } from '@agora/contract/features/saved-views/saved-views.contract';
import type { ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

const savedViewKeys = {
  all: ['saved-views'] as const,
  of: (list: ViewList | undefined) => ['saved-views', list] as const,
};

/** The pages of the lists. */
const PAGES: Record<ViewList, string> = {
  members: '/members',
  admin: '/admin',
  items: '/items',
  news: '/news',
  daily_messages: '/daily-message',
  broadcasts: '/broadcast',
  messages: '/messages',
  ratings: '/rates',
  audit_log: '/audit-log',
};

const NONE: SavedView[] = [];

/** One's own views and the shared ones, of one list or of all. */
export const useSavedViews = (list?: ViewList, { isOn = true } = {}): SavedView[] =>
  tsr.savedViews.readSavedViews.useQuery({
    queryKey: savedViewKeys.of(list),
    queryData: { query: { list } },
    enabled: isOn,
  }).data?.body.data ?? NONE;

/** The parameters of a view, without those whose person or category has been deleted. */
export function paramsOf({ query, missing }: SavedView): URLSearchParams {
  const params = new URLSearchParams(query);
  for (const name of missing) params.delete(name);
  return params;
}

/** Page of a view, and the address on it. */
export const placeOf = (view: SavedView) => ({
  path: PAGES[view.list],
  search: `?${paramsOf(view).toString()}`,
});

const thenRefresh = { onSettled: () => refresh(savedViewKeys.all) };

export const useCreateSavedView = () =>
  useIdempotent(tsr.savedViews.createSavedView.useMutation(thenRefresh));
export const useUpdateSavedView = () => tsr.savedViews.updateSavedView.useMutation(thenRefresh);
export const useDeleteSavedView = () => tsr.savedViews.deleteSavedView.useMutation(thenRefresh);
export const useRestoreSavedView = () => tsr.savedViews.restoreSavedView.useMutation(thenRefresh);
