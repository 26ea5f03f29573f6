import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { doc, french, text, useArticles } from '../../../../test/articles.ts';
import { type Account, queueOnRow } from '../../../../test/harness.ts';

const scene = useArticles();
const { ask, act, save, write, titles } = scene;

describe('list and bulk actions of articles', () => {
  it('filters articles by their current status', async () => {
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
    scene.time = new Date('2036-03-10T13:00:00Z');
    expect(await byStatus()).toEqual({ ...others, published: ['Programmé', 'Publié'] });
    scene.time = new Date('2036-03-11T08:00:00Z');
    expect(await byStatus()).toEqual({ ...others, draft: ['Brouillon', 'Programmé'] });
  });

  it.each([
    ['search=ECOLE', ['L’école']],
    ['search=rentree%20des', ['L’école']],
    ['search=school', ['L’école']],
    ['search=des%20rentree%20ecole', ['L’école']],
    ['search=autre', ['Autre']],
    ['search=court', ['Autre']],
    ['search=absent', []],
    ['search=paragraph', []],
    ['missing=en', ['Autre']],
    ['slug=autre', ['Autre']],
    ['pinned=true', ['Autre']],
    ['pinned=false', ['L’école']],
    ['from=2036-03-10&to=2036-03-10', ['Autre']],
    ['from=2036-03-11', []],
  ])('filters articles by %s: %j', async (query, expected) => {
    await write({
      translations: {
        fr: text('L’école', { body: doc('La rentrée des classes') }),
        en: text('The school'),
      },
    });
    await act(await write(french('Autre', { excerpt: 'Tout court' }), 'publish'), 'pin');
    expect(await titles(query)).toEqual(expected);
  });

  it('filters articles by author and category and lists authors', async () => {
    const category = await ask('POST', '/news-categories/', {
      names: { fr: 'Vie locale', en: 'Local life' },
      color: '#aa3300',
    });
    const mine = await write(french('Mien'));
    await ask('PATCH', `/news/${mine}`, { category_id: category.body.id });
    await ask('POST', '/news/', { content: french('Autre') }, scene.other);
    expect(await titles(`category_id=${category.body.id}`)).toEqual(['Mien']);
    expect(await titles(`author_id=${scene.other.id}`)).toEqual(['Autre']);
    const { body } = await ask('GET', '/news/authors');
    expect(body.data.map(({ id }: Account) => id).sort()).toEqual([scene.admin.id, scene.other.id].sort());
    const unknown = await ask('PATCH', `/news/${mine}`, { category_id: crypto.randomUUID() });
    expect([unknown.status, unknown.body.detail[0].type]).toEqual([422, 'category_missing']);
  });

  it('applies a bulk action to a search that matches an article in one language', async () => {
    const id = await write(french('Rentrée', { excerpt: 'Bientôt' }));
    for (const search of ['rentree', 'bientot']) {
      const bulk = { action: 'archive', filter: { search }, expected_count: 1 };
      expect((await ask('POST', '/news/bulk', bulk)).body).toMatchObject({ count: 1, done: 1 });
      await act(id, 'unarchive');
    }
  });

  it('rejects a bulk action when an article stops matching the filter concurrently', async () => {
    const ids = [await write(french('Un')), await write(french('Deux'))];
    const bulk = { action: 'delete', filter: { status: 'draft' }, expected_count: 2 };
    const [published, deleted] = await queueOnRow(
      scene.t,
      sql`select 1 from news_articles where id = ${ids[0]} for update`,
      [() => act(ids[0] ?? '', 'publish'), () => ask('POST', '/news/bulk', bulk)],
    );
    expect(published?.status).toBe(200);
    expect([deleted?.status, deleted?.body.code]).toEqual([409, 'count_changed']);
    expect((await titles()).sort()).toEqual(['Deux', 'Un']);
  });

  it('publishes the articles of a filter and returns the reason for each skipped one', async () => {
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

it('records actions on an article, changes of its text and new published revisions in the audit log', async () => {
  const id = await write(french('Un titre'), 'publish');
  await save(id, 1, french('Un autre'), scene.other);
  await act(id, 'publish');
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
    ['updated', scene.admin.id, ['slug']],
    ['updated', scene.admin.id, ['pinned_until']],
    ['updated', scene.admin.id, ['live_revision_id']],
    ['updated', scene.other.id, ['content']],
    ['updated', scene.admin.id, ['live_revision_id', 'status', 'visible_from']],
    ['created', scene.admin.id, ['slug', 'status']],
  ]);
});
