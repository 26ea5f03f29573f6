import {
  ALERT_KINDS,
  type AlertKind,
  ALERTS as PERMISSIONS,
} from '@agora/contract/features/alerts/alerts.rules';
import { can } from '@agora/contract/shared/permissions';
import { tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
import { usePreferences } from '../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';

const ALERTS = { queryKey: ['alerts'], queryData: {} };

export const useAlerts = () => tsr.alerts.readAlerts.useQuery(ALERTS);

export const useMarkAlertsRead = () =>
  tsr.alerts.markAlertsRead.useMutation({ onSuccess: () => refresh(ALERTS.queryKey) });

/** Kinds of alerts that the user can get: about what they may read, and what the team uses. */
export function useAlertKinds(): AlertKind[] {
  const me = useCurrentUser();
  const rules = usePreferences().data?.body;
  return ALERT_KINDS.filter((kind) => {
    if (kind === 'broadcast_approval' && (rules?.approve_pushes_above ?? null) === null) return false;
    if (kind === 'news_approval' && !rules?.approve_news) return false;
    return can(me, PERMISSIONS[kind]);
  });
}
