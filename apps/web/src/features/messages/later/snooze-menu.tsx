import type { MessageSnooze, SnoozeKind } from '@agora/contract/features/messages/messages.schema';
import { ActionIcon, Button, Checkbox, Group, Menu } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import { readDraft, writeDraft } from '../../../platform/drafts.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { BAR_ICON } from '../thread/bar-icon.ts';
import { LaterItems } from './later-items.tsx';
import { LaterModal } from './later-modal.tsx';
import { t } from './messages.later.texts.ts';

/** Where the snooze that a person chose last is kept: for a week, or until they sign out. */
const lastKey = (userId: string) => `${userId}:snooze`;

interface SnoozeMenuProps {
  /** True in the bar of a phone. */
  isIcon?: boolean;
  isBusy: boolean;
  onSnooze: (snooze: MessageSnooze) => Promise<void>;
}

/** A button with a menu of times until which conversations are snoozed. */
export function SnoozeMenu({ isIcon = false, isBusy, onSnooze }: SnoozeMenuProps) {
  const { id } = useCurrentUser();
  const [isAsking, setAsking] = useState(false);
  const last = readDraft<MessageSnooze>(lastKey(id))?.value;
  const [kind, setKind] = useState<SnoozeKind>(last?.kind ?? 'until_message');
  const isFirm = kind === 'until_time';

  const setFirm = (isFirm: boolean) => setKind(isFirm ? 'until_time' : 'until_message');

  async function snooze(at: Date): Promise<void> {
    const chosen = { until: at.toISOString(), kind };
    writeDraft(lastKey(id), chosen);
    await onSnooze(chosen);
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          {isIcon ? (
            <ActionIcon
              {...BAR_ICON}
              aria-label={t.snooze}
              title={t.snooze}
              disabled={isBusy}
              data-shortcut="h"
            >
              <IconClockPause size={22} aria-hidden />
            </ActionIcon>
          ) : (
            <Button size="compact-sm" variant="default" disabled={isBusy} data-shortcut="h">
              {t.snooze}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxItem
            checked={isFirm}
            onChange={setFirm}
            closeMenuOnClick={false}
            styles={{ itemIndicator: { display: 'none' } }}
          >
            <Group gap="xs" wrap="nowrap">
              <Checkbox.Indicator size="xs" checked={isFirm} />
              {t.evenIfWritten}
            </Group>
          </Menu.CheckboxItem>
          <Menu.Divider />
          <LaterItems
            last={last && new Date(last.until)}
            onChoose={(at) => void snooze(at)}
            onOther={() => setAsking(true)}
          />
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <LaterModal
          title={t.snoozeUntil}
          action={t.snooze}
          onSubmit={snooze}
          onClose={() => setAsking(false)}
        >
          <Checkbox
            label={t.evenIfWritten}
            checked={isFirm}
            onChange={({ currentTarget }) => setFirm(currentTarget.checked)}
          />
        </LaterModal>
      )}
    </>
  );
}
