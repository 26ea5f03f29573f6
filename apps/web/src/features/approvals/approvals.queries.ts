import type { contract } from 'virtual:contract';
import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';
import { usePreferences } from '../accounts/accounts.preferences.queries.ts';
import { useCacheBroadcast } from '../broadcasts/broadcasts.queries.ts';
import { useCacheArticle } from '../news/news.queries.ts';

const KEY = ['approvals'];

/** A page of what waits, oldest first. */
export const useApprovals = (query: QueryOf<typeof contract.approvals.readApprovals>) =>
  tsr.approvals.readApprovals.useQuery({
    queryKey: [...KEY, query],
    queryData: { query },
    placeholderData: keepPreviousData,
  });

export const useWaitingCount = (): number => useApprovals({ limit: 0 }).data?.body.count ?? 0;

/** True if a push to this many devices needs a second person. */
export function useNeedsApproval(devices: number | undefined): boolean {
  const above = usePreferences().data?.body.approve_pushes_above ?? null;
  return above !== null && devices !== undefined && devices > above;
}

/** Whether the team has pushes or articles approved. */
export function useApprovalRules(): { pushes: boolean; news: boolean } {
  const preferences = usePreferences().data?.body;
  return {
    pushes: (preferences?.approve_pushes_above ?? null) !== null,
    news: preferences?.approve_news ?? false,
  };
}

function useOnBroadcast() {
  const cache = useCacheBroadcast();
  return {
    onSuccess: (answer: Parameters<typeof cache>[0]) => {
      cache(answer);
      void refresh(KEY);
    },
  };
}

function useOnNews() {
  const cache = useCacheArticle();
  return {
    onSuccess: ({ body }: { body: NewsPublic }) => {
      cache(body);
      void refresh(KEY);
    },
  };
}

export const useAskForBroadcast = () =>
  useIdempotent(tsr.approvals.askForBroadcast.useMutation(useOnBroadcast()));
export const useApproveBroadcast = () =>
  useIdempotent(tsr.approvals.approveBroadcast.useMutation(useOnBroadcast()));
export const useAskForNews = () => useIdempotent(tsr.approvals.askForNews.useMutation(useOnNews()));
export const useApproveNews = () => useIdempotent(tsr.approvals.approveNews.useMutation(useOnNews()));

/** Sends a push or an article back. */
export function useSendBack(kind: 'broadcast' | 'news') {
  const broadcast = tsr.approvals.sendBroadcastBack.useMutation(useOnBroadcast());
  const news = tsr.approvals.sendNewsBack.useMutation(useOnNews());
  return kind === 'news' ? news.mutateAsync : broadcast.mutateAsync;
}

/** Withdraws one’s request. */
export function useWithdraw(kind: 'broadcast' | 'news') {
  const broadcast = tsr.approvals.withdrawForBroadcast.useMutation(useOnBroadcast());
  const news = tsr.approvals.withdrawForNews.useMutation(useOnNews());
  return kind === 'news' ? news.mutateAsync : broadcast.mutateAsync;
}
