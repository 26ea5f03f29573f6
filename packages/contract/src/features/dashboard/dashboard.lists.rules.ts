import { LOST_AFTER_DAYS, type Metric } from './dashboard.rules.ts';

interface Days {
  from: string;
  to: string;
}

const DAY = 86_400_000;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

/** Path of the page that lists exactly what a metric counts in these days; undefined if there is none. */
export function listOf(metric: Metric, { from, to }: Days): string | undefined {
  const days = (prefix: string) => `${prefix}from=${from}&${prefix}to=${to}`;
  switch (metric) {
    case 'new_members':
      return `/members?${days('')}`;
    case 'lost_members':
      return `/members?last_seen_from=${daysBefore(from, LOST_AFTER_DAYS)}&last_seen_to=${daysBefore(to, LOST_AFTER_DAYS)}`;
    case 'received_messages':
      return `/messages?tab=all&${days('received_')}`;
    case 'closed_messages':
      return `/messages?tab=closed&${days('closed_')}`;
    case 'ratings':
    case 'average_rating':
      return `/rates?target_type=app&${days('')}`;
    case 'active_members':
    case 'news_reads':
      return undefined;
  }
}

/** The same for sent broadcasts. */
export const sendsOf = ({ from, to }: Days): string => `/broadcast?status=sent&from=${from}&to=${to}`;
