import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Overview } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { PageLink } from '../../components/page-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { Trend } from '../../components/trend/trend.tsx';
import { MUTED, type TrendRow, trendSeries } from '../../components/trend/trend-rows.ts';
import { formatRelative, today } from '../../platform/dates.ts';
import { formatAverage, formatMean, formatNumber } from '../../platform/i18n.ts';
import { changeOfAverage } from './changes.ts';
import { type RangeQuery, useAnswerTimes, useOverview } from './dashboard.queries.ts';
import { listUrl } from './dashboard.range.ts';
import { t } from './dashboard.trends.texts.ts';
import { formatDuration } from './format-duration.ts';
import { KpiFigure, KpiRow } from './kpi.tsx';
import { aboutRange, labelOf } from './use-range.tsx';

interface TrendPanelProps {
  query: RangeQuery;
}

/**
 * Chart rows: the values of all metrics by interval, and of the first drawn metric in the previous range. Each row links
 * to the list of that metric, or to one list per metric if several are drawn.
 */
const rowsOf = (
  { range, interval, kpis }: Overview,
  ...[metric, ...others]: [Metric, ...Metric[]]
): TrendRow[] =>
  kpis[metric].series.map(({ from, to, previous }, index, { length }) => {
    const lists = Object.fromEntries(
      [metric, ...others].map((each) => [each, listUrl(each, { from, to }, today(range.time_zone))]),
    );
    return {
      key: from,
      label: labelOf(interval, { from, to }),
      day: from,
      values: {
        ...Object.fromEntries(
          Object.entries(kpis).map(([name, { series }]) => [name, series[index]?.value ?? null]),
        ),
        previous,
      },
      ...(others.length > 0 ? { lists } : { to: lists[metric] }),
      isRunning: range.is_running && index === length - 1,
    };
  });

/** Whether an increase of a metric is good or bad. */
const INCREASE_IS: Partial<Record<Metric, 'good' | 'bad'>> = {
  new_members: 'good',
  active_members: 'good',
  lost_members: 'bad',
  closed_messages: 'good',
  average_rating: 'good',
};

const formatOf = (metric: Metric) =>
  metric === 'average_rating' ? formatAverage : metric === 'active_members' ? formatMean : formatNumber;

const nameOf = (metric: Metric, isOfDay: boolean) =>
  metric === 'active_members' && isOfDay ? t.active_members_of_day : t[metric];

function Figures({ query, metrics }: TrendPanelProps & { metrics: readonly Metric[] }) {
  const overview = useOverview(query).data?.body;
  return metrics.map((metric) => (
    <KpiFigure
      key={metric}
      label={nameOf(metric, overview?.range.from === overview?.range.to)}
      kpi={overview?.kpis[metric]}
      format={formatOf(metric)}
      change={metric === 'average_rating' ? changeOfAverage : undefined}
      to={
        overview && metric !== 'active_members'
          ? listUrl(metric, overview.range, today(overview.range.time_zone))
          : undefined
      }
      {...(metric in INCREASE_IS && { increaseIs: INCREASE_IS[metric] })}
    />
  ));
}

const MEMBER_METRICS = ['new_members', 'active_members', 'lost_members'] as const;

/** New, active and lost members: a chart of one of them, compared with the previous range. */
export function MembersTrend({ query }: TrendPanelProps) {
  const [metric, setMetric] = useState<(typeof MEMBER_METRICS)[number]>('new_members');
  const overview = useOverview(query).data?.body;
  const name = nameOf(metric, overview?.interval === 'day');
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
      <KpiRow>
        <Figures query={query} metrics={MEMBER_METRICS} />
      </KpiRow>
      <Trend
        title={name}
        about={aboutRange(overview?.range)}
        heading={t.days}
        rows={overview && rowsOf(overview, metric)}
        series={[
          trendSeries(metric, name, { format: formatOf(metric) }),
          trendSeries('previous', t.previousRange, { color: MUTED, type: 'line', format: formatOf(metric) }),
        ]}
      />
    </Panel>
  );
}

/** Conversations received and closed, and the time to their first reply. */
export function InboxTrend({ query }: TrendPanelProps) {
  const overview = useOverview(query).data?.body;
  const answerTimes = useAnswerTimes(query);
  return (
    <Panel level={3} title={t.inbox}>
      <KpiRow>
        <Figures query={query} metrics={['received_messages', 'closed_messages']} />
        <KpiFigure
          label={t.firstAnswer}
          kpi={
            answerTimes && {
              value: answerTimes.median_minutes,
              previous: answerTimes.previous_median_minutes,
            }
          }
          format={formatDuration}
        />
      </KpiRow>
      <Trend
        title={t.inbox}
        about={aboutRange(overview?.range)}
        heading={t.days}
        rows={overview && rowsOf(overview, 'received_messages', 'closed_messages')}
        series={[
          trendSeries('received_messages', t.received_messages),
          trendSeries('closed_messages', t.closed_messages, { color: 'var(--mantine-color-indigo-4)' }),
        ]}
      />
      {answerTimes && (
        <Group gap={6} fz="sm" c="dimmed" mt="xs">
          {answerTimes.p90_minutes !== null && (
            <span>{t.answeredWithin(formatDuration(answerTimes.p90_minutes))}</span>
          )}
          {answerTimes.waiting.oldest_at && (
            <PageLink to="/messages?sort=awaiting_since" style={{ paddingBlock: 2 }}>
              {t.oldestWaiting(formatRelative(answerTimes.waiting.oldest_at))}
            </PageLink>
          )}
        </Group>
      )}
    </Panel>
  );
}

/** Number and average of the ratings of the app. */
export function RatingsTrend({ query }: TrendPanelProps) {
  const overview = useOverview(query).data?.body;
  return (
    <Panel level={3} title={t.ratingsTitle} text={<Text span>{t.ratingsText}</Text>}>
      <KpiRow>
        <Figures query={query} metrics={['average_rating', 'ratings']} />
      </KpiRow>
      <Trend
        title={t.ratingsTitle}
        about={aboutRange(overview?.range)}
        heading={t.days}
        rows={overview && rowsOf(overview, 'ratings')}
        series={[
          trendSeries('ratings', t.ratings, { color: MUTED }),
          trendSeries('average_rating', t.average_rating, {
            type: 'line',
            format: formatAverage,
            isScore: true,
          }),
        ]}
      />
    </Panel>
  );
}
