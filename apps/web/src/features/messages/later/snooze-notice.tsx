import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { formatMoment } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useRefreshMessages, useWakeMessage } from '../messages.queries.ts';
import { t } from './messages.later.texts.ts';

/** Shows who snoozed the conversation and until when, with a button that wakes it. */
export function SnoozeNotice({ thread }: { thread: MessageThread }) {
  const { id, is_snoozed, snoozed_until, snooze_kind, snoozed_by } = thread;
  const refresh = useRefreshMessages();
  const { mutateAsync: wake } = useWakeMessage();
  const mayWake = useAllowed(contract.messages.wakeMessage);
  const [isBusy, wakeNow] = useBusy(async () => {
    try {
      await wake({ params: { id } });
      toastSuccess(t.woken);
    } catch (error) {
      toastError(error);
    }
    await refresh();
  });
  if (!snoozed_until || !snooze_kind) return null;
  const when = formatMoment(snoozed_until);
  return (
    <Alert color="gray" radius={0} role="status">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconClockPause size={17} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        {/* On a phone, the button is below the text. */}
        <Group gap="xs" align="flex-start" flex={1}>
          <Text inherit flex="1 1 14rem">
            {is_snoozed
              ? `${t.snoozedBy(snoozed_by ? nameOf(snoozed_by) : undefined, when)} ${t[snooze_kind]}`
              : t.wasSnoozed(when)}
          </Text>
          {is_snoozed && mayWake && (
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => void wakeNow()}>
              {t.wake}
            </Button>
          )}
        </Group>
      </Group>
    </Alert>
  );
}
