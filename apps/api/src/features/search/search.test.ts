import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { french } from '../../../test/articles.ts';
import { type Account, useService } from '../../../test/harness.ts';

const service = useService({
  settings: { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' },
  now: () => new Date('2036-03-10T12:00:00Z'),
});
let admin: Account;
beforeEach(async () => {
  admin = await service().superuser();
  await service().db.execute(sql`delete from users where email not in (${admin.email})`);
  await service().db.execute(sql`truncate news_articles, daily_messages, broadcasts, items cascade`);
});

const ask = async (method: string, path: string, json?: object, { token } = admin) =>
  service().call(method, path, { token, ...(json && { json }) });

interface Group {
  entity: string;
  results: { id: string; title: string; detail: string }[];
}

async function find(q: string, { as = admin, limit = 5 } = {}): Promise<Group[]> {
  const { status, body } = await ask(
    'GET',
    `/search?q=${encodeURIComponent(q)}&limit=${limit}`,
    undefined,
    as,
  );
  expect(status).toBe(200);
  return body.groups;
}

/** The results, as `entity: title`. */
const found = async (q: string, options = {}) =>
  (await find(q, options)).flatMap(({ entity, results }) =>
    results.map(({ title }) => `${entity}: ${title}`),
  );

const member = (full_name: string) => service().member({ full_name });
const item = (title: string, as = admin) => ask('POST', '/items/', { title, description: null }, as);
const article = (title: string, paragraph?: string) =>
  ask('POST', '/news/', {
    content: french(title, {
      ...(paragraph && {
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: paragraph }] }] },
      }),
    }),
  });
const write = (fields: object, { token }: Account) =>
  service().call('POST', '/app/messages', {
    token,
    json: { body: 'Bonjour', client_token: crypto.randomUUID(), ...fields },
  });

describe('GET /search', () => {
  it('returns a row that matches in several ways only once', async () => {
    await article('Le marché du marché', 'Le marché, encore le marché');
    await item('marché');
    await member('Marche Marché');
    expect((await found('marché')).toSorted()).toEqual([
      'item: marché',
      'member: Marche Marché',
      'news: Le marché du marché',
    ]);
  });

  it('finds rows of every kind and groups them by kind', async () => {
    const zoe = await member('Zoé Vauquelin');
    await service().db.execute(sql`update users set email = 'z@example.org' where id = ${zoe.id}`);
    await article('Vauquelin à la une');
    const translations = { fr: { title: 'Vauquelin dit', body: 'Bonjour' } };
    await ask('POST', '/daily-messages/', { day: '2036-03-10', status: 'ready', translations });
    await ask('POST', '/broadcasts', { name: 'Vauquelin, le retour', category: 'announcement' });
    const { body } = await write({ subject: 'Vauquelin absent' }, zoe);
    await item('Vauquelin en pot');
    expect(await find('vauquelin')).toEqual(
      [
        ['news', 'Vauquelin à la une', ''],
        ['daily_message', 'Vauquelin dit', '2036-03-10'],
        ['broadcast', 'Vauquelin, le retour', ''],
        ['conversation', `#${body.number} · Vauquelin absent`, 'Zoé Vauquelin'],
        ['item', 'Vauquelin en pot', ''],
        ['member', 'Zoé Vauquelin', 'z@example.org'],
      ].map(([entity, title, detail]) => ({ entity, results: [{ id: expect.any(String), title, detail }] })),
    );
    expect((await find(`#${body.number}`)).map(({ entity }) => entity)).toEqual(['conversation']);
    expect((await find('admin@example.com')).map(({ entity }) => entity)).toEqual(['administrator']);
  });

  it.each([
    'Lefèvre Édouard',
    'EDOUARD lefevre',
    'fevre ouard',
    'lefevre',
    'Lefèbvre',
    'lefevre edouadr',
    'edouar',
  ])('finds the member Édouard Lefèvre by %j', async (q) => {
    await member('Édouard Lefèvre');
    await member('Édouard Martin');
    await member('Anne Lefort');
    expect(await found(q)).toContain('member: Édouard Lefèvre');
    expect(await found(q)).not.toContain('member: Anne Lefort');
  });

  it.each(['Lefèvre Gérard', 'lefbvree', 'lfvre'])(
    'does not find the member Édouard Lefèvre by %j',
    async (q) => {
      await member('Édouard Lefèvre');
      expect(await found(q)).toEqual([]);
    },
  );

  it('ranks title starts before title words, texts and typos, and newer rows first among equals', async () => {
    await article('Marchés', 'Le jardin');
    await article('Un jardin');
    await article('Les jardons');
    await article('Jardin premier');
    await article('Jardin second');
    await article('Le jardni');
    await article('Deux', 'Au jardin');
    const all = ['Jardin second', 'Jardin premier', 'Un jardin', 'Deux', 'Marchés', 'Le jardni'];
    expect(await found('jardin', { limit: 20 })).toEqual(all.map((title) => `news: ${title}`));
    expect(await found('jardin', { limit: 4 })).toEqual(all.slice(0, 4).map((title) => `news: ${title}`));
  });

  it.each([
    ['merim', ['Merim', 'Merima', 'Merin', 'Meirm', 'Erim', 'Merwim'], ['Merci', 'Verimo', 'Mirem']],
    ['Mérimée', ['Merimee', 'Mérimé', 'Mérimès'], ['Mériel', 'Mérmiét']],
  ])('tolerates one typo in "%s", not two, and ranks exact matches first', async (search, all, others) => {
    for (const name of [...all.slice(1), ...others, all[0] as string]) await item(name);
    const titles = await found(search, { limit: 20 });
    expect(titles.toSorted()).toEqual(all.map((name) => `item: ${name}`).toSorted());
    expect(titles[0]).toBe(`item: ${all[0]}`);
  });

  it('tolerates a typo in a search of twelve parts but not in one of thirteen', async () => {
    const pieces = ['jardin', ...'ab-cd-ef-gh-ij-kl-mn-op-qr-st-uv'.split('-')];
    const rest = pieces.slice(1).join('-');
    await item(`jardin ${rest}`);
    await item(`jardin ${rest}-wx`);
    const titles = [`item: jardin ${rest}-wx`, `item: jardin ${rest}`];
    expect(await found(`jardni ${rest}`)).toEqual(titles);
    expect(await found(`jardni ${rest}-wx`)).toEqual([]);
    expect(await found(`jardin ${rest}-wx`)).toEqual(titles.slice(0, 1));
  });

  it('omits the trash and spam from search results and, for a member, all rows of others', async () => {
    const [one, two] = [await member('Quatrefages'), await service().member()];
    const { body } = await article('Quatrefages article');
    await ask('DELETE', `/news/${body.id}`);
    const { body: thread } = await write({ subject: 'Quatrefages sujet' }, two);
    await ask('POST', '/messages/bulk', { action: 'spam', ids: [thread.id] });
    await item('Quatrefages de un', one);
    await item('Quatrefages de deux', two);
    const { body: gone } = await item('Quatrefages jeté', two);
    await ask('DELETE', `/items/${gone.id}`, undefined, two);
    expect(await found('quatrefages', { as: two })).toEqual(['item: Quatrefages de deux']);
    expect(await found('quatrefages')).toEqual([
      'member: Quatrefages',
      'item: Quatrefages de deux',
      'item: Quatrefages de un',
    ]);
    await ask('DELETE', `/users/${one.id}`);
    expect(await found('quatrefages')).toEqual(['item: Quatrefages de deux']);
  });

  it('returns search results in the language of the account', async () => {
    const translations = { fr: { title: 'Bonjour', body: 'À vous' }, en: { title: 'Hello', body: 'To you' } };
    await ask('POST', '/daily-messages/', { status: 'ready', translations });
    for (const [locale, title] of [
      ['en', 'Hello'],
      ['fr', 'Bonjour'],
    ]) {
      await ask('PATCH', '/users/me', { locale });
      expect(await found('hello')).toEqual([`daily_message: ${title}`]);
    }
  });

  it.each([
    ['%_\\', []],
    ['%_\\ en', ['item: %_\\ en tête']],
    ['x_y%', ['item: x_y%']],
    ['xzy%', []],
    ['a', ['item: a\\b']],
    ['a\\b', ['item: a\\b']],
    ['éc', ['item: Échelle', 'item: ec']],
    ["'; drop table users; --", []],
    ['   ', []],
    ['', []],
    ['1'.repeat(255), []],
  ])('searches literally for %j', async (q, titles) => {
    const as = await service().member();
    for (const title of ['ec', 'Échelle', 'Dec', 'a\\b', 'x_y%', '%_\\ en tête', 'ba']) await item(title, as);
    expect(await found(q, { as })).toEqual(titles);
    expect(await found(q)).toEqual(expect.arrayContaining(titles));
  });

  it('finds a person and their conversations by a complete or partial email address', async () => {
    const name = `zoe.${crypto.randomUUID()}`;
    const zoe = await service().member({ email: `${name}@example.org`, full_name: 'Zoé' });
    await service().member({ email: `a${name}@example.org` });
    const { body } = await write({ subject: 'Bonjour' }, zoe);
    const both = ['member: Zoé', `conversation: #${body.number} · Bonjour`];
    for (const q of [`${name}@example.org`, `${name.toUpperCase()}@EXAMPLE.ORG`, `${name}@`, `${name}@exa`])
      expect(await found(q), q).toEqual(both);
    expect(await found(`${name}@example.com`)).toEqual([]);
  });

  it('shows the email address of a person with an empty name', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    await write({ subject: 'Bonjour' }, await service().member({ email, full_name: '' }));
    const [member, conversation] = await find(email);
    expect(member?.results).toMatchObject([{ title: email }]);
    expect(conversation?.results).toMatchObject([{ detail: email }]);
  });

  it('finds a short word next to other words', async () => {
    await item('Vélo li rouge');
    for (const q of ['li', 'velo l', 'vel ro']) expect(await found(q)).toEqual(['item: Vélo li rouge']);
  });

  it('finds one or two letters at the start of a title in any language', async () => {
    const translations = {
      fr: { title: 'Øuvert', body: 'Le soir' },
      en: { title: 'Qxylo', body: 'Tonight' },
    };
    await ask('POST', '/daily-messages/', { status: 'ready', translations });
    await item('Aqx bqxylo');
    for (const q of ['qx', 'QX', 'øu', 'q']) expect(await found(q)).toEqual(['daily_message: Øuvert']);
  });

  it('rejects an invalid search query with the name of the parameter', async () => {
    for (const [query, field] of [
      [`q=${'a'.repeat(256)}`, 'q'],
      ['', 'q'],
      ['q=a&limit=0', 'limit'],
      ['q=a&limit=21', 'limit'],
    ]) {
      const { status, body } = await ask('GET', `/search?${query}`);
      expect([status, body.detail[0].loc]).toEqual([422, ['query', field]]);
    }
  });
});
