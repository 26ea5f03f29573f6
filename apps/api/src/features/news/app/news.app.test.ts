import type { AppNews } from '@agora/contract/features/news/news.app.contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertArticles } from '../../../../test/articles.ts';
import { type Account, TestService } from '../../../../test/harness.ts';
import { rowCounts } from '../../../platform/db/row-counts.table.ts';
import { compactCounts } from '../../../platform/db/row-counts.ts';

let time = new Date();
let t: TestService;
let admin: Account;
let reader: Account;
beforeAll(async () => {
  t = await TestService.start({ now: () => time });
  admin = await t.superuser();
  reader = await t.member();
});
afterAll(() => t.stop());
beforeEach(async () => {
  time = new Date();
  await t.db.execute(sql`truncate news_articles cascade`);
});

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const text = (title: string, body: string) => ({
  title,
  excerpt: `Résumé de ${title}`,
  body: { type: 'doc', content: [paragraph(body)] },
  state: 'ready',
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  t.call('GET', path, { token: reader.token, headers });
const asAdmin = (method: string, path: string, json: object = {}) =>
  t.call(method, path, { token: admin.token, json });
const titles = async (query = '') =>
  (await ask(`/app/news?${query}`)).body.data.map(({ title }: { title: string }) => title);

interface Written {
  en?: string;
  body?: string;
  category_id?: string;
}

/** Publishes an article one second after the previous one. */
async function publish(title: string, { en, body = 'Bonjour', ...fields }: Written = {}) {
  const translations = { fr: text(title, body), en: en ? text(en, 'Hello') : null };
  const { body: article } = await asAdmin('POST', '/news/', { content: { translations }, ...fields });
  time = new Date(time.getTime() + 1000);
  await asAdmin('POST', `/news/${article.id}/publish`);
  return article.id as string;
}

describe('GET /app/news', () => {
  it('lists the newest articles first, below pinned articles', async () => {
    const first = await publish('Un');
    await publish('Deux');
    await publish('Trois');
    await asAdmin('POST', `/news/${first}/pin`);
    expect(await titles()).toEqual(['Un', 'Trois', 'Deux']);
    const pages = [await titles('limit=2'), await titles('skip=2&limit=2'), await titles('skip=3')];
    expect(pages).toEqual([['Un', 'Trois'], ['Deux'], []]);
    expect((await ask('/app/news?limit=0')).body).toEqual({ data: [], count: 3 });
  });

  it('starts and ends visibility and pins of articles by the clock', async () => {
    await insertArticles(t, 3);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await t.db.execute(sql`update news_live set visible_from = ${at(10)} where slug = 'b1'`);
    await t.db.execute(sql`update news_live set visible_to = ${at(20)} where slug = 'b2'`);
    await t.db.execute(sql`update news_live set pinned_until = ${at(30)} where slug = 'b3'`);
    const seen: string[] = [];
    for (const minutes of [5, 9, 11, 19, 21, 29, 31]) {
      time = new Date(at(minutes));
      seen.push((await titles()).join().replaceAll('Titre b', ''));
    }
    expect(seen).toEqual(['3,2', '3,2', '3,1,2', '3,1,2', '3,1', '3,1', '1,3']);
  });

  it('returns everything that a phone shows of an article', async () => {
    const category = await asAdmin('POST', '/news-categories/', {
      names: { fr: 'Sport', en: 'Sports' },
      color: '#aa3300',
    });
    const id = await publish('Le match', { category_id: category.body.id });
    const listed = {
      id,
      canonical_slug: 'le-match',
      locale: 'fr',
      is_fallback: false,
      title: 'Le match',
      excerpt: 'Résumé de Le match',
      cover: null,
      category: { id: category.body.id, name: 'Sport', color: '#aa3300' },
      published_at: time.toISOString(),
      is_pinned: false,
      is_read: false,
    };
    expect((await ask('/app/news')).body).toEqual({ data: [listed], count: 1 });
    expect((await ask('/app/news/le-match')).body).toEqual({
      ...listed,
      html: '<p>Bonjour</p>',
      text: 'Bonjour',
    });
    expect(await titles(`category_id=${category.body.id}`)).toEqual(['Le match']);
    expect(await titles(`category_id=${id}`)).toEqual([]);
    const { data } = (await ask('/app/news-categories')).body;
    expect(data).toContainEqual(listed.category);
  });

  it.each([
    ['ECOLE', ['L’école']],
    ['écoles', ['L’école']],
    ['CLASSE rentrée', ['L’école']],
    ['ntrée', []],
    ['absent', []],
    ['!!', []],
    ["' & :* | (", []],
    ['resumer', ['Autre', 'L’école']],
  ])('finds articles by the words of %s: %j', async (search, expected) => {
    await publish('L’école', { body: 'La rentrée des classes' });
    await publish('Autre');
    expect(await titles(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it('returns articles in the language of the reader and marks a fallback', async () => {
    await publish('Bonjour', { en: 'Hello' });
    await publish('Seulement ici');
    await t.call('PATCH', '/users/me', { token: reader.token, json: { locale: 'en' } });
    const { data } = (await ask('/app/news')).body;
    await t.call('PATCH', '/users/me', { token: reader.token, json: { locale: 'fr' } });
    expect(
      data.map((row: Record<string, unknown>) => [row['title'], row['locale'], row['is_fallback']]),
    ).toEqual([
      ['Seulement ici', 'fr', true],
      ['Hello', 'en', false],
    ]);
  });

  it('counts a read in the language that was shown, including a fallback', async () => {
    const [both, french] = [await publish('Bonjour', { en: 'Hello' }), await publish('Seulement ici')];
    const { token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    for (const id of [both, french])
      expect((await t.call('PUT', `/app/news/${id}/read`, { token })).status).toBe(200);
    const rows = await t.db.execute<{ article_id: string; locale: string }>(
      sql`select article_id, locale from news_reads`,
    );
    expect(Object.fromEntries(rows.map(({ article_id, locale }) => [article_id, locale]))).toEqual({
      [both]: 'en',
      [french]: 'fr',
    });
  });

  it('searches each article by the word stems of its own language, for readers of any language', async () => {
    await publish('Les chevaux', { body: 'Ils galopaient' });
    await publish('Autre', { en: 'The races', body: 'Rien' });
    const { token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    const found = async (search: string) =>
      (await t.call('GET', `/app/news?search=${search}`, { token })).body.data.map(
        ({ title }: AppNews) => title,
      );
    expect(await found('cheval')).toEqual(['Les chevaux']);
    expect(await found('galoper')).toEqual(['Les chevaux']);
    expect(await found('racing')).toEqual(['The races']);
  });

  it('pages articles by `after` while others are published or withdrawn', async () => {
    const ids = new Map<string, string>();
    const add = async (title: string) => ids.set(title, await publish(title));
    for (const title of ['1', '2', '3', '4', '5', '6']) await add(title);
    const until = new Date(time.getTime() + 86_400_000).toISOString().slice(0, 16);
    for (const title of ['2', '5']) await asAdmin('POST', `/news/${ids.get(title)}/pin`, { until });
    const after = (title: string, query = 'limit=2') => titles(`${query}&after=${ids.get(title)}`);
    expect(await titles('limit=3')).toEqual(['5', '2', '6']);
    expect(await after('5')).toEqual(['2', '6']);
    await add('7');
    expect(await after('6')).toEqual(['4', '3']);
    await asAdmin('POST', `/news/${ids.get('5')}/unpublish`);
    expect(await after('3')).toEqual(['1']);
    expect(await after('2', 'search=bonjour&limit=1&skip=1')).toEqual(['6']);
    expect(await after('1')).toEqual([]);
    const gone = await ask(`/app/news?after=${ids.get('5')}`);
    expect([gone.status, gone.body.code]).toEqual([409, 'row_gone']);
  });

  it('returns 304 for a known ETag until an article changes', async () => {
    const id = await publish('Un');
    for (const path of ['/app/news', `/app/news/${id}`, '/app/news-categories']) {
      const { headers } = await ask(path);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Origin, Authorization, accept-encoding',
        etag: expect.any(String),
      });
      const again = await ask(path, { 'if-none-match': String(headers['etag']) });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const { headers } = await ask('/app/news');
    await asAdmin('POST', `/news/${id}/unpublish`);
    expect((await ask('/app/news', { 'if-none-match': String(headers['etag']) })).body).toEqual({
      data: [],
      count: 0,
    });
  });

  it('matches any of several ETags, and returns 404 for a missing article with If-None-Match: *', async () => {
    const id = await publish('Un');
    const { headers } = await ask(`/app/news/${id}`);
    const etags = `"older", W/${String(headers['etag'])}`;
    expect((await ask(`/app/news/${id}`, { 'if-none-match': etags })).status).toBe(304);
    expect((await ask('/app/news/none', { 'if-none-match': '*' })).status).toBe(404);
    await t.call('PUT', `/app/news/${id}/read`, { token: reader.token });
    const read = await ask(`/app/news/${id}`, { 'if-none-match': etags });
    expect([read.status, read.body.is_read]).toEqual([200, true]);
    const list = await ask('/app/news', { 'if-none-match': String(read.headers['etag']) });
    expect(list.status).toBe(200);
  });

  it('marks an article as read once per reader and counts readers by language', async () => {
    const id = await publish('Un');
    const mark = (article: string, { token } = reader) =>
      t.call('PUT', `/app/news/${article}/read`, { token });
    for (let times = 0; times < 2; times += 1) expect((await mark(id)).status).toBe(200);
    expect((await ask('/app/news')).body.data[0].is_read).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      expect((await ask(`/app/news/${id}`)).body.is_read).toBe(true);
      expect((await t.call('GET', `/app/news/${id}`, { token: admin.token })).body.is_read).toBe(false);
    }
    expect((await asAdmin('GET', `/news/${id}`)).body.readers).toEqual({ fr: 1, en: 0 });
    const unread = await publish('Deux');
    const { data } = (await asAdmin('GET', '/news/')).body;
    const reads = Object.fromEntries(data.map((row: { id: string; reads: number }) => [row.id, row.reads]));
    expect(reads).toMatchObject({ [id]: 1, [unread]: 0 });
    const readLater = async () => {
      const answer = await mark(id, await t.member());
      return [answer.body.code, (await asAdmin('GET', `/news/${id}`)).body.readers.fr];
    };
    const visible_to = new Date(time.getTime() + 86_400_000);
    await t.db.execute(sql`update news_live set visible_to = ${visible_to.toISOString()}`);
    time = new Date(visible_to.getTime() - 1);
    expect(await readLater()).toEqual([undefined, 2]);
    time = visible_to;
    expect(await readLater()).toEqual(['no_news', 2]);
    await asAdmin('POST', `/news/${id}/unpublish`);
    expect([(await mark(id)).body.code, (await mark(crypto.randomUUID())).status]).toEqual(['no_news', 404]);
  });
});

it('shows read articles at once on every instance and deletes the counts with the account', async () => {
  const { id: member, token } = await t.member();
  const another = await TestService.start({ now: () => time, beside: t });
  const [first, second] = [await publish('Un'), await publish('Deux')];
  const readFrom = async (instance: TestService) => {
    const get = async (path: string) => (await instance.call('GET', path, { token })).body;
    const list = (await get('/app/news')).data.filter(({ is_read }: AppNews) => is_read);
    const both = await Promise.all([first, second].map((id) => get(`/app/news/${id}`)));
    expect(
      both
        .filter(({ is_read }) => is_read)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(list.map(({ id }: AppNews) => id).sort());
    return list.length;
  };
  const expectRead = async (count: number) => {
    for (const instance of [t, another, t, another]) expect(await readFrom(instance)).toBe(count);
  };
  await expectRead(0);
  await t.call('PUT', `/app/news/${first}/read`, { token });
  await expectRead(1);
  await compactCounts(t.db, rowCounts);
  await another.call('PUT', `/app/news/${second}/read`, { token });
  await expectRead(2);
  await another.stop();
  await asAdmin('DELETE', `/users/${member}`);
  await asAdmin('POST', `/users/${member}/erase`);
  await compactCounts(t.db, rowCounts);
  expect([...(await t.db.execute(sql`select from row_counts where owner_id = ${member}`))]).toEqual([]);
});
