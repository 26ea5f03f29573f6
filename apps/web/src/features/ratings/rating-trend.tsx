import type { RatingSummary } from '@agora/contract/features/ratings/ratings.contract';
import { Box } from '@mantine/core';
import { Trend } from '../../components/trend/trend.tsx';
import { MUTED, trendSeries } from '../../components/trend/trend-rows.ts';
import { addMonths } from '../../platform/civil-date.ts';
import { formatDay } from '../../platform/dates.ts';
import { formatAverage } from '../../platform/i18n.ts';
import { t } from './ratings.texts.ts';

const monthText = (month: string) => formatDay(`${month}-01`, { month: 'short', year: 'numeric' });

/** Ratings by month: how many, and their average, with a gap where there is none; marks where versions began. */
export default function RatingTrend({ summary: { series, by_version } }: { summary: RatingSummary }) {
  const rated = new Map(series.map(({ month, ...rest }) => [month, rest]));
  const [first = '', last = ''] = [series[0]?.month, series.at(-1)?.month];
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  const releases = Map.groupBy(
    by_version.filter(({ app_version }) => app_version && !app_version.includes('-')),
    ({ first_month }) => first_month ?? '',
  );
  return (
    <Box component="section" aria-labelledby="by-month" w="100%">
      <h3 id="by-month">{t.trend}</h3>
      <Trend
        title={t.trend}
        heading={t.month}
        height={170}
        rows={months.map((month) => ({
          key: month,
          label: monthText(month),
          values: { count: rated.get(month)?.count ?? 0, average: rated.get(month)?.average ?? null },
        }))}
        series={[
          trendSeries('count', t.list, { color: MUTED }),
          trendSeries('average', t.averageOf, { type: 'line', format: formatAverage, isScore: true }),
        ]}
        marks={months.flatMap((month) => {
          const versions = releases.get(month)?.map(({ app_version }) => app_version) ?? [];
          return versions.length > 0 ? { at: monthText(month), label: versions.toReversed().join(', ') } : [];
        })}
      />
    </Box>
  );
}
