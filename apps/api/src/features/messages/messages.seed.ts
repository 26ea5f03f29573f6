import type { MessageStatus } from '@agora/contract/features/messages/messages.schema';
import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from '../accounts/accounts.users.table.ts';
import type { NewEntry, NewThread } from './messages.table.ts';
import { AWAY_TEXTS, NOTES, SPAM, TALKS } from './messages.texts.seed.ts';

const SEED = 20_260_404;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Number and maximum age of the conversations of each kind. */
const KINDS: readonly { status: MessageStatus; count: number; within: number; said: number }[] = [
  { status: 'new', count: 9, within: 2 * DAY, said: 1 },
  { status: 'open', count: 10, within: 6 * DAY, said: 3 },
  { status: 'waiting', count: 12, within: 12 * DAY, said: 2 },
  { status: 'closed', count: 24, within: 60 * DAY, said: 3 },
  { status: 'spam', count: 4, within: 20 * DAY, said: 1 },
];
/** One in this many conversations, in order, has a note. */
const NOTED_EVERY = 5;
/** Replies whose mail was rejected, bounced, and answered by an auto-responder. */
const FAILED = 22;
const BOUNCED = 26;
const AWAY = 28;
/** The conversation that the member continued long after its end. */
const REOPENED = 40;

type Person = Pick<NewUser, 'id' | 'full_name' | 'locale' | 'created_at'>;

interface DemoMessagesInput {
  now: Date;
  /** Authors of the messages, one topic each. */
  members: readonly Person[];
  /** Reply authors. */
  authors: readonly string[];
}

interface DemoMessages {
  threads: NewThread[];
  entries: NewEntry[];
}

/** Messages of members, in every state and both languages; deterministic for the same input. */
export function demoMessages(input: DemoMessagesInput): DemoMessages {
  const random = mulberry32(SEED);
  const kinds = KINDS.flatMap(({ count, ...kind }) => Array.from({ length: count }, () => kind));
  const talks = kinds.map((kind, index) => converse(input, random, { ...kind, index }));
  const reopened = talks[REOPENED];
  if (reopened) talks.push(continuedConversation(input, random, reopened.thread));
  return {
    threads: talks.map(({ thread }) => thread),
    entries: talks.flatMap(({ entries }) => entries),
  };
}

interface Kind {
  status: MessageStatus;
  within: number;
  /** Number of texts already sent. */
  said: number;
  index: number;
}

interface Conversation {
  thread: NewThread;
  entries: NewEntry[];
}

function converse(input: DemoMessagesInput, random: Random, kind: Kind): Conversation {
  const { now, members, authors } = input;
  const { status, within, said, index } = kind;
  const member = members[index % members.length] as Person;
  const talks = TALKS[member.locale];
  const { category, subject, words } = talks[index % talks.length] as (typeof talks)[number];
  const start = now.getTime() - HOUR - Math.floor(random() * (within - HOUR));
  const step = Math.floor((now.getTime() - start) / (said + 1));
  const moments = words.slice(0, said).map((_, turn) => new Date(start + turn * step));
  const by = authors[index % authors.length] ?? null;
  const id = uuidAt(new Date(start), random);
  const texts = status === 'spam' ? [SPAM] : words;
  const entries = moments.map((created_at, turn): NewEntry => {
    const isReply = turn === 1;
    return {
      id: uuidAt(created_at, random),
      thread_id: id,
      position: turn + 1,
      kind: isReply ? 'reply' : 'member',
      author_id: isReply ? by : member.id,
      body: named(texts[turn] ?? '', member),
      ...(isReply && deliveryOf(index)),
      created_at,
    };
  });
  const last_at = moments.at(-1) ?? new Date(start);
  const last_member_at = moments[said === 3 ? 2 : 0] ?? null;
  if (index % NOTED_EVERY === 0 && status !== 'spam')
    entries.push(note(random, { thread_id: id, position: said + 1, author_id: by, created_at: last_at }));
  if (index === AWAY)
    entries.push({
      id: uuidAt(last_at, random),
      thread_id: id,
      position: said + 1,
      kind: 'automatic',
      author_id: member.id,
      body: AWAY_TEXTS[member.locale],
      created_at: last_at,
    });
  const isTaken = status !== 'new' && status !== 'spam' && index % 4 !== 0;
  return {
    thread: {
      id,
      user_id: member.id,
      subject: status === 'spam' ? '' : subject,
      category: status === 'spam' ? 'other' : category,
      status,
      assignee_id: isTaken ? by : null,
      locale: member.locale,
      app_context: phone(random),
      created_at: new Date(start),
      received_at: new Date(start),
      last_member_at,
      last_staff_at: moments[1] ?? null,
      awaiting_since: said === 2 ? null : last_member_at,
      first_answered_at: moments[1] ?? null,
      last_at,
      closed_at: status === 'closed' ? new Date(last_at.getTime() + MINUTE) : null,
      entry_count: entries.length,
    },
    entries,
  };
}

const deliveryOf = (index: number): Pick<NewEntry, 'delivery' | 'bounce_reason'> =>
  index === BOUNCED
    ? { delivery: 'bounced', bounce_reason: 'mailbox_full' }
    : { delivery: index === FAILED ? 'failed' : 'sent' };

/** Replaces the variables of both languages by the first name. */
const named = (text: string, { full_name }: Person) =>
  text.replace(/ \{(?:prénom|first_name)\}/u, full_name ? ` ${full_name.split(' ')[0]}` : '');

const note = (
  random: Random,
  entry: Pick<NewEntry, 'thread_id' | 'position' | 'author_id' | 'created_at'>,
): NewEntry => ({ ...entry, id: uuidAt(entry.created_at, random), kind: 'note', body: pick(random, NOTES) });

const phone = (random: Random): NewThread['app_context'] => ({
  ...pick(random, [
    { platform: 'ios' as const, os: 'iOS 19.1', device: 'iPhone 16' },
    { platform: 'android' as const, os: 'Android 16', device: 'Pixel 9' },
    { platform: 'web' as const, os: 'Windows 11', device: null },
  ]),
  app_version: pick(random, ['2.3.0', '2.4.0', '2.4.1']),
  screen: pick(random, ['home', 'items', 'settings', null]),
});

/** A new conversation that continues one closed long ago. */
function continuedConversation({ now }: DemoMessagesInput, random: Random, from: NewThread): Conversation {
  const created_at = new Date(now.getTime() - 3 * HOUR);
  const id = uuidAt(created_at, random);
  const thread: NewThread = {
    ...from,
    id,
    status: 'new',
    assignee_id: null,
    created_at,
    received_at: created_at,
    last_member_at: created_at,
    last_staff_at: null,
    last_at: created_at,
    awaiting_since: created_at,
    first_answered_at: null,
    closed_at: null,
    reopened_from_id: from.id ?? null,
    entry_count: 1,
  };
  const body =
    from.locale === 'fr' ? 'Me revoilà\u00A0: même question.' : 'Me again, with the same question.';
  const entry = { id: uuidAt(created_at, random), thread_id: id, position: 1, author_id: from.user_id };
  return { thread, entries: [{ ...entry, kind: 'member', body, created_at }] };
}
