import type { Alert, AlertsRead } from '@agora/contract/features/alerts/alerts.contract';
import { Anchor, Box, Button, Divider, Group, NavLink, Skeleton, Text, Title } from '@mantine/core';
import { IconAt, IconBellOff, IconChecklist, IconMessageReply, IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatRelative } from '../../platform/dates.ts';
import { getLocale } from '../../platform/i18n.ts';
import { toastError } from '../../platform/toast.ts';
import { useAlerts, useMarkAlertsRead } from './alerts.queries.ts';
import { t } from './alerts.texts.ts';

/** The alerts, newest first, each with a link to its cause. */
export function AlertList({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useAlerts();
  const { mutate: markRead } = useMarkAlertsRead();
  const read = (body: AlertsRead) => markRead({ body }, { onError: (error) => toastError(error) });
  const alerts = data?.body.data ?? [];
  return (
    <>
      <Group justify="space-between" px="md" py="xs" wrap="nowrap">
        <Title order={2} fz="1rem">
          {t.title}
        </Title>
        {data && data.body.unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => read({ ids: [], until: alerts[0]?.created_at })}
          >
            {t.markAllRead}
          </Button>
        )}
      </Group>
      {error && !data ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={96} mx="md" mb="md" />
      ) : alerts.length === 0 ? (
        <Box px="md" pb="sm">
          <Text fw={600}>{t.empty}</Text>
          <Text size="sm" c="dimmed">
            {t.emptyText}
          </Text>
        </Box>
      ) : (
        <Box mah="min(26rem, 60dvh)" style={{ overflowY: 'auto' }}>
          {alerts.map((alert) => (
            <Row
              key={alert.id}
              alert={alert}
              onOpen={() => {
                if (!alert.read_at) read({ ids: [alert.id] });
                onClose();
              }}
            />
          ))}
        </Box>
      )}
      <Divider />
      <Box px="md" py="xs">
        <Anchor
          component={Link}
          to="/settings#alerts"
          size="sm"
          display="inline-block"
          py={4}
          onClick={onClose}
        >
          {t.choose}
        </Anchor>
      </Box>
    </>
  );
}

const ICONS = {
  assigned: IconUserCheck,
  answered: IconMessageReply,
  mentioned: IconAt,
  broadcast: IconBellOff,
  broadcast_approval: IconChecklist,
  news_approval: IconChecklist,
};

function Row({ alert, onOpen }: { alert: Alert; onOpen: () => void }) {
  const { kind, created_at, read_at } = alert;
  const Icon = ICONS[kind];
  return (
    <NavLink
      component={Link}
      to={pathOf(alert)}
      px="md"
      label={alertText(alert)}
      description={formatRelative(created_at)}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      rightSection={
        !read_at && (
          <Box w={8} h={8} bg="var(--accent)" style={{ borderRadius: 4 }} role="img" aria-label={t.unread} />
        )
      }
      styles={{ label: { fontWeight: read_at ? 400 : 600, overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
      onClick={onOpen}
    />
  );
}

function pathOf({ kind, thread, broadcast, approval }: Alert): string {
  if (thread) return `/messages/${thread.id}?tab=all`;
  if (kind === 'news_approval') return `/news/${approval?.subject_id ?? ''}`;
  return `/broadcast/${(approval ? approval.subject_id : broadcast?.id) ?? ''}`;
}

const titleIn = (titles: Record<'fr' | 'en', string | null> | undefined) =>
  titles?.[getLocale()] || titles?.fr || titles?.en;

function alertText({ kind, actor, thread, broadcast, approval }: Alert): string {
  if (approval) {
    const title = titleIn(approval.titles);
    const what = title ? t.quoted(title) : kind === 'news_approval' ? t.untitledArticle : t.untitled;
    return t[`approval_${approval.status}`](what, actor ?? t.somebody);
  }
  if (thread && (kind === 'assigned' || kind === 'answered' || kind === 'mentioned')) {
    const subject = thread.subject ? t.quoted(thread.subject) : t.conversation(thread.number);
    return t[kind](kind === 'answered' ? thread.member : (actor ?? t.somebody), subject);
  }
  const title = titleIn(broadcast?.titles);
  const subject = title ? t.quoted(title) : t.untitled;
  const status = broadcast?.status;
  return t[status === 'paused' || status === 'missed' ? status : 'stopped'](subject);
}
