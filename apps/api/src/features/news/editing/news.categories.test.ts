import { describe, expect, it } from 'vitest';
import { french, useArticles } from '../../../../test/articles.ts';

const { ask, read, act, write } = useArticles();

describe('news categories', () => {
  const names = (fr: string, en = fr) => ({ names: { fr, en }, color: '#009688' });

  it('rejects a category name taken in one language, ignoring accents and case', async () => {
    await ask('POST', '/news-categories/', names('Événements', 'Events'));
    for (const taken of [names('evenements', 'Other'), names('Autres', 'EVENTS')]) {
      const { status, body } = await ask('POST', '/news-categories/', taken);
      expect([status, body.code]).toEqual([409, 'category_name_taken']);
    }
  });

  it.each([{ names: { fr: ' ', en: 'x' } }, { names: { fr: 'x' } }, { color: 'red' }, { color: '#12345' }])(
    'rejects a category with %j',
    async (fields) => {
      const { status } = await ask('POST', '/news-categories/', { ...names('Refusée'), ...fields });
      expect(status).toBe(422);
    },
  );

  it('shows a renamed category in the app and removes a deleted one from its articles', async () => {
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
