import { keepPreviousData } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';

/** Figures of the last days. Keeps the previous range while loading. */
export const useDashboard = (days: 7 | 30 | 90) =>
  tsr.dashboard.readDashboard.useQuery({
    queryKey: ['dashboard', days],
    queryData: { query: { days } },
    placeholderData: keepPreviousData,
  });

/** Tasks of the team, the most pressing first. */
export const useTasks = () => tsr.dashboard.readTasks.useQuery({ queryKey: ['dashboard', 'tasks'] });
