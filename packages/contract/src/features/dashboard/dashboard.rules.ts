/** Named ranges in days, all up to today. */
export const RANGES = ['7d', '30d', '90d', '12m'] as const;
export type RangeName = (typeof RANGES)[number];

/** Longest range, in days. */
export const RANGE_MAX_DAYS = 366;

/** Days without a visit after which a member counts as lost. */
export const LOST_AFTER_DAYS = 30;

/** Days for which the service knows who used the app. */
export const ACTIVE_DAYS_KEPT = 90;

export const METRICS = [
  'new_members',
  'active_members',
  'lost_members',
  'received_messages',
  'closed_messages',
  'ratings',
  'average_rating',
  'news_reads',
] as const;
export type Metric = (typeof METRICS)[number];
