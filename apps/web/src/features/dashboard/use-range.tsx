import { RANGES, type RangeName } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Interval, Range } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatDays } from '../../platform/dates.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.trends.texts.ts';

/** Label for the days of a data point. */
export function labelOf(interval: Interval, { from, to }: { from: string; to: string }): string {
  if (interval === 'month') return formatDay(from, { month: 'short', year: '2-digit' });
  return interval === 'day' ? formatDay(from, { day: 'numeric', month: 'short' }) : formatDays(from, to);
}

/** The days of a range, for exports. */
export const aboutRange = (range: Range | undefined): string =>
  range ? formatDays(range.from, range.to, { dateStyle: 'long' }) : '';

/** The range of statistics outside the dashboard, and the control to choose it. */
export function useRange() {
  const [range, setRange] = useState<RangeName>('30d');
  const control = (
    <SegmentedControl
      aria-label={t.range}
      size="sm"
      className={classes.range ?? ''}
      value={range}
      onChange={setRange}
      data={RANGES.map((value) => ({ value, label: t[`range_${value}`] }))}
    />
  );
  return { query: { range }, control };
}
