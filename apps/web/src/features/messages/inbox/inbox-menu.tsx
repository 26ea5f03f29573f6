import { Menu } from '@mantine/core';
import { IconClock, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { t } from '../messages.texts.ts';
import { TemplatesModal } from '../reply-templates/templates-modal.tsx';
import { AnswerTimesModal } from './answer-times-modal.tsx';

/** Menu of actions on the whole inbox. */
export function InboxMenu() {
  const [opened, setOpened] = useState<'answerTimes' | 'templates'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <MoreMenu size="input-xs" position="bottom">
        <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={() => setOpened('answerTimes')}>
          {t.answerTimes}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTemplate size={16} aria-hidden />}
          onClick={() => setOpened('templates')}
        >
          {t.templates}
        </Menu.Item>
      </MoreMenu>
      {opened === 'answerTimes' && <AnswerTimesModal onClose={close} />}
      {opened === 'templates' && <TemplatesModal onClose={close} />}
    </>
  );
}
