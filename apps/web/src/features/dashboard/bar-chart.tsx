import type { Dashboard } from '@agora/contract/features/dashboard/dashboard.contract';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatDay } from '../../platform/dates.ts';
import { formatNumber } from '../../platform/i18n.ts';
import { t } from './dashboard.texts.ts';

export default function SignupsBarChart({ signups }: Pick<Dashboard, 'signups'>) {
  return (
    <BarChart
      h={260}
      data={signups.map(({ day, count }) => ({ day: formatDay(day), count }))}
      dataKey="day"
      series={[{ name: 'count', label: t.count, color: 'var(--accent)' }]}
      valueFormatter={formatNumber}
      gridAxis="x"
      tickLine="none"
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ width: 36, allowDecimals: false }}
      xAxisProps={{ minTickGap: 28 }}
    />
  );
}
