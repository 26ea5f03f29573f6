import type { MessageListed, MessageThread } from '@agora/contract/features/messages/messages.schema';
import { anAccount, aSuperuser, aTeam, idOf } from './accounts.ts';
import { type ApiCall, answer, contract } from './api.ts';

/** A second administrator. */
export const ELOISE = anAccount({
  id: idOf(3),
  email: 'eloise@example.com',
  full_name: 'Éloïse Martin',
  is_superuser: true,
});

const listed = (thread: MessageThread): MessageListed => ({
  ...thread,
  sender: thread.sender && { ...thread.sender, is_blocked: thread.sender.blocked_at !== null },
  reply_at: thread.pending_replies[0]?.send_at ?? null,
  is_reply_held: thread.pending_replies[0]?.is_held ?? false,
  excerpt: thread.entries.at(-1)?.body ?? '',
  is_unread: false,
});

const matches = ({ awaiting, is_snoozed, status }: MessageThread, { query }: ApiCall) =>
  (query['snoozed'] === undefined || String(is_snoozed) === query['snoozed']) &&
  (query['status'] ? status === query['status'] : query['awaiting'] ? awaiting : status !== 'spam');

/** Mocks a service with these conversations and two administrators. */
export function answerInbox(...threads: MessageThread[]) {
  const inbox = new Map(threads.map((thread) => [thread.id, thread]));
  const threadOf = ({ params }: ApiCall) => inbox.get(params['id'] ?? '');
  /** Changes a conversation, as a colleague or a request does. */
  function change(id: string, own: Partial<MessageThread>): MessageThread {
    const changed = { ...(inbox.get(id) as MessageThread), ...own };
    inbox.set(id, changed);
    return changed;
  }
  const list = answer(contract.messages.readMessages, (call) => {
    const data = [...inbox.values()].filter((thread) => matches(thread, call)).map(listed);
    return { status: 200, body: { data, count: data.length } };
  });
  answer(contract.messages.readMessage, (call) => {
    const thread = threadOf(call);
    return thread
      ? { status: 200, body: thread }
      : { status: 404, body: { detail: '', code: 'message_not_found', request_id: 'test' } };
  });
  const seen = answer(contract.messages.markMessageRead, { status: 200, body: { message: 'Read' } });
  const updates = answer(contract.messages.updateMessage, ({ params, body }) => {
    const { version: _version, ...own } = body as Partial<MessageThread>;
    const ends = own.status === 'closed' && { awaiting: false };
    return { status: 200, body: change(params['id'] ?? '', { ...own, ...ends }) };
  });
  answer(contract.users.readTeam, { status: 200, body: aTeam(aSuperuser(), ELOISE) });
  return { change, list, seen, updates };
}
