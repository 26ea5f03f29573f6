import type { MessageStatus } from '@agora/contract/features/messages/messages.schema';
import type { Thread } from '../messages.table.ts';

/** Events of a conversation. `member` is a message of the member, `reply` one of the team. */
export type ThreadEvent =
  | 'member'
  | 'reply'
  | 'assign'
  | 'categorize'
  | 'snooze'
  | 'wake'
  | 'close'
  | 'reopen'
  | 'spam'
  | 'not_spam';

type Ways = Partial<Record<MessageStatus, MessageStatus>>;

const WAYS: Record<ThreadEvent, Ways> = {
  member: { new: 'new', open: 'open', waiting: 'open', closed: 'open', spam: 'spam' },
  reply: { new: 'waiting', open: 'waiting', waiting: 'waiting', closed: 'waiting' },
  assign: { new: 'open', open: 'open', waiting: 'waiting', closed: 'closed' },
  categorize: { new: 'new', open: 'open', waiting: 'waiting', closed: 'closed', spam: 'spam' },
  snooze: { new: 'new', open: 'open', waiting: 'waiting' },
  wake: { new: 'new', open: 'open', waiting: 'waiting' },
  close: { new: 'closed', open: 'closed', waiting: 'closed' },
  reopen: { new: 'open', waiting: 'open', closed: 'open' },
  spam: { new: 'spam', open: 'spam', waiting: 'spam', closed: 'spam' },
  not_spam: { spam: 'open' },
};

type State = Pick<Thread, 'status' | 'last_member_at' | 'last_staff_at'>;

const isAnswered = ({ last_member_at, last_staff_at }: State) =>
  last_staff_at !== null && (last_member_at === null || last_staff_at >= last_member_at);

/**
 * Status of a conversation after an event; undefined for an invalid transition. A reopened conversation waits for the
 * side that has to write next.
 */
export function statusAfter(thread: State, event: ThreadEvent): MessageStatus | undefined {
  const next = WAYS[event][thread.status];
  const isReopened = event === 'reopen' || event === 'not_spam';
  return next && isReopened && isAnswered(thread) ? 'waiting' : next;
}
