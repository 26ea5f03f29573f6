import type {
  MessageCategory,
  MessageSnooze,
  MessageThread,
  MessageUpdate,
} from '@agora/contract/features/messages/messages.schema';
import { useNavigate } from 'react-router';
import { formatShortMoment } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { t as later } from '../later/messages.later.texts.ts';
import {
  useMarkMessageNotSpam,
  useMarkMessageSpam,
  useMarkMessageUnread,
  useRefreshMessages,
  useSnoozeMessage,
  useUpdateMessage,
  useWakeMessage,
} from '../messages.queries.ts';
import { t } from './messages.thread.texts.ts';

export interface ThreadActionsProps {
  thread: MessageThread;
  listHref: string;
  /** Called after an action that may remove the conversation from the list. */
  onDone: () => Promise<void>;
}

/** Changes of a conversation, each with a toast, on which most can be undone. */
export function useThreadChanges({ thread: { id, assignee }, listHref, onDone }: ThreadActionsProps) {
  const params = { id };
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
  const spam = () => markSpam({ params });
  const notSpam = () => markNotSpam({ params });
  const closed = () => update({ status: 'closed' });
  const reopened = () => update({ status: 'open' });

  async function leaveUnread(): Promise<void> {
    await markAsUnread({ params });
    await navigate(listHref);
    await refresh();
  }

  return {
    isBusy,
    close: () => void run(closed, t.closed, reopened),
    reopen: () => void run(reopened, t.reopened, closed),
    moveToSpam: () => void run(spam, t.inSpam, notSpam),
    moveOutOfSpam: () => void run(notSpam, t.outOfSpam, spam),
    assign: (assignee_id: string | null) =>
      void run(
        () => update({ assignee_id }),
        t.taken,
        () => update({ assignee_id: assignee?.id ?? null }),
      ),
    classify: (category: MessageCategory) => void run(() => update({ category }), t.classified),
    snooze: (body: MessageSnooze) =>
      run(
        () => snooze({ params, body }),
        later.snoozed(formatShortMoment(body.until)),
        () => wake({ params }),
      ),
    markUnread: () => void leaveUnread().catch(toastError),
  };
}
