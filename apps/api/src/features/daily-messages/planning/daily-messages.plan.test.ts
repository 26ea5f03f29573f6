import type {
  Calendar,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { TODAY, text, useDailyMessages } from '../../../../test/daily-messages.ts';
import { listDays } from './daily-messages.days.queries.ts';

const scene = useDailyMessages();
const { call, write, onDay, plan } = scene;

describe('POST /daily-messages/{id}/move', () => {
  const move = (id: string, day: string | null, on_conflict = 'refuse') =>
    call('POST', `${id}/move`, { day, on_conflict });

  it('moves a message to a free day, to the reserve and back', async () => {
    const { id } = await onDay('2036-03-12');
    expect((await move(id, '2036-03-15')).body.day).toBe('2036-03-15');
    expect((await move(id, null)).body.day).toBeNull();
    expect((await move(id, '2036-03-12')).body.day).toBe('2036-03-12');
  });

  it('leaves a message unchanged when it is moved to its own day', async () => {
    const { id } = await onDay('2036-03-12');
    for (const how of ['refuse', 'swap', 'shift'])
      expect((await move(id, '2036-03-12', how)).body).toMatchObject({ day: '2036-03-12', version: 1 });
  });

  it('rejects a move to an occupied day and returns the occupant', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    const { status, body } = await move(one.id, '2036-03-13');
    expect([status, body.code, body.occupant.id]).toEqual([409, 'day_taken', two.id]);
  });

  it('swaps two planned messages, and a planned message with one of the reserve', async () => {
    const [one] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    await move(one.id, '2036-03-13', 'swap');
    expect(await plan()).toEqual({ '2036-03-12': 'Message 2036-03-13', '2036-03-13': 'Message 2036-03-12' });
    const reserve = await onDay(null);
    await move(reserve.id, '2036-03-12', 'swap');
    expect(await plan()).toEqual({ '2036-03-12': 'Message null', '2036-03-13': 'Message 2036-03-12' });
  });

  it('shifts the following messages up to the first free day', async () => {
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

  it('shifts messages into the day that the moved message leaves', async () => {
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

  it('shifts messages up to the last day that can be planned', async () => {
    await onDay('2038-03-09');
    const { id } = await onDay(null);
    await move(id, '2038-03-09', 'shift');
    expect(await plan()).toEqual({ '2038-03-09': 'Message null', '2038-03-10': 'Message 2038-03-09' });
  });

  it('rejects a shift beyond the last day that can be planned', async () => {
    await onDay('2038-03-10');
    const { id } = await onDay(null);
    expect((await move(id, '2038-03-10', 'shift')).body.code).toBe('shift_too_far');
    expect(await plan()).toEqual({ '2038-03-10': 'Message 2038-03-10' });
  });

  it('records the old and the new day of both swapped messages in the audit log', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    const { headers } = await move(one.id, '2036-03-13', 'swap');
    const { body } = await scene.t.call('GET', `/audit-logs/?request_id=${String(headers['x-request-id'])}`, {
      token: scene.admin.token,
    });
    const changes = Object.fromEntries(
      body.data.map((entry: { entity_id: string; changes: object }) => [entry.entity_id, entry.changes]),
    );
    expect(changes).toEqual({
      [one.id]: { day: ['2036-03-12', '2036-03-13'] },
      [two.id]: { day: ['2036-03-13', '2036-03-12'] },
    });
  });

  it('keeps every message and one message per day during concurrent moves', async () => {
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

describe('POST /daily-messages/fill-from-reserve', () => {
  it('fills empty days with the messages shown longest ago and returns how many days stay empty', async () => {
    await onDay('2036-03-12');
    await onDay('2036-03-14', { status: 'draft' });
    const reserve = [];
    for (const body of ['a', 'b']) reserve.push(await write({ translations: { fr: text(body) } }));
    await write({ status: 'draft', translations: { fr: text('not ready') } });
    await scene.t.db.execute(sql`insert into daily_message_issues (day, message_id, version, source, translations, missing_locale, first_served_at)
      values ('2036-03-01', ${reserve[0]?.id}, 1, 'reserve', '{"fr": null, "en": null}', 'fallback', now())`);
    const period = { from: '2036-03-12', to: '2036-03-16' };
    expect((await call('POST', 'fill-from-reserve', period)).body).toEqual({ filled: 2, empty: 1 });
    expect(await plan()).toMatchObject({ '2036-03-13': 'b', '2036-03-15': 'a' });
    expect((await call('POST', 'fill-from-reserve', period)).body).toEqual({ filled: 0, empty: 1 });
  });

  it('does not fill a day on which a message of the reserve was already shown', async () => {
    await write({ translations: { fr: text('a') } });
    const { token } = await scene.t.member();
    const shown = async () =>
      (await scene.t.call('GET', `/app/daily-message?day=${TODAY}`, { token })).body.body;
    expect(await shown()).toBe('a');
    await write({ translations: { fr: text('b') } });
    const period = { from: TODAY, to: '2036-03-11' };
    expect((await call('POST', 'fill-from-reserve', period)).body).toEqual({ filled: 1, empty: 0 });
    expect(await plan()).toEqual({ '2036-03-11': 'b' });
    expect(await shown()).toBe('a');
  });

  it.each([
    [{ from: '2036-03-09', to: '2036-03-12' }, 'from'],
    [{ from: '2036-03-12', to: '2038-03-12' }, 'to'],
    [{ from: '2036-03-12', to: '2036-03-11' }, 'to'],
  ])('rejects the period %j with an error at %s', async (period, field) => {
    const { status, body } = await call('POST', 'fill-from-reserve', period);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('GET /daily-messages/calendar', () => {
  const read = async (month: string): Promise<Calendar> =>
    (await call('GET', `calendar?month=${month}`)).body;
  const dayOf = async (day: string) => (await read(day.slice(0, 7))).data.find((each) => each.day === day);
  /** Opens the app as a member. */
  const ask = () => scene.t.call('GET', `/app/daily-message?day=${TODAY}`, { token: scene.admin.token });
  const statesOf = async (month: string) =>
    Object.fromEntries((await read(month)).data.map(({ day, state }) => [day, state]));

  it('returns titles in the language of the reader in the calendar and in day_taken errors', async () => {
    const translations = {
      fr: { title: 'Marché', body: 'Demain' },
      en: { title: 'Market', body: 'Tomorrow' },
    };
    await write({ day: '2036-03-12', translations });
    for (const [locale, title] of [
      ['en', 'Market'],
      ['fr', 'Marché'],
    ]) {
      await scene.t.call('PATCH', '/users/me', { token: scene.admin.token, json: { locale } });
      const { body } = await call('GET', 'calendar?month=2036-03');
      expect(body.data[11].title).toBe(title);
      const refusal = await call('POST', '', { day: '2036-03-12', translations });
      expect(refusal.body.occupant.title).toBe(title);
    }
  });

  it('forecasts messages of the reserve for three years, and none for distant months', async () => {
    await onDay(null);
    expect(new Set(Object.values(await statesOf('2038-12')))).toEqual(new Set(['reserve']));
    expect(new Set(Object.values(await statesOf('2099-11')))).toEqual(new Set(['empty']));
  });

  it('returns every day of a month with its state', async () => {
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

  it('fills all future days from the repeating reserve, except days with a draft', async () => {
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
      '2036-03-15': 'reserve',
      '2036-03-31': 'reserve',
    });
    expect((await read('2036-03')).reserve).toEqual({ count: 4, covers_until: '2036-03-14' });
    expect(new Set(Object.values(await statesOf('2037-01')))).toEqual(new Set(['reserve']));
  });

  it.each([0, 1, 2])(
    'agrees in calendar, reserve and preview on what empty days show, with %i in the reserve',
    async (size) => {
      await onDay('2036-03-11');
      await onDay(null, { status: 'draft' });
      for (let i = 0; i < size; i += 1) await onDay(null, { translations: { fr: text(`Reserve ${i}`) } });
      const { data, reserve } = await read('2036-03');
      expect(reserve.covers_until !== null).toBe(size > 0);
      for (const { day, state, title } of data.filter(({ day }) => day >= TODAY)) {
        const { status, body } = await call('GET', `preview?day=${day}&locale=fr`);
        expect([day, state !== 'empty']).toEqual([day, status === 200]);
        expect([day, title]).toEqual([day, body.body ?? '']);
      }
    },
  );

  it('shows the reserve message of today beside a draft until a ready message replaces it', async () => {
    const { id } = await onDay(null, { translations: { fr: text('Réserve') } });
    await ask();
    const reserve = { id, title: 'Réserve' };
    expect(await dayOf(TODAY)).toMatchObject({
      state: 'reserve',
      id,
      title: 'Réserve',
      version: null,
      reserve,
    });
    const draft = await onDay(TODAY, { status: 'draft' });
    expect(await dayOf(TODAY)).toMatchObject({ state: 'draft', id: draft.id, version: 1, reserve });
    await call('PATCH', draft.id, { status: 'ready' });
    expect(await dayOf(TODAY)).toMatchObject({ state: 'ready', id: draft.id, reserve: null });
    await call('DELETE', draft.id);
    await call('DELETE', id);
    expect(await dayOf(TODAY)).toMatchObject({ state: 'empty', id: null, title: '', reserve: null });
  });

  it('shows the reserve message of a past day even after the message was erased', async () => {
    const { id } = await onDay(null, { translations: { fr: text('Réserve') } });
    await onDay(TODAY, { status: 'draft' });
    const unseen = await onDay('2036-03-11', { status: 'draft' });
    await ask();
    scene.time = new Date('2036-03-13T12:00:00Z');
    expect(await dayOf(TODAY)).toMatchObject({
      state: 'reserve',
      id,
      title: 'Réserve',
      version: null,
      reserve: null,
    });
    expect(await dayOf('2036-03-11')).toMatchObject({ state: 'draft', id: unseen.id });
    await call('DELETE', id);
    expect(await dayOf(TODAY)).toMatchObject({
      state: 'reserve',
      id: null,
      title: 'Réserve',
      locales: ['fr'],
    });
    expect((await call('GET', 'issues')).body.data).toMatchObject([{ message_id: id, is_deleted: true }]);
    await scene.t.db.execute(sql`delete from daily_messages where id = ${id}`);
    expect(await dayOf(TODAY)).toMatchObject({ state: 'reserve', id: null, title: 'Réserve' });
    expect((await call('GET', 'issues')).body.data).toMatchObject([{ message_id: id, is_deleted: true }]);
  });

  it('shows the planned message of a past day even after the message was deleted', async () => {
    const { id } = await onDay(TODAY);
    await ask();
    expect((await call('GET', 'issues')).body.data).toMatchObject([{ message_id: id, is_deleted: false }]);
    await call('DELETE', id);
    expect(await dayOf(TODAY)).toMatchObject({ state: 'empty' });
    scene.time = new Date('2036-03-13T12:00:00Z');
    expect(await dayOf(TODAY)).toMatchObject({ state: 'ready', id: null, title: `Message ${TODAY}` });
  });

  it.each(['2036-13', '2036-3', '0000-01', 'x'])('rejects the calendar month %s', async (month) => {
    const { status, body } = await call('GET', `calendar?month=${month}`);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'month']]);
  });

  it('reads a month of a large archive by index', async () => {
    await scene.t.db.execute(sql`
      insert into daily_messages (id, day, status, translations, missing_locale, created_at, updated_at)
      select gen_random_uuid(), '2016-01-01'::date + i, 'ready', '{"fr": {"title": "", "body": "x", "author": ""}, "en": null}', 'fallback', now(), now()
      from generate_series(0, 3650) as i`);
    await scene.t.db.execute(sql`analyze daily_messages`);
    const statement = listDays(scene.t.db, '2020-05-01', '2020-05-31').getSQL();
    const rows = await scene.t.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('daily_messages_day');
    expect(plan).not.toContain('Seq Scan on daily_messages');
    expect(Object.values(await statesOf('2020-05'))).toEqual(Array<string>(31).fill('ready'));
  });
});
