import { beforeAll, describe, expect, it } from 'vitest';
import { french, LATER, useArticles } from '../../../../test/articles.ts';
import type { Account } from '../../../../test/harness.ts';

const scene = useArticles();
const { ask, read, act, save, write, shown } = scene;

/** Colleagues who only write, and who only publish. */
let writer: Account;
let publisher: Account;
beforeAll(async () => {
  writer = await scene.t.teamMember(['news.read', 'news.write']);
  publisher = await scene.t.teamMember(['news.read', 'news.publish']);
});

const published = () => write(french('Un titre'), 'publish');
const scheduled = async () => {
  const id = await write();
  await act(id, 'schedule', LATER);
  return id;
};
const refusal = { status: 403, body: { code: 'privileges_required' } };
const bulk = async (action: string, ids: string[], by: Account) =>
  (await ask('POST', '/news/bulk', { action, ids }, by)).body;

describe('what members see at once', () => {
  it.each([
    ['published', published],
    ['scheduled', scheduled],
  ])('takes the permission to publish to delete a %s article', async (status, make) => {
    const id = await make();
    expect(await ask('DELETE', `/news/${id}`, undefined, writer)).toMatchObject(refusal);
    expect(await read(id)).toMatchObject({ status, deleted_at: null });
    expect((await ask('DELETE', `/news/${id}`, undefined, scene.other)).status).toBe(200);
  });

  it('lets somebody who only writes delete and restore a draft', async () => {
    const id = await write();
    expect((await ask('DELETE', `/news/${id}`, undefined, writer)).status).toBe(200);
    expect((await ask('POST', `/news/${id}/restore`, {}, writer)).body).toMatchObject({ status: 'draft' });
  });

  it('takes the permission to publish to change category or slug of a published article', async () => {
    const category = { names: { fr: 'Sorties', en: 'Trips' }, color: '#1f8560' };
    const { id: category_id } = (await ask('POST', '/news-categories/', category)).body;
    const id = await published();
    for (const change of [{ category_id }, { slug: 'autre' }])
      expect(await ask('PATCH', `/news/${id}`, change, writer)).toMatchObject(refusal);
    expect(await read(id)).toMatchObject({ category_id: null, slug: 'un-titre' });
    expect((await ask('PATCH', `/news/${id}`, { category_id: null, slug: 'un-titre' }, writer)).status).toBe(
      200,
    );
    const draft = await write(french('Brouillon'));
    expect(
      (await ask('PATCH', `/news/${draft}`, { category_id, slug: 'choisi' }, writer)).body,
    ).toMatchObject({ category_id, slug: 'choisi' });
    expect((await ask('PATCH', `/news/${id}`, { category_id }, scene.other)).body).toMatchObject({
      category_id,
    });
  });

  it('lets somebody who only writes save the text of a published article, which members do not see', async () => {
    const id = await published();
    expect((await save(id, 1, french('Deux'), writer)).body).toMatchObject({ has_changes: true });
    const { data } = (await ask('GET', `/news/${id}/revisions`)).body;
    const restored = await ask(
      'POST',
      `/news/${id}/revisions/${data.at(-1).id}/restore`,
      { version: 2 },
      writer,
    );
    expect(restored.body).toMatchObject({ has_changes: false, version: 3 });
    expect(await shown(id)).toBe('Le texte de Un titre');
  });
});

describe('an action on many articles', () => {
  const codes = (report: { done: number; skipped: { code: string }[] }) => [
    report.done,
    ...report.skipped.map(({ code }) => code),
  ];

  it('takes the permission of that action on one', async () => {
    const id = await write();
    for (const action of ['publish', 'archive'])
      expect(codes(await bulk(action, [id], writer))).toEqual([0, 'privileges_required']);
    expect(codes(await bulk('delete', [id], publisher))).toEqual([0, 'privileges_required']);
    expect(await read(id)).toMatchObject({ status: 'draft', deleted_at: null });
    expect(codes(await bulk('publish', [id], publisher))).toEqual([1]);
    expect(codes(await bulk('unpublish', [id], writer))).toEqual([0, 'privileges_required']);
    expect(await shown(id)).toBe('Le texte de Un titre');
  });

  it('deletes drafts for somebody who only writes, and reports what members see', async () => {
    const [draft, live] = [await write(), await published()];
    const report = await bulk('delete', [draft, live], writer);
    expect(report).toMatchObject({ done: 1, skipped: [{ id: live, code: 'privileges_required' }] });
    expect(codes(await bulk('restore', [draft], publisher))).toEqual([0, 'privileges_required']);
    expect(codes(await bulk('restore', [draft], writer))).toEqual([1]);
    expect(await read(live)).toMatchObject({ status: 'published' });
  });
});
