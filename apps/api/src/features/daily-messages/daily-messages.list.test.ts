import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { describe, expect, it } from 'vitest';
import { text, useDailyMessages } from '../../../test/daily-messages.ts';

const { call, write, onDay, plan } = useDailyMessages();

const found = async (query: string) =>
  (await call('GET', `?${query}`)).body.data.map(
    ({ translations }: DailyMessagePublic) => translations.fr?.body ?? translations.en?.body,
  );

it('filters daily messages by place, days, status, missing language and text', async () => {
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
  expect(await found('search=summ%20ete')).toEqual(['Été']);
  expect(await found('search=ete%20hiver')).toEqual([]);
});

describe('POST /daily-messages/bulk', () => {
  it('marks complete messages as ready and returns the reason for each skipped one', async () => {
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

  it('deletes the messages of a filter if the count is as expected, and restores those with a free day', async () => {
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
