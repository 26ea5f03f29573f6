import { UNDO_SECONDS } from '@agora/contract/features/messages/messages.rules';
import type { PendingReply } from '@agora/contract/features/messages/messages.schema';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import type { Toast } from '../../../platform/toaster.tsx';
import { useCancelPendingReply, useRefreshMessages } from '../messages.queries.ts';
import { t } from './messages.later.texts.ts';

/** State of a navigation to the conversation of a reply that was taken back, or to the ratings. */
interface TakenBack {
  takenBack: PendingReply;
  /** The rating that it would have answered, if its conversation is gone. */
  ratingId?: string;
}

/** Address of a conversation, beside the list that is shown now, if any. */
export function threadHref(id: string): string {
  const { pathname, search } = window.location;
  const isInbox = pathname === '/messages' || pathname.startsWith('/messages/');
  return `/messages/${id}${isInbox ? search : '?tab=all'}`;
}

/** Takes back a pending reply: opens its conversation, or the rating, with the text in its composer. */
export function useTakeBack(): (threadId: string, reply: PendingReply) => Promise<void> {
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const { mutateAsync: cancel } = useCancelPendingReply();
  return async (threadId, reply) => {
    try {
      const { rating_id } = (await cancel({ params: { id: reply.id } })).body;
      const state: TakenBack = { takenBack: reply, ...(rating_id && { ratingId: rating_id }) };
      if (rating_id) {
        const { pathname, search } = window.location;
        await navigate(pathname === '/rates' ? pathname + search : '/rates', { state });
        return;
      }
      await refresh();
      await navigate(threadHref(threadId), { state });
    } catch (error) {
      toastError(error);
      await refresh();
    }
  };
}

/** Calls back once with the reply that was just taken back into this page, and the rating that it was for, if any. */
export function useTakenBack(onTakenBack: (reply: PendingReply, ratingId: string | undefined) => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const handled = useRef('');
  const { takenBack: reply, ratingId } = (state as Partial<TakenBack> | null) ?? {};
  const insert = useEffectEvent(() => {
    if (!reply || handled.current === reply.id) return;
    handled.current = reply.id;
    onTakenBack(reply, ratingId);
    // A reload of the page must not insert the text again.
    void navigate(pathname + search, { replace: true, state: null });
  });
  const id = reply?.id;
  useEffect(() => {
    if (id) insert();
  }, [id]);
}

/** True if Ctrl+Z undoes input of a field. */
const isEditing = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea') && (target as HTMLInputElement).value !== ''));

/** The end of the last offer: only the latest reply is taken back by keyboard. */
let withdraw: () => void = () => undefined;

/** Tells that a reply goes out soon, and offers to take it back. */
export function offerUndo(undo: () => void, see?: Toast['action'], closes = false): void {
  const closeToast = toastSuccess(
    closes ? t.sendsSoonAndCloses : t.sendsSoon,
    { label: t.undo, onClick: undo },
    see,
  );
  offerUndoKey(() => {
    closeToast();
    undo();
  });
}

/** Lets Ctrl+Z take back a reply during its ten seconds, except in a field with a text of its own. */
function offerUndoKey(undo: () => void): void {
  withdraw();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    if (isEditing(event)) return;
    event.preventDefault();
    withdraw();
    undo();
  }
  const timer = setTimeout(() => withdraw(), UNDO_SECONDS * 1000);
  window.addEventListener('keydown', onKeyDown);
  withdraw = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown);
  };
}
