import { contract } from 'virtual:contract';
import type { BroadcastPublic, BroadcastStats } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import { Box, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Trend } from '../../../components/trend/trend.tsx';
import { trendSeries } from '../../../components/trend/trend-rows.ts';
import { formatDate } from '../../../platform/dates.ts';
import { formatNumber } from '../../../platform/i18n.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { titleOf } from '../broadcast-text.ts';
import { useBroadcastStats } from '../broadcasts.queries.ts';
import { t as broadcasts } from '../broadcasts.texts.ts';
import { reasonText } from '../reason-text.ts';
import { t } from './broadcasts.results.texts.ts';
import { HoursPanel } from './hours-panel.tsx';

/** Why devices were not reached, how soon it was opened, and how devices compare. */
export function StatsPanels({ broadcast }: { broadcast: BroadcastPublic }) {
  const { id, started_at } = broadcast;
  const about = [titleOf(broadcast), started_at && formatDate(started_at)].filter(Boolean).join(' · ');
  const { data, error, refetch } = useBroadcastStats(id);
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius="lg" mb="lg" />;
  if (data.body.by_status.length === 0) return null;
  const { failures, over_time } = data.body;
  return (
    <>
      {failures.length > 0 && <Failures failures={failures} />}
      {over_time.length > 0 && <HoursPanel hours={over_time} about={about} />}
      <ComparisonPanel stats={data.body} about={about} />
    </>
  );
}

/** Reasons by frequency, with the error codes of the providers. */
function Failures({ failures }: Pick<BroadcastStats, 'failures'>) {
  const { state } = useLocation();
  const maySeeDeliveries = useAllowed(contract.broadcasts.readDeliveries);
  const groups = [
    ...Map.groupBy(
      failures,
      ({ status, error_code }) => `${status} ${reasonText(error_code, true)}`,
    ).values(),
  ].map((group) => ({
    ...(group[0] as BroadcastStats['failures'][number]),
    codes: [...new Set(group.map(({ error_code }) => error_code))],
    total: group.reduce((sum, { count }) => sum + count, 0),
  }));
  return (
    <Panel title={t.reasons}>
      <ul className="rows">
        {groups
          .sort((a, b) => b.total - a.total)
          .map(({ status, error_code, codes, total }) => (
            <Group
              key={`${status} ${error_code}`}
              component="li"
              wrap="nowrap"
              align="flex-start"
              gap="md"
              py="xs"
            >
              <Text className="number" w="4rem" flex="none" fz="lg" fw={650} lh={1.35}>
                {/* The list below filters by one code at a time. */}
                {maySeeDeliveries && codes.length === 1 ? (
                  <Link
                    to={`?outcome=${status}&code=${encodeURIComponent(error_code)}#deliveries`}
                    state={state}
                  >
                    {formatNumber(total)}
                  </Link>
                ) : (
                  formatNumber(total)
                )}
              </Text>
              <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
                <Text className="capital">{reasonText(error_code, true)}</Text>
                <Text c="dimmed" fz="xs" component="code">
                  {codes.join(', ')}
                </Text>
              </Box>
            </Group>
          ))}
      </ul>
    </Panel>
  );
}

type Grouping = 'platform' | 'locale' | 'version';

/** How platforms, languages and versions compare. */
function ComparisonPanel({
  stats: { by_platform, by_locale, by_version },
  about,
}: {
  stats: BroadcastStats;
  about: string;
}) {
  const [grouping, setGrouping] = useState<Grouping>('platform');
  const groups = {
    platform: by_platform.map((row) => ({ ...row, label: PLATFORM_NAMES[row.key] })),
    locale: by_locale.map((row) => ({ ...row, label: broadcasts[row.key] })),
    version: by_version.map((row) => ({ ...row, label: row.key ?? t.noVersion })),
  };
  const rows = groups[grouping].map(({ key, label, targeted, sent, opened }) => ({
    key: String(key),
    label,
    values: { targeted, sent, opened },
  }));
  return (
    <Panel
      title={t.compared}
      aside={
        <SegmentedControl
          aria-label={t.compared}
          size="sm"
          value={grouping}
          onChange={setGrouping}
          data={(['platform', 'locale', 'version'] as const).map((value) => ({ value, label: t[value] }))}
        />
      }
    >
      <Trend
        title={`${t.compared} · ${t[grouping]}`}
        about={about}
        heading={t[grouping]}
        rows={rows}
        series={[
          trendSeries('targeted', t.targeted, { color: 'var(--mantine-color-gray-4)' }),
          trendSeries('sent', t.accepted, { color: 'var(--mantine-color-indigo-4)' }),
          trendSeries('opened', t.opened),
        ]}
      />
    </Panel>
  );
}
