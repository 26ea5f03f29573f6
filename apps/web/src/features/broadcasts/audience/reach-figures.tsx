import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { AudiencePreview } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { PLATFORM_NAMES, PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Group, SimpleGrid, Skeleton, Stack, type StackProps, Text, Title } from '@mantine/core';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { formatNumber } from '../../../platform/i18n.ts';
import { useIsPushMissing } from '../../dashboard/dashboard.queries.ts';
import { t as broadcast } from '../broadcasts.texts.ts';
import { audienceOf, type BroadcastValues } from '../compose/broadcast-values.ts';
import { useReach } from '../compose/use-reach.ts';
import { t } from './broadcasts.audience.texts.ts';

const REASONS = ['no_device', 'opted_out', 'unreachable', 'missing_locale'] as const;

/** Number of devices that the form values reach, and the reasons for the others. */
export function ReachFigures({ values }: { values: BroadcastValues }) {
  const { isCounted, data, error, refetch } = useReach(values);
  if (!isCounted)
    return (
      <ReachBox>
        <Text c="dimmed" size="xs">
          {notCountedReason(values)}
        </Text>
      </ReachBox>
    );
  return (
    <ReachBox aria-busy={!data || undefined}>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <Figures audience={data} />}
    </ReachBox>
  );
}

function notCountedReason(values: BroadcastValues): string {
  if (values.who === '') return t.reachNobodyYet;
  if (values.who === 'segment') return t.reachNoSegment;
  return audienceOf(values) === null ? t.reachNoCondition : t.reachWrongCondition;
}

const ReachBox = (props: StackProps) => (
  <Stack
    component="section"
    aria-label={t.reach}
    gap="sm"
    p="md"
    bdrs="md"
    bg="var(--surface-sunken)"
    pos={{ md: 'sticky' }}
    top={{ md: '4.5rem' }}
    style={{ alignSelf: 'start' }}
    {...props}
  />
);

function Figures({ audience }: { audience: AudiencePreview }) {
  const { matching, members, devices, by_platform, by_locale, excluded, recently_notified, sample } =
    audience;
  const reasons = REASONS.filter((reason) => excluded[reason] > 0);
  const isPushMissing = useIsPushMissing();
  if (matching === 0)
    return (
      <Text fw={600} role="status">
        {t.matching(matching)}
      </Text>
    );
  return (
    <>
      <Text size="lg" fw={650} role="status">
        {t.devicesOf(devices, members)}
      </Text>
      {matching > members && <Text size="xs">{t.matching(matching)}</Text>}
      {sample.length > 0 && (
        <Text c="dimmed" size="xs" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {t.sample(sample.slice(0, 4).map(nameOf).join(', '))}
        </Text>
      )}
      {isPushMissing && (
        <Text c="var(--warning-ink)" size="xs">
          {t.noProvider}
        </Text>
      )}
      {devices > 0 && (
        <SimpleGrid cols={2}>
          <Split
            label={t.byPlatform}
            parts={PLATFORMS.map((name) => [PLATFORM_NAMES[name], by_platform[name]])}
          />
          <Split label={t.byLanguage} parts={LOCALES.map((name) => [broadcast[name], by_locale[name]])} />
        </SimpleGrid>
      )}
      {recently_notified > 0 && (
        <Text c="var(--warning-ink)" size="xs">
          {t.recentlyNotified(recently_notified)}
        </Text>
      )}
      {reasons.length > 0 && (
        <div>
          <Heading>{t.notReached}</Heading>
          <Text size="xs" component="ul">
            {reasons.map((reason) => (
              <li key={reason}>
                <strong className="number">{formatNumber(excluded[reason])}</strong> {t[reason]}
              </li>
            ))}
          </Text>
        </div>
      )}
    </>
  );
}

const Heading = ({ children }: { children: string }) => (
  <Title order={3} fz="xs" mb={4}>
    {children}
  </Title>
);

interface SplitProps {
  label: string;
  parts: [name: string, count: number][];
}

const Split = ({ label, parts }: SplitProps) => (
  <div>
    <Heading>{label}</Heading>
    <Text component="dl" size="xs">
      {parts.map(([name, count]) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <dt>{name}</dt>
          <Text component="dd" inherit fw={600} className="number">
            {formatNumber(count)}
          </Text>
        </Group>
      ))}
    </Text>
  </div>
);
