import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useStatistics } from '../../../test/statistics.ts';
import { rangeOf, readAnswers } from './dashboard.statistics.service.ts';
import { sumUpStatistics } from './dashboard.tallies.service.ts';

const { service, setTime, member, conversation, read } = useStatistics();

describe('GET /stats/messages', () => {
  it('returns the median and 90th percentile of reply times without spam, by range and by week', async () => {
    const now = '2026-05-14T10:30:00Z';
    const id = await member('2026-05-01T10:00:00Z');
    await conversation(id, '2026-05-12T08:00:00Z', { answered: '2026-05-12T08:10:00Z' });
    await conversation(id, '2026-05-12T08:00:00Z', { answered: '2026-05-12T08:30:00Z' });
    await conversation(id, '2026-05-12T08:00:00Z', { answered: '2026-05-12T18:00:00Z' });
    await conversation(id, '2026-05-12T08:00:00Z', { answered: '2026-05-12T08:00:01Z', status: 'spam' });
    const { answered, median_minutes, p90_minutes, previous_median_minutes, waiting } = await read(
      '/stats/messages?range=7d',
      now,
    );
    expect({ answered, median_minutes, p90_minutes, previous_median_minutes }).toEqual({
      answered: 3,
      median_minutes: 30,
      p90_minutes: 600,
      previous_median_minutes: null,
    });
    expect(waiting).toEqual({ count: 0, oldest_at: null });
    const { data, interval, business_hours } = await read(
      '/stats/messages?from=2026-04-13&to=2026-05-14',
      now,
    );
    expect([interval, business_hours]).toEqual(['week', null]);
    expect(data).toEqual([
      ...['2026-04-13', '2026-04-20', '2026-04-27', '2026-05-04'].map((from, index) => ({
        from,
        to: ['2026-04-19', '2026-04-26', '2026-05-03', '2026-05-10'][index],
        answered: 0,
        median_minutes: null,
        p90_minutes: null,
      })),
      { from: '2026-05-11', to: '2026-05-14', answered: 3, median_minutes: 30, p90_minutes: 600 },
    ]);

    // The last day of the preceding range, just before and just after noon in Paris.
    await conversation(id, '2026-05-07T09:59:00Z', { answered: '2026-05-07T10:04:00Z' });
    await conversation(id, '2026-05-07T10:01:00Z', { answered: '2026-05-08T10:01:00Z' });
    expect((await read('/stats/messages?range=7d', now)).previous_median_minutes).toBe(5);
  });

  it('counts neither a rating as a received conversation nor its reply as a first answer', async () => {
    const now = '2026-05-14T10:30:00Z';
    setTime('2026-05-11T08:00:00Z');
    const { token } = await service().member();
    const json = { target_type: 'app', score: 2, comment: 'Trop lent' };
    await service().call('PUT', '/app/ratings', { token, json });
    const figures = async () => {
      const { kpis } = await read('/stats/overview?range=7d', now);
      const { answered, median_minutes, waiting } = await read('/stats/messages?range=7d', now);
      return { received: kpis.received_messages.value, answered, median_minutes, waiting: waiting.count };
    };
    const before = await figures();
    expect(before).toEqual({ received: 0, answered: 0, median_minutes: null, waiting: 0 });
    const [rating] = (await read('/ratings/', now)).data;
    const team = { token: (await service().superuser()).token, json: { body: 'Nous cherchons' } };
    expect((await service().call('POST', `/ratings/${rating.id}/reply`, team)).status).toBe(200);
    expect(await figures()).toEqual(before);
  });

  it.each([
    // Friday 17:30 to Monday 9:15 in the time zone of the organisation.
    ['mon-fri 09:00-18:00', '2026-05-08T15:30:00Z', '2026-05-11T07:15:00Z', 45, 64 * 60],
    ['mon-sun 09:00-18:00', '2026-05-08T15:30:00Z', '2026-05-11T07:15:00Z', 45 + 2 * 540, 64 * 60],
    ['sat-mon 10:00-11:00', '2026-05-08T15:30:00Z', '2026-05-11T08:15:00Z', 2 * 60 + 15, 65 * 60],
    // At night, and over the change to summer time.
    ['mon-fri 09:00-18:00', '2026-05-12T20:00:00Z', '2026-05-12T21:00:00Z', 0, 60],
    ['mon-sun 00:00-23:59', '2026-03-28T22:59:00Z', '2026-03-29T10:00:00Z', 12 * 60, 11 * 60],
  ])(
    'counts only the business hours %s in reply times if they are set',
    async (hours, begun, answered, minutes, allMinutes) => {
      const range = rangeOf(
        { range: '30d', from: begun.slice(0, 10), to: begun.slice(0, 10) },
        { now: new Date(answered), timeZone: 'Europe/Paris' },
      );
      await conversation(await member(begun), begun, { answered });
      const { db } = service();
      const month = { ...range, from: `${begun.slice(0, 8)}01`, to: `${begun.slice(0, 8)}31` };
      for (const businessHours of [hours, undefined]) {
        const [ofDay, ofMonth] = await Promise.all(
          [range, month].map((days) =>
            readAnswers(db, { range: days, businessHours, now: new Date(answered) }),
          ),
        );
        const expected = businessHours ? minutes : allMinutes;
        expect(ofDay).toMatchObject({
          answered: 1,
          median_minutes: expected,
          business_hours: businessHours ?? null,
        });
        expect(ofMonth).toMatchObject({ answered: 1, median_minutes: expected });
      }
    },
  );

  it('returns the same reply times of a year as a direct query, before and after changes', async () => {
    const now = '2026-05-14T10:30:00Z';
    const { db } = service();
    await member('2024-01-01T10:00:00Z');
    // Two years up to now, answered within seconds to weeks; a tenth is spam.
    await db.execute(sql`
      insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at,
        last_at, entry_count, first_answered_at)
      select gen_random_uuid(), users.id, '', 'other', case when n % 10 = 0 then 'spam' else 'open' end, 'fr', '{}', at, at,
        at, 1, case when n % 7 > 0 then at + (n * 7919 % 1000 / 100.0) ^ 5 * interval '20 seconds' end
      from users, generate_series(0, 1999) as n,
        lateral (select ${now}::timestamptz - n * interval '525 minutes' as at) as moments
      where not is_superuser`);
    const queryAnswers = async (from: string, next: string) => {
      const rows = await db.execute<{ minutes: number }>(sql`
        select date_part('epoch', first_answered_at - received_at) / 60 as minutes from message_threads
        where status <> 'spam' and first_answered_at is not null
          and received_at at time zone 'Europe/Paris' >= ${from} and received_at at time zone 'Europe/Paris' < ${next}`);
      const stepOf = (minutes: number) => (minutes < 120 ? 1 : minutes < 1440 ? 5 : 60);
      const times = rows
        .map(({ minutes }) => Math.round(minutes / stepOf(minutes)) * stepOf(minutes))
        .toSorted((one, other) => one - other);
      const within = (share: number) => times[Math.ceil((times.length * share) / 10) - 1] ?? null;
      return { answered: times.length, median_minutes: within(5), p90_minutes: within(9) };
    };
    const compare = async () => {
      const { data, answered, median_minutes, p90_minutes, previous_median_minutes } = await read(
        '/stats/messages?range=12m',
        now,
      );
      const ofYear = await queryAnswers('2025-05-15', '2026-05-15');
      expect({ answered, median_minutes, p90_minutes }).toEqual(ofYear);
      expect(previous_median_minutes).toBe(
        (await queryAnswers('2024-05-15', '2025-05-14 12:00')).median_minutes,
      );
      expect(data).toHaveLength(13);
      for (const { from, to, ...figures } of data)
        expect(figures, from).toEqual(await queryAnswers(from, `${to} 24:00`));
      return ofYear;
    };
    const before = await compare();
    expect(before.answered).toBeGreaterThan(700);
    await db.execute(sql`update message_threads set status = 'open' where number % 20 = 0`);
    await db.execute(sql`update message_threads set status = 'spam' where number % 20 = 3`);
    await db.execute(
      sql`update message_threads set first_answered_at = received_at + interval '3 days' where number % 3 = 0`,
    );
    await db.execute(sql`delete from message_threads where number % 11 = 0`);
    await db.execute(sql`update message_threads set status = 'spam'
      where received_at >= '2025-08-31 22:00Z' and received_at < '2025-09-30 22:00Z'`);
    const after = await compare();
    expect(after.median_minutes).not.toBe(before.median_minutes);
    await sumUpStatistics({ ...service(), now: () => new Date(now) });
    expect(await compare()).toEqual(after);
  });
});
