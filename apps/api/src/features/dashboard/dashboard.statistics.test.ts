import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomEmail, SUPERUSER, useService } from '../../../test/harness.ts';
import { sumUpCounts } from '../../platform/db/row-counts.ts';
import { dayCounts } from './dashboard.day-counts.table.ts';
import { setOrganisationTime } from './dashboard.statistics.queries.ts';
import { rangeOf, readAnswers } from './dashboard.statistics.service.ts';

/** Time of the service; defaults to the system time, so that tokens are valid. */
let clock: Date | undefined;
const service = useService({
  settings: { TIME_ZONE: 'Europe/Paris', ACCESS_TOKEN_EXPIRE_MINUTES: '525600' },
  now: () => clock ?? new Date(),
});

async function member(created_at: string, last_seen_at: string | null = null): Promise<string> {
  const email = randomEmail();
  const [row] = await service().db.execute<{ id: string }>(sql`
    insert into users (id, email, email_key, password_hash, locale, created_at, last_seen_at)
    values (gen_random_uuid(), ${email}, ${email}, '', 'fr', ${created_at}::timestamptz, ${last_seen_at}::timestamptz)
    returning id`);
  return row?.id ?? '';
}

const see = (id: string, at: string) =>
  service().db.execute(sql`update users set last_seen_at = ${at}::timestamptz where id = ${id}`);

const conversation = (
  user_id: string,
  created_at: string,
  more: { answered?: string; closed?: string; status?: string; isOurs?: boolean } = {},
) =>
  service().db.execute(sql`
    insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at,
      last_at, entry_count, first_answered_at, closed_at)
    values (gen_random_uuid(), ${user_id}, '', 'other', ${more.status ?? (more.closed ? 'closed' : 'open')}, 'fr', '{}',
      ${created_at}::timestamptz, ${more.isOurs ? null : created_at}::timestamptz, ${created_at}::timestamptz, 1, ${more.answered ?? null}::timestamptz,
      ${more.closed ?? null}::timestamptz)`);

const rate = (user_id: string, at: string, score: number) =>
  service().db.execute(sql`
    insert into ratings (id, user_id, target_type, score, comment, locale, created_at, updated_at)
    values (gen_random_uuid(), ${user_id}, 'app', ${score}, '', 'fr', ${at}::timestamptz, ${at}::timestamptz)`);

async function get(path: string, now: string) {
  const t = service();
  const { token } = await t.superuser();
  clock = new Date(now);
  return t.call('GET', path, { token });
}

async function read(path: string, now: string) {
  const { status, body } = await get(path, now);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const valuesOf = ({ data }: { data: { value: number | null }[] }) => data.map(({ value }) => value);

describe('statistics', () => {
  beforeEach(async () => {
    clock = undefined;
    await setOrganisationTime(service().db, { TIME_ZONE: 'Europe/Paris' });
    await service().db.execute(sql`delete from users where email <> ${SUPERUSER.email}`);
    await service().db.execute(sql`delete from ratings`);
  });

  it.each([
    {
      change: 'a day of 23 hours',
      now: '2026-04-01T10:00:00Z',
      range: 'from=2026-03-28&to=2026-03-30',
      moments: [
        '2026-03-28T22:59:59Z',
        '2026-03-28T23:00:00Z',
        '2026-03-29T21:59:59Z',
        '2026-03-29T22:00:00Z',
      ],
    },
    {
      change: 'a day of 25 hours',
      now: '2026-11-01T10:00:00Z',
      range: 'from=2026-10-24&to=2026-10-26',
      moments: [
        '2026-10-24T21:59:59Z',
        '2026-10-24T22:00:00Z',
        '2026-10-25T22:59:59Z',
        '2026-10-25T23:00:00Z',
      ],
    },
  ])('count the days around $change as counting by hand does', async ({ now, range, moments }) => {
    for (const moment of moments) {
      const id = await member(moment, moment);
      await conversation(id, moment, { closed: moment });
      await rate(id, moment, 3);
    }
    const byHand = await service().db.execute<{ count: number }>(sql`
      select count(*)::int as count from users where not is_superuser
      group by (created_at at time zone 'Europe/Paris')::date order by (created_at at time zone 'Europe/Paris')::date`);
    expect(byHand.map(({ count }) => count)).toEqual([1, 2, 1]);
    const { kpis, interval } = await read(`/stats/overview?${range}`, now);
    expect(interval).toBe('day');
    for (const metric of [
      'new_members',
      'active_members',
      'received_messages',
      'closed_messages',
      'ratings',
    ]) {
      const { data } = await read(`/stats/timeseries?metric=${metric}&${range}`, now);
      expect(valuesOf({ data }), metric).toEqual([1, 2, 1]);
      expect(kpis[metric].series, metric).toEqual(data);
    }
    expect(kpis.new_members).toMatchObject({ value: 4, previous: 0, delta: null });
    expect(kpis.active_members.value).toBe(1.33);
  });

  it('compare a day that is not over with the same hours of the range before', async () => {
    const now = '2026-05-14T10:30:00Z';
    for (const moment of [
      '2026-05-13T09:59:00Z',
      '2026-05-13T10:00:00Z',
      '2026-05-13T20:00:00Z',
      '2026-05-14T08:00:00Z',
    ])
      await member(moment);
    const { range, kpis } = await read('/stats/overview?from=2026-05-14&to=2026-05-14', now);
    expect(range).toEqual({
      from: '2026-05-14',
      to: '2026-05-14',
      previous_from: '2026-05-13',
      previous_to: '2026-05-13',
      time_zone: 'Europe/Paris',
      is_running: true,
    });
    expect(kpis.new_members).toMatchObject({ value: 1, previous: 1, delta: 0 });
    const series = await read('/stats/timeseries?metric=new_members&from=2026-05-14&to=2026-05-14', now);
    expect(series.data).toEqual([{ from: '2026-05-14', to: '2026-05-14', value: 1, previous: 1 }]);
    const over = await read('/stats/overview?from=2026-05-13&to=2026-05-13', now);
    expect(over.kpis.new_members).toMatchObject({ value: 3, previous: 0, delta: null });
  });

  it('count a member once a day, and no longer in the trash, as the list does', async () => {
    const now = '2026-05-14T10:30:00Z';
    const id = await member('2026-05-01T10:00:00Z', '2026-05-12T08:00:00Z');
    await see(id, '2026-05-12T09:00:00Z');
    await see(id, '2026-05-14T09:00:00Z');
    const path = '/stats/timeseries?metric=active_members&from=2026-05-12&to=2026-05-14';
    expect(valuesOf(await read(path, now))).toEqual([1, 0, 1]);
    await service().db.execute(sql`update users set deleted_at = ${now}::timestamptz where id = ${id}`);
    expect(valuesOf(await read(path, now))).toEqual([0, 0, 0]);
    await service().db.execute(sql`update users set deleted_at = null where id = ${id}`);
    expect(valuesOf(await read(path, now))).toEqual([1, 0, 1]);
    await service().db.execute(sql`delete from users where id = ${id}`);
    expect(valuesOf(await read(path, now))).toEqual([0, 0, 0]);
  });

  it('count a member as lost thirty days after the last visit, until they come back', async () => {
    const now = '2026-05-31T10:30:00Z';
    const id = await member('2026-03-01T10:00:00Z', '2026-04-21T08:00:00Z');
    const path = '/stats/timeseries?metric=lost_members&from=2026-05-20&to=2026-05-22';
    expect(valuesOf(await read(path, now))).toEqual([0, 1, 0]);
    await see(id, '2026-05-30T08:00:00Z');
    expect(valuesOf(await read(path, now))).toEqual([0, 0, 0]);
  });

  it('lead to lists of exactly what they count', async () => {
    const now = '2026-05-31T10:30:00Z';
    const days = [
      '2026-04-20T21:59:00Z',
      '2026-04-20T22:00:00Z',
      '2026-04-21T21:59:00Z',
      '2026-04-21T22:00:00Z',
    ];
    const later = [
      '2026-05-20T21:59:00Z',
      '2026-05-20T22:00:00Z',
      '2026-05-21T21:59:00Z',
      '2026-05-21T22:00:00Z',
    ];
    for (const [index, moment] of later.entries()) {
      await member('2026-03-01T10:00:00Z', days[index]);
      const id = await member(moment, moment);
      await conversation(id, moment, { closed: moment });
      await conversation(id, moment, { status: 'spam' });
      await conversation(id, moment, { status: 'waiting', isOurs: true });
      await rate(id, moment, 3);
    }
    const day = '2026-05-21';
    const lists = {
      new_members: `/users/?is_superuser=false&from=${day}&to=${day}`,
      active_members: `/users/?is_superuser=false&active_on=${day}`,
      lost_members: '/users/?is_superuser=false&last_seen_from=2026-04-21&last_seen_to=2026-04-21',
      received_messages: `/messages/?received_from=${day}&received_to=${day}`,
      closed_messages: `/messages/?status=closed&closed_from=${day}&closed_to=${day}`,
      ratings: `/ratings/?target_type=app&from=${day}&to=${day}`,
    };
    const { kpis } = await read(`/stats/overview?from=${day}&to=${day}`, now);
    for (const [metric, path] of Object.entries(lists)) {
      expect(kpis[metric].value, metric).toBe(2);
      expect((await read(path, now)).count, metric).toBe(2);
    }
  });

  it('lead from the broadcasts that were sent to exactly those, beside the same hours before', async () => {
    const now = '2026-05-14T10:30:00Z';
    const { token } = await service().superuser();
    const send = async (status: string, at: string) => {
      const { body } = await service().call('POST', '/broadcasts/', { token, json: { name: 'Bonjour' } });
      await service().db.execute(sql`
        update broadcasts set status = ${status}, started_at = ${at}::timestamptz, reached = 10, opened = 4
        where id = ${body.id}`);
    };
    await send('sent', '2026-05-13T22:30:00Z');
    await send('sending', '2026-05-14T08:00:00Z');
    await send('cancelled', '2026-05-14T08:00:00Z');
    // The day before, until noon in Paris and later.
    await send('sent', '2026-05-13T09:59:00Z');
    await send('sent', '2026-05-13T10:01:00Z');
    const day = 'from=2026-05-14&to=2026-05-14';
    const { count, previous } = await read(`/stats/broadcasts?${day}`, now);
    expect([count, previous]).toEqual([1, { count: 1, reached: 10, opened: 4 }]);
    expect((await read(`/broadcasts/?status=sent&${day}`, now)).count).toBe(1);
    await service().db.execute(sql`delete from broadcasts`);
  });

  it('average scores, and say nothing where there is none', async () => {
    const now = '2026-05-14T10:30:00Z';
    for (const score of [5, 4, 4])
      await rate(await member('2026-05-01T10:00:00Z'), '2026-05-12T08:00:00Z', score);
    const { kpis } = await read('/stats/overview?range=7d', now);
    expect(kpis.average_rating).toMatchObject({ value: 4.33, previous: null, delta: null });
    const path = '/stats/timeseries?metric=average_rating&from=2026-05-11&to=2026-05-12';
    expect(valuesOf(await read(path, now))).toEqual([null, 4.33]);
  });

  it('tell how soon conversations were answered, and what waits', async () => {
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

    // The last day of the range before, until noon in Paris and later.
    await conversation(id, '2026-05-07T09:59:00Z', { answered: '2026-05-07T10:04:00Z' });
    await conversation(id, '2026-05-07T10:01:00Z', { answered: '2026-05-08T10:01:00Z' });
    expect((await read('/stats/messages?range=7d', now)).previous_median_minutes).toBe(5);
  });

  it('count no rating as a conversation received, nor the answer to it as a first one', async () => {
    const now = '2026-05-14T10:30:00Z';
    clock = new Date('2026-05-11T08:00:00Z');
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
    // Friday 17:30 to Monday 9:15, by the clock of the organisation.
    ['mon-fri 09:00-18:00', '2026-05-08T15:30:00Z', '2026-05-11T07:15:00Z', 45, 64 * 60],
    ['mon-sun 09:00-18:00', '2026-05-08T15:30:00Z', '2026-05-11T07:15:00Z', 45 + 2 * 540, 64 * 60],
    ['sat-mon 10:00-11:00', '2026-05-08T15:30:00Z', '2026-05-11T08:15:00Z', 2 * 60 + 15, 65 * 60],
    // At night, and over the change to summer time.
    ['mon-fri 09:00-18:00', '2026-05-12T20:00:00Z', '2026-05-12T21:00:00Z', 0, 60],
    ['mon-sun 00:00-23:59', '2026-03-28T22:59:00Z', '2026-03-29T10:00:00Z', 12 * 60, 11 * 60],
  ])(
    'count the hours of %s alone, where they are set',
    async (hours, begun, answered, minutes, allMinutes) => {
      const range = rangeOf(
        { range: '30d', from: begun.slice(0, 10), to: begun.slice(0, 10) },
        { now: new Date(answered), timeZone: 'Europe/Paris' },
      );
      await conversation(await member(begun), begun, { answered });
      const { db } = service();
      const month = { ...range, from: `${begun.slice(0, 8)}01`, to: `${begun.slice(0, 8)}31` };
      for (const businessHours of [hours, undefined]) {
        await setOrganisationTime(db, { TIME_ZONE: 'Europe/Paris', BUSINESS_HOURS: businessHours });
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

  it('tell reply times of a year as counting by hand does, whatever changes', async () => {
    const now = '2026-05-14T10:30:00Z';
    const { db } = service();
    await member('2024-01-01T10:00:00Z');
    // Two years up to now, answered within seconds up to weeks; a tenth is spam.
    await db.execute(sql`
      insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at,
        last_at, entry_count, first_answered_at)
      select gen_random_uuid(), users.id, '', 'other', case when n % 10 = 0 then 'spam' else 'open' end, 'fr', '{}', at, at,
        at, 1, case when n % 7 > 0 then at + (n * 7919 % 1000 / 100.0) ^ 5 * interval '20 seconds' end
      from users, generate_series(0, 1999) as n,
        lateral (select ${now}::timestamptz - n * interval '525 minutes' as at) as moments
      where not is_superuser`);
    const byHand = async (from: string, next: string) => {
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
      const ofYear = await byHand('2025-05-15', '2026-05-15');
      expect({ answered, median_minutes, p90_minutes }).toEqual(ofYear);
      expect(previous_median_minutes).toBe((await byHand('2024-05-15', '2025-05-14 12:00')).median_minutes);
      expect(data).toHaveLength(13);
      for (const { from, to, ...figures } of data)
        expect(figures, from).toEqual(await byHand(from, `${to} 24:00`));
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
    await sumUpCounts(db, dayCounts);
    expect(await compare()).toEqual(after);
  });

  const article = async (): Promise<string> => {
    const id = randomUUID();
    await service().db.execute(sql`insert into news_articles (id, status, slug, content, created_at, updated_at)
      values (${id}, 'draft', ${id}, '{}', now(), now())`);
    return id;
  };
  const open = async (articleId: string, at: string) =>
    service().db.execute(sql`insert into news_reads (article_id, user_id, locale, at)
      values (${articleId}, ${await member('2026-05-01T10:00:00Z')}, 'fr', ${at})`);

  it('count the reads of one article', async () => {
    const now = '2026-05-14T10:30:00Z';
    const [one, other] = [await article(), await article()];
    await open(one, '2026-05-12T22:30:00Z');
    await open(one, '2026-05-13T08:00:00Z');
    await open(one, '2026-05-14T08:00:00Z');
    await open(other, '2026-05-14T08:00:00Z');
    const { body } = await get(`/stats/news/${one}?from=2026-05-12&to=2026-05-14`, now);
    expect(body).toMatchObject({ interval: 'day', count: 3 });
    expect(valuesOf(body)).toEqual([0, 2, 1]);
    expect((await get(`/stats/news/${randomUUID()}`, now)).body.code).toBe('news_not_found');
  });

  it('rank articles by their reads, compared with the same part of the range before', async () => {
    const now = '2026-05-14T10:30:00Z';
    const [most, least, unread] = [await article(), await article(), await article()];
    for (const at of ['2026-05-13T08:00:00Z', '2026-05-14T08:00:00Z']) await open(most, at);
    await open(least, '2026-05-14T08:00:00Z');
    // In Paris: before the range before, at its first and at its last moment before 12:00, at 12:00, and later.
    for (const at of ['2026-05-10T21:59:59Z', '2026-05-10T22:00:00Z', '2026-05-12T09:59:59Z'])
      await open(most, at);
    for (const at of ['2026-05-12T10:00:00Z', '2026-05-12T21:59:59Z']) await open(most, at);
    await open(unread, '2026-05-12T08:00:00Z');
    const rank = async (query: string) => {
      const { data } = await read(`/stats/news?${query}`, now);
      return data.map(({ id, value, previous }: Record<string, unknown>) => [id, value, previous]);
    };
    expect(await rank('from=2026-05-13&to=2026-05-14')).toEqual([
      [most, 2, 2],
      [least, 1, 0],
    ]);
    // A range that is over is compared with whole days.
    expect(await rank('from=2026-05-13&to=2026-05-13')).toEqual([[most, 1, 3]]);
    // Of a year most months are counted as a whole; the first and the last one are not.
    for (const at of ['2026-04-30T22:00:00Z', '2025-05-14T22:00:00Z', '2025-11-05T08:00:00Z'])
      await open(least, at);
    for (const at of ['2025-05-14T21:59:59Z', '2025-01-01T08:00:00Z']) await open(least, at);
    expect(await rank('range=12m')).toEqual([
      [most, 7, 0],
      [least, 4, 1],
      [unread, 1, 0],
    ]);
  });

  it('keep their sums when the deltas are summed up, and move into another zone', async () => {
    const now = '2026-05-14T10:30:00Z';
    const id = await member('2026-05-12T23:30:00Z', '2026-05-12T23:30:00Z');
    await see(id, '2026-05-14T09:00:00Z');
    await member('2026-05-12T23:40:00Z');
    const bothSeries = async () => [
      valuesOf(await read('/stats/timeseries?metric=new_members&from=2026-05-12&to=2026-05-14', now)),
      valuesOf(await read('/stats/timeseries?metric=active_members&from=2026-05-12&to=2026-05-14', now)),
    ];
    const inParis = [
      [0, 2, 0],
      [0, 1, 1],
    ];
    expect(await bothSeries()).toEqual(inParis);
    await sumUpCounts(service().db, dayCounts);
    expect(await bothSeries()).toEqual(inParis);
    await service().db.execute(sql`select set_organisation_time('UTC', null)`);
    expect(await bothSeries()).toEqual([
      [2, 0, 0],
      [1, 0, 1],
    ]);
    await service().db.execute(sql`select set_organisation_time('Europe/Paris', null)`);
    expect(await bothSeries()).toEqual(inParis);
  });

  it('end today, and have thirty days, unless told otherwise', async () => {
    const now = '2026-05-14T10:30:00Z';
    const daysOf = async (query: string) => {
      const { range } = await read(`/stats/overview?${query}`, now);
      return [range.from, range.to];
    };
    expect(await daysOf('')).toEqual(['2026-04-15', '2026-05-14']);
    expect(await daysOf('from=2026-05-12')).toEqual(['2026-05-12', '2026-05-14']);
    expect(await daysOf('to=2026-03-31')).toEqual(['2026-03-02', '2026-03-31']);
  });

  it.each([
    ['range=8d', 'range'],
    ['from=2026-05-12&to=2026-05-11', 'from'],
    ['from=0000-01-01&to=2026-05-11', 'from'],
    ['from=2026-05-15', 'from'],
    ['from=2025-05-01', 'from'],
    ['from=2026-05-12&to=2026-05-15', 'to'],
    ['from=2025-05-01&to=2026-05-11', 'from'],
  ])('refuse the range %s, naming the field', async (query, field) => {
    for (const route of ['overview?', 'timeseries?metric=ratings&', 'broadcasts?', 'news?', 'messages?']) {
      const { status, body } = await get(`/stats/${route}${query}`, '2026-05-14T10:30:00Z');
      expect([status, body.detail?.[0].loc], route).toEqual([422, ['query', field]]);
    }
  });

  it('refuse an unknown metric by name', async () => {
    const { status, body } = await get('/stats/timeseries?metric=clicks', '2026-05-14T10:30:00Z');
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'metric']]);
  });

  it('have every week and month of a long range', async () => {
    const now = '2026-05-14T10:30:00Z';
    expect((await read('/stats/timeseries?metric=ratings&range=30d', now)).data).toHaveLength(30);
    const { data: weeks } = await read('/stats/timeseries?metric=ratings&range=90d', now);
    expect(weeks[0]).toMatchObject({ from: '2026-02-14', to: '2026-02-15' });
    expect(weeks.at(-1)).toMatchObject({ from: '2026-05-11', to: '2026-05-14' });
    const { data: months } = await read('/stats/timeseries?metric=ratings&range=12m', now);
    expect(months).toHaveLength(13);
    expect(months[0]).toMatchObject({ from: '2025-05-15', to: '2025-05-31' });
  });
});
