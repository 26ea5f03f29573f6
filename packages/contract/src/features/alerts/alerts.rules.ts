/** Causes of alerts. */
export const ALERT_KINDS = ['assigned', 'answered', 'mentioned', 'broadcast'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Maximum number of alerts in the list. */
export const ALERTS_SHOWN = 100;
