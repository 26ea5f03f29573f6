import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconMail,
  IconMailShare,
  IconTag,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { t as common } from '../../../components/components.texts.ts';
import { useAllowed, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useAssignees } from '../inbox/assignees.ts';
import { SnoozeMenu } from '../later/snooze-menu.tsx';
import { categoryText } from '../messages.texts.ts';
import { BAR_ICON } from './bar-icon.ts';
import { ChoiceModal } from './choice-modal.tsx';
import { t } from './messages.thread.texts.ts';
import { type ThreadActionsProps, useThreadChanges } from './use-thread-changes.ts';

interface ThreadBarActionsProps extends ThreadActionsProps {
  previousHref: string | undefined;
  nextHref: string | undefined;
}

/**
 * Actions on a conversation on a phone: the main ones as icons, the others in a menu. For those who may only read, the
 * menu says who has the conversation and what it is.
 */
export function ThreadBarActions(props: ThreadBarActionsProps) {
  const { assignee, category } = props.thread;
  return useAllowed(contract.messages.updateMessage) ? (
    <Actions {...props} />
  ) : (
    <BarMenu>
      <Menu.Label>{assignee ? t.assignedTo(nameOf(assignee)) : t.assignedToNobody}</Menu.Label>
      <Menu.Label>{t.categoryIs(categoryText(category))}</Menu.Label>
      <Neighbours {...props} />
    </BarMenu>
  );
}

/** Mounted while it is closed, for the keys of its items. */
const BarMenu = ({ children }: { children: ReactNode }) => (
  <Menu position="bottom-end" keepMounted>
    <Menu.Target>
      <ActionIcon {...BAR_ICON} aria-label={common.moreActions} title={common.moreActions}>
        <IconDots size={22} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown maw="calc(100vw - 1rem)">{children}</Menu.Dropdown>
  </Menu>
);

const Neighbours = ({ previousHref, nextHref }: Pick<ThreadBarActionsProps, 'previousHref' | 'nextHref'>) => (
  <>
    {previousHref && (
      <Menu.Item
        component={Link}
        to={previousHref}
        leftSection={<IconChevronUp size={18} aria-hidden />}
        data-shortcut="k"
      >
        {t.previous}
      </Menu.Item>
    )}
    {nextHref && (
      <Menu.Item
        component={Link}
        to={nextHref}
        leftSection={<IconChevronDown size={18} aria-hidden />}
        data-shortcut="j"
      >
        {t.next}
      </Menu.Item>
    )}
  </>
);

function Actions({ previousHref, nextHref, ...props }: ThreadBarActionsProps) {
  const { status, assignee, category, awaiting } = props.thread;
  const { isBusy, ...changes } = useThreadChanges(props);
  const me = useCurrentUser();
  const assignees = useAssignees();
  const [choosing, setChoosing] = useState<'assignee' | 'category'>();
  const stopChoosing = () => setChoosing(undefined);
  const isOpen = status !== 'spam' && status !== 'closed';
  const [main, Icon, onMain] =
    status === 'spam'
      ? [t.notSpam, IconMailShare, changes.moveOutOfSpam]
      : status === 'closed'
        ? [t.reopen, IconArrowBackUp, changes.reopen]
        : [awaiting ? t.closeWithoutReply : t.close, IconCheck, changes.close];
  return (
    <>
      {isOpen && <SnoozeMenu isIcon isBusy={isBusy} onSnooze={changes.snooze} />}
      <ActionIcon
        {...BAR_ICON}
        aria-label={main}
        title={main}
        disabled={isBusy}
        {...(isOpen && { 'data-shortcut': 'e' })}
        onClick={onMain}
      >
        <Icon size={22} aria-hidden />
      </ActionIcon>
      <BarMenu>
        {status !== 'spam' && (
          <>
            {assignee?.id !== me.id && (
              <Menu.Item
                leftSection={<IconUserCheck size={18} aria-hidden />}
                data-shortcut="a"
                onClick={() => changes.assign(me.id)}
              >
                {t.assignToMe}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconUser size={18} aria-hidden />}
              onClick={() => setChoosing('assignee')}
            >
              {assignee ? t.assignedTo(nameOf(assignee)) : t.assignedToNobody}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconTag size={18} aria-hidden />} onClick={() => setChoosing('category')}>
          {t.categoryIs(categoryText(category))}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconMail size={18} aria-hidden />} onClick={changes.markUnread}>
          {t.markUnread}
        </Menu.Item>
        {status !== 'spam' && (
          <Menu.Item leftSection={<IconAlertOctagon size={18} aria-hidden />} onClick={changes.moveToSpam}>
            {t.markSpam}
          </Menu.Item>
        )}
        {(previousHref || nextHref) && <Menu.Divider />}
        <Neighbours previousHref={previousHref} nextHref={nextHref} />
      </BarMenu>
      {choosing === 'assignee' && (
        <ChoiceModal
          title={t.assign}
          options={assignees}
          value={assignee?.id ?? ''}
          onChoose={(id) => changes.assign(id || null)}
          onClose={stopChoosing}
        />
      )}
      {choosing === 'category' && (
        <ChoiceModal
          title={t.category}
          options={MESSAGE_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
          value={category}
          onChoose={changes.classify}
          onClose={stopChoosing}
        />
      )}
    </>
  );
}
