import { listOf } from '@agora/contract/features/dashboard/dashboard.lists.rules';
import {
  ACTIVE_DAYS_KEPT,
  type Metric,
  RANGE_MAX_DAYS,
  RANGES,
  type RangeName,
} from '@agora/contract/features/dashboard/dashboard.rules';
import { addDays } from '../../platform/civil-date.ts';
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

/** The range in URL parameters: `range=7d`, or `from` and `to`. */
export function readRange(params: URLSearchParams): ChosenRange {
  const [from, to] = [dateParam(params, 'from'), dateParam(params, 'to')];
  const isCustom = params.has('from') || params.has('to');
  return { choice: isCustom ? 'custom' : (oneOf(params, 'range', RANGES) ?? DEFAULT_RANGE), from, to };
}

/** The query of a range; undefined if its days are invalid. */
export const queryOf = ({ choice, from, to }: ChosenRange, today: string) =>
  choice === 'custom' ? (rangeProblem({ from, to }, today) ? undefined : { from, to }) : { range: choice };

/** Text key of what is wrong with a custom range; undefined if it is valid. */
export function rangeProblem({ from, to }: Pick<ChosenRange, 'from' | 'to'>, today: string) {
  if (!from || !to) return 'rangeIncomplete';
  if (to > today) return 'rangeFuture';
  if (from > to) return 'rangeReversed';
  if (from < addDays(to, 1 - RANGE_MAX_DAYS)) return 'rangeLong';
  return undefined;
}

/** URL parameters of a choice. A custom range starts with the days shown. */
export function paramsOf(
  choice: Choice,
  shown: { from: string; to: string } | undefined,
  today: string,
): Record<string, string> {
  if (choice === 'custom') return { from: shown?.from ?? today, to: shown?.to ?? today };
  return choice === DEFAULT_RANGE ? {} : { range: choice };
}

/** URL of the list of a metric in a range. Active members are only known for single, recent days. */
export const listUrl = (
  metric: Metric,
  days: { from: string; to: string },
  today: string,
): string | undefined =>
  metric === 'active_members' && days.from === days.to && days.from > addDays(today, -ACTIVE_DAYS_KEPT)
    ? `/members?active_on=${days.from}`
    : listOf(metric, days);
