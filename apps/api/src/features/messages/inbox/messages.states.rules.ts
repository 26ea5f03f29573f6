import type { MessageStatus } from '@agora/contract/features/messages/messages.schema';

/** Events of a conversation. `member` is a message of the member, `reply` one of the team. */
export type ThreadEvent =
  | 'member'
  | 'reply'
  | 'assign'
  | 'categorize'
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
  close: { new: 'closed', open: 'closed', waiting: 'closed' },
  reopen: { new: 'open', waiting: 'open', closed: 'open' },
  spam: { new: 'spam', open: 'spam', waiting: 'spam', closed: 'spam' },
  not_spam: { spam: 'open' },
};

/** Status of a conversation after an event; undefined for an invalid transition. */
export const statusAfter = (status: MessageStatus, event: ThreadEvent): MessageStatus | undefined =>
  WAYS[event][status];
