import type { MessageSnooze, SnoozeKind } from '@agora/contract/features/messages/messages.schema';
import { Button, Menu } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { LaterItems } from './later-items.tsx';
import { LaterModal } from './later-modal.tsx';
import { t } from './messages.later.texts.ts';

/** The snooze that a person chose last, until the tab is closed. */
const lastKey = (userId: string) => `snooze:${userId}`;

function readLast(userId: string): MessageSnooze | undefined {
  const stored = sessionStorage.getItem(lastKey(userId));
  return stored === null ? undefined : (JSON.parse(stored) as MessageSnooze);
}

interface SnoozeMenuProps {
  isBusy: boolean;
  shortcut?: string;
  onSnooze: (snooze: MessageSnooze) => Promise<void>;
}

/** A button with a menu of times until which conversations are snoozed. */
export function SnoozeMenu({ isBusy, shortcut, onSnooze }: SnoozeMenuProps) {
  const { id } = useCurrentUser();
  const [isAsking, setAsking] = useState(false);
  const last = readLast(id);
  const [kind, setKind] = useState<SnoozeKind>(last?.kind ?? 'until_message');
  const isFirm = kind === 'until_time';

  async function snooze(at: Date): Promise<void> {
    const chosen = { until: at.toISOString(), kind };
    sessionStorage.setItem(lastKey(id), JSON.stringify(chosen));
    await onSnooze(chosen);
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            leftSection={<IconClockPause size={15} aria-hidden />}
            {...(shortcut && { 'data-shortcut': shortcut })}
          >
            {t.snooze}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <LaterItems
            last={last && new Date(last.until)}
            onChoose={(at) => void snooze(at)}
            onOther={() => setAsking(true)}
          />
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={isFirm}
            onChange={(checked) => setKind(checked ? 'until_time' : 'until_message')}
          >
            {t.evenIfWritten}
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <LaterModal
          title={t.snoozeUntil}
          action={t.snooze}
          onSubmit={snooze}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
