/** Causes of alerts. */
export const ALERT_KINDS = ['assigned', 'answered', 'mentioned', 'broadcast'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Alerts in the list, the newest. */
export const ALERTS_SHOWN = 100;
