import type { Health, HealthState } from '@agora/contract/features/dashboard/dashboard.contract';
import { Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconTool } from '@tabler/icons-react';
import { formatShortMoment } from '../../platform/dates.ts';
import { t } from './dashboard.health.texts.ts';
import { useHealth } from './dashboard.queries.ts';

const STYLES: Record<HealthState, { icon: typeof IconTool; color: string }> = {
  ok: { icon: IconCircleCheck, color: 'gray' },
  local: { icon: IconTool, color: 'gray' },
  late: { icon: IconAlertTriangle, color: 'yellow' },
  missing: { icon: IconCircleX, color: 'red' },
  failing: { icon: IconCircleX, color: 'red' },
};

/** The state of each service that the product depends on. */
export function HealthStrip() {
  const services = useHealth().data?.body.data;
  return (
    <Group component="section" aria-label={t.title} gap="xs" mb="lg">
      <Text c="dimmed" size="sm" aria-hidden>
        {t.title}
      </Text>
      {services?.map((service) => {
        const { code, state } = service;
        const { icon: Icon, color } = STYLES[state];
        return (
          <Badge
            key={code}
            variant="light"
            color={color}
            size="lg"
            tt="none"
            h="auto"
            mih="1.625rem"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.5 } }}
            leftSection={<Icon size={15} aria-hidden />}
          >
            {t[code]}
            {wordsOf(service)}
          </Badge>
        );
      })}
      {services?.some(({ state }) => state !== 'ok' && state !== 'local') && (
        <Text c="dimmed" size="xs" w="100%">
          {t.help}
        </Text>
      )}
    </Group>
  );
}

/** What follows the name of a service: nothing if it simply works. */
function wordsOf({ state, last_at }: Health): string {
  const time = last_at && formatShortMoment(last_at);
  if (state === 'ok') return time ? t.separator + time : '';
  return t.separator + (time ? t.last(t[state], time) : t[state]);
}
