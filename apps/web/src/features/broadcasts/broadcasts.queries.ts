import { contract } from 'virtual:contract';
import type {
  AudiencePreview,
  AudiencePreviewRequest,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { BroadcastState } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { useDidUpdate, useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { t } from './broadcasts.push-panel.texts.ts';

/** Milliseconds between refetches of a push that is being sent, in case no event arrives. */
const REFETCH_MS = 3_000;

const broadcastKeys = {
  all: ['broadcasts'] as const,
  list: (query: object) => ['broadcasts', 'list', query] as const,
  one: (id: string) => ['broadcasts', 'one', id] as const,
  results: (id: string) => ['broadcasts', 'results', id] as const,
  stats: (id: string) => [...broadcastKeys.results(id), 'stats'] as const,
  deliveries: (id: string, query: object) => [...broadcastKeys.results(id), 'deliveries', query] as const,
  audience: (request: object | undefined) => ['audience', request] as const,
};

/** True while workers send it. */
export const isSending = ({
  status,
  finished_at,
}: Pick<BroadcastPublic, 'status' | 'finished_at'>): boolean =>
  status === 'sending' || (status === 'cancelled' && finished_at === null);

/** Milliseconds between two reads while a broadcast is being sent; false otherwise. */
const refetchIntervalOf = (some: readonly BroadcastPublic[]): number | false =>
  some.some(isSending) && REFETCH_MS;

type Query = QueryOf<typeof contract.broadcasts.readBroadcasts>;

const pageOf = (query: Query) => ({ queryKey: broadcastKeys.list(query), queryData: { query } });

/** Prefetches a page of pushes. */
export const prefetchBroadcasts = (query: Query): void =>
  void tsrClient.broadcasts.readBroadcasts.prefetchQuery(pageOf(query));

/** A page of pushes, refetched while they are sent. Keeps the previous page while loading. */
export const useBroadcasts = (query: Query, { isOn = true } = {}) =>
  tsr.broadcasts.readBroadcasts.useQuery({
    ...pageOf(query),
    enabled: isOn,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data?.body.data ?? []),
  });

/** One push, refetched while it is sent. */
export const useBroadcast = (id: string) =>
  tsr.broadcasts.readBroadcast.useQuery({
    queryKey: broadcastKeys.one(id),
    queryData: { params: { id } },
    refetchInterval: ({ state }) => refetchIntervalOf(state.data ? [state.data.body] : []),
  });

/** The pushes about an article, the newest first; undefined for those who may not see pushes, too. */
export function useBroadcastsAbout(id: string): readonly BroadcastPublic[] | undefined {
  const query = { source_id: id, limit: 50 };
  const { data } = tsr.broadcasts.readBroadcasts.useQuery({
    queryKey: broadcastKeys.list(query),
    queryData: { query },
    enabled: useAllowed(contract.broadcasts.readBroadcasts),
  });
  return data?.body.data;
}

/**
 * Page of the one push that an article can have, as long as none was sent; undefined while loading, and for those who
 * write none.
 */
export function useNextPush(article: string): { label: string; path: string } | undefined {
  const pushes = useBroadcastsAbout(article);
  const mayWrite = useAllowed(contract.broadcasts.createBroadcast);
  if (!mayWrite || !pushes || pushes.some(({ is_claimed }) => is_claimed)) return undefined;
  const draft = pushes.find(({ status }) => status === 'draft' || status === 'missed');
  return draft
    ? { label: t.open, path: `/broadcast/${draft.id}` }
    : { label: t.write, path: `/broadcast/new?article=${article}` };
}

/** Counts the broadcasts in a state and returns the latest. */
export function useBroadcastsIn(status: BroadcastState) {
  const query = { status, limit: 1 };
  const { data } = tsr.broadcasts.readBroadcasts.useQuery({
    queryKey: broadcastKeys.list(query),
    queryData: { query },
  });
  return data?.body;
}

/** Figures of a push. */
export const useBroadcastStats = (id: string) =>
  tsr.broadcasts.readStats.useQuery({
    queryKey: broadcastKeys.stats(id),
    queryData: { params: { id } },
  });

/** Deliveries of a push to devices. */
export const useDeliveries = (id: string, query: QueryOf<typeof contract.broadcasts.readDeliveries>) =>
  tsr.broadcasts.readDeliveries.useQuery({
    queryKey: broadcastKeys.deliveries(id, query),
    queryData: { params: { id }, query },
    placeholderData: keepPreviousData,
  });

/** Milliseconds between refetches of the results while the counters change: each refetch reads every row. */
const RESULTS_REFETCH_MS = 10_000;

/** Refetches the statistics and deliveries of a push when its state or its counters change. */
export function useResultsRefresh(broadcast: BroadcastPublic): void {
  const { id, status, finished_at, sent, failed, invalid, skipped, cancelled, opened } = broadcast;
  const queryClient = useQueryClient();
  const counters = useThrottledValue(
    [sent, failed, invalid, skipped, cancelled, opened].join(' '),
    RESULTS_REFETCH_MS,
  );
  useDidUpdate(() => {
    void queryClient.invalidateQueries({ queryKey: broadcastKeys.results(id) });
  }, [id, status, finished_at, counters]);
}

/**
 * Counts an audience, by POST because the conditions are too long for a query.
 * @throws {ApiError}
 */
export async function countAudience(body: AudiencePreviewRequest): Promise<AudiencePreview> {
  return (await tsr.broadcasts.previewAudience.mutate({ body })).body as AudiencePreview;
}

/**
 * Current reach of an audience, for those who write or send pushes. Keeps the previous figures while another audience
 * is counted.
 */
export function useAudience(request: AudiencePreviewRequest | undefined): UseQueryResult<AudiencePreview> {
  const isAllowed = useAllowed(contract.broadcasts.previewAudience);
  return useQuery({
    queryKey: broadcastKeys.audience(request),
    queryFn: () => countAudience(request as AudiencePreviewRequest),
    enabled: isAllowed && request !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Refetches all queries that show pushes. */
export function useRefreshBroadcasts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: broadcastKeys.all });
}

/** Writes the push of a response into the cache and refetches the other queries. */
export function useCacheBroadcast() {
  const queryClient = useQueryClient();
  return (answer: { body: BroadcastPublic }): void => {
    queryClient.setQueryData(broadcastKeys.one(answer.body.id), answer);
    void queryClient.invalidateQueries({ queryKey: broadcastKeys.all, refetchType: 'active' });
  };
}

const useCacheOnSuccess = () => ({ onSuccess: useCacheBroadcast() });

export const useCreateBroadcast = () =>
  useIdempotent(tsr.broadcasts.createBroadcast.useMutation(useCacheOnSuccess()));
export const useUpdateBroadcast = () => tsr.broadcasts.updateBroadcast.useMutation(useCacheOnSuccess());
export const useDuplicateBroadcast = () =>
  useIdempotent(tsr.broadcasts.duplicateBroadcast.useMutation(useCacheOnSuccess()));
export const useScheduleBroadcast = () => tsr.broadcasts.scheduleBroadcast.useMutation(useCacheOnSuccess());
export const useSendBroadcast = () =>
  useIdempotent(tsr.broadcasts.sendBroadcast.useMutation(useCacheOnSuccess()));
export const useResumeBroadcast = () => tsr.broadcasts.resumeBroadcast.useMutation(useCacheOnSuccess());
export const usePauseBroadcast = () => tsr.broadcasts.pauseBroadcast.useMutation(useCacheOnSuccess());
export const useUnscheduleBroadcast = () =>
  tsr.broadcasts.unscheduleBroadcast.useMutation(useCacheOnSuccess());
export const useCancelBroadcast = () => tsr.broadcasts.cancelBroadcast.useMutation(useCacheOnSuccess());
export const useDeleteBroadcast = () => tsr.broadcasts.deleteBroadcast.useMutation();
export const useTestBroadcast = () => useIdempotent(tsr.broadcasts.testBroadcast.useMutation());
