import type { Permission } from '../../shared/permissions.ts';

/** Causes of alerts, with the permission to read about them. */
export const ALERTS = {
  assigned: 'messages.read',
  answered: 'messages.read',
  mentioned: 'messages.read',
  broadcast: 'broadcasts.read',
  broadcast_approval: 'broadcasts.read',
  news_approval: 'news.read',
} as const satisfies Record<string, Permission>;
export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];

/** Maximum number of alerts in the list. */
export const ALERTS_SHOWN = 100;
