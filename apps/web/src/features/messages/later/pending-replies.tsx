import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { MessageThread, PendingReply } from '@agora/contract/features/messages/messages.schema';
import { Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Initials } from '../../../components/initials.tsx';
import { LinkedText } from '../../../components/linked-text.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import {
  useCancelPendingReply,
  useRefreshMessages,
  useSendPendingReply,
  useUpdatePendingReply,
} from '../messages.queries.ts';
import { EntryImages } from '../thread/entry-images.tsx';
import { LaterItems } from './later-items.tsx';
import { LaterModal } from './later-modal.tsx';
import { t } from './messages.later.texts.ts';
import { useTakeBack } from './messages.take-back.queries.ts';

/** Replies that the member does not see yet: when each is sent, or why it is not, and how to change that. */
export function PendingReplies({ thread }: { thread: MessageThread }) {
  const { pending_replies } = thread;
  if (pending_replies.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" mt="sm" aria-label={t.pendingReplies}>
      {pending_replies.map((reply) => (
        <Pending key={reply.id} thread={thread} reply={reply} />
      ))}
    </Stack>
  );
}

/** Milliseconds by which a reply that is sent after ten seconds is due. */
const SOON_MS = 60_000;

/** True for a reply that is sent within seconds, when there is only time to take it back. */
const isSoon = ({ send_at, created_at, is_held }: PendingReply) =>
  !is_held && new Date(send_at).getTime() - new Date(created_at).getTime() <= SOON_MS;

function Pending({ thread, reply }: { thread: MessageThread; reply: PendingReply }) {
  const { author, body, images, is_held } = reply;
  const name = author ? nameOf(author) : t.deletedAuthor;
  const mayChange = useAllowed(contract.messages.updatePendingReply);
  return (
    <Paper
      component="li"
      p="xs"
      px="sm"
      shadow="none"
      ms="auto"
      miw="min(100%, 20rem)"
      maw="40rem"
      bg="transparent"
      bd={`1px dashed ${is_held ? 'var(--warning-ink)' : 'var(--line-strong)'}`}
    >
      <Group gap="0.25rem 0.5rem" mb={4} fz="xs">
        <Initials name={name} size={24} />
        <strong dir="auto">{name}</strong>
      </Group>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <LinkedText text={body} />
      </Text>
      <EntryImages images={images} />
      <Group component="p" gap={5} mt={6} fz="xs" c={is_held ? 'var(--warning-ink)' : 'dimmed'} wrap="nowrap">
        {is_held ? (
          <IconAlertTriangle size={14} aria-hidden style={{ flex: 'none' }} />
        ) : (
          <IconClock size={14} aria-hidden style={{ flex: 'none' }} />
        )}
        <span>{stateText(thread, reply)}</span>
      </Group>
      {mayChange && <PendingActions thread={thread} reply={reply} />}
    </Paper>
  );
}

function stateText({ status, entries }: MessageThread, reply: PendingReply): string {
  const when = formatMoment(reply.send_at);
  if (isSoon(reply)) return reply.close ? t.sentSoonAndClosed : t.sentSoon;
  if (!reply.is_held) return reply.close ? t.sentAtAndClosed(when) : t.sentAt(when);
  const isOvertaken = entries.some(
    ({ kind, created_at }) => kind === 'member' && created_at > reply.created_at,
  );
  return isOvertaken && status !== 'spam' ? t.heldByMember(when) : t.held(when);
}

function PendingActions({ thread, reply }: { thread: MessageThread; reply: PendingReply }) {
  const params = { id: reply.id };
  const refresh = useRefreshMessages();
  const takeBack = useTakeBack();
  const { mutateAsync: send } = useSendPendingReply();
  const { mutateAsync: postpone } = useUpdatePendingReply();
  const { mutateAsync: cancel } = useCancelPendingReply();
  const [dialog, confirm] = useConfirm();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, run] = useBusy(async (action: () => Promise<unknown>, done: string) => {
    try {
      await action();
      toastSuccess(done);
    } catch (error) {
      toastError(error);
    }
    await refresh();
  });
  const postponeTo = (at: Date) =>
    run(() => postpone({ params, body: { send_at: at.toISOString() } }), t.postponed(formatMoment(at)));
  async function drop(): Promise<void> {
    if (await confirm({ title: t.dropTitle, text: t.dropText, action: t.drop, isDangerous: true }))
      await run(() => cancel({ params }), t.dropped);
  }
  const edit = (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isBusy}
      onClick={() => void takeBack(thread.id, reply)}
    >
      {isSoon(reply) ? t.takeBack : t.edit}
    </Button>
  );
  if (isSoon(reply)) return <Group mt={6}>{edit}</Group>;
  return (
    <Group gap={6} mt={6}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        onClick={() =>
          void run(
            () => send({ params, body: { last_entry_id: thread.entries.at(-1)?.id ?? reply.id } }),
            t.sentNow,
          )
        }
      >
        {t.sendNow}
      </Button>
      <Menu>
        <Menu.Target>
          <Button size="compact-sm" variant="default" disabled={isBusy}>
            {t.changeTime}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <LaterItems onChoose={(at) => void postponeTo(at)} onOther={() => setAsking(true)} />
        </Menu.Dropdown>
      </Menu>
      {edit}
      <Button
        size="compact-sm"
        variant="subtle"
        c="var(--danger-ink)"
        disabled={isBusy}
        onClick={() => void drop()}
      >
        {t.drop}
      </Button>
      {isAsking && (
        <LaterModal
          title={t.changeTime}
          action={t.sendLaterDo}
          onSubmit={postponeTo}
          onClose={() => setAsking(false)}
        />
      )}
      {dialog}
    </Group>
  );
}
