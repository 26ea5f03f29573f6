import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { LaterItems } from './later-items.tsx';
import { LaterModal } from './later-modal.tsx';
import { t } from './messages.later.texts.ts';

interface SendLaterMenuProps {
  isBusy: boolean;
  onSend: (at: Date) => void;
}

/** A button beside the one that sends, with a menu of times to send later. */
export function SendLaterMenu({ isBusy, onSend }: SendLaterMenuProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon
            variant="filled"
            h="auto"
            disabled={isBusy}
            aria-label={t.sendLater}
            title={t.sendLater}
            style={{ borderStartStartRadius: 0, borderEndStartRadius: 0, alignSelf: 'stretch' }}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.sendLater}</Menu.Label>
          <LaterItems onChoose={onSend} onOther={() => setAsking(true)} />
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <LaterModal
          title={t.sendLater}
          action={t.sendLaterDo}
          onSubmit={async (at) => onSend(at)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
