import type { Permission } from '../../shared/permissions.ts';

/** Kinds of tasks, most urgent first, with the permission that doing them takes. */
export const TASKS = {
  broadcasts_missed: 'broadcasts.send',
  broadcasts_paused: 'broadcasts.send',
  broadcasts_to_approve: 'broadcasts.approve',
  news_to_approve: 'news.approve',
  messages_overdue: 'messages.write',
  ratings_low: 'ratings.write',
  days_draft: 'daily_messages.write',
  days_without_fr: 'daily_messages.write',
  days_without_en: 'daily_messages.write',
} as const satisfies Record<string, Permission>;
export type TaskCode = keyof typeof TASKS;
