import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Timeseries } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../components/panel.tsx';
import { Trend } from '../../components/trend/trend.tsx';
import type { TrendRow, TrendSeries } from '../../components/trend/trend-rows.ts';
import { formatDuration, formatRelative } from '../../platform/dates.ts';
import { formatAverage, formatNumber } from '../../platform/i18n.ts';
import { type RangeQuery, useAnswerTimes, useOverview, useTimeseries } from './dashboard.queries.ts';
import { listOf } from './dashboard.range.ts';
import { t } from './dashboard.trends.texts.ts';
import { KpiFigure } from './kpi.tsx';
import { labelOf } from './use-range.tsx';

interface TrendPanelProps {
  query: RangeQuery;
}

const ACCENT = 'var(--accent)';
const PALE = 'var(--mantine-color-gray-5)';

const seriesOf = (name: string, label: string, more: Partial<TrendSeries> = {}): TrendSeries => ({
  name,
  label,
  color: ACCENT,
  type: 'bar',
  format: formatNumber,
  ...more,
});

const before = () => seriesOf('previous', t.previousRange, { color: PALE, type: 'line' });

/** Rows of one or several metrics of the same range. Undefined until all are loaded. */
function rowsOf(all: Partial<Record<string, Timeseries>>, linked: Metric): TrendRow[] | undefined {
  const [first] = Object.values(all);
  if (!first || Object.values(all).some((series) => series?.count !== first.count)) return undefined;
  return first.data.map((point, index) => ({
    key: point.from,
    label: labelOf(first.interval, point),
    values: Object.fromEntries(
      Object.entries(all).map(([name, series]) => [name, series?.data[index]?.value ?? null]),
    ),
    to: listOf(linked, point.from, point.to),
    isRunning: first.range.is_running && index === first.count - 1,
  }));
}

/** How more of a metric is to be taken. */
const MORE: Partial<Record<Metric, 'good' | 'bad'>> = {
  new_members: 'good',
  active_members: 'good',
  lost_members: 'bad',
  closed_messages: 'good',
  average_rating: 'good',
};

function Figures({ query, metrics }: TrendPanelProps & { metrics: readonly Metric[] }) {
  const overview = useOverview(query);
  return metrics.map((metric) => (
    <KpiFigure
      key={metric}
      label={t[metric]}
      kpi={overview?.kpis[metric]}
      format={metric === 'average_rating' || metric === 'active_members' ? formatAverage : formatNumber}
      to={
        overview &&
        (metric === 'active_members' ? undefined : listOf(metric, overview.range.from, overview.range.to))
      }
      {...(metric in MORE && { more: MORE[metric] })}
    />
  ));
}

const MEMBER_METRICS = ['new_members', 'active_members', 'lost_members'] as const;

/** New, active and lost members: one of them drawn, beside the range before. */
export function MembersTrend({ query }: TrendPanelProps) {
  const [metric, setMetric] = useState<(typeof MEMBER_METRICS)[number]>('new_members');
  const data = useTimeseries(metric, query);
  const isShown = data?.metric === metric;
  const rows = rowsOf({ value: isShown ? data : undefined }, metric)?.map((row, index) => ({
    ...row,
    values: { ...row.values, previous: data?.data[index]?.previous ?? null },
  }));
  return (
    <Panel
      level={3}
      title={t.members}
      aside={
        <SegmentedControl
          aria-label={t.figureShown}
          size="sm"
          value={metric}
          onChange={setMetric}
          data={MEMBER_METRICS.map((value) => ({ value, label: t[`${value}_short`] }))}
        />
      }
    >
      <SimpleGrid cols={3} mb="md">
        <Figures query={query} metrics={MEMBER_METRICS} />
      </SimpleGrid>
      <Trend
        title={t[metric]}
        heading={t.days}
        rows={rows}
        series={[
          seriesOf('value', t[metric], {
            format: metric === 'active_members' ? formatAverage : formatNumber,
          }),
          before(),
        ]}
      />
    </Panel>
  );
}

/** Conversations received and closed, and how soon they are answered. */
export function InboxTrend({ query }: TrendPanelProps) {
  const received = useTimeseries('received_messages', query);
  const closed = useTimeseries('closed_messages', query);
  const answers = useAnswerTimes(query);
  return (
    <Panel level={3} title={t.inbox}>
      <SimpleGrid cols={3} mb="md">
        <Figures query={query} metrics={['received_messages', 'closed_messages']} />
        <KpiFigure
          label={t.firstAnswer}
          kpi={
            answers && {
              value: answers.median_minutes,
              previous: answers.previous_median_minutes,
            }
          }
          format={formatDuration}
        />
      </SimpleGrid>
      <Trend
        title={t.inbox}
        heading={t.days}
        rows={rowsOf({ received, closed }, 'received_messages')}
        series={[
          seriesOf('received', t.received_messages),
          seriesOf('closed', t.closed_messages, { color: 'var(--mantine-color-indigo-4)' }),
        ]}
      />
      {answers && (
        <Group gap={6} fz="sm" c="dimmed" mt="xs">
          {answers.p90_minutes !== null && (
            <span>{t.answeredWithin(formatDuration(answers.p90_minutes))}</span>
          )}
          {answers.waiting.oldest_at && (
            <span>{t.oldestWaiting(formatRelative(answers.waiting.oldest_at))}</span>
          )}
        </Group>
      )}
    </Panel>
  );
}

/** Ratings of the app: how many, and their average. */
export function RatingsTrend({ query }: TrendPanelProps) {
  const ratings = useTimeseries('ratings', query);
  const average = useTimeseries('average_rating', query);
  return (
    <Panel level={3} title={t.ratingsTitle} text={<Text span>{t.ratingsText}</Text>}>
      <SimpleGrid cols={3} mb="md">
        <Figures query={query} metrics={['average_rating', 'ratings']} />
      </SimpleGrid>
      <Trend
        title={t.ratingsTitle}
        heading={t.days}
        rows={rowsOf({ ratings, average }, 'ratings')}
        series={[
          seriesOf('ratings', t.ratings, { color: 'var(--mantine-color-gray-5)' }),
          seriesOf('average', t.average_rating, { type: 'line', format: formatAverage, isScore: true }),
        ]}
      />
    </Panel>
  );
}
