import { randomUUID } from 'node:crypto';
import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, useService } from '../../../test/harness.ts';
import { rowsReadBy } from '../../../test/plans.ts';
import { type ItemScope, listItems } from './items.queries.ts';

const service = useService();

const add = async ({ token }: Account, title: string, description: string | null = null) => {
  const { body } = await service().call('POST', '/items/', { token, json: { title, description } });
  return body as ItemPublic;
};

const list = async ({ token }: Account, query = '') => {
  const { status, body } = await service().call('GET', `/items/?${query}`, { token });
  expect(status).toBe(200);
  return body as { data: ItemPublic[]; count: number };
};

const titles = async (caller: Account, query = '') =>
  (await list(caller, query)).data.map(({ title }) => title);

describe('GET /items', () => {
  it('returns email and name of the owner of each item', async () => {
    const owner = await service().member({ full_name: 'Zoë' });
    const { owner: _, ...item } = { ...(await add(owner, 'x')), owner: undefined };
    const { data } = await list(owner);
    expect(data).toEqual([{ ...item, owner: { email: owner.email, full_name: 'Zoë' } }]);
  });

  it.each([
    ['ETE', ['Vélo', 'Fête d’été']],
    ['fête d’été', ['Fête d’été']],
    ['cœur', ['Cœur']],
    ['coeur', ['Cœur']],
    ['100%', ['100 % laine, 100%']],
    ['_', []],
    ['\\', ['a\\b']],
    ['l’été sur', ['Vélo']],
    ['surtout velo', ['Vélo']],
    ['été vélo nulle', []],
    ['', ['a\\b', 'Cœur', 'Vélo', '100 % laine, 100%', 'Fête d’été']],
  ])('searches for %j in titles and descriptions of items', async (search, found) => {
    const owner = await service().member();
    await add(owner, 'Fête d’été');
    await add(owner, '100 % laine, 100%');
    await add(owner, 'Vélo', 'Pour l’Été surtout');
    await add(owner, 'Cœur');
    await add(owner, 'a\\b');
    const { data, count } = await list(owner, `search=${encodeURIComponent(search)}`);
    expect(data.map(({ title }) => title)).toEqual(found);
    expect(count).toBe(found.length);
  });

  it('searches only for the first twelve words', async () => {
    const owner = await service().member();
    await add(owner, 'a b c d e f g h i j k', 'l');
    const search = (words: string) => titles(owner, `search=${encodeURIComponent(words)}`);
    expect(await search('a b c d e f g h i j k l ignored')).toHaveLength(1);
    expect(await search('a b c d e f g h i j k missing')).toEqual([]);
  });

  it('searches texts normalised on writing, without unaccent in the query', async () => {
    const page = { skip: 0, limit: 25, after: undefined };
    const plan = await service().db.execute(
      sql`explain ${listItems(service().db, page, { search: 'a b' }, '-created_at')}`,
    );
    expect(JSON.stringify(plan)).not.toContain('unaccent');
  });

  it('sorts items by title ignoring accents and case, or by date, in both directions', async () => {
    const owner = await service().member();
    for (const title of ['banana', 'Éclair', 'apple', 'Zebra', 'eclair']) await add(owner, title);
    const byTitle = await titles(owner, 'sort=title');
    expect(byTitle).toEqual(['apple', 'banana', 'Éclair', 'eclair', 'Zebra']);
    expect(await titles(owner, 'sort=-title')).toEqual(byTitle.toReversed());
    expect(await titles(owner, 'sort=created_at')).toEqual(['banana', 'Éclair', 'apple', 'Zebra', 'eclair']);
    expect(await titles(owner)).toEqual(['eclair', 'Zebra', 'apple', 'Éclair', 'banana']);
  });

  it.each(['title', '-title', 'created_at', '-created_at'])(
    'returns each of several equal items once across pages sorted by %s',
    async (sort) => {
      const owner = await service().member();
      for (let i = 0; i < 7; i++) await add(owner, 'same');
      await service().db.execute(
        sql`update items set created_at = '2026-01-01T00:00Z' where owner_id = ${owner.id}`,
      );
      const ids: string[] = [];
      for (const skip of [0, 3, 6]) {
        const { data } = await list(owner, `sort=${sort}&limit=3&skip=${skip}`);
        ids.push(...data.map(({ id }) => id));
      }
      const sorted = ids.toSorted();
      expect(new Set(ids).size).toBe(7);
      expect(ids).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
    },
  );

  it.each(['owner_id', 'description', 'title;--', ''])('rejects sorting items by %j', async (sort) => {
    const { token } = await service().member();
    const { status, body } = await service().call('GET', `/items/?sort=${encodeURIComponent(sort)}`, {
      token,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'sort']]);
  });

  it('filters items by owner for a superuser and never shows a member items of others', async () => {
    const t = service();
    const [one, two, admin] = [await t.member(), await t.member(), await t.superuser()];
    await add(one, 'of one');
    await add(two, 'of two');
    expect(await titles(admin, `owner_id=${one.id}`)).toEqual(['of one']);
    expect(await titles(one, `owner_id=${one.id}`)).toEqual(['of one']);
    expect(await list(one, `owner_id=${two.id}`)).toEqual({ data: [], count: 0 });
    expect(await list(admin, `owner_id=${crypto.randomUUID()}`)).toEqual({ data: [], count: 0 });
  });

  it('hides items whose owner is in the trash from the list, the export and other routes', async () => {
    const t = service();
    const [owner, admin] = [await t.member(), await t.superuser()];
    const { id } = await add(owner, 'orphaned');
    await t.db.execute(sql`update users set deleted_at = now() where id = ${owner.id}`);
    await add(admin, 'orphaned, with an owner');
    expect((await list(admin, 'search=orphaned')).count).toBe(1);
    const { text } = await t.call('GET', '/items/export?search=orphaned', { token: admin.token });
    expect(text.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining('orphaned, with an owner')]);
    for (const [method, path] of [
      ['GET', `/items/${id}`],
      ['DELETE', `/items/${id}`],
      ['POST', `/items/${id}/restore`],
    ] as const)
      expect((await t.call(method, path, { token: admin.token })).body.code).toBe('item_not_found');
  });
});

describe('GET /items/export', () => {
  const download = async ({ token }: Account, query = '') =>
    service().call('GET', `/items/export?${query}`, { token });

  it('exports the filtered and sorted items in the language of the account', async () => {
    const owner = await service().member();
    const bike = await add(owner, 'Vélo; "neuf"', 'Deux\nlignes');
    const formula = await add(owner, '=1+1');
    await add(owner, 'autre');
    await service().db.execute(
      sql`update items set created_at = timestamptz '2026-07-14T22:30:00Z' + position(left(title, 1) in 'V=a') * interval '1 second' where owner_id = ${owner.id}`,
    );
    const { headers, text } = await download(owner, `sort=created_at`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="items.csv"',
    });
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFIdentifiant;Titre;Description;Adresse e-mail du propriétaire;Date de création',
      `${bike.id};"Vélo; ""neuf""";"Deux\nlignes";${owner.email};15/07/2026 00:30:01`,
      `${formula.id};'=1+1;;${owner.email};15/07/2026 00:30:02`,
    ]);
    await service().call('PATCH', '/users/me', { token: owner.token, json: { locale: 'en' } });
    const { text: english } = await download(owner, 'search=velo');
    expect(english.split('\r\n')).toEqual([
      '\uFEFFIdentifier,Title,Description,Owner’s e-mail address,Created',
      `${bike.id},"Vélo; ""neuf""","Deux\nlignes",${owner.email},2026-07-15 00:30:01`,
      '',
    ]);
  });

  it('exports exactly the rows of the list in the same order', async () => {
    const t = service();
    const [owner, other, admin] = [await t.member(), await t.member(), await t.superuser()];
    await add(other, 'of somebody else');
    await t.db.execute(sql`
      insert into items (id, owner_id, title, created_at, deleted_at)
      select gen_random_uuid(), ${owner.id}, 'item ' || i % 700, now(), case when i % 50 = 0 then now() end
      from generate_series(1, 2500) as i`);
    const query = `owner_id=${owner.id}&search=ITEM&sort=-title`;
    const listed: string[] = [];
    for (const skip of [0, 1000, 2000]) {
      const { data } = await list(admin, `${query}&limit=1000&skip=${skip}`);
      listed.push(...data.map(({ id }) => id));
    }
    const { text } = await download(admin, query);
    const exported = text.split('\r\n').slice(1, -1);
    expect(exported).toHaveLength(2450);
    expect(exported.map((line) => line.slice(0, 36))).toEqual(listed);
  });

  it('exports exactly the selected items in the order of the list, and none of another member', async () => {
    const [one, two] = [await service().member(), await service().member()];
    const [a, b] = [await add(one, 'a'), await add(one, 'b')];
    await add(one, 'c');
    const foreign = await add(two, 'd');
    const exported = async (query: string) =>
      (await download(one, query)).text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(0, 36));
    const ids = [a.id, b.id.toUpperCase()].join(',');
    expect(await exported(`ids=${ids}&sort=-title&expected_count=2`)).toEqual([b.id, a.id]);
    expect(await exported(`ids=${ids}&search=a&expected_count=1`)).toEqual([a.id]);
    expect(await exported(`ids=${ids},${foreign.id}&sort=title`)).toEqual([a.id, b.id]);
    expect(await exported('expected_count=3')).toHaveLength(3);
  });

  it.each(['ids=%s&expected_count=2', 'expected_count=1'])(
    'refuses an export of another number of items than expected: %s',
    async (query) => {
      const owner = await service().member();
      const { id } = await add(owner, 'a');
      if (query === 'expected_count=1') await add(owner, 'b');
      const { status, body } = await download(owner, query.replace('%s', `${id},${randomUUID()}`));
      expect([status, body.code]).toEqual([409, 'count_changed']);
    },
  );

  it('exports at most 100 items by their ids, and names a malformed id', async () => {
    const owner = await service().member();
    const ids = (count: number) => `ids=${Array.from({ length: count }, () => randomUUID()).join(',')}`;
    expect((await download(owner, ids(100))).status).toBe(200);
    for (const query of [ids(101), 'ids=', 'ids=x', `${ids(2)},`]) {
      const { status, body } = await download(owner, query);
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'ids']]);
    }
  });

  it('exports only the headings when no item matches, and no items of others', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    await add(two, 'of two');
    expect((await download(one, `owner_id=${two.id}`)).text.split('\r\n')).toHaveLength(2);
    expect((await download(one)).text.split('\r\n')).toHaveLength(2);
  });

  it('returns a JSON error instead of a CSV file when the query fails', async () => {
    const t = service();
    const owner = await t.member();
    await t.db.execute(sql`alter table items rename to elsewhere`);
    const { status, headers, body } = await download(owner);
    await t.db.execute(sql`alter table elsewhere rename to items`);
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(headers['content-type']).toContain('application/json');
    expect(headers).not.toHaveProperty('content-disposition');
  });
});

describe('pages of 20,000 items of 20 members', () => {
  const owners: string[] = [];
  beforeAll(async () => {
    const t = service();
    while (owners.length < 20) owners.push((await t.member()).id);
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into items (id, owner_id, title, created_at)
        select gen_random_uuid(), (${`{${owners.join(',')}}`}::uuid[])[1 + i % 20], md5(i::text), now()
        from generate_series(1, 20000) as i`);
    });
    await t.db.execute(sql`vacuum analyze items, users`);
  });

  it.each(['title', '-title'] as const)(
    'reads few rows for a page of items by %s, of all owners and of one',
    async (sort) => {
      const { db } = service();
      const [owner_id] = owners as [string];
      const scopes: ItemScope[] = [{}, { owner_id }, { visible_to: owner_id }];
      for (const scope of scopes) {
        const page = { skip: 0, limit: 25, after: undefined };
        expect(await rowsReadBy(db, listItems(db, page, scope, sort))).toBeLessThan(250);
        const after = (await listItems(db, { ...page, skip: 500 }, scope, sort))[0]?.id;
        expect(await rowsReadBy(db, listItems(db, { ...page, after }, scope, sort))).toBeLessThan(250);
      }
    },
  );
});
