import { ActionIcon, Menu } from '@mantine/core';
import { IconClock, IconDots, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages.texts.ts';
import { TemplatesModal } from '../reply-templates/templates-modal.tsx';
import { AnswerTimesModal } from './answer-times-modal.tsx';

/** Menu of actions on the whole inbox. */
export function InboxMenu() {
  const [opened, setOpened] = useState<'answerTimes' | 'templates'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size="input-xs" aria-label={t.moreActions} title={t.moreActions}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconClock size={16} aria-hidden />}
            onClick={() => setOpened('answerTimes')}
          >
            {t.answerTimes}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTemplate size={16} aria-hidden />}
            onClick={() => setOpened('templates')}
          >
            {t.templates}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'answerTimes' && <AnswerTimesModal onClose={close} />}
      {opened === 'templates' && <TemplatesModal onClose={close} />}
    </>
  );
}
