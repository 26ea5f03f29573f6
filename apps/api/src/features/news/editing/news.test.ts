import { describe, expect, it } from 'vitest';
import { doc, french, LATER, text, useArticles } from '../../../../test/articles.ts';

const scene = useArticles();
const { ask, read, act, save, write, shown, titles } = scene;

describe('articles', () => {
  it('creates an article as a draft that members do not see', async () => {
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

  it('shows members the published text while the draft is edited, until it is published again', async () => {
    const id = await write(french('Un'), 'publish');
    await save(id, 1, french('Deux'));
    expect([await shown(id), (await read(id)).has_changes]).toEqual(['Le texte de Un', true]);
    await act(id, 'publish');
    expect([await shown(id), (await read(id)).has_changes]).toEqual(['Le texte de Deux', false]);
  });

  it('publishes only the languages that are ready and falls back or hides the article in others', async () => {
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
  ])('saves an article with an incomplete %s but rejects its publication', async (field, fields) => {
    const id = await write(french('Un titre', fields));
    const { status, body } = await act(id, 'publish');
    expect([status, body.code, body.missing]).toEqual([409, 'not_publishable', [{ locale: 'fr', field }]]);
  });

  it('duplicates an article as a draft with its own slug', async () => {
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

  it('removes a deleted article from the app and restores it as a draft', async () => {
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

  it('restores an archived article from the trash as archived', async () => {
    const id = await write(french('Un titre'), 'archive');
    await ask('DELETE', `/news/${id}`);
    expect((await act(id, 'restore')).body).toMatchObject({ status: 'archived', deleted_at: null });
    expect((await act(id, 'unarchive')).body.status).toBe('draft');
  });
});

/** Status after each action in each state; a missing entry means that the action is rejected. */
const TRANSITIONS: Record<string, Record<string, string>> = {
  draft: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
  scheduled: { publish: 'published', schedule: 'scheduled', unpublish: 'draft', archive: 'archived' },
  published: { publish: 'published', unpublish: 'draft', archive: 'archived' },
  archived: { unarchive: 'draft' },
  ended: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
};
const VERBS = ['publish', 'schedule', 'unpublish', 'archive', 'unarchive'];
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

it.each(cases)(
  'changes the status of an article in state %s by %s as documented, or rejects the action',
  async (state, verb) => {
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
  },
);

describe('end of a published article', () => {
  it('changes the end of a published article without publishing its draft', async () => {
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

  it('rejects an end for a draft article', async () => {
    const id = await write(french('Un titre'));
    const { status, body } = await act(id, 'publish', { visible_to: null, keeps_text: true });
    expect([status, body.code]).toEqual([409, 'invalid_state']);
  });
});

describe('schedules of articles', () => {
  it('shows the text of the time of scheduling from its start to its end without any job', async () => {
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
    ['for the current minute', { visible_from: '2036-03-10T13:00' }, 'visible_from', 'datetime_too_early'],
    ['at a time that clocks skip', { visible_from: '2036-03-30T02:30' }, 'visible_from', 'time_skipped'],
    ['at a time that occurs twice', { visible_from: '2036-10-26T02:30' }, 'visible_from', 'time_ambiguous'],
    ['on an invalid day', { visible_from: '2036-02-30T12:00' }, 'visible_from', 'datetime_parsing'],
    ['at an invalid hour', { visible_from: '2036-03-20T24:00' }, 'visible_from', 'datetime_parsing'],
    ['with seconds', { visible_from: '2036-03-20T12:00:00' }, 'visible_from', 'datetime_parsing'],
    [
      'that ends before its start',
      { ...LATER, visible_to: '2036-03-20T09:00' },
      'visible_to',
      'visible_to_too_early',
    ],
    [
      'that ends at a skipped time',
      { ...LATER, visible_to: '2036-03-30T02:30' },
      'visible_to',
      'time_skipped',
    ],
  ])('rejects a schedule %s', async (_name, json, field, type) => {
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
  ])('converts the local start %s, next to a clock change, to %s', async (visible_from, moment) => {
    const id = await write();
    expect((await act(id, 'schedule', { visible_from })).body.visible_from).toBe(moment);
  });

  it('keeps the end of a published article until another end or null is sent', async () => {
    const id = await write();
    const ends = [{ visible_to: '2036-03-20T09:00' }, {}, { visible_to: null }].map(
      (json) => async () => (await act(id, 'publish', json)).body.visible_to,
    );
    const found = [];
    for (const end of ends) found.push(await end());
    expect(found).toEqual(['2036-03-20T08:00:00.000Z', '2036-03-20T08:00:00.000Z', null]);
  });
});
