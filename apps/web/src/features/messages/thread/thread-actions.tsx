import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconAlertOctagon, IconMail } from '@tabler/icons-react';
import { MenuButton } from '../../../components/menu-button.tsx';
import { useAllowed, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useAssignees } from '../inbox/assignees.ts';
import { SnoozeMenu } from '../later/snooze-menu.tsx';
import { categoryText } from '../messages.texts.ts';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';
import { type ThreadActionsProps, useThreadChanges } from './use-thread-changes.ts';

/** Actions on a conversation beside the list, except writing; for those who may only read, who has it and what it is. */
export function ThreadActions(props: ThreadActionsProps) {
  const { assignee, category } = props.thread;
  return useAllowed(contract.messages.updateMessage) ? (
    <Actions {...props} />
  ) : (
    <Text c="dimmed" size="sm">
      {`${assignee ? t.assignedTo(nameOf(assignee)) : t.assignedToNobody} · ${categoryText(category)}`}
    </Text>
  );
}

function Actions(props: ThreadActionsProps) {
  const { status, assignee, category, awaiting } = props.thread;
  const { isBusy, ...changes } = useThreadChanges(props);
  const me = useCurrentUser();
  const assignees = useAssignees();
  const button = { size: 'compact-sm', variant: 'default', disabled: isBusy } as const;
  const icon = { variant: 'subtle', color: 'gray' } as const;
  return (
    <>
      <Group gap={6} className={classes.actions ?? ''} {...(isBusy && { 'data-shortcuts-for': '' })}>
        {status !== 'spam' && (
          <MenuButton
            label={assignee ? t.assignedTo(nameOf(assignee)) : t.assignedToNobody}
            shown={assignee ? nameOf(assignee) : undefined}
            options={assignees}
            value={assignee?.id ?? ''}
            onChoose={(value) => changes.assign(value || null)}
          />
        )}
        <MenuButton
          label={categoryText(category)}
          options={MESSAGE_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
          value={category}
          onChoose={changes.classify}
        />
        {status !== 'spam' && assignee?.id !== me.id && (
          <Button {...button} data-shortcut="a" onClick={() => changes.assign(me.id)}>
            {t.assignToMe}
          </Button>
        )}
        {status === 'spam' && (
          <Button {...button} onClick={changes.moveOutOfSpam}>
            {t.notSpam}
          </Button>
        )}
        {status === 'closed' && (
          <Button {...button} onClick={changes.reopen}>
            {t.reopen}
          </Button>
        )}
        {status !== 'spam' && status !== 'closed' && (
          <>
            <SnoozeMenu isBusy={isBusy} onSnooze={changes.snooze} />
            <Button {...button} data-shortcut="e" onClick={changes.close}>
              {awaiting ? t.closeWithoutReply : t.close}
            </Button>
          </>
        )}
      </Group>
      {/* In the corner, beside the buttons to the previous and next conversation. */}
      <Group gap={6} wrap="nowrap" h={34} pos="absolute" top="0.625rem" right="5.75rem">
        {status !== 'spam' && (
          <ActionIcon
            {...icon}
            aria-label={t.markSpam}
            title={t.markSpam}
            disabled={isBusy}
            onClick={changes.moveToSpam}
          >
            <IconAlertOctagon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon {...icon} aria-label={t.markUnread} title={t.markUnread} onClick={changes.markUnread}>
          <IconMail size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  );
}
