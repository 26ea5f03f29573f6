import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import type {
  MessageCounts,
  MessageEntry,
  MessageListed,
  MessageThread,
  PendingReply,
} from '@agora/contract/features/messages/messages.schema';
import { aSuperuser, idOf } from './accounts.ts';

/** Counts of an inbox, by default of an empty one. */
export const someCounts = (overrides: Partial<MessageCounts> = {}): MessageCounts => ({
  awaiting: 0,
  mine: 0,
  unassigned: 0,
  new: 0,
  open: 0,
  waiting: 0,
  closed: 0,
  spam: 0,
  snoozed: 0,
  wakes_at: null,
  ...overrides,
});

const AT = '2026-01-03T10:00:00.000Z';

const ZOE = { id: idOf(11), email: 'zoe@example.com', full_name: 'Zoé Lefèvre' };

const CONVERSATION = {
  id: idOf(300),
  number: 7,
  subject: 'The market',
  category: 'question',
  status: 'new',
  awaiting: true,
  is_snoozed: false,
  snoozed_until: null,
  snooze_kind: null,
  locale: 'en',
  assignee_id: null,
  assignee: null,
  created_at: AT,
  last_at: AT,
  version: 1,
} as const;

/** An unanswered conversation of Zoé Lefèvre, as the inbox lists it. */
export const aConversation = (overrides: Partial<MessageListed> = {}): MessageListed => ({
  ...CONVERSATION,
  sender: { ...ZOE, is_blocked: false },
  excerpt: 'Where is it?',
  reply_at: null,
  is_reply_held: false,
  is_unread: false,
  ...overrides,
});

/** What Zoé wrote. */
export const aMessageEntry = (overrides: Partial<MessageEntry> = {}): MessageEntry => ({
  id: idOf(310),
  kind: 'member',
  author: ZOE,
  body: 'Where is it?',
  images: [],
  has_mail: false,
  delivery: null,
  bounce_reason: null,
  created_at: AT,
  ...overrides,
});

/** The same conversation, as it is shown when it is open. */
export const aThread = (overrides: Partial<MessageThread> = {}): MessageThread => ({
  ...CONVERSATION,
  snoozed_by: null,
  context: { platform: null, app_version: null, os: null, device: null, screen: null },
  reopened_from_id: null,
  rating: null,
  sender: aSender(),
  pending_replies: [],
  entries: [aMessageEntry()],
  has_earlier: false,
  ...overrides,
});

/** A reply of the first administrator that can be taken back for ten seconds. */
export function aPending(overrides: Partial<PendingReply> = {}): PendingReply {
  const { id, email, full_name } = aSuperuser();
  return {
    id: idOf(500),
    author: { id, email, full_name },
    body: 'On the first screen.',
    images: [],
    close: false,
    send_at: new Date(Date.now() + 10_000).toISOString(),
    is_held: false,
    created_at: new Date().toISOString(),
    ...overrides,
  };
}

type Sender = NonNullable<MessageThread['sender']>;
export const aSender = (overrides: Partial<Sender> = {}): Sender => ({
  ...ZOE,
  created_at: AT,
  is_active: true,
  blocked_at: null,
  blocked_by: null,
  messages: 1,
  ratings: 0,
  ...overrides,
});

export const aTemplate = (overrides: Partial<ReplyTemplate> = {}): ReplyTemplate => ({
  id: idOf(320),
  title: 'Thanks',
  bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' },
  position: 0,
  version: 1,
  updated_at: AT,
  ...overrides,
});
