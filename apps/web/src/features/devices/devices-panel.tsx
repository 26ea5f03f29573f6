import type { DevicePublic } from '@agora/contract/features/devices/devices.contract';
import { DEVICE_STALE_DAYS } from '@agora/contract/features/devices/devices.rules';
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Chip } from '../../components/chip.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { useConfirm } from '../../components/use-confirm.tsx';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useDeleteDevice, useDevices, useTestDevice } from './devices.queries.ts';
import { t } from './devices.texts.ts';

const TONES = {
  reachable: 'good',
  denied: 'warning',
  stale: 'warning',
  disabled: 'bad',
  muted: 'neutral',
} as const;

const nameOf = ({ model, platform }: DevicePublic) => model ?? t[platform];

const REASONS: Partial<Record<DevicePublic['state'], (device: DevicePublic) => string>> = {
  denied: () => t.deniedText,
  stale: () => t.staleText(DEVICE_STALE_DAYS),
  disabled: ({ disabled_reason }) => t.disabledText(disabled_reason ?? ''),
  muted: () => t.mutedText,
};

/** Devices and push settings of one person. */
export function DevicesPanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useDevices(userId);
  const devices = data?.body.data;
  return (
    <Panel title={t.title} text={t.text}>
      {!devices && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!devices && !error && <Skeleton height={120} />}
      {devices?.length === 0 && <p>{t.none}</p>}
      <Stack gap={0} component="ul" className="rows">
        {devices?.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </Stack>
    </Panel>
  );
}

function Device({ device }: { device: DevicePublic }) {
  const { id, platform, provider, locale, os_version, app_version, last_seen_at, state } = device;
  const { mutateAsync: testDevice } = useTestDevice();
  const { mutateAsync: deleteDevice } = useDeleteDevice();
  const [dialog, confirm] = useConfirm();
  const [failure, setFailure] = useState<string>();
  const name = nameOf(device);
  const facts = [
    [t[platform], os_version].filter(Boolean).join(' '),
    app_version && t.app(app_version),
    t[locale],
    t[provider],
  ];

  async function test(): Promise<void> {
    const { body } = await testDevice({ params: { id } });
    const rejected = body.data.find(({ is_accepted }) => !is_accepted);
    const code = rejected?.error_code ?? '';
    setFailure(rejected && (code === 'member_inactive' ? t.inactive : t.refused(code)));
    if (!rejected) toastSuccess(t.accepted);
  }

  async function remove(): Promise<void> {
    const question = { title: t.deleteTitle(name), text: t.deleteText, action: t.delete, isDangerous: true };
    if (!(await confirm(question))) return;
    await deleteDevice({ params: { id } });
    toastSuccess(t.deleted);
  }

  const [isBusy, run] = useBusy((action: () => Promise<void>) => action().catch(toastError));

  return (
    <Group justify="space-between" py="sm" component="li">
      <Box flex="1 1 16rem" style={{ overflowWrap: 'anywhere' }}>
        <strong dir="auto">{name}</strong> <Chip tone={TONES[state]}>{t[state]}</Chip>
        <Text c="dimmed" size="xs">
          {facts.filter(Boolean).join(' · ')} · {t.lastSeen} <Moment at={last_seen_at} format="relative" />
        </Text>
        {REASONS[state] && (
          <Text c="dimmed" size="xs">
            {REASONS[state](device)}
          </Text>
        )}
        {failure && <p role="alert">{failure}</p>}
      </Box>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={t.testThis(name)}
          onClick={() => void run(test)}
        >
          {t.test}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          c="var(--danger-ink)"
          disabled={isBusy}
          aria-label={t.deleteThis(name)}
          onClick={() => void run(remove)}
        >
          {t.delete}
        </Button>
      </Group>
      {dialog}
    </Group>
  );
}
