import type {
  Calendar,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';
import { deleteExpiredDailyMessages } from './daily-messages.queries.ts';

const TODAY = '2036-03-10';
let time = new Date();
let t: TestService;
let admin: Account;
beforeAll(async () => {
  time = new Date(`${TODAY}T12:00:00Z`);
  t = await TestService.start({ now: () => time });
});
afterAll(() => t.stop());
beforeEach(async () => {
  time = new Date(`${TODAY}T12:00:00Z`);
  admin = await t.superuser();
  await t.db.execute(sql`delete from daily_message_issues`);
  await t.db.execute(sql`delete from daily_messages`);
});

const call = (method: string, path: string, json?: unknown) =>
  t.call(method, `/daily-messages/${path}`, { token: admin.token, json });

const text = (body: string) => ({ title: '', body, author: '' });

async function write(fields: Record<string, unknown> = {}): Promise<DailyMessagePublic> {
  const defaults = { status: 'ready', translations: { fr: text('Bonjour'), en: text('Hello') } };
  const { status, body } = await call('POST', '', { ...defaults, ...fields });
  expect([status, body]).toEqual([200, body]);
  return body;
}

const onDay = (day: string | null, fields: Record<string, unknown> = {}) =>
  write({ day, translations: { fr: text(`Message ${day}`) }, ...fields });

/** The plan: which message is on which day. */
async function plan(): Promise<Record<string, string>> {
  const { body } = await call('GET', '?place=planned&sort=day');
  return Object.fromEntries(
    body.data.map((message: DailyMessagePublic) => [message.day, message.translations.fr?.body]),
  );
}

describe('writing a daily message', () => {
  it('keeps both languages, the author, the link and the rule for a missing language', async () => {
    const fields = {
      day: '2036-03-12',
      status: 'ready',
      translations: {
        fr: { title: 'Un titre', body: 'Deux\nlignes', author: 'Colette' },
        en: { title: '', body: 'Two\nlines', author: '' },
      },
      link: 'https://example.com/a?b=c#d',
      missing_locale: 'hide',
    };
    const message = await write(fields);
    expect(message).toMatchObject({ ...fields, version: 1, deleted_at: null, last_shown_on: null });
    expect(message.created_by).toMatchObject({ id: admin.id, email: admin.email });
    expect((await call('GET', message.id)).body).toEqual(message);
  });

  it('refuses a day that is taken, and says by whom', async () => {
    const { id } = await onDay('2036-03-12', { translations: { fr: { ...text('x'), title: 'Le premier' } } });
    const { status, body } = await call('POST', '', { day: '2036-03-12' });
    expect([status, body.code]).toEqual([409, 'day_taken']);
    expect(body.occupant).toEqual({ id, day: '2036-03-12', title: 'Le premier' });
  });

  it('lets one of twenty at once have a day', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '', { day: '2036-03-12' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  it.each([
    ['2036-02-30', 'date_parsing'],
    ['2036-3-1', 'date_parsing'],
    ['2036-03-09', 'date_too_early'],
    ['2038-03-11', 'date_too_late'],
  ])('refuses %s as a day', async (day, type) => {
    const { status, body } = await call('POST', '', { day });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'day'], type]);
  });

  it('takes the first and the last day that can be planned', async () => {
    await onDay(TODAY);
    await onDay('2038-03-10');
    expect(Object.keys(await plan())).toEqual([TODAY, '2038-03-10']);
  });

  it.each([
    [{ fr: text('') }, 'blank'],
    [{ fr: text(' \n ') }, 'of spaces'],
    [{ en: text('Hello') }, 'in another language'],
    [{}, 'absent'],
  ])('is not ready while the text in the default language is %j, %s', async (translations, _how) => {
    const { status, body } = await call('POST', '', { status: 'ready', translations });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
      422,
      ['body', 'translations'],
      'default_locale_missing',
    ]);
    expect((await call('POST', '', { status: 'draft', translations })).status).toBe(200);
  });

  it('counts as people count: a family is one character', async () => {
    const family = '👩‍👩‍👧‍👦';
    const body = (count: number) => ({ fr: text(family.repeat(count)) });
    await write({ translations: body(1000) });
    const { status, body: refusal } = await call('POST', '', { translations: body(1001) });
    expect([status, refusal.detail[0].loc, refusal.detail[0].ctx]).toEqual([
      422,
      ['body', 'translations', 'fr', 'body'],
      { max_length: 1000 },
    ]);
    const title = { fr: { title: 'é'.repeat(121), body: '', author: '' } };
    expect((await call('POST', '', { translations: title })).body.detail[0].loc.at(-1)).toBe('title');
  });

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'https://a:b@example.com',
    ' https://example.com',
    'x',
  ])('refuses the link %s', async (link) => {
    const { status, body } = await call('POST', '', { link });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'link']]);
  });
});

describe('changing a daily message', () => {
  it('changes what is sent and leaves the other language alone', async () => {
    const { id } = await write();
    const { body } = await call('PATCH', id, {
      translations: { en: text('Hi') },
      link: 'https://example.com/',
    });
    expect(body).toMatchObject({
      translations: { fr: text('Bonjour'), en: text('Hi') },
      link: 'https://example.com/',
      version: 2,
    });
    expect((await call('PATCH', id, { translations: { en: null } })).body.translations.en).toBeNull();
  });

  it('is refused to the second of two editors', async () => {
    const { id, version } = await write();
    expect((await call('PATCH', id, { version, link: 'https://one.example' })).status).toBe(200);
    const { status, body } = await call('PATCH', id, { version, link: 'https://two.example' });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    expect((await call('GET', id)).body.link).toBe('https://one.example');
  });

  it('lets one of ten at once with one version through', async () => {
    const { id, version } = await write();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call('PATCH', id, { version, link: `https://example.com/${i}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await call('GET', id)).body.version).toBe(2);
  });

  it('can only correct the texts of a day that is over', async () => {
    const { id } = await onDay(TODAY);
    time = new Date('2036-03-11T00:30:00Z');
    expect((await call('PATCH', id, { translations: { fr: text('Corrigé') } })).status).toBe(200);
    for (const change of [{ status: 'draft' }, { link: 'https://example.com/' }, { missing_locale: 'hide' }])
      expect((await call('PATCH', id, change)).body.code).toBe('day_over');
    expect((await call('DELETE', id)).body.code).toBe('day_over');
    expect((await call('POST', `${id}/move`, { day: '2036-03-20' })).body.code).toBe('day_over');
    expect(await plan()).toEqual({ [TODAY]: 'Corrigé' });
  });
});

describe('moving', () => {
  const move = (id: string, day: string | null, on_conflict = 'refuse') =>
    call('POST', `${id}/move`, { day, on_conflict });

  it('goes to a free day, to the reserve and back', async () => {
    const { id } = await onDay('2036-03-12');
    expect((await move(id, '2036-03-15')).body.day).toBe('2036-03-15');
    expect((await move(id, null)).body.day).toBeNull();
    expect((await move(id, '2036-03-12')).body.day).toBe('2036-03-12');
  });

  it('onto itself changes nothing', async () => {
    const { id } = await onDay('2036-03-12');
    for (const how of ['refuse', 'swap', 'shift'])
      expect((await move(id, '2036-03-12', how)).body).toMatchObject({ day: '2036-03-12', version: 1 });
  });

  it('onto a taken day is refused with its occupant', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    const { status, body } = await move(one.id, '2036-03-13');
    expect([status, body.code, body.occupant.id]).toEqual([409, 'day_taken', two.id]);
  });

  it('swaps two days, and a day with the reserve', async () => {
    const [one] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    await move(one.id, '2036-03-13', 'swap');
    expect(await plan()).toEqual({ '2036-03-12': 'Message 2036-03-13', '2036-03-13': 'Message 2036-03-12' });
    const reserve = await onDay(null);
    await move(reserve.id, '2036-03-12', 'swap');
    expect(await plan()).toEqual({ '2036-03-12': 'Message null', '2036-03-13': 'Message 2036-03-12' });
  });

  it('shifts those that follow up to the first gap', async () => {
    for (const day of ['2036-03-12', '2036-03-13', '2036-03-14', '2036-03-16']) await onDay(day);
    const { id } = await onDay(null);
    await move(id, '2036-03-12', 'shift');
    expect(await plan()).toEqual({
      '2036-03-12': 'Message null',
      '2036-03-13': 'Message 2036-03-12',
      '2036-03-14': 'Message 2036-03-13',
      '2036-03-15': 'Message 2036-03-14',
      '2036-03-16': 'Message 2036-03-16',
    });
  });

  it('shifts into the gap that it leaves itself', async () => {
    for (const day of ['2036-03-12', '2036-03-13']) await onDay(day);
    const { id } = await onDay('2036-03-14');
    await onDay('2036-03-15');
    await move(id, '2036-03-12', 'shift');
    expect(await plan()).toEqual({
      '2036-03-12': 'Message 2036-03-14',
      '2036-03-13': 'Message 2036-03-12',
      '2036-03-14': 'Message 2036-03-13',
      '2036-03-15': 'Message 2036-03-15',
    });
  });

  it('does not shift beyond what can be planned', async () => {
    await onDay('2038-03-10');
    const { id } = await onDay(null);
    expect((await move(id, '2038-03-10', 'shift')).body.code).toBe('shift_too_far');
    expect(await plan()).toEqual({ '2038-03-10': 'Message 2038-03-10' });
  });

  it('is written down from which day to which', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    const { headers } = await move(one.id, '2036-03-13', 'swap');
    const { body } = await t.call('GET', `/audit-logs/?request_id=${String(headers['x-request-id'])}`, {
      token: admin.token,
    });
    const changes = Object.fromEntries(
      body.data.map((entry: { entity_id: string; changes: object }) => [entry.entity_id, entry.changes]),
    );
    expect(changes).toEqual({
      [one.id]: { day: ['2036-03-12', '2036-03-13'] },
      [two.id]: { day: ['2036-03-13', '2036-03-12'] },
    });
  });

  it('by many at once keeps one message per day, and every message', async () => {
    const days = ['2036-03-12', '2036-03-13', '2036-03-14', '2036-03-15', '2036-03-16'];
    const ids: string[] = [];
    for (const day of days) ids.push((await onDay(day)).id);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        move(ids[i % 5] ?? '', days[(i * 3 + 1) % 5] ?? '', i % 2 === 0 ? 'swap' : 'shift'),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await call('GET', '?place=planned');
    expect(body.count).toBe(5);
    expect(new Set(body.data.map(({ day }: DailyMessagePublic) => day)).size).toBe(5);
  });
});

describe('the reserve', () => {
  it('fills empty days, those shown longest ago first, and says how many are left', async () => {
    await onDay('2036-03-12');
    await onDay('2036-03-14', { status: 'draft' });
    const reserve = [];
    for (const body of ['a', 'b']) reserve.push(await write({ translations: { fr: text(body) } }));
    await write({ status: 'draft', translations: { fr: text('not ready') } });
    await t.db.execute(sql`insert into daily_message_issues (day, message_id, version, source, translations, missing_locale, first_served_at)
      values ('2036-03-01', ${reserve[0]?.id}, 1, 'reserve', '{"fr": null, "en": null}', 'fallback', now())`);
    const period = { from: '2036-03-12', to: '2036-03-16' };
    expect((await call('POST', 'fill-from-reserve', period)).body).toEqual({ filled: 2, empty: 1 });
    expect(await plan()).toMatchObject({ '2036-03-13': 'b', '2036-03-15': 'a' });
    expect((await call('POST', 'fill-from-reserve', period)).body).toEqual({ filled: 0, empty: 1 });
  });

  it.each([
    [{ from: '2036-03-09', to: '2036-03-12' }, 'from'],
    [{ from: '2036-03-12', to: '2038-03-12' }, 'to'],
    [{ from: '2036-03-12', to: '2036-03-11' }, 'to'],
  ])('does not fill %j', async (period, field) => {
    const { status, body } = await call('POST', 'fill-from-reserve', period);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('the calendar', () => {
  const read = async (month: string): Promise<Calendar> =>
    (await call('GET', `calendar?month=${month}`)).body;
  const statesOf = async (month: string) =>
    Object.fromEntries((await read(month)).data.map(({ day, state }) => [day, state]));

  it('has every day of the month with its state', async () => {
    await onDay('2036-03-10');
    await onDay('2036-03-11', { status: 'draft' });
    const { data, count, today } = await read('2036-03');
    expect([data.length, count, today]).toEqual([31, 31, TODAY]);
    expect(data.slice(9, 12)).toMatchObject([
      { day: '2036-03-10', state: 'ready', locales: ['fr'], title: 'Message 2036-03-10', version: 1 },
      { day: '2036-03-11', state: 'draft' },
      { day: '2036-03-12', state: 'empty', id: null, title: '' },
    ]);
    expect((await read('2040-02')).data).toHaveLength(29);
  });

  it('shows how far the reserve reaches: a draft does not fill its day', async () => {
    await onDay('2036-03-11');
    await onDay('2036-03-13', { status: 'draft' });
    for (let i = 0; i < 4; i += 1) await onDay(null);
    const states = await statesOf('2036-03');
    expect(states).toMatchObject({
      '2036-03-09': 'empty',
      '2036-03-10': 'reserve',
      '2036-03-11': 'ready',
      '2036-03-12': 'reserve',
      '2036-03-13': 'draft',
      '2036-03-14': 'reserve',
      '2036-03-15': 'empty',
    });
    expect((await read('2036-03')).reserve).toEqual({ count: 4, covers_until: '2036-03-14' });
  });

  it.each(['2036-13', '2036-3', '0000-01', 'x'])('refuses %s as a month', async (month) => {
    const { status, body } = await call('GET', `calendar?month=${month}`);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'month']]);
  });

  it('is read by index, however long the archive is', async () => {
    await t.db.execute(sql`
      insert into daily_messages (id, day, status, translations, missing_locale, created_at, updated_at)
      select gen_random_uuid(), '2016-01-01'::date + i, 'ready', '{"fr": {"title": "", "body": "x", "author": ""}, "en": null}', 'fallback', now(), now()
      from generate_series(0, 3650) as i`);
    await t.db.execute(sql`analyze daily_messages`);
    const rows = await t.db.execute<{ 'QUERY PLAN': string }>(sql`explain
      select * from daily_messages where day between '2020-05-01' and '2020-05-31' and deleted_at is null`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('daily_messages_day');
    expect(Object.values(await statesOf('2020-05'))).toEqual(Array<string>(31).fill('ready'));
  });
});

describe('the list', () => {
  const found = async (query: string) =>
    (await call('GET', `?${query}`)).body.data.map(
      ({ translations }: DailyMessagePublic) => translations.fr?.body ?? translations.en?.body,
    );

  it('is filtered by place, days, status, missing language and text', async () => {
    await write({ day: '2036-03-12', translations: { fr: text('Été'), en: text('Summer') } });
    await write({ day: '2036-03-13', translations: { fr: text('Hiver') } });
    await write({ day: null, status: 'draft', translations: { en: text('Spring') } });
    const { id } = await write({ day: '2036-03-14', translations: { fr: text('Effacé') } });
    await call('DELETE', id);
    expect(await found('')).toEqual(['Été', 'Hiver', 'Spring']);
    expect(await found('sort=-day')).toEqual(['Hiver', 'Été', 'Spring']);
    expect(await found('place=planned')).toEqual(['Été', 'Hiver']);
    expect(await found('place=reserve')).toEqual(['Spring']);
    expect(await found('place=trash')).toEqual(['Effacé']);
    expect(await found('from=2036-03-13&to=2036-03-14')).toEqual(['Hiver']);
    expect(await found('status=draft')).toEqual(['Spring']);
    expect(await found('missing=en')).toEqual(['Hiver']);
    expect(await found('missing=fr')).toEqual(['Spring']);
    expect(await found('search=ete')).toEqual(['Été']);
    expect(await found('search=summ')).toEqual(['Été']);
  });
});

describe('the trash', () => {
  it('gives a message back to its day, or to the reserve once that is over', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    for (const { id } of [one, two]) await call('DELETE', id);
    expect((await call('GET', one.id)).body.code).toBe('daily_message_not_found');
    expect((await call('POST', `${one.id}/restore`)).body.day).toBe('2036-03-12');
    time = new Date('2036-03-14T12:00:00Z');
    expect((await call('POST', `${two.id}/restore`)).body.day).toBeNull();
  });

  it('keeps a message whose day was given to another', async () => {
    const { id } = await onDay('2036-03-12');
    await call('DELETE', id);
    const other = await onDay('2036-03-12');
    const { status, body } = await call('POST', `${id}/restore`);
    expect([status, body.code, body.occupant.id]).toEqual([409, 'day_taken', other.id]);
  });

  it('gives such a message to the reserve when asked to', async () => {
    const { id } = await onDay('2036-03-12');
    await call('DELETE', id);
    await onDay('2036-03-12');
    expect((await call('POST', `${id}/restore?to=reserve`)).body.day).toBeNull();
    expect((await call('GET', '?place=reserve')).body.data).toMatchObject([{ id }]);
  });

  it('is emptied of what is 30 days old', async () => {
    const { id } = await onDay(null);
    await call('DELETE', id);
    await deleteExpiredDailyMessages(t.db, new Date(time.getTime() + 29.9 * 86_400_000));
    expect((await call('GET', '?place=trash')).body.count).toBe(1);
    await deleteExpiredDailyMessages(t.db, new Date(time.getTime() + 30.1 * 86_400_000));
    expect((await call('GET', '?place=trash')).body.count).toBe(0);
  });
});

describe('a bulk action', () => {
  it('does what can be done, and says why not the rest', async () => {
    const ready = await onDay('2036-03-12', { status: 'draft' });
    const english = await write({
      status: 'draft',
      translations: { en: { ...text('x'), title: 'Only English' } },
    });
    const unknown = crypto.randomUUID();
    const ids = [ready.id, english.id, unknown];
    expect((await call('POST', 'bulk', { action: 'ready', ids })).body).toEqual({
      count: 3,
      done: 1,
      skipped: [
        { id: english.id, label: 'Only English', code: 'default_locale_missing' },
        { id: unknown, label: '', code: 'daily_message_not_found' },
      ],
    });
  });

  it('on a filter deletes what it counts, and restores what it can', async () => {
    for (const day of ['2036-03-12', '2036-03-13', '2036-03-14']) await onDay(day);
    const filter = { from: '2036-03-13' };
    const wrong = await call('POST', 'bulk', { action: 'delete', filter, expected_count: 3 });
    expect(wrong.body.code).toBe('count_changed');
    expect((await call('POST', 'bulk', { action: 'delete', filter, expected_count: 2 })).body.done).toBe(2);
    const taker = await onDay('2036-03-13');
    const back = { action: 'restore', filter: { place: 'trash' }, expected_count: 2 };
    expect((await call('POST', 'bulk', back)).body).toMatchObject({
      done: 1,
      skipped: [{ code: 'day_taken' }],
    });
    expect(Object.keys(await plan())).toEqual(['2036-03-12', '2036-03-13', '2036-03-14']);
    expect((await call('GET', taker.id)).status).toBe(200);
  });
});

describe('an import', () => {
  const send = (csv: string, dry_run = false) => call('POST', 'import', { csv, dry_run });

  it.each([',', ';', '\t'])('reads a table separated by %j', async (delimiter) => {
    const rows = [
      ['day', 'fr_title', 'fr_body', 'en_body', 'status', 'link'],
      ['2036-03-12', 'Titre', '"Deux\nlignes"', 'Two', 'ready', 'https://example.com/'],
      ['', '', 'Réserve', '', '', ''],
    ];
    const csv = `\uFEFF${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
    expect((await send(csv, true)).body).toEqual({
      count: 2,
      created: 0,
      rows: [
        { line: 2, day: '2036-03-12', title: 'Titre' },
        { line: 4, day: null, title: 'Réserve' },
      ],
      errors: [],
    });
    expect((await call('GET', '')).body.count).toBe(0);
    expect((await send(csv)).body).toMatchObject({ created: 2, errors: [] });
    const { body } = await call('GET', '');
    expect(body.data).toMatchObject([
      {
        day: '2036-03-12',
        status: 'ready',
        link: 'https://example.com/',
        translations: { fr: { title: 'Titre', body: 'Deux\nlignes', author: '' }, en: text('Two') },
      },
      { day: null, status: 'draft', translations: { fr: text('Réserve'), en: null } },
    ]);
  });

  it('tells every mistake by line and column, and imports nothing', async () => {
    await onDay('2036-03-20');
    const csv = [
      'day,fr_body,en_body,status,link',
      '2036-02-30,a,,,',
      '2020-01-01,a,,,',
      '2036-03-20,a,,,',
      '2036-03-21,a,,,',
      '2036-03-21,b,,,',
      ',,,,',
      ',,Hello,ready,',
      ',a,,published,',
      ',a,,,ftp://x',
      `,${'x'.repeat(1001)},,,`,
      ',a,b',
    ].join('\n');
    const { body } = await send(csv);
    expect(body.created).toBe(0);
    expect(body.errors.map(({ line, field, type }: Record<string, unknown>) => [line, field, type])).toEqual([
      [2, 'day', 'date_parsing'],
      [3, 'day', 'date_too_early'],
      [4, 'day', 'day_taken'],
      [6, 'day', 'day_taken'],
      [7, 'fr_body', 'missing'],
      [8, 'fr_body', 'default_locale_missing'],
      [9, 'status', 'enum'],
      [10, 'link', 'url_parsing'],
      [11, 'fr_body', 'string_too_long'],
      [12, '', 'column_count'],
    ]);
    expect(
      body.errors.flatMap(({ line, occupant }: Record<string, unknown>) =>
        occupant ? [[line, occupant]] : [],
      ),
    ).toEqual([
      [4, 'Message 2036-03-20'],
      [6, 'a'],
    ]);
    expect(Object.keys(await plan())).toEqual(['2036-03-20']);
  });

  it('takes as many characters as it says, of whatever size, and no more', async () => {
    const rows = [...Array<number>(499).fill(999), 991].map((size) => '\u{1f600}'.repeat(size));
    const table = `fr_body\n${rows.join('\n')}\n`;
    expect([...table]).toHaveLength(500_000);
    const fits = await send(table, true);
    expect([fits.status, fits.body.count]).toEqual([200, 500]);
    const { status, body } = await send(`${table}x`, true);
    expect([status, body.detail[0].type]).toEqual([422, 'string_too_long']);
  });

  it.each([
    ['body\nx', [1, 'body', 'unknown_column']],
    ['day,day\n,', [1, 'day', 'repeated_column']],
    ['fr_body', [1, '', 'too_short']],
    [`fr_body\n${'x\n'.repeat(5001)}`, [1, '', 'too_long']],
    ['fr_body\n"x', [2, '', 'csv_parsing']],
  ])('refuses the table %j', async (csv, [line, field, type]) => {
    expect((await send(csv)).body.errors).toMatchObject([{ line, field, type }]);
  });

  it('takes back what was exported', async () => {
    const translations = { fr: text('=1+1; "x"'), en: text('-a\nb') };
    await write({ day: '2036-03-12', missing_locale: 'hide', translations });
    const { text: csv, headers } = await call('GET', 'export');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    await t.db.execute(sql`delete from daily_messages`);
    expect((await send(csv)).body).toMatchObject({ created: 1, errors: [] });
    expect((await call('GET', '')).body.data).toMatchObject([
      { day: '2036-03-12', status: 'ready', missing_locale: 'hide', translations },
    ]);
  });
});
