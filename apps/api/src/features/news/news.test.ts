import { describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';

const service = useService();

describe('smoke', () => {
  it('works', async () => {
    const t = service();
    const { token } = await t.superuser();
    const p = (text: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    });
    const content = { translations: { fr: { title: 'Été à Œuvre', body: p('Bonjour'), state: 'ready' } } };
    const a = await t.call('POST', '/news/', { token, json: { content } });
    console.log(a.status, a.text);
    const b = await t.call('POST', `/news/${a.body.id}/publish`, { token, json: {} });
    console.log(b.status, b.text);
    for (const path of [
      '/news/',
      '/news/authors',
      `/news/${a.body.id}/revisions`,
      '/app/news',
      '/app/news?search=ete bon',
      `/app/news/${a.body.slug}`,
      '/app/news-categories',
      '/media/',
      '/news-categories/',
    ]) {
      const r = await t.call('GET', path, { token });
      console.log(path, r.status, r.text.slice(0, 700));
    }
    const r = await t.call('PUT', `/app/news/${a.body.id}/read`, { token });
    console.log(r.status, r.text);
    expect(1).toBe(1);
  });
});
