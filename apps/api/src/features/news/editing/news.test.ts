import { describe, expect, it } from 'vitest';
import { doc, french, LATER, text, useArticles } from '../../../../test/articles.ts';

const scene = useArticles();
const { ask, read, act, save, write, shown, titles } = scene;

describe('an article', () => {
  it('is a draft of its writer at first, which members do not see', async () => {
    const id = await write(french('Été à l’œuvre'));
    expect(await read(id)).toMatchObject({
      slug: 'ete-a-l-oeuvre',
      status: 'draft',
      titles: { fr: 'Été à l’œuvre', en: null },
      states: { fr: 'ready', en: null },
      version: 1,
      live: null,
      created_by: { id: scene.admin.id },
    });
    expect((await ask('GET', `/app/news/${id}`)).body.code).toBe('no_news');
  });

  it('goes on unchanged for members while its draft is edited, until it is published again', async () => {
    const id = await write(french('Un'), 'publish');
    await save(id, 1, french('Deux'));
    expect([await shown(id), (await read(id)).has_changes]).toEqual(['Le texte de Un', true]);
    await act(id, 'publish');
    expect([await shown(id), (await read(id)).has_changes]).toEqual(['Le texte de Deux', false]);
  });

  it('goes live in the languages that are ready alone, and falls back or hides in the others', async () => {
    const both = { fr: text('Bonjour'), en: text('Hello', { state: 'draft' }) };
    const id = await write({ translations: both }, 'publish');
    const reader = await scene.t.member({ locale: 'en' });
    const asReader = async () => (await ask('GET', `/app/news/${id}`, undefined, reader)).body;
    await ask('PATCH', '/users/me', { locale: 'en' }, reader);
    expect(await asReader()).toMatchObject({ locale: 'fr', is_fallback: true, title: 'Bonjour' });
    await save(id, 1, { translations: { ...both, en: text('Hello') } });
    expect((await asReader()).title).toBe('Bonjour');
    await act(id, 'publish');
    expect(await asReader()).toMatchObject({ locale: 'en', is_fallback: false, title: 'Hello' });
    await save(id, 2, { translations: both, missing_locale: 'hide' });
    await act(id, 'publish');
    expect((await asReader()).code).toBe('no_news');
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: '\u200b \u2060\u3164' }],
    ['body', { body: doc(' ') }],
    ['body', { body: doc('\u200b', '\u00ad') }],
    ['state', { state: 'draft' }],
  ])('can be kept without its %s, and not published', async (field, fields) => {
    const id = await write(french('Un titre', fields));
    const { status, body } = await act(id, 'publish');
    expect([status, body.code, body.missing]).toEqual([409, 'not_publishable', [{ locale: 'fr', field }]]);
  });

  it('is duplicated as a draft under a slug of its own', async () => {
    const id = await write(french('Un titre'), 'publish');
    const json = { names: { fr: 'Fêtes', en: 'Feasts' }, color: '#1f8560' };
    const { id: category_id } = (await ask('POST', '/news-categories/', json)).body;
    expect(category_id).toBeDefined();
    await ask('PATCH', `/news/${id}`, { category_id });
    const { body } = await act(id, 'duplicate');
    expect(body).toMatchObject({
      status: 'draft',
      category_id,
      slug: 'un-titre-2',
      titles: { fr: 'Un titre' },
      version: 1,
    });
  });

  it('that is deleted is gone from the app at once, and comes back as a draft', async () => {
    const id = await write(french('Un titre'), 'publish');
    await ask('DELETE', `/news/${id}`);
    expect([await shown(id), await titles(), await titles('place=trash')]).toEqual([
      undefined,
      [],
      ['Un titre'],
    ]);
    expect((await act(id, 'publish')).body.code).toBe('news_not_found');
    expect((await act(id, 'restore')).body).toMatchObject({ status: 'draft', deleted_at: null });
  });

  it('comes back from the trash as archived if it was archived', async () => {
    const id = await write(french('Un titre'), 'archive');
    await ask('DELETE', `/news/${id}`);
    expect((await act(id, 'restore')).body).toMatchObject({ status: 'archived', deleted_at: null });
    expect((await act(id, 'unarchive')).body.status).toBe('draft');
  });
});

/** Status after each verb in each state; a missing entry is a refusal. */
const TRANSITIONS: Record<string, Record<string, string>> = {
  draft: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
  scheduled: { publish: 'published', schedule: 'scheduled', unpublish: 'draft', archive: 'archived' },
  published: { publish: 'published', unpublish: 'draft', archive: 'archived' },
  archived: { unarchive: 'draft' },
  ended: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
};
const VERBS = ['publish', 'schedule', 'unpublish', 'archive', 'unarchive'];
describe('the states of an article', () => {
  const inState: Record<string, () => Promise<string>> = {
    draft: () => write(),
    scheduled: async () => {
      const id = await write();
      await act(id, 'schedule', LATER);
      return id;
    },
    published: () => write(french('Un titre'), 'publish'),
    archived: () => write(french('Un titre'), 'archive'),
    ended: async () => {
      const id = await write();
      await act(id, 'publish', { visible_to: '2036-03-11T09:00' });
      scene.time = new Date('2036-03-11T08:00:00Z');
      return id;
    },
  };
  const cases = Object.keys(TRANSITIONS).flatMap((state) => VERBS.map((verb) => [state, verb] as const));

  it.each(cases)('%s: %s', async (state, verb) => {
    const id = await (inState[state] as () => Promise<string>)();
    const before = await read(id);
    const { status, body } = await act(id, verb, verb === 'schedule' ? LATER : {});
    const next = TRANSITIONS[state]?.[verb];
    if (next) expect([status, body.status]).toEqual([200, next]);
    else {
      expect([status, body.code]).toEqual([409, 'invalid_state']);
      expect(body.allowed).toEqual(expect.arrayContaining(Object.keys(TRANSITIONS[state] ?? {})));
      expect(await read(id)).toEqual(before);
    }
    expect((await shown(id)) !== undefined).toBe((next ?? before.status) === 'published');
  });
});

describe('the end of a published article', () => {
  it('changes without what is written meanwhile being shown, complete or not', async () => {
    const id = await write(french('Un titre'), 'publish');
    await save(id, 1, french('Pas fini', { state: 'draft' }));
    for (const visible_to of ['2036-03-11T09:00', null]) {
      const { status, body } = await act(id, 'publish', { visible_to, keeps_text: true });
      expect([status, body.status, body.has_changes]).toEqual([200, 'published', true]);
      expect(body.visible_to).toBe(visible_to && '2036-03-11T08:00:00.000Z');
      expect(await shown(id)).toBe('Le texte de Un titre');
    }
    await act(id, 'publish', { visible_to: '2036-03-11T09:00', keeps_text: true });
    scene.time = new Date('2036-03-11T08:00:00Z');
    expect(await shown(id)).toBeUndefined();
  });

  it('is none of a draft', async () => {
    const id = await write(french('Un titre'));
    const { status, body } = await act(id, 'publish', { visible_to: null, keeps_text: true });
    expect([status, body.code]).toEqual([409, 'invalid_state']);
  });
});

describe('a schedule', () => {
  it('shows what was written when it was made, from its minute to its end, without any job', async () => {
    const id = await write(french('Programmé'));
    await act(id, 'schedule', { visible_from: '2036-03-11T09:00', visible_to: '2036-03-12T09:00' });
    await save(id, 1, french('Plus tard'));
    const at = async (moment: string) => {
      scene.time = new Date(moment);
      return [await shown(id), (await read(id)).status];
    };
    expect(await at('2036-03-11T07:59:59.999Z')).toEqual([undefined, 'scheduled']);
    expect(await at('2036-03-11T08:00:00Z')).toEqual(['Le texte de Programmé', 'published']);
    expect(await at('2036-03-12T07:59:59.999Z')).toEqual(['Le texte de Programmé', 'published']);
    expect(await at('2036-03-12T08:00:00Z')).toEqual([undefined, 'draft']);
  });

  it.each([
    ['in the past', { visible_from: '2036-03-10T12:59' }, 'visible_from', 'datetime_too_early'],
    ['now', { visible_from: '2036-03-10T13:00' }, 'visible_from', 'datetime_too_early'],
    ['that clocks skip', { visible_from: '2036-03-30T02:30' }, 'visible_from', 'time_skipped'],
    ['that clocks strike twice', { visible_from: '2036-10-26T02:30' }, 'visible_from', 'time_ambiguous'],
    ['on no day', { visible_from: '2036-02-30T12:00' }, 'visible_from', 'datetime_parsing'],
    ['at no hour', { visible_from: '2036-03-20T24:00' }, 'visible_from', 'datetime_parsing'],
    ['with seconds', { visible_from: '2036-03-20T12:00:00' }, 'visible_from', 'datetime_parsing'],
    ['that ends before', { ...LATER, visible_to: '2036-03-20T09:00' }, 'visible_to', 'visible_to_too_early'],
    ['whose end is skipped', { ...LATER, visible_to: '2036-03-30T02:30' }, 'visible_to', 'time_skipped'],
  ])('%s is refused by name', async (_name, json, field, type) => {
    const id = await write();
    const { status, body } = await act(id, 'schedule', json);
    expect([status, body.detail?.[0]]).toEqual([
      422,
      expect.objectContaining({ loc: ['body', field], type }),
    ]);
    expect((await read(id)).status).toBe('draft');
  });

  it.each([
    ['2036-03-30T01:59', '2036-03-30T00:59:00.000Z'],
    ['2036-03-30T03:00', '2036-03-30T01:00:00.000Z'],
    ['2036-10-26T01:59', '2036-10-25T23:59:00.000Z'],
    ['2036-10-26T03:00', '2036-10-26T02:00:00.000Z'],
  ])('at %s, beside a change of clocks, is at %s', async (visible_from, moment) => {
    const id = await write();
    expect((await act(id, 'schedule', { visible_from })).body.visible_from).toBe(moment);
  });

  it('keeps the end of what is published, until another or none is sent', async () => {
    const id = await write();
    const ends = [{ visible_to: '2036-03-20T09:00' }, {}, { visible_to: null }].map(
      (json) => async () => (await act(id, 'publish', json)).body.visible_to,
    );
    const found = [];
    for (const end of ends) found.push(await end());
    expect(found).toEqual(['2036-03-20T08:00:00.000Z', '2036-03-20T08:00:00.000Z', null]);
  });
});
