import type { RatingSummary } from '@agora/contract/features/ratings/ratings.contract';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { addMonths } from '../../platform/civil-date.ts';
import { formatAverage } from '../../platform/i18n.ts';
import { t } from './ratings.texts.ts';

/** Scores, as the vertical axis shows them. */
const SCORES = [1, 2, 3, 4, 5];

interface RatingTrendProps extends Pick<RatingSummary, 'series'> {
  textOf: (month: string) => string;
}

/** Monthly average as a line, with a gap where a month has no rating. */
export default function RatingTrend({ series, textOf }: RatingTrendProps) {
  const averages = new Map(series.map(({ month, average }) => [month, average]));
  const [first = '', last = ''] = [series[0]?.month, series.at(-1)?.month];
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return (
    <LineChart
      h={150}
      data={months.map((month) => ({ month: textOf(month), average: averages.get(month) ?? null }))}
      dataKey="month"
      series={[{ name: 'average', label: t.averageOf, color: 'var(--accent)' }]}
      valueFormatter={formatAverage}
      gridAxis="x"
      tickLine="none"
      curveType="linear"
      connectNulls={false}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ width: 20, domain: [1, 5], ticks: SCORES, interval: 0 }}
      xAxisProps={{ minTickGap: 20 }}
    />
  );
}
