import { describe, expect, it } from 'vitest';
import { french, ID, LATER, useArticles } from '../../../../test/articles.ts';

const scene = useArticles();
const { ask, read, act, save, write } = scene;

describe('slugs of articles', () => {
  it('changes the slug with the title until the article is first published', async () => {
    const id = await write(french('Un'));
    expect((await save(id, 1, french('Deux'))).body.slug).toBe('deux');
    await act(id, 'publish');
    expect((await save(id, 2, french('Trois'))).body.slug).toBe('deux');
    await act(id, 'unpublish');
    expect((await save(id, 3, french('Quatre'))).body.slug).toBe('deux');
  });

  it.each(['choisi', 'un-2026', 'un-cafe', 'un'])(
    'keeps the chosen slug %s when the title changes',
    async (slug) => {
      const id = await write(french('Un'));
      await ask('PATCH', `/news/${id}`, { slug });
      expect((await save(id, 1, french('Deux'))).body.slug).toBe(slug);
      expect((await save(id, 2, french('Trois'))).body.slug).toBe(slug);
    },
  );

  it('changes the slug with the title of a restored revision until the article is first published', async () => {
    const id = await write(french('Un'));
    await save(id, 1, french('Deux'));
    const { data } = (await ask('GET', `/news/${id}/revisions`)).body;
    const restore = (at: number, version: number) =>
      ask('POST', `/news/${id}/revisions/${data.at(at).id}/restore`, { version });
    expect((await restore(-1, 2)).body.slug).toBe('un');
    expect((await read(await write(french('Deux')))).slug).toBe('deux');
    await act(id, 'publish');
    expect((await restore(0, 3)).body).toMatchObject({ slug: 'un', titles: { fr: 'Deux' } });
    expect((await ask('GET', '/app/news/un')).body).toMatchObject({ id, canonical_slug: 'un', title: 'Un' });
  });

  it('changes the slug with the title until the article is visible, even after scheduling', async () => {
    const id = await write(french('Un'));
    const known = async () => (await read(id)).first_published_at;
    for (const verb of ['unpublish', 'archive', 'schedule']) {
      await act(id, 'schedule', LATER);
      await act(id, verb, LATER);
      expect(await known()).toBeNull();
      await act(id, 'unarchive');
    }
    await act(id, 'unpublish');
    expect((await save(id, 1, french('Deux'))).body.slug).toBe('deux');
    await ask('DELETE', `/news/${id}`);
    await act(id, 'restore');
    scene.time = new Date('2036-03-20T09:00:00Z');
    expect(await known()).toBeNull();
    expect((await save(id, 2, french('Trois'))).body.slug).toBe('trois');
    await act(id, 'schedule', { visible_from: '2036-03-21T09:00' });
    scene.time = new Date('2036-03-21T08:00:00Z');
    expect((await save(id, 3, french('Quatre'))).body.slug).toBe('trois');
    await act(id, 'unpublish');
    expect(await known()).toBe('2036-03-21T08:00:00.000Z');
  });

  it('keeps the slug of a scheduled article when only its draft gets another title', async () => {
    const id = await write(french('Réunion'));
    await act(id, 'schedule', LATER);
    const { data } = (await ask('GET', `/news/${id}/revisions`)).body;
    expect((await save(id, 1, french('Licenciement de X'))).body.slug).toBe('reunion');
    await ask('POST', `/news/${id}/revisions/${data.at(-1).id}/restore`, { version: 2 });
    await save(id, 3, french('Licenciement de Y'));
    expect((await read(id)).slug).toBe('reunion');
    scene.time = new Date('2036-05-01T09:00:00Z');
    expect((await ask('GET', `/app/news/${id}`)).body).toMatchObject({
      title: 'Réunion',
      canonical_slug: 'reunion',
    });
  });

  it('derives the slug from the title that is scheduled or published', async () => {
    const id = await write(french('Réunion 2'));
    await act(id, 'schedule', LATER);
    await save(id, 1, french('Réunion'));
    expect((await act(id, 'schedule', LATER)).body.slug).toBe('reunion');
    await save(id, 2, french('Séance'));
    await act(id, 'unpublish');
    expect((await act(id, 'publish')).body.slug).toBe('seance');
  });

  it('finds an article by its former slugs and gives them to no other article', async () => {
    const id = await write(french('Un'), 'publish');
    await ask('PATCH', `/news/${id}`, { slug: 'nouveau' });
    for (const slug of ['un', 'nouveau', id])
      expect((await ask('GET', `/app/news/${slug}`)).body).toMatchObject({ id, canonical_slug: 'nouveau' });
    expect((await read(await write(french('Un')))).slug).toBe('un-2');
    const { status, body } = await ask('PATCH', `/news/${await write()}`, { slug: 'un' });
    expect([status, body.code]).toEqual([409, 'slug_taken']);
    expect((await ask('PATCH', `/news/${id}`, { slug: 'un' })).body.slug).toBe('un');
  });

  it('gives unique slugs to 30 articles created concurrently with the same title', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => write(french('Pareil'))));
    const slugs = await Promise.all(ids.map(async (id) => (await read(id)).slug));
    expect(new Set(slugs).size).toBe(30);
  });

  it.each(['Majuscules', 'deux--tirets', '-tiret', 'é', 'a/b', '../x', 'x'.repeat(97), '', ID])(
    'rejects the slug %j',
    async (slug) => {
      const { status, body } = await ask('PATCH', `/news/${await write()}`, { slug });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'slug']]);
    },
  );

  it('derives a readable slug from any title', async () => {
    const slugs = [];
    for (const title of ['🎉', 'Привет, мир', 'x'.repeat(160), 'A & B', ID])
      slugs.push((await read(await write(french(title)))).slug);
    expect(slugs).toEqual(['article', 'privet-mir', 'x'.repeat(86), 'a-and-b', 'article-2']);
  });
});
