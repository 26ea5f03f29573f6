import { Stack, Text } from '@mantine/core';
import { Trend } from '../../components/trend/trend.tsx';
import { MUTED, trendSeries } from '../../components/trend/trend-rows.ts';
import { formatRelative } from '../../platform/dates.ts';
import { formatNumber } from '../../platform/i18n.ts';
import { useAnswerTimes } from './dashboard.queries.ts';
import { t } from './dashboard.trends.texts.ts';
import { DURATION_STEPS, formatDuration } from './format-duration.ts';
import { KpiFigure, KpiRow } from './kpi.tsx';
import { aboutRange, labelOf, useRange } from './use-range.tsx';

/** Time to the first reply in conversations, over time and compared with the previous range. */
export default function AnswerTimesPanel() {
  const { query, control } = useRange();
  const times = useAnswerTimes(query);
  return (
    <Stack>
      {control}
      <KpiRow>
        <KpiFigure
          label={t.firstAnswer}
          kpi={times && { value: times.median_minutes, previous: times.previous_median_minutes }}
          format={formatDuration}
        />
        <KpiFigure label={t.slowAnswer} kpi={times && { value: times.p90_minutes }} format={formatDuration} />
        <KpiFigure label={t.answered} kpi={times && { value: times.answered }} format={formatNumber} />
      </KpiRow>
      <Trend
        title={t.answerTimes}
        about={aboutRange(times?.range)}
        heading={t.days}
        rows={times?.data.map((point, index) => ({
          key: point.from,
          label: labelOf(times.interval, point),
          day: point.from,
          values: { median: point.median_minutes, p90: point.p90_minutes, answered: point.answered },
          isRunning: times.range.is_running && index === times.count - 1,
        }))}
        series={[
          trendSeries('median', t.firstAnswer, { format: formatDuration, steps: DURATION_STEPS }),
          trendSeries('p90', t.slowAnswer, { color: MUTED, format: formatDuration }),
        ]}
      />
      <Text c="dimmed" size="sm">
        {times && (times.business_hours ? t.businessHours(times.business_hours) : t.allHours)}{' '}
        {times?.waiting.oldest_at && t.oldestWaiting(formatRelative(times.waiting.oldest_at))}
      </Text>
    </Stack>
  );
}
