import { randomUUID } from 'node:crypto';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../../test/harness.ts';
import { lockPlan } from '../daily-messages.queries.ts';

const TODAY = '2036-03-10';
let time = new Date();
let t: TestService;
let twin: TestService;
let admin: Account;
let reader: Account;
beforeAll(async () => {
  time = new Date(`${TODAY}T12:00:00Z`);
  const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' };
  t = await TestService.start({ now: () => time, settings });
  twin = await TestService.start({ now: () => time, beside: t });
});
afterAll(async () => {
  await twin.stop();
  await t.stop();
});
beforeEach(async () => {
  time = new Date(`${TODAY}T12:00:00Z`);
  admin = await t.superuser();
  reader = await t.member();
  await t.db.execute(sql`delete from daily_message_issues`);
  await t.db.execute(sql`delete from daily_messages`);
});

const text = (body: string) => ({ title: '', body, author: '' });

async function write(day: string | null, body: string, fields: object = {}): Promise<string> {
  const json = { day, status: 'ready', translations: { fr: text(body) }, ...fields };
  const { body: message } = await t.call('POST', '/daily-messages/', { token: admin.token, json });
  return message.id;
}
const change = (id: string, json: object) =>
  t.call('PATCH', `/daily-messages/${id}`, { token: admin.token, json });

const ask = (query = '', { instance = t, headers = {} }: { instance?: TestService; headers?: object } = {}) =>
  instance.call('GET', `/app/daily-message?${query}`, {
    token: reader.token,
    headers: headers as Record<string, string>,
  });
const shown = async (day: string) => (await ask(`day=${day}`)).body.body as string | undefined;
const past = async (query = '') =>
  (await t.call('GET', `/app/daily-messages?${query}`, { token: reader.token })).body;
const issues = async () => (await t.call('GET', '/daily-messages/issues', { token: admin.token })).body.data;
const speak = (locale: string) => t.call('PATCH', '/users/me', { token: reader.token, json: { locale } });

describe('GET /app/daily-message', () => {
  it('returns the message in the language of the reader with everything that a phone shows', async () => {
    const id = await write(TODAY, 'Bonjour', {
      translations: {
        fr: text('Bonjour'),
        en: { title: 'A title', body: 'Good\nmorning', author: 'Colette' },
      },
      link: 'https://example.com/',
    });
    await speak('en');
    expect((await ask(`day=${TODAY}`)).body).toEqual({
      day: TODAY,
      id,
      locale: 'en',
      is_fallback: false,
      title: 'A title',
      body: 'Good\nmorning',
      author: 'Colette',
      link: 'https://example.com/',
      next_change_at: '2036-03-10T23:00:00.000Z',
    });
  });

  it('falls back to the default language with is_fallback, or hides the message as configured', async () => {
    await speak('en');
    const id = await write(TODAY, 'Bonjour');
    expect((await ask()).body).toMatchObject({ locale: 'fr', is_fallback: true, body: 'Bonjour' });
    await change(id, { missing_locale: 'hide' });
    expect([(await ask()).status, (await ask()).body.code]).toEqual([404, 'no_message']);
    await speak('fr');
    expect((await ask()).body.body).toBe('Bonjour');
  });

  it('does not return the draft of a daily message', async () => {
    await write(TODAY, 'Not yet', { status: 'draft' });
    expect((await ask()).body.code).toBe('no_message');
  });

  it.each([
    ['2036-03-10T10:30:00Z', '2036-03-09', '2036-03-11'],
    ['2036-03-10T09:59:59Z', '2036-03-09', '2036-03-10'],
    ['2036-03-10T11:59:59Z', '2036-03-09', '2036-03-11'],
    ['2036-03-10T12:00:00Z', '2036-03-10', '2036-03-11'],
  ])('at %s returns the messages of days from %s to %s and none later', async (now, first, last) => {
    for (const day of ['2036-03-09', '2036-03-10', '2036-03-11', '2036-03-12']) {
      time = new Date('2036-03-08T12:00:00Z');
      await write(day, day);
    }
    time = new Date(now);
    const later = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    expect([await shown(first), await shown(last), await shown(later)]).toEqual([first, last, undefined]);
  });

  it.each([
    ['Pacific/Kiritimati', '2036-03-11', '2036-03-11T10:00:00.000Z'],
    ['Etc/GMT+12', '2036-03-10', '2036-03-11T12:00:00.000Z'],
    ['Asia/Kathmandu', '2036-03-10', '2036-03-10T18:15:00.000Z'],
  ])('returns the message of the current day in %s', async (zone, day, next_change_at) => {
    for (const each of [TODAY, '2036-03-11']) await write(each, each);
    expect((await ask(`time_zone=${encodeURIComponent(zone)}`)).body).toMatchObject({
      day,
      body: day,
      next_change_at,
    });
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['US/Samoa', 'Pacific/Pago_Pago'],
    ['pacific/kiritimati', 'Pacific/Kiritimati'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['CET', 'Europe/Brussels'],
    ['GMT+14', 'Etc/GMT-14'],
    ['-11:00', 'Etc/GMT+11'],
    ['UTC 5:45', 'Asia/Kathmandu'],
    ['UTC+0', 'UTC'],
    ['GMT+99', 'Europe/Paris'],
    ['Mars/Olympus', 'Europe/Paris'],
    ['', 'Europe/Paris'],
  ])('maps the time zone %j of a phone to %s', async (said, used) => {
    for (const each of ['2036-03-09', TODAY, '2036-03-11']) await write(each, each);
    const answer = await ask(`time_zone=${encodeURIComponent(said)}`);
    expect([answer.status, answer.headers[TIME_ZONE_USED]]).toEqual([200, used]);
    const { body } = await ask(`time_zone=${encodeURIComponent(used)}`);
    expect(answer.body).toEqual(body);
    const none = await ask(`day=2036-01-01&time_zone=${encodeURIComponent(said)}`);
    expect([none.status, none.headers[TIME_ZONE_USED]]).toEqual([404, used]);
  });

  it("uses the reader's time zone preference when the phone sends an unknown zone", async () => {
    await t.call('PATCH', '/preferences/', {
      token: reader.token,
      json: { time_zone: 'Pacific/Kiritimati' },
    });
    for (const path of ['/app/daily-message', '/app/daily-messages', '/app/home']) {
      const { headers } = await t.call('GET', `${path}?time_zone=Mars/Olympus`, { token: reader.token });
      expect([path, headers[TIME_ZONE_USED]]).toEqual([path, 'Pacific/Kiritimati']);
    }
  });

  it("uses the time zone of the reader's preferences, or else that of the organisation", async () => {
    time = new Date('2036-03-10T23:30:00Z');
    for (const each of [TODAY, '2036-03-11']) await write(each, each).catch(() => undefined);
    expect((await ask()).body.day).toBe('2036-03-11');
    await t.call('PATCH', '/preferences/', { token: reader.token, json: { time_zone: 'America/New_York' } });
    time = new Date('2036-03-11T00:30:00Z');
    expect((await ask()).status).toBe(404);
  });

  it('uses the time zone of the most recent phone of the reader until they choose one', async () => {
    await write('2036-03-11', 'tomorrow');
    const seen = (time_zone?: string) =>
      t.call('PUT', `/app/devices/${randomUUID()}`, {
        token: reader.token,
        json: { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone },
      });
    await seen('America/New_York');
    time = new Date(time.getTime() + 1000);
    await seen('Pacific/Auckland');
    time = new Date(time.getTime() + 1000);
    await seen();
    const end = '2036-03-11T11:00:00.000Z';
    for (const query of ['', 'day=2036-03-11'])
      expect((await ask(query)).body).toMatchObject({ day: '2036-03-11', next_change_at: end });
    expect(
      (await t.call('GET', '/app/home', { token: reader.token })).body.daily_message.next_change_at,
    ).toBe(end);
    await t.call('PATCH', '/preferences/', { token: reader.token, json: { time_zone: 'Europe/Paris' } });
    expect((await ask('day=2036-03-11')).body.next_change_at).toBe('2036-03-11T23:00:00.000Z');
  });

  it.each([
    ['2036-03-30', '2036-03-30T22:00:00.000Z', 'of 23 hours'],
    ['2036-10-26', '2036-10-26T23:00:00.000Z', 'of 25 hours'],
  ])('returns the end of the day for %s as %s, on a day %s', async (day, end) => {
    time = new Date(`${day}T10:00:00Z`);
    await write(day, 'x');
    expect((await ask(`day=${day}&time_zone=Europe/Paris`)).body.next_change_at).toBe(end);
  });

  it.each(['2036-02-30', '10/03/2036', '', 'today'])('rejects the day %j of a daily message', async (day) => {
    const { status, body } = await ask(`day=${day}`);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'day']]);
  });

  it('returns past daily messages for 60 days', async () => {
    time = new Date('2036-01-05T12:00:00Z');
    await write('2036-01-09', 'older');
    await write('2036-01-10', 'just in time');
    time = new Date(`${TODAY}T12:00:00Z`);
    expect([await shown('2036-01-09'), await shown('2036-01-10')]).toEqual([undefined, 'just in time']);
    time = new Date(`${TODAY}T11:59:59Z`);
    expect(await shown('2036-01-09')).toBe('older');
  });
});

describe('days without a message', () => {
  it('returns no_message and records no issue when the reserve is empty', async () => {
    expect((await ask()).body.code).toBe('no_message');
    expect(await issues()).toEqual([]);
  });

  it('does not wait for the lock of the plan when the reserve has no ready message', async () => {
    await write(null, 'not ready', { status: 'draft' });
    await t.db.transaction(async (tx) => {
      await lockPlan(tx);
      expect((await ask()).body.code).toBe('no_message');
    });
  });

  it.each([
    ['2036-03-11T11:59:59Z', 'de réserve'],
    ['2036-03-11T12:00:00Z', undefined],
  ])('at %s, around the end of the day in the last time zone, shows %s', async (now, body) => {
    await write(null, 'de réserve');
    time = new Date(now);
    expect(await shown(TODAY)).toBe(body);
  });

  it('shows a planned message once its day begins and a reserve message once one is ready', async () => {
    expect([await shown(TODAY), await shown('2036-03-12')]).toEqual([undefined, undefined]);
    await write('2036-03-12', 'planned');
    expect(await shown('2036-03-12')).toBeUndefined();
    time = new Date('2036-03-11T10:00:00Z');
    expect([await shown(TODAY), await shown('2036-03-12')]).toEqual([undefined, 'planned']);
    await write(null, 'reserve');
    expect(await shown(TODAY)).toBe('reserve');
  });

  it('shows the reserve message that was shown longest ago and keeps that choice', async () => {
    for (const body of ['a', 'b', 'c']) await write(null, body);
    expect(await shown(TODAY)).toBe('a');
    expect(await shown('2036-03-11')).toBe('b');
    expect(await shown(TODAY)).toBe('a');
    time = new Date('2036-03-12T12:00:00Z');
    expect([await shown('2036-03-12'), await shown('2036-03-13')]).toEqual(['c', 'a']);
  });

  it('shows the same reserve message for concurrent first requests on two instances', async () => {
    for (const body of ['a', 'b', 'c', 'd']) await write(null, body);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ask(`day=${TODAY}`, { instance: i % 2 === 0 ? t : twin })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await issues()).toHaveLength(1);
  });

  it('chooses different reserve messages for two days that are requested concurrently', async () => {
    for (const body of ['a', 'b', 'c', 'd']) await write(null, body);
    const days = [TODAY, '2036-03-11'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(`day=${days[i % 2]}`, { instance: i % 3 === 0 ? t : twin })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
  });

  it('replaces a reserve message with a message that is planned later', async () => {
    await write(null, 'reserve');
    expect(await shown(TODAY)).toBe('reserve');
    await write(TODAY, 'written');
    expect(await shown(TODAY)).toBe('written');
    expect(await issues()).toMatchObject([{ day: TODAY, source: 'planned' }]);
  });

  it('keeps the shown reserve message when days are filled from the reserve', async () => {
    for (const body of ['a', 'b']) await write(null, body);
    expect(await shown(TODAY)).toBe('a');
    const { body } = await t.call('POST', '/daily-messages/fill-from-reserve', {
      token: admin.token,
      json: { from: TODAY, to: '2036-03-11' },
    });
    expect(body).toEqual({ filled: 1, empty: 0 });
    expect([await shown(TODAY), await shown('2036-03-11')]).toEqual(['a', 'b']);
  });

  it.each([
    ['today', '2036-03-10T12:00:00Z', TODAY],
    ['on a day that has not ended everywhere', '2036-03-11T06:00:00Z', TODAY],
  ])(
    'keeps the only reserve message, shown %s, when the following days are filled',
    async (_when, moment, day) => {
      time = new Date(moment);
      await write(null, 'a');
      expect(await shown(day)).toBe('a');
      const fill = async (from: string, to: string) => {
        const json = { from, to };
        return (await t.call('POST', '/daily-messages/fill-from-reserve', { token: admin.token, json })).body;
      };
      expect(await fill('2036-03-11', '2036-03-12')).toEqual({ filled: 0, empty: 2 });
      expect(await shown(day)).toBe('a');
      time = new Date('2036-03-11T12:00:00Z');
      expect(await fill('2036-03-12', '2036-03-12')).toEqual({ filled: 1, empty: 0 });
      expect(await shown(day)).toBe('a');
    },
  );

  it('shows another reserve message when the chosen one becomes a draft', async () => {
    const id = await write(null, 'a');
    await write(null, 'b');
    expect(await shown(TODAY)).toBe('a');
    await change(id, { status: 'draft' });
    expect(await shown(TODAY)).toBe('b');
  });

  it('does not fill a past day from the reserve', async () => {
    await write(null, 'a');
    expect(await shown('2036-03-01')).toBeUndefined();
  });
});

describe('GET /daily-messages/preview', () => {
  const preview = async (day: string, locale = 'fr') =>
    (await t.call('GET', `/daily-messages/preview?day=${day}&locale=${locale}`, { token: admin.token })).body;

  it('predicts the messages that the app will show without recording issues', async () => {
    for (const body of ['a', 'b']) await write(null, body);
    await write('2036-03-11', 'planned');
    const days = [TODAY, '2036-03-11', '2036-03-12', '2036-03-13'];
    const foreseen: string[] = [];
    for (const day of days) foreseen.push((await preview(day)).body);
    expect(foreseen).toEqual(['a', 'planned', 'b', 'a']);
    expect(await issues()).toEqual([]);
    for (const [index, day] of days.entries()) {
      time = new Date(`${day}T12:00:00Z`);
      expect(await shown(day)).toBe(foreseen[index]);
    }
  });

  it('returns the same preview as the response of the app', async () => {
    await write(TODAY, 'Bonjour', { translations: { fr: text('Bonjour'), en: text('Hello') } });
    const answer = (await ask(`day=${TODAY}&time_zone=Europe/Paris`)).body;
    expect(await preview(TODAY)).toEqual(answer);
    expect((await preview(TODAY, 'en')).body).toBe('Hello');
  });
});

describe('issues of past days', () => {
  it('keeps the text at the end of the day even if the message is corrected later', async () => {
    const id = await write(TODAY, 'first');
    await ask();
    await change(id, { translations: { fr: text('second') } });
    await ask();
    time = new Date('2036-03-12T13:00:00Z');
    await change(id, { translations: { fr: text('corrected') } });
    expect(await shown(TODAY)).toBe('corrected');
    expect(await issues()).toMatchObject([
      {
        day: TODAY,
        message_id: id,
        source: 'planned',
        translations: { fr: text('second') },
        first_served_at: '2036-03-10T12:00:00.000Z',
      },
    ]);
  });

  it('keeps the issue of a reserve message after the message was erased', async () => {
    const id = await write(null, 'kept');
    await ask();
    time = new Date('2036-03-12T13:00:00Z');
    await t.db.execute(sql`delete from daily_messages where id = ${id}`);
    expect(await shown(TODAY)).toBe('kept');
    expect((await past()).data).toMatchObject([{ day: TODAY, id }]);
    expect(await issues()).toMatchObject([
      { day: TODAY, message_id: id, translations: { fr: text('kept') } },
    ]);
  });
});

describe('messages withdrawn on their day', () => {
  const act = (path: string, json: object) =>
    t.call('POST', `/daily-messages/${path}`, { token: admin.token, json });
  const trash = (id: string) => t.call('DELETE', `/daily-messages/${id}`, { token: admin.token });
  const bodiesOf = async () => (await past()).data.map(({ body }: { body: string }) => body);
  const WAYS: [string, (id: string) => Promise<unknown>][] = [
    ['moved to the trash', trash],
    ['changed to a draft', (id) => change(id, { status: 'draft' })],
    ['moved to another day', (id) => act(`${id}/move`, { day: '2036-03-20', on_conflict: 'refuse' })],
    ['deleted in bulk', (id) => act('bulk', { action: 'delete', ids: [id] })],
  ];

  it.each(WAYS)(
    'hides a message from members once it was %s, but keeps its issue',
    async (_way, withdraw) => {
      const id = await write(TODAY, 'wrong');
      expect([await shown(TODAY), await bodiesOf()]).toEqual(['wrong', ['wrong']]);
      await withdraw(id);
      expect([await shown(TODAY), await bodiesOf()]).toEqual([undefined, []]);
      time = new Date('2036-03-12T13:00:00Z');
      expect([await shown(TODAY), await bodiesOf()]).toEqual([undefined, []]);
      expect(await issues()).toMatchObject([{ day: TODAY, translations: { fr: text('wrong') } }]);
    },
  );

  it('replaces a withdrawn message with one of the reserve, which can be withdrawn too', async () => {
    const id = await write(TODAY, 'wrong');
    const reserve = await write(null, 'reserve');
    await ask();
    await trash(id);
    expect(await bodiesOf()).toEqual([]);
    expect([await shown(TODAY), await bodiesOf()]).toEqual(['reserve', ['reserve']]);
    await trash(reserve);
    expect([await shown(TODAY), await bodiesOf()]).toEqual([undefined, []]);
    time = new Date('2036-03-12T13:00:00Z');
    await act(`${reserve}/restore?to=reserve`, {});
    expect([await shown(TODAY), await bodiesOf()]).toEqual([undefined, []]);
  });

  it('shows a reserve message again when it is ready again after being a draft', async () => {
    const id = await write(null, 'reserve');
    await ask();
    await change(id, { status: 'draft' });
    await change(id, { status: 'ready' });
    expect(await shown(TODAY)).toBe('reserve');
    time = new Date('2036-03-12T13:00:00Z');
    await trash(id);
    expect([await shown(TODAY), await bodiesOf()]).toEqual(['reserve', ['reserve']]);
  });

  it('does not show a deleted message that was read concurrently', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const id = await write(TODAY, String(turn));
      await Promise.all([ask(`day=${TODAY}`), ask(`day=${TODAY}`, { instance: twin }), trash(id)]);
    }
    time = new Date('2036-03-12T13:00:00Z');
    expect(await shown(TODAY)).toBeUndefined();
    expect(await t.db.execute(sql`select from daily_message_issues where withdrawn_at is null`)).toEqual([]);
  });
});

it('lists past messages of the day, latest first, without drafts and future days', async () => {
  time = new Date('2036-03-07T12:00:00Z');
  for (const day of ['2036-03-07', '2036-03-09', TODAY, '2036-03-11']) await write(day, day);
  await write('2036-03-08', 'draft', { status: 'draft' });
  await write(null, 'reserve');
  time = new Date('2036-03-08T12:00:00Z');
  await ask();
  time = new Date(`${TODAY}T12:00:00Z`);
  const { data, count } = await past();
  expect(data.map(({ day, body }: { day: string; body: string }) => [day, body])).toEqual([
    [TODAY, TODAY],
    ['2036-03-09', '2036-03-09'],
    ['2036-03-08', 'reserve'],
    ['2036-03-07', '2036-03-07'],
  ]);
  expect(count).toBe(4);
  const { body } = await t.call('GET', '/app/daily-messages?skip=1&limit=2', { token: reader.token });
  expect([body.count, body.data.map(({ day }: { day: string }) => day)]).toEqual([
    4,
    ['2036-03-09', '2036-03-08'],
  ]);
});

describe('GET /app/daily-messages', () => {
  const daysOf = async (query: string) => (await past(query)).data.map(({ day }: { day: string }) => day);
  beforeEach(async () => {
    time = new Date('2036-03-08T12:00:00Z');
    for (const day of ['2036-03-09', TODAY, '2036-03-11', '2036-03-12']) await write(day, day);
  });

  it.each([
    ['2036-03-11T04:00:00Z', 'day=2036-03-10', TODAY],
    ['2036-03-11T04:00:00Z', 'time_zone=America/Los_Angeles', TODAY],
    ['2036-03-10T12:00:00Z', 'day=2036-03-11', '2036-03-11'],
    ['2036-03-10T12:00:00Z', 'time_zone=Pacific/Auckland', '2036-03-11'],
    ['2036-03-10T12:00:00Z', 'day=2036-03-09&time_zone=Pacific/Auckland', '2036-03-09'],
  ])('at %s with %s lists past messages from the current day there: %s', async (now, query, last) => {
    time = new Date(now);
    expect((await daysOf(query))[0]).toBe(last);
  });

  it.each(['00:30', '11:30', '12:30', '23:30'])(
    'lists 60 days back from the current day of the phone at %s UTC',
    async (clock) => {
      time = new Date('2036-01-01T12:00:00Z');
      for (const day of ['2036-01-09', '2036-01-10', '2036-01-11']) await write(day, day);
      time = new Date(`${TODAY}T${clock}:00Z`);
      expect((await daysOf(`day=${TODAY}`)).at(-1)).toBe('2036-01-10');
    },
  );

  it('omits the message of a day that has not begun anywhere', async () => {
    time = new Date(`${TODAY}T09:59:59Z`);
    expect(await daysOf('day=2036-03-12')).toEqual([TODAY, '2036-03-09']);
  });

  it.each(['day=2036-02-30', `time_zone=${'x'.repeat(65)}`])(
    'rejects past daily messages with the query %s',
    async (query) => {
      expect((await past(query)).code).toBe('validation_error');
    },
  );
});

describe('caching of daily messages', () => {
  it('returns 304 until the daily message changes and sends max-age', async () => {
    const id = await write(TODAY, 'Bonjour');
    const { headers } = await ask(`day=${TODAY}`);
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(headers['vary']).toBe('Origin, Authorization, accept-encoding');
    const etag = String(headers['etag']);
    const again = () => ask(`day=${TODAY}`, { headers: { 'if-none-match': etag } });
    expect([(await again()).status, (await again()).text]).toEqual([304, '']);
    await change(id, { translations: { fr: text('Bonsoir') } });
    expect((await again()).body.body).toBe('Bonsoir');
  });

  it('returns no stale message on either instance after a change during concurrent reads', async () => {
    const id = await write(TODAY, '0');
    const over = new AbortController();
    const readers = [t, twin, t, twin].map(async (instance) => {
      while (!over.signal.aborted) await ask(`day=${TODAY}`, { instance });
    });
    for (let turn = 1; turn <= 30; turn += 1) {
      await change(id, { translations: { fr: text(String(turn)) } });
      const answers = await Promise.all([t, twin].map((instance) => ask(`day=${TODAY}`, { instance })));
      expect(answers.map(({ body }) => body.body)).toEqual([String(turn), String(turn)]);
    }
    over.abort();
    await Promise.all(readers);
  });

  it.each(['daily-message', 'daily-messages'])(
    'limits max-age of /app/%s to the end of the day',
    async (path) => {
      await write(TODAY, 'x');
      time = new Date('2036-03-10T22:59:00Z');
      for (const day of ['', `day=${TODAY}&`]) {
        const query = `${day}time_zone=Europe/Paris`;
        const { headers } = await t.call('GET', `/app/${path}?${query}`, { token: reader.token });
        expect([headers['cache-control'], headers[TIME_ZONE_USED]]).toEqual([
          'private, max-age=60',
          'Europe/Paris',
        ]);
      }
    },
  );
});
