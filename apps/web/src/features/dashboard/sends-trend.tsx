import { sendsOf } from '@agora/contract/features/dashboard/dashboard.lists.rules';
import type { Sends } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { Trend } from '../../components/trend/trend.tsx';
import { TrendExport } from '../../components/trend/trend-export.tsx';
import { MUTED, type TrendRow, trendSeries } from '../../components/trend/trend-rows.ts';
import { addDays } from '../../platform/civil-date.ts';
import { formatDay, formatHour, formatShortDate } from '../../platform/dates.ts';
import { formatNumber, formatShare } from '../../platform/i18n.ts';
import { changeOfShare } from './changes.ts';
import classes from './dashboard.module.css';
import { type RangeQuery, useSends } from './dashboard.queries.ts';
import { t } from './dashboard.trends.texts.ts';
import { KpiFigure, KpiRow } from './kpi.tsx';
import { titleIn } from './news-trend.tsx';
import { aboutRange } from './use-range.tsx';

/** Maximum broadcasts in the chart. */
const CHART_MAX = 12;

const series = () => [trendSeries('reached', t.reached, { color: MUTED }), trendSeries('opened', t.opened)];

/** Members reached and opens of each broadcast, and the best hour to send one. */
export function SendsTrend({ query }: { query: RangeQuery }) {
  const { data, error, refetch } = useSends(query);
  const sends = data?.body;
  const reached = sends?.data.reduce((sum, { reached }) => sum + (reached ?? 0), 0) ?? 0;
  const opened = sends?.data.reduce((sum, { opened }) => sum + opened, 0) ?? 0;
  const compared = (value: number, previous: number | undefined) =>
    sends && {
      value,
      previous: previous ?? null,
      delta: previous ? value / previous - 1 : null,
    };
  const rate = reached ? opened / reached : null;
  const before = sends?.previous;
  return (
    <Panel
      level={3}
      title={t.sends}
      text={sends && sends.count > CHART_MAX ? t.latestSends(CHART_MAX) : undefined}
    >
      {error && !sends && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <KpiRow>
        <KpiFigure
          label={t.sent}
          kpi={compared(sends?.count ?? 0, before?.count)}
          format={formatNumber}
          to={sends && sendsOf(sends.range)}
        />
        <KpiFigure label={t.reached} kpi={compared(reached, before?.reached)} format={formatNumber} />
        <KpiFigure
          label={t.openRate}
          kpi={sends && { value: rate, previous: before?.reached ? before.opened / before.reached : null }}
          format={(share) => formatShare(share, 1)}
          change={changeOfShare}
        />
      </KpiRow>
      <Trend
        title={t.sends}
        about={aboutRange(sends?.range)}
        heading={t.broadcast}
        rows={sends && rowsOf(sends)}
        series={series()}
      />
      {sends && sends.hours.length > 0 && <HeatMap sends={sends} />}
    </Panel>
  );
}

/** Oldest first, as in other charts. */
const rowsOf = ({ data }: Sends): TrendRow[] =>
  data
    .slice(0, CHART_MAX)
    .toReversed()
    .map(({ id, titles, started_at, reached, opened }) => ({
      key: id,
      label: `${titleIn(titles)}, ${formatShortDate(started_at)}`,
      values: { reached, opened },
      to: `/broadcast/${id}`,
    }));

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday. */
const MONDAY = '2024-01-01';

const weekdayName = (weekday: number, weekdays: 'long' | 'short') =>
  formatDay(addDays(MONDAY, weekday - 1), { weekday: weekdays });

/** With fewer hours of the week to compare, a best hour would mean nothing. */
const COMPARABLE_HOURS_MIN = 3;

/** Open rate by hour of the week. */
function HeatMap({ sends: { hours, range } }: { sends: Sends }) {
  const [best] = hours.toSorted((a, b) => b.opened / b.reached - a.opened / a.reached);
  if (!best) return undefined;
  const cells = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  const bestRate = best.opened / best.reached || 1;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mt="md" mb="xs">
        <Text size="sm">
          {hours.length < COMPARABLE_HOURS_MIN
            ? t.noBestHour
            : t.bestHour(
                weekdayName(best.weekday, 'long'),
                formatHour(best.hour),
                formatShare(best.opened, best.reached),
              )}
        </Text>
        <TrendExport
          title={t.heatMap}
          about={aboutRange(range)}
          heading={t.hour}
          rows={hours.map(({ weekday, hour, reached, opened }) => ({
            key: `${weekday} ${hour}`,
            label: `${weekdayName(weekday, 'long')} ${formatHour(hour)}`,
            values: { reached, opened },
          }))}
          series={series()}
        />
      </Group>
      <table className={classes.heat} aria-label={t.heatMap}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t.days}</VisuallyHidden>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour % 6 === 0 ? formatHour(hour) : <VisuallyHidden>{formatHour(hour)}</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayName(weekday, 'short')}</th>
              {HOURS.map((hour) => {
                const cell = cells.get(`${weekday} ${hour}`);
                const share = cell && formatShare(cell.opened, cell.reached);
                return (
                  <td
                    key={hour}
                    title={cell && t.heat(weekdayName(weekday, 'long'), formatHour(hour), share ?? '')}
                  >
                    {cell && (
                      <span style={{ opacity: 0.25 + (0.75 * cell.opened) / cell.reached / bestRate }}>
                        <VisuallyHidden>{share}</VisuallyHidden>
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
