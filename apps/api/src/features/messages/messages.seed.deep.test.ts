import { AppMessageSend } from '@agora/contract/features/messages/messages.app.contract';
import { MESSAGE_STATUSES } from '@agora/contract/features/messages/messages.schema';
import { describe, expect, it } from 'vitest';
import { demoUsers } from '../accounts/accounts.users.seed.ts';
import { demoRatings } from '../ratings/ratings.seed.ts';
import { demoMessages } from './messages.seed.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const members = demoUsers({ now, passwordHash: 'hash' }).filter(
  ({ is_superuser, deleted_at }) => !is_superuser && !deleted_at,
);
const input = { now, members, authors: ['one', 'two'] };
const { threads, entries } = demoMessages(input);
const ratings = demoRatings({ now, members, dailyMessages: ['a day'], threads });

describe('demoMessages', () => {
  it('returns the same demo conversations for the same input', () =>
    expect(demoMessages(input)).toEqual({ threads, entries }));

  it('creates 60 demo conversations in every state and both languages with consistent entries', () => {
    expect(threads).toHaveLength(60);
    expect(new Set(threads.map(({ status }) => status))).toEqual(new Set(MESSAGE_STATUSES));
    expect(new Set(threads.map(({ locale }) => locale))).toEqual(new Set(['fr', 'en']));
    for (const { id, entry_count, last_at, status, awaiting_since } of threads) {
      if (status === 'new' || status === 'open') expect(awaiting_since).toEqual(last_at);
      const own = entries.filter(({ thread_id }) => thread_id === id);
      expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1));
      expect([own.length, own.every(({ created_at }) => created_at <= last_at && last_at <= now)]).toEqual([
        entry_count,
        true,
      ]);
    }
    for (const delivery of ['failed', 'bounced'])
      expect(entries.filter((entry) => entry.delivery === delivery)).toHaveLength(1);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(['member', 'automatic', 'reply', 'note']),
    );
    expect(threads.filter(({ reopened_from_id }) => reopened_from_id)).toHaveLength(1);
    expect(entries.some(({ body }) => /[{}]/.test(body))).toBe(false);
  });

  it('writes only demo messages of members that the API accepts', () => {
    for (const { subject, category } of threads)
      for (const { body } of entries)
        expect(
          AppMessageSend.safeParse({ subject, category, body, client_token: crypto.randomUUID() }).error,
        ).toBeUndefined();
  });
});

it('creates 300 demo ratings, one per member and target, over four versions, some answered', () => {
  expect(ratings).toHaveLength(300);
  expect(new Set(ratings.map(({ user_id, target_type }) => `${user_id} ${target_type}`)).size).toBe(300);
  expect(new Set(ratings.map(({ app_version }) => app_version)).size).toBe(4);
  expect(ratings.filter(({ thread_id }) => thread_id).length).toBeGreaterThan(0);
  expect(ratings.every(({ score, previous_score }) => score !== previous_score)).toBe(true);
});
