import { ActivityPanel } from '../audit/activity-panel.tsx';
import { Trends } from './trends.tsx';

/** All statistics of a range, and the latest changes. */
export const StatisticsView = () => (
  <>
    <Trends isWhole />
    <ActivityPanel />
  </>
);
