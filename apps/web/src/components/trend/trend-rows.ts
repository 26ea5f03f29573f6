import { formatNumber } from '../../platform/i18n.ts';

/** A moment to be seen in a chart, such as a release. */
export interface TrendMark {
  /** Label of the row that it belongs to. */
  at: string;
  label: string;
}

/** A day, week or month, or a broadcast. */
export interface TrendRow {
  key: string;
  label: string;
  /** First day of a period: files name it by this, since labels leave out the year. */
  day?: string;
  values: Record<string, number | null>;
  /** Address of what it counts. */
  to?: string | undefined;
  /** Addresses by the name of the series, instead of `to`, if each series counts something else. */
  lists?: Record<string, string | undefined>;
  isRunning?: boolean;
}

export interface TrendSeries {
  name: string;
  label: string;
  color: string;
  type: 'bar' | 'line';
  format: (value: number) => string;
  /** Distances between lines of the axis, ascending; by default round numbers. */
  steps?: readonly number[];
  /** Scores have an axis of their own, from 1 to 5. */
  isScore?: boolean;
}

/** Bars in the accent colour that count, unless told otherwise. */
export const trendSeries = (
  name: string,
  label: string,
  more: Partial<Omit<TrendSeries, 'name' | 'label'>> = {},
): TrendSeries => ({ name, label, color: 'var(--accent)', type: 'bar', format: formatNumber, ...more });

/** What stands beside the series that matters. */
export const MUTED = 'var(--mantine-color-gray-5)';
