import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';

const START = '2036-03-10T12:00:00Z';
let time = new Date(START);
let t: TestService;
let admin: Account;
let other: Account;
beforeAll(async () => {
  t = await TestService.start({ now: () => time, settings: { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' } });
  admin = await t.superuser();
  other = await t.colleague();
});
afterAll(() => t.stop());
beforeEach(async () => {
  time = new Date(START);
  await t.db.execute(sql`truncate news_articles cascade`);
});

const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const text = (title: string, fields: object = {}) => ({
  title,
  excerpt: '',
  body: doc(`Le texte de ${title}`),
  cover_alt: '',
  state: 'ready',
  ...fields,
});
const french = (title: string, fields: object = {}) => ({
  translations: { fr: text(title, fields), en: null },
});

const ask = (method: string, path: string, json?: object, { token } = admin) =>
  t.call(method, path, { token, ...(json && { json }) });
const read = async (id: string) => (await ask('GET', `/news/${id}`)).body;
const act = (id: string, verb: string, json: object = {}) => ask('POST', `/news/${id}/${verb}`, json);
const save = (id: string, version: number, content: object, by = admin) =>
  ask('PATCH', `/news/${id}`, { version, content }, by);

async function write(content: object = french('Un titre'), ...verbs: string[]): Promise<string> {
  const { body } = await ask('POST', '/news/', { content });
  for (const verb of verbs) await act(body.id, verb);
  return body.id;
}

/** What the app shows, by id. */
const shown = async (id: string) => (await ask('GET', `/app/news/${id}`)).body.text as string | undefined;
const titles = async (query = '') =>
  (await ask('GET', `/news/?${query}`)).body.data.map((row: { titles: { fr: string } }) => row.titles.fr);

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
      created_by: { id: admin.id },
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
    const reader = await t.member({ locale: 'en' });
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
    const { body } = await act(id, 'duplicate');
    expect(body).toMatchObject({
      status: 'draft',
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
});

/** What each verb makes of an article in each state; a refusal where nothing stands. */
const TRANSITIONS: Record<string, Record<string, string>> = {
  draft: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
  scheduled: { publish: 'published', schedule: 'scheduled', unpublish: 'draft', archive: 'archived' },
  published: { publish: 'published', unpublish: 'draft', archive: 'archived' },
  archived: { unarchive: 'draft' },
  ended: { publish: 'published', schedule: 'scheduled', archive: 'archived' },
};
const VERBS = ['publish', 'schedule', 'unpublish', 'archive', 'unarchive'];
/** What the app would take for the id of an article. */
const ID = '0190a1b2-0000-7000-8000-00000000abcd';
const LATER = { visible_from: '2036-03-20T09:00' };

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
      time = new Date('2036-03-11T08:00:00Z');
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

describe('a schedule', () => {
  it('shows what was written when it was made, from its minute to its end, without any job', async () => {
    const id = await write(french('Programmé'));
    await act(id, 'schedule', { visible_from: '2036-03-11T09:00', visible_to: '2036-03-12T09:00' });
    await save(id, 1, french('Plus tard'));
    const at = async (moment: string) => {
      time = new Date(moment);
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

describe('two who write one article', () => {
  const both = (fr: object, en: object) => ({ translations: { fr, en } });
  const [fr, en] = [text('Bonjour'), text('Hello')];

  it('in different languages or fields are merged', async () => {
    const id = await write(both(fr, en));
    await save(id, 1, both({ ...fr, title: 'Salut' }, en));
    await save(id, 1, both({ ...fr, excerpt: 'Court' }, en), other);
    const { status, body } = await save(id, 1, both(fr, { ...en, title: 'Hi' }), other);
    expect([status, body.version]).toEqual([200, 4]);
    expect(body.content.translations).toMatchObject({
      fr: { title: 'Salut', excerpt: 'Court' },
      en: { title: 'Hi' },
    });
  });

  it('in one field are told of each other, and nothing is lost', async () => {
    const id = await write(both(fr, en));
    await save(id, 1, both({ ...fr, title: 'Le mien' }, en));
    const { status, body } = await save(id, 1, both({ ...fr, title: 'Le sien' }, en), other);
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    expect(body.conflict).toMatchObject({
      fields: ['translations.fr.title'],
      version: 2,
      updated_by: admin.email,
      current: { translations: { fr: { title: 'Le mien' } } },
    });
    expect((await save(id, 2, both({ ...fr, title: 'Le sien' }, en), other)).status).toBe(200);
  });

  it('at once lose nothing: of 12 that change the same, one is saved and the others are told', async () => {
    const id = await write(both(fr, en));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => save(id, 1, both({ ...fr, title: `Titre ${index}` }, en))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    const saved = answers.find(({ status }) => status === 200)?.body.titles.fr;
    expect((await read(id)).titles.fr).toBe(saved);
  });

  it('see no conflict in what is saved without a change, or when somebody publishes meanwhile', async () => {
    const id = await write(both(fr, en), 'publish');
    expect((await save(id, 1, both(fr, en))).body.version).toBe(1);
    const { status, body } = await save(id, 1, both({ ...fr, title: 'Après' }, en));
    expect([status, body.version, body.has_changes]).toEqual([200, 2, true]);
  });

  it('are told of what is written alone: nothing else makes a version', async () => {
    const id = await write(both(fr, en), 'publish', 'pin', 'unpublish', 'archive', 'unarchive');
    await ask('PATCH', `/news/${id}`, { slug: 'autre', category_id: null });
    await ask('DELETE', `/news/${id}`);
    expect((await act(id, 'restore')).body.version).toBe(1);
    expect((await act(id, 'publish', { version: 1 })).status).toBe(200);
  });

  it('and a third who sorts it at once all have their way', async () => {
    const { body: category } = await ask('POST', '/news-categories/', {
      names: { fr: 'Triés', en: 'Sorted' },
      color: '#aa3300',
    });
    const id = await write(both(fr, en), 'publish');
    const answers = await Promise.all([
      save(id, 1, both({ ...fr, title: 'Salut' }, en)),
      save(id, 1, both(fr, { ...en, title: 'Hi' }), other),
      ask('PATCH', `/news/${id}`, { category_id: category.id }),
      ask('PATCH', `/news/${id}`, { slug: 'choisi' }, other),
      act(id, 'pin'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const moved = { slug: 'choisi', category_id: category.id, pinned_until: expect.any(String) };
    expect(await read(id)).toMatchObject({ ...moved, version: 3, titles: { fr: 'Salut', en: 'Hi' } });
    const live = { canonical_slug: 'choisi', category: { id: category.id }, is_pinned: true };
    expect((await ask('GET', `/app/news/${id}`)).body).toMatchObject(live);
  });

  it('is told of a conflict where the version that it began with is no longer kept', async () => {
    const id = await write(french('0'));
    for (let version = 1; version <= 51; version += 1) await save(id, version, french(String(version)));
    const { status, body } = await save(id, 1, french('0', { excerpt: 'Court' }), other);
    expect([status, body.conflict.fields]).toEqual([409, []]);
  });
});

describe('what is being written', () => {
  const autosave = (id: string, title: string, autosaved_at: string | null = null) =>
    ask('PUT', `/news/${id}/autosave`, { version: 1, content: french(title), autosaved_at });
  const keptOf = async (id: string) => (await read(id)).autosave?.content.translations.fr.title ?? null;

  it('is kept for its writer alone until it is saved, and changes nothing', async () => {
    const id = await write();
    const first = await autosave(id, 'En');
    const { body } = await autosave(id, 'En cours', first.body.saved_at);
    expect(await read(id)).toMatchObject({
      version: 1,
      titles: { fr: 'Un titre' },
      autosave: { version: 1, content: { translations: { fr: { title: 'En cours' } } } },
    });
    expect((await ask('GET', `/news/${id}`, undefined, other)).body.autosave).toBeNull();
    await ask('PATCH', `/news/${id}`, {
      version: 1,
      content: french('En cours'),
      autosaved_at: body.saved_at,
    });
    expect(await keptOf(id)).toBeNull();
  });

  it('can be dropped', async () => {
    const id = await write();
    const { body } = await autosave(id, 'En cours');
    await ask('DELETE', `/news/${id}/autosave?saved_at=${body.saved_at}`);
    expect(await keptOf(id)).toBeNull();
  });

  it('is neither overwritten nor dropped by another window of the same person', async () => {
    const id = await write();
    const answers = await Promise.all(['Une', 'Autre', 'Tierce'].map((title) => autosave(id, title)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('autosave_conflict');
    const first = (await read(id)).autosave;
    await autosave(id, 'Suite', first.saved_at);
    const stale = [null, first.saved_at, 'never', '9999-99-99T99:99:99.999Z'];
    for (const saved_at of stale) expect((await autosave(id, 'Perdu', saved_at)).status).toBe(409);
    for (const autosaved_at of stale)
      await ask('PATCH', `/news/${id}`, { version: 1, content: french('Un titre'), autosaved_at });
    await ask('DELETE', `/news/${id}/autosave?saved_at=${first.saved_at}`);
    expect(await keptOf(id)).toBe('Suite');
  });
});

describe('the revisions of an article', () => {
  const list = async (id: string) => (await ask('GET', `/news/${id}/revisions?limit=1000`)).body;

  it('are its last 50 saves, and all that was published', async () => {
    const id = await write(french('0'), 'publish');
    for (let version = 1; version <= 55; version += 1) await save(id, version, french(String(version)));
    const { data, count } = await list(id);
    expect([count, data.length]).toEqual([51, 51]);
    expect(data.at(-1)).toMatchObject({ kind: 'publish', version: 1, titles: { fr: '0' } });
    expect(data.at(-2)).toMatchObject({ kind: 'save', titles: { fr: '6' } });
  });

  it('are read whole, and restored as what is written, not as what is shown', async () => {
    const id = await write(french('Avant'), 'publish');
    await save(id, 1, french('Après'));
    await act(id, 'publish');
    const oldest = (await list(id)).data.at(-1);
    const whole = await ask('GET', `/news/${id}/revisions/${oldest.id}`);
    expect(whole.body.content.translations.fr.body).toEqual(doc('Le texte de Avant'));
    const { body } = await ask('POST', `/news/${id}/revisions/${oldest.id}/restore`);
    expect(body).toMatchObject({ titles: { fr: 'Avant' }, has_changes: true });
    expect(await shown(id)).toBe('Le texte de Après');
    expect((await list(id)).data[0].kind).toBe('restore');
  });

  it('of another article are not this one’s', async () => {
    const [id, stranger] = [await write(), await write()];
    const [revision] = (await list(stranger)).data;
    const { status, body } = await ask('POST', `/news/${id}/revisions/${revision.id}/restore`);
    expect([status, body.code]).toEqual([404, 'news_revision_not_found']);
  });
});

describe('the slug of an article', () => {
  it('follows its title until it is first published, and stays then', async () => {
    const id = await write(french('Un'));
    expect((await save(id, 1, french('Deux'))).body.slug).toBe('deux');
    await act(id, 'publish');
    expect((await save(id, 2, french('Trois'))).body.slug).toBe('deux');
    await act(id, 'unpublish');
    expect((await save(id, 3, french('Quatre'))).body.slug).toBe('deux');
  });

  it.each(['choisi', 'un-2026', 'un-cafe', 'un'])(
    'that was chosen, as %s, does not follow the title',
    async (slug) => {
      const id = await write(french('Un'));
      await ask('PATCH', `/news/${id}`, { slug });
      expect((await save(id, 1, french('Deux'))).body.slug).toBe(slug);
      expect((await save(id, 2, french('Trois'))).body.slug).toBe(slug);
    },
  );

  it('follows its title as long as nobody saw it, also after it was scheduled', async () => {
    const id = await write(french('Un'));
    const known = async () => (await read(id)).first_published_at;
    for (const verb of ['unpublish', 'archive', 'schedule']) {
      await act(id, 'schedule', LATER);
      await act(id, verb, LATER);
      expect(await known()).toBeNull();
      await act(id, 'unarchive');
    }
    expect((await save(id, 1, french('Deux'))).body.slug).toBe('deux');
    await ask('DELETE', `/news/${id}`);
    await act(id, 'restore');
    time = new Date('2036-03-20T09:00:00Z');
    expect(await known()).toBeNull();
    expect((await save(id, 2, french('Trois'))).body.slug).toBe('trois');
    await act(id, 'schedule', { visible_from: '2036-03-21T09:00' });
    time = new Date('2036-03-21T08:00:00Z');
    expect((await save(id, 3, french('Quatre'))).body.slug).toBe('trois');
    await act(id, 'unpublish');
    expect(await known()).toBe('2036-03-21T08:00:00.000Z');
  });

  it('leads to the article under its old ones too, which nobody else is given', async () => {
    const id = await write(french('Un'), 'publish');
    await ask('PATCH', `/news/${id}`, { slug: 'nouveau' });
    for (const slug of ['un', 'nouveau', id])
      expect((await ask('GET', `/app/news/${slug}`)).body).toMatchObject({ id, canonical_slug: 'nouveau' });
    expect((await read(await write(french('Un')))).slug).toBe('un-2');
    const { status, body } = await ask('PATCH', `/news/${await write()}`, { slug: 'un' });
    expect([status, body.code]).toEqual([409, 'slug_taken']);
    expect((await ask('PATCH', `/news/${id}`, { slug: 'un' })).body.slug).toBe('un');
  });

  it('is one for each of 30 that are written at once under one title', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => write(french('Pareil'))));
    const slugs = await Promise.all(ids.map(async (id) => (await read(id)).slug));
    expect(new Set(slugs).size).toBe(30);
  });

  it.each(['Majuscules', 'deux--tirets', '-tiret', 'é', 'a/b', '../x', 'x'.repeat(97), '', ID])(
    'is refused by name when it is %j',
    async (slug) => {
      const { status, body } = await ask('PATCH', `/news/${await write()}`, { slug });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'slug']]);
    },
  );

  it('is made of what can be read of any title', async () => {
    const slugs = [];
    for (const title of ['🎉', 'Привет, мир', 'x'.repeat(160), 'A & B', ID])
      slugs.push((await read(await write(french(title)))).slug);
    expect(slugs).toEqual(['article', 'privet-mir', 'x'.repeat(86), 'a-and-b', 'article-2']);
  });
});

describe('what is pinned', () => {
  it('is three articles at most, however many ask at once', async () => {
    const ids = [];
    for (let index = 0; index < 6; index += 1) ids.push(await write(french(`Titre ${index}`), 'publish'));
    const answers = await Promise.all(ids.map((id) => act(id, 'pin')));
    expect(answers.map(({ body }) => body.code ?? 'pinned').sort()).toEqual([
      'pinned',
      'pinned',
      'pinned',
      'too_many_pinned',
      'too_many_pinned',
      'too_many_pinned',
    ]);
  });

  it('takes a place only where members see it or will', async () => {
    const publish = () => write(french('Publié'), 'publish');
    const pin = async (id: string, json?: object) => (await act(id, 'pin', json)).body.code ?? 'pinned';
    for (let index = 0; index < 4; index += 1) expect(await pin(await write())).toBe('pinned');
    const ended = await write();
    await act(ended, 'publish', { visible_to: '2036-03-10T13:01' });
    expect(await pin(ended)).toBe('pinned');
    time = new Date('2036-03-10T12:01:00Z');
    const scheduled = await write();
    await act(scheduled, 'schedule', LATER);
    expect((await act(scheduled, 'pin')).body.pinned_until).toBe('2036-03-27T08:00:00.000Z');
    expect([await pin(await publish()), await pin(await publish())]).toEqual(['pinned', 'pinned']);
    const fourth = await publish();
    expect(await pin(fourth)).toBe('too_many_pinned');
    expect(await pin(scheduled, { until: '2036-03-20T09:00' })).toBe('pinned');
    expect(await pin(fourth)).toBe('pinned');
  });

  it('is never more than three, whatever goes live at once', async () => {
    const drafts = [];
    for (let index = 0; index < 5; index += 1) drafts.push(await write(french('Titre'), 'pin'));
    const answers = await Promise.all(
      drafts.map((id, index) =>
        index % 2 ? act(id, 'publish') : act(id, 'schedule', { visible_from: '2036-03-11T09:00' }),
      ),
    );
    const codes = answers.map(({ body }) => body.code ?? 'shown').sort();
    expect(codes).toEqual(['shown', 'shown', 'shown', 'too_many_pinned', 'too_many_pinned']);
    const filter = { status: 'draft' };
    const { body } = await ask('POST', '/news/bulk', { action: 'publish', filter, expected_count: 2 });
    expect(body).toMatchObject({
      done: 0,
      skipped: [{ code: 'too_many_pinned' }, { code: 'too_many_pinned' }],
    });
    const refused = drafts.find((_, index) => answers[index]?.body.code) as string;
    await act(refused, 'pin', { until: null });
    expect((await act(refused, 'publish')).body.status).toBe('published');
  });

  it('is so for seven days or until a time, and can be let go', async () => {
    const id = await write(french('Un titre'), 'publish');
    expect((await act(id, 'pin')).body.pinned_until).toBe('2036-03-17T12:00:00.000Z');
    expect((await act(id, 'pin', { until: '2036-03-11T09:00' })).body.pinned_until).toBe(
      '2036-03-11T08:00:00.000Z',
    );
    const isPinned = async () => (await ask('GET', `/app/news/${id}`)).body.is_pinned;
    expect(await isPinned()).toBe(true);
    time = new Date('2036-03-11T08:00:00Z');
    expect([await isPinned(), (await read(id)).pinned_until]).toEqual([false, null]);
    expect((await act(id, 'pin', { until: null })).body.pinned_until).toBeNull();
    expect((await act(id, 'pin', { until: '2036-03-11T08:59' })).status).toBe(422);
  });
});

describe('the list of articles', () => {
  it('is filtered by what an article is now', async () => {
    await write(french('Brouillon'));
    await write(french('Publié'), 'publish');
    await write(french('Archivé'), 'archive');
    const scheduled = await write(french('Programmé'));
    await act(scheduled, 'schedule', { visible_from: '2036-03-10T14:00', visible_to: '2036-03-11T09:00' });
    const byStatus = async () => {
      const found: Record<string, string[]> = {};
      for (const status of ['draft', 'scheduled', 'published', 'archived'])
        found[status] = (await titles(`status=${status}`)).sort();
      return found;
    };
    const others = { draft: ['Brouillon'], scheduled: [], published: ['Publié'], archived: ['Archivé'] };
    expect(await byStatus()).toEqual({ ...others, scheduled: ['Programmé'] });
    time = new Date('2036-03-10T13:00:00Z');
    expect(await byStatus()).toEqual({ ...others, published: ['Programmé', 'Publié'] });
    time = new Date('2036-03-11T08:00:00Z');
    expect(await byStatus()).toEqual({ ...others, draft: ['Brouillon', 'Programmé'] });
  });

  it.each([
    ['search=ECOLE', ['L’école']],
    ['search=rentree%20des', ['L’école']],
    ['search=school', ['L’école']],
    ['search=autre', ['Autre']],
    ['search=court', ['Autre']],
    ['search=absent', []],
    ['search=paragraph', []],
    ['missing=en', ['Autre']],
    ['pinned=true', ['Autre']],
    ['pinned=false', ['L’école']],
    ['from=2036-03-10&to=2036-03-10', ['Autre']],
    ['from=2036-03-11', []],
  ])('%s finds %j', async (query, expected) => {
    await write({
      translations: {
        fr: text('L’école', { body: doc('La rentrée des classes') }),
        en: text('The school'),
      },
    });
    await act(await write(french('Autre', { excerpt: 'Tout court' }), 'publish'), 'pin');
    expect(await titles(query)).toEqual(expected);
  });

  it('is filtered by author and category, and tells who wrote', async () => {
    const category = await ask('POST', '/news-categories/', {
      names: { fr: 'Vie locale', en: 'Local life' },
      color: '#aa3300',
    });
    const mine = await write(french('Mien'));
    await ask('PATCH', `/news/${mine}`, { category_id: category.body.id });
    await ask('POST', '/news/', { content: french('Autre') }, other);
    expect(await titles(`category_id=${category.body.id}`)).toEqual(['Mien']);
    expect(await titles(`author_id=${other.id}`)).toEqual(['Autre']);
    const { body } = await ask('GET', '/news/authors');
    expect(body.data.map(({ id }: Account) => id).sort()).toEqual([admin.id, other.id].sort());
    const unknown = await ask('PATCH', `/news/${mine}`, { category_id: crypto.randomUUID() });
    expect([unknown.status, unknown.body.detail[0].type]).toEqual([422, 'category_missing']);
  });

  it('is changed as it was searched, articles of one language too', async () => {
    const id = await write(french('Rentrée', { excerpt: 'Bientôt' }));
    for (const search of ['rentree', 'bientot']) {
      const bulk = { action: 'archive', filter: { search }, expected_count: 1 };
      expect((await ask('POST', '/news/bulk', bulk)).body).toMatchObject({ count: 1, done: 1 });
      await act(id, 'unarchive');
    }
  });

  it('is changed as a whole, and says what could not be', async () => {
    await write(french('Prêt'));
    const unready = await write(french('Pas prêt', { state: 'draft' }));
    const published = await write(french('Publié'), 'publish');
    const filter = { status: 'draft' };
    const moved = await ask('POST', '/news/bulk', { action: 'publish', filter, expected_count: 3 });
    expect([moved.status, moved.body.code]).toEqual([409, 'count_changed']);
    const { body } = await ask('POST', '/news/bulk', { action: 'publish', filter, expected_count: 2 });
    const skipped = [{ id: unready, label: 'Pas prêt', code: 'not_publishable' }];
    expect(body).toEqual({ count: 2, done: 1, skipped });
    const ids = [published, published, crypto.randomUUID()];
    const gone = await ask('POST', '/news/bulk', { action: 'delete', ids });
    expect(gone.body).toMatchObject({ count: 2, done: 1, skipped: [{ code: 'news_not_found', label: '' }] });
  });
});

describe('the audit log', () => {
  it('has who did what to an article, and that its text changed', async () => {
    const id = await write(french('Un titre'), 'publish');
    await save(id, 1, french('Un autre'), other);
    await act(id, 'pin');
    await ask('PATCH', `/news/${id}`, { slug: 'autre' });
    const { body } = await ask('GET', `/audit-logs/?entity_type=news&entity_id=${id}`);
    const entries = body.data.map(
      ({ action, actor_id, changes }: { action: string; actor_id: string; changes: object }) => [
        action,
        actor_id,
        Object.keys(changes).sort(),
      ],
    );
    expect(entries).toEqual([
      ['updated', admin.id, ['slug']],
      ['updated', admin.id, ['pinned_until']],
      ['updated', other.id, ['content']],
      ['updated', admin.id, ['status', 'visible_from']],
      ['created', admin.id, ['slug', 'status']],
    ]);
  });
});

describe('a category', () => {
  const names = (fr: string, en = fr) => ({ names: { fr, en }, color: '#009688' });

  it('has one name in each language, whatever its accents and letter case', async () => {
    await ask('POST', '/news-categories/', names('Événements', 'Events'));
    for (const taken of [names('evenements', 'Other'), names('Autres', 'EVENTS')]) {
      const { status, body } = await ask('POST', '/news-categories/', taken);
      expect([status, body.code]).toEqual([409, 'category_name_taken']);
    }
  });

  it.each([{ names: { fr: ' ', en: 'x' } }, { names: { fr: 'x' } }, { color: 'red' }, { color: '#12345' }])(
    'is refused with %j',
    async (fields) => {
      const { status } = await ask('POST', '/news-categories/', { ...names('Refusée'), ...fields });
      expect(status).toBe(422);
    },
  );

  it('that ends leaves its articles without one, in the app too', async () => {
    const { body } = await ask('POST', '/news-categories/', names('Passagère'));
    const id = await write(french('Un titre'));
    await ask('PATCH', `/news/${id}`, { category_id: body.id });
    await act(id, 'publish');
    const category = async () => (await ask('GET', `/app/news/${id}`)).body.category?.name;
    expect(await category()).toBe('Passagère');
    await ask('PATCH', `/news-categories/${body.id}`, names('Renommée'));
    expect(await category()).toBe('Renommée');
    const list = (await ask('GET', '/news-categories/')).body.data;
    expect(list.find((row: { id: string }) => row.id === body.id).articles).toBe(1);
    await ask('DELETE', `/news-categories/${body.id}`);
    expect([await category(), (await read(id)).category_id]).toEqual([undefined, null]);
  });
});
