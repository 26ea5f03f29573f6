/** Days for which the link to an export of somebody's data works. */
export const DATA_EXPORT_DAYS = 7;

/** Kinds of personal data that the product keeps, in the order of the page. */
export const KEPT_DATA = [
  'accounts',
  'inactive_members',
  'trash',
  'second_factors',
  'sessions',
  'known_networks',
  'known_devices',
  'preferences',
  'devices',
  'conversations',
  'ratings',
  'rating_comments',
  'notifications',
  'reading',
  'activity',
  'items',
  'notes',
  'approvals',
  'alerts',
  'api_keys',
  'copies',
  'failed_mails',
  'audit_log',
  'audit_origin',
] as const;
export type KeptData = (typeof KEPT_DATA)[number];

/** Hours between two exports that a member asks for. */
export const DATA_EXPORT_PAUSE_HOURS = 24;

/** What the organisation chooses a period for. */
export const RETENTION_CODES = ['inactive_members', 'conversations', 'rating_comments', 'audit_log'] as const;
export type RetentionCode = (typeof RETENTION_CODES)[number];

/** Days of a period: shorter ones would delete what is still in use. */
export const RETENTION_DAYS_MIN = 90;
export const RETENTION_DAYS_MAX = 36_500;

/** Rows that a preview counts at most. */
export const RETENTION_COUNT_MAX = 10_000;
