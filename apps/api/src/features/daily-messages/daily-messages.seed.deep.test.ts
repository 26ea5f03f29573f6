import { DailyMessageCreate } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/time/civil-date.ts';
import { demoDailyMessages } from './daily-messages.seed.ts';

const input = {
  now: new Date('2026-11-21T12:00:00.000Z'),
  timeZone: 'Europe/Paris',
  authors: ['one', 'two'],
};
const today = '2026-11-21';
const { messages, issues } = demoDailyMessages(input);
const notDeleted = messages.filter(({ deleted_at }) => !deleted_at);
const planned = notDeleted.filter(({ day }) => day);

describe('demoDailyMessages', () => {
  it('returns the same demo messages for the same input', () =>
    expect(demoDailyMessages(input)).toEqual({ messages, issues }));

  it('plans at most one demo message per day around today, with drafts and free days ahead', () => {
    const days = planned.map(({ day }) => day ?? '').toSorted();
    expect(new Set(days).size).toBe(days.length);
    expect([days[0], days.at(-1)]).toEqual([addDays(today, -75), addDays(today, 20)]);
    const ahead = planned.filter(({ day }) => (day ?? '') > today);
    expect(ahead.length).toBeLessThan(20);
    expect(new Set(ahead.map(({ status }) => status))).toEqual(new Set(['ready', 'draft']));
  });

  it('includes a reserve, a trash and messages without English, except for today', () => {
    expect(notDeleted.length - planned.length).toBe(12);
    expect(messages.length - notDeleted.length).toBe(3);
    expect(planned.some(({ translations }) => translations.en === null)).toBe(true);
    expect(planned.find(({ day }) => day === today)?.translations.en).not.toBeNull();
  });

  it('records issues of past days from the plan and from the reserve', () => {
    expect(issues.every(({ day }) => day <= today)).toBe(true);
    expect(issues.filter(({ source }) => source === 'reserve')).toHaveLength(3);
    const ids = new Set(messages.map(({ id }) => id));
    expect(issues.every(({ message_id }) => ids.has(message_id ?? ''))).toBe(true);
  });

  it('writes only demo messages that the API accepts', () => {
    for (const { status, translations, link, missing_locale } of messages)
      expect(
        DailyMessageCreate.safeParse({ status, link, missing_locale, translations }).error,
      ).toBeUndefined();
  });
});
