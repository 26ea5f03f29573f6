/** Days for which the link to an export of somebody's data works. */
export const DATA_EXPORT_DAYS = 7;

/** Kinds of personal data that the product keeps, in the order of the page. */
export const KEPT_DATA = [
  'accounts',
  'trash',
  'sessions',
  'devices',
  'conversations',
  'ratings',
  'notifications',
  'reading',
  'activity',
  'items',
  'notes',
  'copies',
  'failed_mails',
  'audit_log',
  'audit_origin',
] as const;
export type KeptData = (typeof KEPT_DATA)[number];

/** Hours between two exports that a member asks for. */
export const DATA_EXPORT_PAUSE_HOURS = 24;
