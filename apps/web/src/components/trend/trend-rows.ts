import { formatNumber } from '../../platform/i18n.ts';

/** A labelled time in a chart, such as a release. */
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
  /** Address of the list that it counts. */
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
  /** Possible intervals between ticks, ascending; by default round numbers. */
  steps?: readonly number[];
  /** Scores have a separate axis, from 1 to 5. */
  isScore?: boolean;
}

/** Defines a series; by default, bars of counts in the accent colour. */
export const trendSeries = (
  name: string,
  label: string,
  more: Partial<Omit<TrendSeries, 'name' | 'label'>> = {},
): TrendSeries => ({ name, label, color: 'var(--accent)', type: 'bar', format: formatNumber, ...more });

/** Colour of a series shown for comparison. */
export const MUTED = 'var(--mantine-color-gray-5)';
