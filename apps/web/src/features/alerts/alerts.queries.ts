import { tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';

const ALERTS = { queryKey: ['alerts'], queryData: {} };

export const useAlerts = () => tsr.alerts.readAlerts.useQuery(ALERTS);

export const useMarkAlertsRead = () =>
  tsr.alerts.markAlertsRead.useMutation({ onSuccess: () => refresh(ALERTS.queryKey) });
