import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { AlertList } from './alert-list.tsx';
import { useAlerts } from './alerts.queries.ts';
import { t } from './alerts.texts.ts';

/** Larger numbers would cover the bell. */
const MAX_SHOWN = 99;

/** Opens the alerts of the user, and counts the unread ones. */
export function AlertsBell() {
  const [isOpen, setOpen] = useState(false);
  const unread = useAlerts().data?.body.unread ?? 0;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
    >
      <Indicator
        label={unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        disabled={unread === 0}
        size={17}
        offset={6}
        color="red.9"
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.bell(unread)}
            title={t.title}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t.title}>
        <AlertList onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
