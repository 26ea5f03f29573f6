import { contract } from 'virtual:contract';
import { isAllowed, isTeam } from '@agora/contract/shared/permissions';
import { keepPreviousData } from '@tanstack/react-query';
import { hasCode } from '../../platform/api-error.ts';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { readMe, useAllowed } from '../accounts/accounts.users.queries.ts';

const COUNTS = { queryKey: ['dashboard'] };
const TASKS = { queryKey: ['dashboard', 'tasks'] };
const STEPS = { queryKey: ['dashboard', 'steps'] };

/** Current counts. */
export const useDashboard = () => tsr.dashboard.readDashboard.useQuery(COUNTS);

/** Tasks of the team, the most urgent first. */
export const useTasks = () => tsr.dashboard.readTasks.useQuery(TASKS);

/** Whether pushes, mails, files and background jobs work, for those who may read it. */
export const useHealth = () =>
  tsr.dashboard.readHealth.useQuery({
    queryKey: ['dashboard', 'health'],
    enabled: useAllowed(contract.dashboard.readHealth),
  });

/** True if no push provider is configured, so that no device can register, as far as the user may know. */
export const useIsPushMissing = (): boolean =>
  useHealth().data?.body.data.some(({ code, state }) => code === 'push' && state === 'missing') ?? false;

/** First steps of a new organisation, for those who may read them. */
export const useSteps = () =>
  tsr.dashboard.readSteps.useQuery({ ...STEPS, enabled: useAllowed(contract.dashboard.readSteps) });

/** Prefetches the data at the top of the team's dashboard. */
export async function prefetchDashboard(): Promise<void> {
  const me = await readMe();
  if (!isTeam(me)) return;
  void tsrClient.dashboard.readDashboard.prefetchQuery(COUNTS);
  void tsrClient.dashboard.readTasks.prefetchQuery(TASKS);
  if (isAllowed(me, contract.dashboard.readSteps.metadata.access))
    void tsrClient.dashboard.readSteps.prefetchQuery(STEPS);
}

/** A range by name, or by its first and last day. */
export type RangeQuery = QueryOf<typeof contract.statistics.readOverview>;

/** Keeps the statistics of the previous range while loading. */
const statistics = (name: string, query: object) => ({
  queryKey: ['dashboard', name, query],
  placeholderData: keepPreviousData,
});

export const useOverview = (query: RangeQuery, { isOn = true } = {}) =>
  tsr.statistics.readOverview.useQuery({
    ...statistics('overview', query),
    queryData: { query },
    enabled: isOn,
  });

export const useSends = (query: RangeQuery, { isOn = true } = {}) =>
  tsr.statistics.readSends.useQuery({ ...statistics('sends', query), queryData: { query }, enabled: isOn });

export const useTopNews = (query: RangeQuery, { isOn = true } = {}) =>
  tsr.statistics.readTopNews.useQuery({ ...statistics('news', query), queryData: { query }, enabled: isOn });

export const useArticleReads = (id: string, query: RangeQuery) =>
  tsr.statistics.readArticleReads.useQuery({
    ...statistics('reads', { id, ...query }),
    queryData: { params: { id }, query },
  }).data?.body;

export const useAnswerTimes = (query: RangeQuery) =>
  tsr.statistics.readAnswerTimes.useQuery({ ...statistics('messages', query), queryData: { query } }).data
    ?.body;

/** The message of the day as the app shows it to this account. */
export function useMessageOfToday() {
  const { data, error, refetch } = tsr.appDailyMessages.readAppDailyMessage.useQuery({
    queryKey: ['app', 'daily-message'],
    queryData: { query: {} },
  });
  return { message: data?.body, isNone: hasCode(error, 'no_message'), error, refetch };
}

/** What the app shows a member. Read once: the audit log has each time. */
export const useAppPreview = (user_id: string) =>
  tsr.appPreview.readAppPreview.useQuery({
    queryKey: ['app', 'preview', user_id],
    queryData: { params: { user_id } },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The latest articles as the app shows them to this account. */
export const useLatestNews = (limit: number) =>
  tsr.appNews.readAppNewsList.useQuery({ queryKey: ['app', 'news', limit], queryData: { query: { limit } } });
