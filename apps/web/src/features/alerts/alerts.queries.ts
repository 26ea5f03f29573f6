import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';

const ALERTS = { queryKey: ['alerts'], queryData: {} };

export const useAlerts = () => tsr.alerts.readAlerts.useQuery(ALERTS);

export function useMarkAlertsRead() {
  const queryClient = useQueryClient();
  return tsr.alerts.markAlertsRead.useMutation({
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ALERTS.queryKey }),
  });
}
