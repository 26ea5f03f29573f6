import '@mantine/charts/styles.layer.css';
import { ChartTooltip, CompositeChart } from '@mantine/charts';
import { useNavigate } from 'react-router';
import { Rectangle, type RectangleProps } from 'recharts';
import { formatNumber } from '../../platform/i18n.ts';
import { ticksOf } from './ticks.ts';
import type { TrendMark, TrendRow, TrendSeries } from './trend-rows.ts';

interface TrendChartProps {
  rows: readonly TrendRow[];
  series: readonly TrendSeries[];
  marks?: readonly TrendMark[] | undefined;
  /** Pixels. */
  height: number;
}

/** The bar of the current, incomplete period is pale. */
const Bar = ({ payload, ...props }: RectangleProps & { payload?: TrendRow }) => (
  <Rectangle {...props} fillOpacity={payload?.isRunning ? 0.45 : 1} />
);

/** Pixels that the labels of marks take above the chart. */
const MARKS_HEIGHT = 20;

/** Width of the plot on a phone, in pixels. */
const PLOT_WIDTH = 250;
/** Up to this number of rows, every row is labelled, on several lines if needed. */
const FULLY_LABELLED_ROWS = 3;
/** Mantine's defaults, which other properties replace. */
const TICK = { transform: 'translate(0, 10)', fontSize: 12, fill: 'currentColor' };

/** Bars and lines over time. A click on a bar leads to the list of what it counts. */
export default function TrendChart({ rows, series, marks, height }: TrendChartProps) {
  const navigate = useNavigate();
  const openList = (to: string | undefined) => to && void navigate(to);
  const isLinked = rows.some(({ to, lists }) => to ?? lists);
  const hasScores = series.some(({ isScore }) => isScore);
  const maximum = Math.max(0, ...rows.flatMap(({ values }) => series.map(({ name }) => values[name] ?? 0)));
  const ticks = series[0]?.steps && ticksOf(series[0].steps, maximum);
  const formats = new Map(series.map(({ name, format }) => [name, format]));
  const chartSeries = series.map(({ name, label, color, type, isScore }) => ({
    name,
    label,
    color,
    type,
    ...(isScore && { yAxisId: 'right' }),
    ...(name === 'previous' && { strokeDasharray: '4 4' }),
  }));
  return (
    <CompositeChart
      h={height}
      data={rows.map(({ label, values, ...row }) => ({ ...row, ...values, label }))}
      dataKey="label"
      series={chartSeries}
      // For the axis; the tooltip formats each series in its own way.
      valueFormatter={(value) => series[0]?.format(value) ?? String(value)}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={label}
            series={chartSeries}
            payload={payload.map((item) => ({
              ...item,
              payload: { [String(item.name)]: formats.get(String(item.name))?.(Number(item.value)) },
            }))}
          />
        ),
      }}
      referenceLines={
        marks?.map(({ at, label }) => ({
          x: at,
          label,
          color: 'gray.6',
          labelPosition: 'top' as const,
        })) ?? []
      }
      gridAxis="x"
      tickLine="none"
      curveType="linear"
      connectNulls={false}
      // A score between two gaps has no line, only a dot.
      withDots={hasScores}
      dotProps={{ r: 2.5, strokeWidth: 1 }}
      maxBarWidth={36}
      barProps={({ name }) => ({
        radius: [3, 3, 0, 0],
        isAnimationActive: false,
        shape: <Bar />,
        ...(isLinked && {
          cursor: 'pointer',
          // As high as the chart, so that low bars are easy to click.
          background: { fill: 'transparent', cursor: 'pointer' },
          onClick: ({ payload }: { payload?: TrendRow }) => openList(payload?.lists?.[name] ?? payload?.to),
        }),
      })}
      lineProps={{ isAnimationActive: false, pointerEvents: 'none' }}
      composedChartProps={{
        accessibilityLayer: false,
        ...(marks && { margin: { top: MARKS_HEIGHT } }),
      }}
      yAxisProps={{
        width: series[0]?.format === formatNumber ? 36 : 60,
        allowDecimals: false,
        ...(ticks && { ticks, domain: [0, ticks.at(-1) ?? 0], interval: 0 }),
      }}
      withRightYAxis={hasScores}
      rightYAxisProps={{ width: 20, domain: [1, 5], ticks: [1, 2, 3, 4, 5], interval: 0 }}
      xAxisProps={
        rows.length <= FULLY_LABELLED_ROWS
          ? { interval: 0, height: 'auto', tick: { ...TICK, width: PLOT_WIDTH / rows.length } }
          : { minTickGap: 24, interval: 'equidistantPreserveStart' }
      }
    />
  );
}
