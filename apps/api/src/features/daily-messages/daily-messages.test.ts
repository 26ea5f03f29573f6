import { describe, expect, it } from 'vitest';
import { TODAY, text, useDailyMessages } from '../../../test/daily-messages.ts';
import { deleteExpiredDailyMessages } from './daily-messages.queries.ts';

const scene = useDailyMessages();
const { call, write, onDay, plan } = scene;

describe('POST /daily-messages', () => {
  it('stores both languages, the author, the link and the rule for a missing language', async () => {
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
    expect(message.created_by).toMatchObject({ id: scene.admin.id, email: scene.admin.email });
    expect((await call('GET', message.id)).body).toEqual(message);
  });

  it('rejects an occupied day and returns its occupant', async () => {
    const { id } = await onDay('2036-03-12', { translations: { fr: { ...text('x'), title: 'Le premier' } } });
    const { status, body } = await call('POST', '', { day: '2036-03-12' });
    expect([status, body.code]).toEqual([409, 'day_taken']);
    expect(body.occupant).toEqual({ id, day: '2036-03-12', title: 'Le premier' });
  });

  it('accepts one of twenty concurrent messages for the same day', async () => {
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
  ])('rejects a daily message for the day %s with %s', async (day, type) => {
    const { status, body } = await call('POST', '', { day });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'day'], type]);
  });

  it('accepts the first and the last day that can be planned', async () => {
    await onDay(TODAY);
    await onDay('2038-03-10');
    expect(Object.keys(await plan())).toEqual([TODAY, '2038-03-10']);
  });

  it.each([
    [{ fr: text('') }, 'blank'],
    [{ fr: text(' \n ') }, 'only spaces'],
    [{ en: text('Hello') }, 'another language'],
    [{}, 'no text'],
  ])('rejects the status ready for translations %j (%s) but accepts a draft', async (translations, _how) => {
    const { status, body } = await call('POST', '', { status: 'ready', translations });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
      422,
      ['body', 'translations'],
      'default_locale_missing',
    ]);
    expect((await call('POST', '', { status: 'draft', translations })).status).toBe(200);
  });

  it('counts a family emoji as one character', async () => {
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
  ])('rejects a daily message with the link %s', async (link) => {
    const { status, body } = await call('POST', '', { link });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'link']]);
  });
});

describe('changes of daily messages', () => {
  it('changes only the sent fields of a daily message and keeps the other language', async () => {
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

  it('rejects the change of the second of two concurrent editors and returns the current message', async () => {
    const { id, version } = await write();
    expect((await call('PATCH', id, { version, link: 'https://one.example' })).status).toBe(200);
    const { status, body } = await call('PATCH', id, { version, link: 'https://two.example' });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    const { body: current } = await call('GET', id);
    expect(current.link).toBe('https://one.example');
    const conflict = {
      fields: [],
      current,
      version: 2,
      updated_at: current.updated_at,
      updated_by: scene.admin.email,
    };
    expect(body.conflict).toEqual(conflict);
    const move = await call('POST', `${id}/move`, { day: TODAY, version });
    expect([move.body.code, move.body.conflict]).toEqual(['version_conflict', conflict]);
  });

  it('labels an untitled message with the first 79 characters of its body without splitting an emoji', async () => {
    const family = '👩‍👩‍👧‍👦';
    await onDay(TODAY, { translations: { fr: text(family.repeat(81)) } });
    const { body } = await call('POST', '', { day: TODAY });
    expect(body.occupant.title).toBe(`${family.repeat(79)}…`);
  });

  it('accepts one of ten concurrent changes with the same version', async () => {
    const { id, version } = await write();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call('PATCH', id, { version, link: `https://example.com/${i}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await call('GET', id)).body.version).toBe(2);
  });

  it('accepts only corrections of texts for a message whose day is over', async () => {
    const { id } = await onDay(TODAY);
    scene.time = new Date('2036-03-11T00:30:00Z');
    expect((await call('PATCH', id, { translations: { fr: text('Corrigé') } })).status).toBe(200);
    for (const change of [{ status: 'draft' }, { link: 'https://example.com/' }, { missing_locale: 'hide' }])
      expect((await call('PATCH', id, change)).body.code).toBe('day_over');
    expect((await call('DELETE', id)).body.code).toBe('day_over');
    expect((await call('POST', `${id}/move`, { day: '2036-03-20' })).body.code).toBe('day_over');
    expect(await plan()).toEqual({ [TODAY]: 'Corrigé' });
  });
});

describe('trash of daily messages', () => {
  it('restores a message to its day, or to the reserve when the day is over', async () => {
    const [one, two] = [await onDay('2036-03-12'), await onDay('2036-03-13')];
    for (const { id } of [one, two]) await call('DELETE', id);
    expect((await call('GET', one.id)).body.code).toBe('daily_message_not_found');
    expect((await call('POST', `${one.id}/restore`)).body.day).toBe('2036-03-12');
    scene.time = new Date('2036-03-14T12:00:00Z');
    expect((await call('POST', `${two.id}/restore`)).body.day).toBeNull();
  });

  it('rejects restoring a message whose day is occupied', async () => {
    const { id } = await onDay('2036-03-12');
    await call('DELETE', id);
    const other = await onDay('2036-03-12');
    const { status, body } = await call('POST', `${id}/restore`);
    expect([status, body.code, body.occupant.id]).toEqual([409, 'day_taken', other.id]);
  });

  it('restores a message whose day is occupied to the reserve on request', async () => {
    const { id } = await onDay('2036-03-12');
    await call('DELETE', id);
    await onDay('2036-03-12');
    expect((await call('POST', `${id}/restore?to=reserve`)).body.day).toBeNull();
    expect((await call('GET', '?place=reserve')).body.data).toMatchObject([{ id }]);
  });

  it('erases a daily message 30 days after its deletion', async () => {
    const { id } = await onDay(null);
    await call('DELETE', id);
    await deleteExpiredDailyMessages(scene.t.db, new Date(scene.time.getTime() + 29.9 * 86_400_000));
    expect((await call('GET', '?place=trash')).body.count).toBe(1);
    await deleteExpiredDailyMessages(scene.t.db, new Date(scene.time.getTime() + 30.1 * 86_400_000));
    expect((await call('GET', '?place=trash')).body.count).toBe(0);
  });
});
