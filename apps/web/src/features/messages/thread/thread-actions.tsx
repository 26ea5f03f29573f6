import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import type {
  MessageCategory,
  MessageSnooze,
  MessageThread,
  MessageUpdate,
} from '@agora/contract/features/messages/messages.schema';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconAlertOctagon, IconMail, IconUser } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../../../components/menu-button.tsx';
import { formatShortMoment } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useAssignees } from '../inbox/assignees.ts';
import { t as later } from '../later/messages.later.texts.ts';
import { SnoozeMenu } from '../later/snooze-menu.tsx';
import {
  useMarkMessageNotSpam,
  useMarkMessageSpam,
  useMarkMessageUnread,
  useRefreshMessages,
  useSnoozeMessage,
  useUpdateMessage,
  useWakeMessage,
} from '../messages.queries.ts';
import { categoryText } from '../messages.texts.ts';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';

interface ThreadActionsProps {
  thread: MessageThread;
  listHref: string;
  onDone: () => Promise<void>;
}

/** Actions on a conversation, except writing. */
export function ThreadActions({ thread, listHref, onDone }: ThreadActionsProps) {
  const { id, status, assignee, category, awaiting } = thread;
  const params = { id };
  const me = useCurrentUser();
  const assignees = useAssignees();
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const { mutateAsync: change } = useUpdateMessage();
  const { mutateAsync: snooze } = useSnoozeMessage();
  const { mutateAsync: wake } = useWakeMessage();
  const { mutateAsync: markSpam } = useMarkMessageSpam();
  const { mutateAsync: markNotSpam } = useMarkMessageNotSpam();
  const { mutateAsync: markAsUnread } = useMarkMessageUnread();

  const [isBusy, run] = useBusy(
    async (action: () => Promise<unknown>, text: string, undo?: () => Promise<unknown>) => {
      try {
        await action();
        const onUndo = () => void undo?.().then(refresh).catch(toastError);
        toastSuccess(text, undo && { label: t.undo, onClick: onUndo });
        // Until it opens, shortcuts are held for the next conversation.
        await onDone().catch(toastError);
      } catch (error) {
        toastError(error);
        await refresh();
      }
    },
  );
  const update = (body: MessageUpdate) => change({ params, body });
  const setSpam = (isSpam: boolean): Promise<unknown> => (isSpam ? markSpam : markNotSpam)({ params });
  const close = () =>
    run(
      () => update({ status: 'closed' }),
      t.closed,
      () => update({ status: 'open' }),
    );
  const assign = (assignee_id: string | null) =>
    run(
      () => update({ assignee_id }),
      t.taken,
      () => update({ assignee_id: assignee?.id ?? null }),
    );
  const classify = (value: MessageCategory) => run(() => update({ category: value }), t.classified);

  const snoozeUntil = (body: MessageSnooze) =>
    run(
      () => snooze({ params, body }),
      later.snoozed(formatShortMoment(body.until)),
      () => wake({ params }),
    );

  async function markUnread(): Promise<void> {
    await markAsUnread({ params });
    await navigate(listHref);
    await refresh();
  }

  return (
    <>
      <Group gap={6} className={classes.actions ?? ''} {...(isBusy && { 'data-shortcuts-for': '' })}>
        {status !== 'spam' && (
          <MenuButton
            label={assignee ? t.assignedTo(nameOf(assignee)) : t.assignedToNobody}
            shown={assignee ? nameOf(assignee) : undefined}
            icon={assignee && <IconUser size={15} aria-hidden />}
            options={assignees}
            value={assignee?.id ?? ''}
            onChoose={(value) => void assign(value || null)}
          />
        )}
        <MenuButton
          label={categoryText(category)}
          options={MESSAGE_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
          value={category}
          onChoose={(value) => void classify(value)}
        />
        {status !== 'spam' && assignee?.id !== me.id && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            data-shortcut="a"
            onClick={() => void assign(me.id)}
          >
            {t.assignToMe}
          </Button>
        )}
        {status === 'spam' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => setSpam(false),
                t.outOfSpam,
                () => setSpam(true),
              )
            }
          >
            {t.notSpam}
          </Button>
        )}
        {status === 'closed' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => update({ status: 'open' }),
                t.reopened,
                () => update({ status: 'closed' }),
              )
            }
          >
            {t.reopen}
          </Button>
        )}
        {status !== 'spam' && status !== 'closed' && <SnoozeMenu isBusy={isBusy} onSnooze={snoozeUntil} />}
        {status !== 'spam' && status !== 'closed' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            data-shortcut="e"
            onClick={() => void close()}
          >
            {awaiting ? t.closeWithoutReply : t.close}
          </Button>
        )}
      </Group>
      {/* In the corner, on wide screens beside the buttons to the previous and next conversation. */}
      <Group
        gap={6}
        wrap="nowrap"
        h={34}
        pos="absolute"
        top={{ base: '0.25rem', md: '0.625rem' }}
        right={{ base: '0.75rem', md: '5.75rem' }}
      >
        {status !== 'spam' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.markSpam}
            title={t.markSpam}
            disabled={isBusy}
            onClick={() =>
              void run(
                () => setSpam(true),
                t.inSpam,
                () => setSpam(false),
              )
            }
          >
            <IconAlertOctagon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.markUnread}
          title={t.markUnread}
          onClick={() => void markUnread().catch(toastError)}
        >
          <IconMail size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  );
}
