import type { RatingSummary, RatingSummaryFilter } from '@agora/contract/features/ratings/ratings.contract';
import { Box } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { Trend } from '../../components/trend/trend.tsx';
import { MUTED, trendSeries } from '../../components/trend/trend-rows.ts';
import { addMonths, daysOfMonth } from '../../platform/civil-date.ts';
import { formatDay } from '../../platform/dates.ts';
import { formatAverage } from '../../platform/i18n.ts';
import { t, targetText } from './ratings.texts.ts';
import { newestFirst } from './versions.ts';

const monthText = (month: string) => formatDay(`${month}-01`, { month: 'short', year: 'numeric' });

/** In pixels. */
const HEIGHT = 170;

interface RatingTrendProps {
  summary: RatingSummary;
  filter: RatingSummaryFilter;
}

/** Number and average of ratings by month, with marks at releases, and by version. */
export function RatingTrend({ summary: { series, by_version }, filter }: RatingTrendProps) {
  const listUrl = useListUrl();
  const byMonth = new Map(series.map(({ month, ...rest }) => [month, rest]));
  const [first = '', last = ''] = [series[0]?.month, series.at(-1)?.month];
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  const versions = by_version.toSorted(newestFirst).toReversed();
  const releases = Map.groupBy(
    versions.filter(({ app_version }) => app_version && !app_version.includes('-')),
    ({ first_month }) => first_month ?? '',
  );
  const about = [
    t.title,
    filter.target_type && targetText(filter.target_type),
    filter.app_version,
    [...new Set([first, last])].filter(Boolean).map(monthText).join(' – '),
  ]
    .filter(Boolean)
    .join(' · ');
  const chartSeries = [
    trendSeries('count', t.list, { color: MUTED }),
    trendSeries('average', t.averageOf, { type: 'line', format: formatAverage, isScore: true }),
  ];
  return (
    <>
      {months.length > 1 && (
        <Chart title={t.trend}>
          <Trend
            title={t.trend}
            about={about}
            heading={t.month}
            height={HEIGHT}
            rows={months.map((month) => ({
              key: month,
              label: monthText(month),
              values: { count: byMonth.get(month)?.count ?? 0, average: byMonth.get(month)?.average ?? null },
              to: listUrl({ from: `${month}-01`, to: daysOfMonth(month).at(-1) ?? '' }),
            }))}
            series={chartSeries}
            marks={months.flatMap((month) => {
              const released = releases.get(month)?.map(({ app_version }) => app_version) ?? [];
              return released.length > 0 ? { at: monthText(month), label: released.join(', ') } : [];
            })}
          />
        </Chart>
      )}
      {by_version.length > 1 && (
        <Chart title={t.versions}>
          <Trend
            title={t.versions}
            about={about}
            heading={t.version}
            height={HEIGHT}
            rows={versions.map(({ app_version, count, average }) => ({
              key: app_version ?? '',
              label: app_version ?? t.noVersion,
              values: { count, average },
              to: app_version ? listUrl({ app_version }) : undefined,
            }))}
            series={chartSeries}
            marks={[]}
          />
        </Chart>
      )}
    </>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} flex="1 1 16rem" miw={0}>
      <Box component="h3" id={id} mb="xs">
        {title}
      </Box>
      {children}
    </Box>
  );
}

/** URL of the list with additional filters; without the score filter, which the summary ignores. */
function useListUrl() {
  const [params] = useSearchParams();
  return (filters: Record<string, string>): string => {
    const next = new URLSearchParams(params);
    for (const name of ['score', 'page', 'after']) next.delete(name);
    for (const [name, value] of Object.entries(filters)) next.set(name, value);
    return `/rates?${next}`;
  };
}
