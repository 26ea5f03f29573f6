import type { contract } from 'virtual:contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type QueryOf, tsr } from '../../platform/client.ts';

/** Counts of now. */
export const useDashboard = () => tsr.dashboard.readDashboard.useQuery({ queryKey: ['dashboard'] });

/** Tasks of the team, the most pressing first. */
export const useTasks = () => tsr.dashboard.readTasks.useQuery({ queryKey: ['dashboard', 'tasks'] });

/** Whether pushes, mails, files and background jobs work. */
export const useHealth = () => tsr.dashboard.readHealth.useQuery({ queryKey: ['dashboard', 'health'] });

/** First steps of a new organisation. */
export const useSteps = () => tsr.dashboard.readSteps.useQuery({ queryKey: ['dashboard', 'steps'] });

/** A range by name, or by its days. */
export type RangeQuery = QueryOf<typeof contract.statistics.readOverview>;

/** Statistics keep those of the former range while loading. */
const of = (name: string, query: object) => ({
  queryKey: ['dashboard', name, query],
  placeholderData: keepPreviousData,
});

export const useOverview = (query: RangeQuery) =>
  tsr.statistics.readOverview.useQuery({ ...of('overview', query), queryData: { query } }).data?.body;

export const useSends = (query: RangeQuery) =>
  tsr.statistics.readSends.useQuery({ ...of('sends', query), queryData: { query } }).data?.body;

export const useTopNews = (query: RangeQuery) =>
  tsr.statistics.readTopNews.useQuery({ ...of('news', query), queryData: { query } }).data?.body;

export const useArticleReads = (id: string, query: RangeQuery) =>
  tsr.statistics.readArticleReads.useQuery({
    ...of('reads', { id, ...query }),
    queryData: { params: { id }, query },
  }).data?.body;

export const useAnswerTimes = (query: RangeQuery) =>
  tsr.statistics.readAnswerTimes.useQuery({ ...of('messages', query), queryData: { query } }).data?.body;
