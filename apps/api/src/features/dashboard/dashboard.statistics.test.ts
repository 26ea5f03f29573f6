import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useStatistics } from '../../../test/statistics.ts';

const { service, member, see, conversation, get, read } = useStatistics();

const rate = (user_id: string, at: string, score: number) =>
  service().db.execute(sql`
    insert into ratings (id, user_id, target_type, score, comment, locale, created_at, updated_at)
    values (gen_random_uuid(), ${user_id}, 'app', ${score}, '', 'fr', ${at}::timestamptz, ${at}::timestamptz)`);

const valuesOf = ({ data }: { data: { value: number | null }[] }) => data.map(({ value }) => value);

describe('statistics', () => {
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
  ])('counts statistics by local day around $change', async ({ now, range, moments }) => {
    for (const moment of moments) {
      const id = await member(moment, moment);
      await conversation(id, moment, { closed: moment });
      await rate(id, moment, 3);
    }
    const counted = await service().db.execute<{ count: number }>(sql`
      select count(*)::int as count from users where not is_superuser
      group by (created_at at time zone 'Europe/Paris')::date order by (created_at at time zone 'Europe/Paris')::date`);
    expect(counted.map(({ count }) => count)).toEqual([1, 2, 1]);
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

  it('compares a day that is not over with the same hours of the preceding range', async () => {
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

  it('counts an active member once a day and not while the account is in the trash', async () => {
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

  it('counts a member as lost thirty days after the last visit, until the next visit', async () => {
    const now = '2026-05-31T10:30:00Z';
    const id = await member('2026-03-01T10:00:00Z', '2026-04-21T08:00:00Z');
    const path = '/stats/timeseries?metric=lost_members&from=2026-05-20&to=2026-05-22';
    expect(valuesOf(await read(path, now))).toEqual([0, 1, 0]);
    await see(id, '2026-05-30T08:00:00Z');
    expect(valuesOf(await read(path, now))).toEqual([0, 0, 0]);
  });

  it('counts for each metric exactly the rows of the list that the metric links to', async () => {
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
    const promoted = await member('2026-03-01T10:00:00Z', `${day}T10:00:00Z`);
    await service().db.execute(sql`update users set is_superuser = true where id = ${promoted}`);
    const lists = {
      new_members: `/users/?is_superuser=false&from=${day}&to=${day}`,
      active_members: `/users/?active_on=${day}`,
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

  it('counts sent broadcasts as their list does and compares them with the same hours before', async () => {
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
    // The day before, just before and just after noon in Paris.
    await send('sent', '2026-05-13T09:59:00Z');
    await send('sent', '2026-05-13T10:01:00Z');
    const day = 'from=2026-05-14&to=2026-05-14';
    const { count, previous } = await read(`/stats/broadcasts?${day}`, now);
    expect([count, previous]).toEqual([1, { count: 1, reached: 10, opened: 4 }]);
    expect((await read(`/broadcasts/?status=sent&${day}`, now)).count).toBe(1);
    await service().db.execute(sql`delete from broadcasts`);
  });

  it('averages scores and returns null without any rating', async () => {
    const now = '2026-05-14T10:30:00Z';
    for (const score of [5, 4, 4])
      await rate(await member('2026-05-01T10:00:00Z'), '2026-05-12T08:00:00Z', score);
    const { kpis } = await read('/stats/overview?range=7d', now);
    expect(kpis.average_rating).toMatchObject({ value: 4.33, previous: null, delta: null });
    const path = '/stats/timeseries?metric=average_rating&from=2026-05-11&to=2026-05-12';
    expect(valuesOf(await read(path, now))).toEqual([null, 4.33]);
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

  it('counts the reads of an article by day and returns 404 for an unknown article', async () => {
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

  it('ranks articles by reads and compares them with the same part of the preceding range', async () => {
    const now = '2026-05-14T10:30:00Z';
    const [most, least, unread] = [await article(), await article(), await article()];
    for (const at of ['2026-05-13T08:00:00Z', '2026-05-14T08:00:00Z']) await open(most, at);
    await open(least, '2026-05-14T08:00:00Z');
    // In Paris: just before the preceding range, at its start, just before 12:00; then at 12:00 and later.
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
    // Most months of a year are counted as a whole, except the first and the last month.
    for (const at of ['2026-04-30T22:00:00Z', '2025-05-14T22:00:00Z', '2025-11-05T08:00:00Z'])
      await open(least, at);
    for (const at of ['2025-05-14T21:59:59Z', '2025-01-01T08:00:00Z']) await open(least, at);
    expect(await rank('range=12m')).toEqual([
      [most, 7, 0],
      [least, 4, 1],
      [unread, 1, 0],
    ]);
  });

  it('uses a range of thirty days that ends today by default', async () => {
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
  ])('rejects the range %s and names the invalid parameter', async (query, field) => {
    for (const route of ['overview?', 'timeseries?metric=ratings&', 'broadcasts?', 'news?', 'messages?']) {
      const { status, body } = await get(`/stats/${route}${query}`, '2026-05-14T10:30:00Z');
      expect([status, body.detail?.[0].loc], route).toEqual([422, ['query', field]]);
    }
  });

  it('rejects an unknown metric and names the parameter', async () => {
    const { status, body } = await get('/stats/timeseries?metric=clicks', '2026-05-14T10:30:00Z');
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'metric']]);
  });

  it('returns days, weeks or months depending on the length of the range', async () => {
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
