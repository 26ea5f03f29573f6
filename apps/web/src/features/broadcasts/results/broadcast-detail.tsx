import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Alert, Box, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../components/panel.tsx';
import { formatDay, formatMoment, formatTime, zoneName } from '../../../platform/dates.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { describeAudience, remainingCount, scheduledTimeText, timeUntilText } from '../broadcast-text.ts';
import { isSending, useAudience, useResultsRefresh } from '../broadcasts.queries.ts';
import { categoryText, linkText } from '../broadcasts.texts.ts';
import { PreviewPanel } from '../compose/broadcast-preview-panel.tsx';
import { linkKindOf, missingOf, previewRequestOf } from '../compose/broadcast-values.ts';
import { t as compose } from '../compose/broadcasts.compose.texts.ts';
import { LinkedArticle } from '../compose/linked-article.tsx';
import { ttlText } from '../compose/ttl-text.ts';
import { reasonText } from '../reason-text.ts';
import { heldText } from '../sending/held-text.ts';
import { SendersLine } from '../sending/senders-line.tsx';
import { StatsPanels } from './broadcast-stats.tsx';
import { t } from './broadcasts.results.texts.ts';
import { Deliveries } from './deliveries.tsx';
import { ProgressPanel } from './progress-panel.tsx';

interface BroadcastDetailProps {
  broadcast: BroadcastPublic;
  /** Time of the last fetch, in milliseconds. */
  updatedAt: number;
}

/** State and results of a broadcast that is no longer a draft, or that the user does not write. */
export default function BroadcastDetail({ broadcast, updatedAt }: BroadcastDetailProps) {
  const { status, started_at } = broadcast;
  const missing = status === 'draft' ? missingOf(broadcast) : [];
  useResultsRefresh(broadcast);
  const mayWrite = useAllowed(contract.broadcasts.updateBroadcast);
  const maySend = useAllowed(contract.broadcasts.sendBroadcast);
  const maySeeDeliveries = useAllowed(contract.broadcasts.readDeliveries);
  return (
    <Box className="beside">
      <div>
        <Notice broadcast={broadcast} updatedAt={updatedAt} maySend={maySend} />
        {maySend && missing.length > 0 && (
          <Text c="dimmed" mb="lg" role="status">
            {compose.stillMissing(missing.map((what) => compose[`missing_${what}`]).join(', '))}
          </Text>
        )}
        {mayWrite && !maySend && broadcast.actions.length > 0 && (
          <Box mb="lg">
            <SendersLine />
          </Box>
        )}
        {status === 'scheduled' && <SchedulePanel broadcast={broadcast} />}
        {started_at ? (
          <>
            <ProgressPanel key={status} broadcast={broadcast} updatedAt={updatedAt} />
            <StatsPanels broadcast={broadcast} />
          </>
        ) : (
          <FactsPanel broadcast={broadcast} />
        )}
      </div>
      <div>
        {started_at && <FactsPanel broadcast={broadcast} />}
        <PreviewPanel fields={broadcast} />
      </div>
      {started_at && maySeeDeliveries && (
        <Box mb="lg" style={{ gridColumn: '1 / -1' }}>
          <Deliveries broadcast={broadcast} />
        </Box>
      )}
    </Box>
  );
}

/** Reason why sending stopped, and the possible actions. */
function Notice({ broadcast, updatedAt, maySend }: BroadcastDetailProps & { maySend: boolean }) {
  const { status, day, last_error, held_until, waits_until, updated_by } = broadcast;
  if (status === 'paused')
    return (
      <Banner tone="bad" title={t.pausedTitle}>
        {last_error ? t.pausedFor(reasonText(last_error, false)) : t.pausedBy(nameOf(updated_by))}{' '}
        {t.pausedHint}
      </Banner>
    );
  if (status === 'missed') {
    const why = last_error ? t.missedFor(reasonText(last_error, false)) : day ? t.missedDay : t.missedText;
    const hint = last_error === 'approval_required' ? t.missedUnapprovedHint : t.missedHint;
    return (
      <Banner tone="bad" title={t.missedTitle}>
        {why} {maySend && (last_error || !day) && hint}
      </Banner>
    );
  }
  if (status === 'cancelled' && isSending(broadcast))
    return (
      <Banner tone="warning" title={t.stoppingTitle}>
        {t.stoppingText}
      </Banner>
    );
  if (status === 'sending' && last_error && held_until && Date.parse(held_until) > updatedAt)
    return (
      <Banner tone="warning">{t.restingUntil(formatTime(held_until), reasonText(last_error, false))}</Banner>
    );
  if (waits_until) {
    const waiting = broadcast.schedule_mode === 'local' ? t.waitingOwn : t.waitingQuiet;
    return <Banner tone="warning">{waiting(remainingCount(broadcast), formatMoment(waits_until))}</Banner>;
  }
  return null;
}

interface BannerProps {
  tone: 'bad' | 'warning';
  title?: string;
  children: ReactNode;
}

function Banner({ tone, title, children }: BannerProps) {
  const Icon = tone === 'bad' ? IconAlertTriangle : IconPlayerPause;
  return (
    <Alert
      role="status"
      mb="lg"
      color={tone === 'bad' ? 'red' : 'yellow'}
      icon={<Icon size={20} stroke={1.75} aria-hidden />}
      title={title}
    >
      <Text maw="46rem">{children}</Text>
    </Alert>
  );
}

function SchedulePanel({ broadcast }: { broadcast: BroadcastPublic }) {
  const { scheduled_at, scheduled_local, schedule_mode, time_zone, late_policy, updated_at, urgent } =
    broadcast;
  const maySeeReach = useAllowed(contract.broadcasts.previewAudience);
  const reach = previewRequestOf(broadcast);
  const isLocal = schedule_mode === 'local';
  const due = scheduled_local && {
    local: scheduled_local,
    ...(isLocal ? { late_policy } : time_zone && { time_zone }),
  };
  const { data } = useAudience(reach && { ...reach, ...(due && { due }) });
  const held = urgent ? null : data?.held;
  // If all devices are in quiet hours, the first receive it when the first quiet hours end.
  const heldFrom = held?.devices === data?.devices ? held?.from : undefined;
  const first = data?.first;
  return (
    <Panel title={t.plan}>
      <Text size="md" fw={600} mb={4}>
        {isLocal
          ? first
            ? t.goesOutFrom(
                scheduledTimeText(broadcast),
                timeUntilText(heldFrom ?? first.at),
                zoneName(first.time_zone),
              )
            : t.goesOutLocally(scheduledTimeText(broadcast))
          : t.goesOut(scheduledTimeText(broadcast), timeUntilText(scheduled_at ?? updated_at))}
      </Text>
      {maySeeReach && (
        <Text c="dimmed" size="xs">
          {data ? t.willReach(data.devices) : '\u00a0'}
        </Text>
      )}
      {held && (
        <Text c="var(--warning-ink)" size="xs">
          {heldText(held)}
        </Text>
      )}
    </Panel>
  );
}

function FactsPanel({ broadcast }: { broadcast: BroadcastPublic }) {
  const { audience, link, category, urgent, ttl_seconds, status, sent_by, source, source_id, day } =
    broadcast;
  const maySeeArticle = useAllowed(contract.news.readNewsArticle);
  const maySeeDaily = useAllowed(contract.dailyMessages.readCalendar);
  const linkKind = linkKindOf(link);
  const facts: [label: string, value: ReactNode][] = [
    [
      t.recipients,
      <div key="recipients" className="capital">
        {describeAudience(audience, broadcast.segment_name).join(', ')}
      </div>,
    ],
    [
      t.leadsTo,
      link && linkKind === 'article' ? (
        <LinkedArticle key="link" link={link} />
      ) : linkKind === 'other' ? (
        <code key="link">{link}</code>
      ) : (
        linkText(linkKind)
      ),
    ],
    [t.category, categoryText(category)],
    [t.quiet, urgent ? t.urgentYes : t.urgentNo],
    [t.kept, ttlText(ttl_seconds)],
  ];
  if (sent_by) facts.push([status === 'scheduled' ? t.scheduler : t.sender, nameOf(sent_by)]);
  if (source === 'news')
    facts.push([
      t.source,
      maySeeArticle ? (
        <Link key="source" to={`/news/${source_id}`}>
          {t.article}
        </Link>
      ) : (
        t.article
      ),
    ]);
  if (day) {
    const about = t.daily(formatDay(day, { day: 'numeric', month: 'long', year: 'numeric' }));
    facts.push([
      t.source,
      maySeeDaily ? (
        <Link key="source" to="/daily-message">
          {about}
        </Link>
      ) : (
        about
      ),
    ]);
  }
  return (
    <Panel title={t.contentNow}>
      <Stack gap="sm" component="dl">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
