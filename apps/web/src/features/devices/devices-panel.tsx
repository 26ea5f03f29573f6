import { contract } from 'virtual:contract';
import type { DevicePublic } from '@agora/contract/features/devices/devices.contract';
import { DEVICE_STALE_DAYS } from '@agora/contract/features/devices/devices.rules';
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Chip } from '../../components/chip.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { useConfirm } from '../../components/use-confirm.tsx';
import { call } from '../../platform/api.ts';
import { tsr } from '../../platform/client.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { t } from './devices.texts.ts';

const ALL = ['devices'] as const;

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

/** How pushes reach one person. */
export default function DevicesPanel({ userId }: { userId: string }) {
  const query = { user_id: userId };
  const { data, error, refetch } = tsr.devices.readDevices.useQuery({
    queryKey: [...ALL, query],
    queryData: { query },
  });
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
  const queryClient = useQueryClient();
  const [dialog, confirm] = useConfirm();
  const [refusal, setRefusal] = useState<string>();
  const name = nameOf(device);
  const facts = [
    [t[platform], os_version].filter(Boolean).join(' '),
    app_version && t.app(app_version),
    t[locale],
    t[provider],
  ];

  async function test(): Promise<void> {
    const { data } = await call(contract.devices.testDevice, { params: { id } });
    const refused = data.find(({ is_accepted }) => !is_accepted);
    const code = refused?.error_code ?? '';
    setRefusal(refused && (code === 'member_inactive' ? t.inactive : t.refused(code)));
    if (!refused) toastSuccess(t.accepted);
  }

  async function remove(): Promise<void> {
    const question = { title: t.deleteTitle(name), text: t.deleteText, action: t.delete, isDangerous: true };
    if (!(await confirm(question))) return;
    await call(contract.devices.deleteDevice, { params: { id } });
    toastSuccess(t.deleted);
  }

  const [isBusy, run] = useBusy(async (action: () => Promise<void>) => {
    await action().catch(toastError);
    await queryClient.invalidateQueries({ queryKey: ALL });
  });

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
        {refusal && <p role="alert">{refusal}</p>}
      </Box>
      <Group gap="xs">
        <Button
          size="compact-md"
          variant="default"
          disabled={isBusy}
          aria-label={t.testThis(name)}
          onClick={() => void run(test)}
        >
          {t.test}
        </Button>
        <Button
          size="compact-md"
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
