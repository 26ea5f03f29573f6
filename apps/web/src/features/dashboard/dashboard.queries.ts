import { keepPreviousData } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';

/** The figures of the last days. While those of another range are loaded, the ones before stay. */
export const useDashboard = (days: 7 | 30 | 90) =>
  tsr.dashboard.readDashboard.useQuery({
    queryKey: ['dashboard', days],
    queryData: { query: { days } },
    placeholderData: keepPreviousData,
  });
