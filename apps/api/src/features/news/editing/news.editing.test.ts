import { describe, expect, it } from 'vitest';
import { doc, french, text, useArticles } from '../../../../test/articles.ts';

const scene = useArticles();
const { ask, read, act, save, write, shown } = scene;

describe('concurrent editing of an article', () => {
  const both = (fr: object, en: object) => ({ translations: { fr, en } });
  const [fr, en] = [text('Bonjour'), text('Hello')];

  it('merges concurrent changes of different languages or fields', async () => {
    const id = await write(both(fr, en));
    await save(id, 1, both({ ...fr, title: 'Salut' }, en));
    await save(id, 1, both({ ...fr, excerpt: 'Court' }, en), scene.other);
    const { status, body } = await save(id, 1, both(fr, { ...en, title: 'Hi' }), scene.other);
    expect([status, body.version]).toEqual([200, 4]);
    expect(body.content.translations).toMatchObject({
      fr: { title: 'Salut', excerpt: 'Court' },
      en: { title: 'Hi' },
    });
  });

  it('returns a conflict with base and current text for different changes of one field', async () => {
    const id = await write(both(fr, en));
    await save(id, 1, both({ ...fr, title: 'Le mien' }, en));
    const { status, body } = await save(id, 1, both({ ...fr, title: 'Le sien' }, en), scene.other);
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    expect(body.conflict).toMatchObject({
      fields: ['translations.fr.title'],
      version: 2,
      updated_by: scene.admin.email,
      current: { translations: { fr: { title: 'Le mien' } } },
      base: { translations: { fr: { title: 'Bonjour' } } },
    });
    expect((await save(id, 2, both({ ...fr, title: 'Le sien' }, en), scene.other)).status).toBe(200);
  });

  it('merges identical changes of one field', async () => {
    const id = await write(both(fr, en));
    await save(id, 1, both({ ...fr, title: 'Salut' }, en));
    const theirs = both({ ...fr, title: 'Salut', excerpt: 'Court' }, en);
    const { status, body } = await save(id, 1, theirs, scene.other);
    expect([status, body.version]).toEqual([200, 3]);
    expect(body.content.translations.fr).toMatchObject({ title: 'Salut', excerpt: 'Court' });
  });

  it('saves one of 12 concurrent changes of one field and returns conflicts for the others', async () => {
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

  it('creates no version when an article is published or saved without a change', async () => {
    const id = await write(both(fr, en), 'publish');
    expect((await save(id, 1, both(fr, en))).body.version).toBe(1);
    const { status, body } = await save(id, 1, both({ ...fr, title: 'Après' }, en));
    expect([status, body.version, body.has_changes]).toEqual([200, 2, true]);
  });

  it('creates versions only for changes of the content', async () => {
    const id = await write(both(fr, en), 'publish', 'pin', 'unpublish', 'archive', 'unarchive');
    await ask('PATCH', `/news/${id}`, { slug: 'autre', category_id: null });
    await ask('DELETE', `/news/${id}`);
    expect((await act(id, 'restore')).body.version).toBe(1);
    expect((await act(id, 'publish', { version: 1 })).status).toBe(200);
  });

  it('applies concurrent changes of text, category, slug and pin', async () => {
    const { body: category } = await ask('POST', '/news-categories/', {
      names: { fr: 'Triés', en: 'Sorted' },
      color: '#aa3300',
    });
    const id = await write(both(fr, en), 'publish');
    const answers = await Promise.all([
      save(id, 1, both({ ...fr, title: 'Salut' }, en)),
      save(id, 1, both(fr, { ...en, title: 'Hi' }), scene.other),
      ask('PATCH', `/news/${id}`, { category_id: category.id }),
      ask('PATCH', `/news/${id}`, { slug: 'choisi' }, scene.other),
      act(id, 'pin'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const moved = { slug: 'choisi', category_id: category.id, pinned_until: expect.any(String) };
    expect(await read(id)).toMatchObject({ ...moved, version: 3, titles: { fr: 'Salut', en: 'Hi' } });
    const live = { canonical_slug: 'choisi', category: { id: category.id }, is_pinned: true };
    expect((await ask('GET', `/app/news/${id}`)).body).toMatchObject(live);
  });

  it('returns a conflict when the base version is no longer stored', async () => {
    const id = await write(french('0'));
    for (let version = 1; version <= 51; version += 1) await save(id, version, french(String(version)));
    const { status, body } = await save(id, 1, french('0', { excerpt: 'Court' }), scene.other);
    expect([status, body.conflict.fields, body.conflict.base]).toEqual([409, [], undefined]);
  });
});

describe('autosave of an article', () => {
  const autosave = (id: string, title: string, autosaved_at: string | null = null) =>
    ask('PUT', `/news/${id}/autosave`, { version: 1, content: french(title), autosaved_at });
  const keptOf = async (id: string) => (await read(id)).autosave?.content.translations.fr.title ?? null;

  it('keeps an autosave only for its writer until they save and leaves the article unchanged', async () => {
    const id = await write();
    const first = await autosave(id, 'En');
    const { body } = await autosave(id, 'En cours', first.body.saved_at);
    expect(await read(id)).toMatchObject({
      version: 1,
      titles: { fr: 'Un titre' },
      autosave: { version: 1, content: { translations: { fr: { title: 'En cours' } } } },
    });
    expect((await ask('GET', `/news/${id}`, undefined, scene.other)).body.autosave).toBeNull();
    await ask('PATCH', `/news/${id}`, {
      version: 1,
      content: french('En cours'),
      autosaved_at: body.saved_at,
    });
    expect(await keptOf(id)).toBeNull();
  });

  it('deletes an autosave on request', async () => {
    const id = await write();
    const { body } = await autosave(id, 'En cours');
    await ask('DELETE', `/news/${id}/autosave?saved_at=${body.saved_at}`);
    expect(await keptOf(id)).toBeNull();
  });

  it('rejects overwriting or deleting an autosave from another window of the same person', async () => {
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

describe('revisions of an article', () => {
  const list = async (id: string) => (await ask('GET', `/news/${id}/revisions?limit=1000`)).body;

  it('keeps the last 50 saved revisions and all published ones', async () => {
    const id = await write(french('0'), 'publish');
    for (let version = 1; version <= 55; version += 1) await save(id, version, french(String(version)));
    const { data, count } = await list(id);
    expect([count, data.length]).toEqual([51, 51]);
    expect(data.at(-1)).toMatchObject({ kind: 'publish', version: 1, titles: { fr: '0' } });
    expect(data.at(-2)).toMatchObject({ kind: 'save', titles: { fr: '6' } });
  });

  it('restores a revision to the draft without changing the published text', async () => {
    const id = await write(french('Avant'), 'publish');
    await save(id, 1, french('Après'));
    await act(id, 'publish');
    const oldest = (await list(id)).data.at(-1);
    const whole = await ask('GET', `/news/${id}/revisions/${oldest.id}`);
    expect(whole.body.content.translations.fr.body).toEqual(doc('Le texte de Avant'));
    const { body } = await ask('POST', `/news/${id}/revisions/${oldest.id}/restore`, { version: 2 });
    expect(body).toMatchObject({ titles: { fr: 'Avant' }, has_changes: true });
    expect(await shown(id)).toBe('Le texte de Après');
    expect((await list(id)).data[0].kind).toBe('restore');
  });

  it('returns a conflict when a revision is restored over a newer save, and restores idempotently', async () => {
    const id = await write(french('Avant'));
    await save(id, 1, french('Après'));
    const oldest = (await list(id)).data.at(-1);
    const restore = (version: number) =>
      ask('POST', `/news/${id}/revisions/${oldest.id}/restore`, { version });
    await save(id, 2, french('D’une collègue'), scene.other);
    const { status, body } = await restore(2);
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    expect(body.conflict).toMatchObject({ version: 3, current: french('D’une collègue') });
    expect(await read(id)).toMatchObject({ titles: { fr: 'D’une collègue' }, version: 3 });
    for (let time = 0; time < 2; time += 1)
      expect((await restore(3)).body).toMatchObject({ titles: { fr: 'Avant' }, version: 4 });
  });

  it('returns 404 for a revision of another article', async () => {
    const [id, stranger] = [await write(), await write()];
    const [revision] = (await list(stranger)).data;
    const { status, body } = await ask('POST', `/news/${id}/revisions/${revision.id}/restore`, {
      version: 1,
    });
    expect([status, body.code]).toEqual([404, 'news_revision_not_found']);
  });
});
