import type { contract } from 'virtual:contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { readMe } from '../accounts/accounts.users.queries.ts';

const COUNTS = { queryKey: ['dashboard'] };
const TASKS = { queryKey: ['dashboard', 'tasks'] };
const STEPS = { queryKey: ['dashboard', 'steps'] };

/** Counts of now. */
export const useDashboard = () => tsr.dashboard.readDashboard.useQuery(COUNTS);

/** Tasks of the team, the most pressing first. */
export const useTasks = () => tsr.dashboard.readTasks.useQuery(TASKS);

/** Whether pushes, mails, files and background jobs work. */
export const useHealth = () => tsr.dashboard.readHealth.useQuery({ queryKey: ['dashboard', 'health'] });

/** True if no push provider is set up: no device can register then. */
export const useIsPushMissing = (): boolean =>
  useHealth().data?.body.data.some(({ code, state }) => code === 'push' && state === 'missing') ?? false;

/** First steps of a new organisation. */
export const useSteps = () => tsr.dashboard.readSteps.useQuery(STEPS);

/** Prefetches what stands at the top of the dashboard of the team. */
export async function prefetchDashboard(): Promise<void> {
  if (!(await readMe()).is_superuser) return;
  void tsrClient.dashboard.readDashboard.prefetchQuery(COUNTS);
  void tsrClient.dashboard.readTasks.prefetchQuery(TASKS);
  void tsrClient.dashboard.readSteps.prefetchQuery(STEPS);
}

/** A range by name, or by its days. */
export type RangeQuery = QueryOf<typeof contract.statistics.readOverview>;

/** Statistics keep those of the former range while loading. */
const of = (name: string, query: object) => ({
  queryKey: ['dashboard', name, query],
  placeholderData: keepPreviousData,
});

export const useOverview = (query: RangeQuery) =>
  tsr.statistics.readOverview.useQuery({ ...of('overview', query), queryData: { query } });

export const useSends = (query: RangeQuery) =>
  tsr.statistics.readSends.useQuery({ ...of('sends', query), queryData: { query } });

export const useTopNews = (query: RangeQuery) =>
  tsr.statistics.readTopNews.useQuery({ ...of('news', query), queryData: { query } });

export const useArticleReads = (id: string, query: RangeQuery) =>
  tsr.statistics.readArticleReads.useQuery({
    ...of('reads', { id, ...query }),
    queryData: { params: { id }, query },
  }).data?.body;

export const useAnswerTimes = (query: RangeQuery) =>
  tsr.statistics.readAnswerTimes.useQuery({ ...of('messages', query), queryData: { query } }).data?.body;
