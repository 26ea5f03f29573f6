import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Chip } from '../../../components/chip.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { signOut } from '../../../platform/sign-out.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useDeleteSession, useDeleteSessions, useSessions } from '../accounts.sessions.queries.ts';
import { t } from './accounts.sessions.texts.ts';
import { deviceName } from './device-name.ts';

/** The user's own sessions. */
export function SessionsPanel() {
  const { data, error, refetch } = useSessions();
  const { mutateAsync: deleteSession } = useDeleteSession();
  const { mutateAsync: deleteSessions } = useDeleteSessions();
  const [dialog, confirm] = useConfirm();

  const [isBusy, end] = useBusy(async (id: string) => {
    try {
      await deleteSession({ params: { id } });
      toastSuccess(t.ended);
    } catch (problem) {
      toastError(problem);
    }
  });

  const [isEndingAll, endAll] = useBusy(async () => {
    if (!(await confirm({ title: t.endAllTitle, text: t.endAllText, action: t.endAll, isDangerous: true })))
      return;
    try {
      await deleteSessions({});
      signOut();
    } catch (problem) {
      toastError(problem);
    }
  });

  return (
    <Panel
      title={t.title}
      text={t.text}
      aside={
        <Button variant="default" loading={isEndingAll} onClick={() => void endAll()}>
          {t.endAll}
        </Button>
      }
    >
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      <Stack gap={0} component="ul" className="rows">
        {data?.body.data.map((session) => (
          <Group key={session.id} justify="space-between" wrap="nowrap" py="sm" component="li">
            <Box style={{ overflowWrap: 'anywhere' }}>
              <strong>{deviceName(session.user_agent)}</strong>{' '}
              {session.is_current && <Chip tone="good">{t.current}</Chip>}
              <Text c="dimmed" size="xs">
                {session.ip} · {t.signedIn} <Moment at={session.created_at} format="date" /> · {t.lastUsed}{' '}
                <Moment at={session.last_used_at} format="relative" />
              </Text>
            </Box>
            {!session.is_current && (
              <Button
                size="compact-sm"
                variant="default"
                flex="none"
                disabled={isBusy}
                aria-label={t.endThis(deviceName(session.user_agent))}
                onClick={() => void end(session.id)}
              >
                {t.end}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {dialog}
    </Panel>
  );
}
