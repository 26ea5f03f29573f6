import {
  ACTIVE_DAYS_KEPT,
  LOST_AFTER_DAYS,
  type Metric,
  RANGE_MAX_DAYS,
  RANGES,
  type RangeName,
} from '@agora/contract/features/dashboard/dashboard.rules';
import { addDays } from '../../platform/civil-date.ts';
import { today } from '../../platform/dates.ts';
import { dateParam, oneOf } from '../../platform/list-state.ts';

const DEFAULT_RANGE: RangeName = '30d';

/** Choices of the range picker. */
export const CHOICES = [...RANGES, 'custom'] as const;
export type Choice = (typeof CHOICES)[number];

export interface ChosenRange {
  choice: Choice;
  from: string | undefined;
  to: string | undefined;
}

/** The range of an address: `range=7d`, or `from` and `to`. */
export function readRange(params: URLSearchParams): ChosenRange {
  const [from, to] = [dateParam(params, 'from'), dateParam(params, 'to')];
  const isCustom = params.has('from') || params.has('to');
  return { choice: isCustom ? 'custom' : (oneOf(params, 'range', RANGES) ?? DEFAULT_RANGE), from, to };
}

/** The query of a range; undefined while its days cannot be compared. */
export const queryOf = ({ choice, from, to }: ChosenRange) =>
  choice === 'custom' ? (rangeProblem({ from, to }) ? undefined : { from, to }) : { range: choice };

/** Key of the text that says what is wrong with the days of a custom range. */
export function rangeProblem({ from, to }: Pick<ChosenRange, 'from' | 'to'>) {
  if (!from || !to) return 'rangeIncomplete';
  if (to > today()) return 'rangeFuture';
  if (from > to) return 'rangeReversed';
  if (from < addDays(to, 1 - RANGE_MAX_DAYS)) return 'rangeLong';
  return undefined;
}

/** The address parameters of a choice. Custom days begin with those on the screen. */
export function paramsOf(
  choice: Choice,
  shown: { from: string; to: string } | undefined,
): Record<string, string> {
  if (choice === 'custom') return { from: shown?.from ?? today(), to: shown?.to ?? today() };
  return choice === DEFAULT_RANGE ? {} : { range: choice };
}

/** Address of the list with exactly the rows that a metric counts in these days; undefined without one. */
export function listOf(metric: Metric, from: string, to: string): string | undefined {
  const days = (suffix: string) => `${suffix}from=${from}&${suffix}to=${to}`;
  switch (metric) {
    case 'new_members':
      return `/members?${days('')}`;
    case 'active_members':
      return from === to && from > addDays(today(), -ACTIVE_DAYS_KEPT)
        ? `/members?active_on=${from}`
        : undefined;
    case 'lost_members':
      return `/members?last_seen_from=${addDays(from, -LOST_AFTER_DAYS)}&last_seen_to=${addDays(to, -LOST_AFTER_DAYS)}`;
    case 'received_messages':
      return `/messages?tab=all&${days('created_')}`;
    case 'closed_messages':
      return `/messages?tab=closed&${days('closed_')}`;
    case 'ratings':
    case 'average_rating':
      return `/rates?target_type=app&${days('')}`;
    case 'news_reads':
      return undefined;
  }
}
