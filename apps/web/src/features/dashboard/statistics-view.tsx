import { contract } from 'virtual:contract';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { ActivityPanel } from '../audit/activity-panel.tsx';
import { Trends } from './trends.tsx';

/** The part of the statistics that the user may read. */
function useParts() {
  const parts = [
    useAllowed(contract.statistics.readOverview),
    useAllowed(contract.statistics.readSends),
    useAllowed(contract.statistics.readTopNews),
  ];
  return { hasTrends: parts.includes(true), hasActivity: useAllowed(contract.auditLogs.readAuditLogs) };
}

export function useHasStatistics(): boolean {
  const { hasTrends, hasActivity } = useParts();
  return hasTrends || hasActivity;
}

/** All statistics of a range, and the latest changes. */
export function StatisticsView() {
  const { hasTrends, hasActivity } = useParts();
  return (
    <>
      {hasTrends && <Trends isWhole />}
      {hasActivity && <ActivityPanel />}
    </>
  );
}
