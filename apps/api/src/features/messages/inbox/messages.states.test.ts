import { MESSAGE_STATUSES } from '@agora/contract/features/messages/messages.schema';
import { expect, it } from 'vitest';
import { statusAfter, type ThreadEvent } from './messages.states.rules.ts';

/** Result of each event for a conversation that is new, open, waiting, closed or spam; `-`: invalid. */
const TABLE: Record<ThreadEvent, string> = {
  member: 'new open open open spam',
  reply: 'waiting waiting waiting waiting -',
  assign: 'open open waiting closed -',
  categorize: 'new open waiting closed spam',
  snooze: 'new open waiting - -',
  wake: 'new open waiting - -',
  close: 'closed closed closed - -',
  reopen: 'open - open open -',
  spam: 'spam spam spam spam -',
  not_spam: '- - - - open',
};

it.each(Object.entries(TABLE))('maps each state of a conversation by the event %s to: %s', (event, row) => {
  const times = { last_member_at: new Date(1), last_staff_at: null };
  const found = MESSAGE_STATUSES.map(
    (status) => statusAfter({ status, ...times }, event as ThreadEvent) ?? '-',
  );
  expect(found.join(' ')).toBe(row);
});
