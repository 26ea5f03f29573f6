import { UNDO_SECONDS } from '@agora/contract/features/messages/messages.rules';
import type { PendingReply } from '@agora/contract/features/messages/messages.schema';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toastError } from '../../../platform/toast.ts';
import { useCancelPendingReply, useRefreshMessages } from '../messages.queries.ts';

/** State of a navigation to the conversation of a reply that was taken back. */
interface TakenBack {
  takenBack: PendingReply;
}

/** Address of a conversation, beside the list that is shown now, if any. */
export function threadHref(id: string): string {
  const { pathname, search } = window.location;
  const isInbox = pathname === '/messages' || pathname.startsWith('/messages/');
  return `/messages/${id}${isInbox ? search : '?tab=all'}`;
}

/** Takes back a pending reply: opens its conversation, with the text in its composer. */
export function useTakeBack(): (threadId: string, reply: PendingReply) => Promise<void> {
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const { mutateAsync: cancel } = useCancelPendingReply();
  return async (threadId, reply) => {
    try {
      await cancel({ params: { id: reply.id } });
      await refresh();
      const state: TakenBack = { takenBack: reply };
      await navigate(threadHref(threadId), { state });
    } catch (error) {
      toastError(error);
      await refresh();
    }
  };
}

/** Calls back once with the reply that was just taken back into this conversation. */
export function useTakenBack(onTakenBack: (reply: PendingReply) => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const handled = useRef('');
  const reply = (state as Partial<TakenBack> | null)?.takenBack;
  const insert = useEffectEvent(() => {
    if (!reply || handled.current === reply.id) return;
    handled.current = reply.id;
    onTakenBack(reply);
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

/** Lets Ctrl+Z take back a reply during its ten seconds, except in a field with a text of its own. */
export function offerUndoKey(undo: () => void): void {
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
