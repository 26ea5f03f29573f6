import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, useService } from '../../../test/harness.ts';
import { deleteExpiredItems } from './items.queries.ts';

const service = useService();
const DAY = 86_400_000;

const add = async ({ token }: Account, ...titles: string[]) => {
  const ids: string[] = [];
  for (const title of titles) {
    const { body } = await service().call('POST', '/items/', { token, json: { title } });
    ids.push(body.id);
  }
  return ids as [string, ...string[]];
};

const bulk = ({ token }: Account, json: object) => service().call('POST', '/items/bulk', { token, json });
const remove = ({ token }: Account, id: string) => service().call('DELETE', `/items/${id}`, { token });
const restore = ({ token }: Account, id: string) => service().call('POST', `/items/${id}/restore`, { token });
const titles = async ({ token }: Account) => {
  const { body } = await service().call('GET', '/items/?sort=title', { token });
  expect(body.count).toBe(body.data.length);
  return body.data.map(({ title }: ItemPublic) => title) as string[];
};
/** Moves the deletion date of a trashed item back. */
const age = (id: string, days: number) =>
  service().db.execute(
    sql`update items set deleted_at = ${new Date(Date.now() - days * DAY).toISOString()} where id = ${id}`,
  );

describe('trash of items', () => {
  it('hides a deleted item from everyone and restores it unchanged', async () => {
    const t = service();
    const [owner, admin] = [await t.member(), await t.superuser()];
    const [id] = await add(owner, 'x');
    const { body: item } = await t.call('GET', `/items/${id}`, { token: owner.token });
    await remove(owner, id);
    for (const { token } of [owner, admin])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const json = method === 'PUT' ? { title: 'y' } : undefined;
        expect((await t.call(method, `/items/${id}`, { token, json })).body.code).toBe('item_not_found');
      }
    expect(await titles(owner)).toEqual([]);
    expect((await t.call('GET', '/items/export', { token: owner.token })).text).not.toContain(id);
    expect((await restore(owner, id)).body).toEqual(item);
    expect(await titles(owner)).toEqual(['x']);
  });

  it('allows only the owner and superusers to restore an item', async () => {
    const t = service();
    const [owner, other, admin] = [await t.member(), await t.member(), await t.superuser()];
    const [id] = await add(owner, 'x');
    await remove(owner, id);
    expect((await restore(other, id)).body.code).toBe('not_item_owner');
    expect((await restore(admin, id)).status).toBe(200);
    expect((await restore(owner, id)).body.code).toBe('item_not_found');
  });

  it('allows restoring an item for 30 days and then erases it', async () => {
    const owner = await service().member();
    const [early, late] = (await add(owner, 'early', 'late')) as [string, string];
    for (const id of [early, late]) await remove(owner, id);
    await age(early, 29.99);
    await age(late, 30.01);
    expect((await restore(owner, late)).body.code).toBe('item_not_found');
    const report = await bulk(owner, { action: 'restore', filter: {}, expected_count: 1 });
    expect(report.body).toEqual({ count: 1, done: 1, skipped: [] });
    await remove(owner, early);
    await age(early, 29.99);
    await deleteExpiredItems(service().db, new Date());
    const left = await service().db.execute(sql`select id from items where owner_id = ${owner.id}`);
    expect([...left]).toEqual([{ id: early }]);
  });

  it('erases expired items in batches of 1,000', async () => {
    const { db } = service();
    const owner = await service().member();
    await db.execute(sql`insert into items (id, owner_id, title, created_at, deleted_at)
      select gen_random_uuid(), ${owner.id}, 'old', now(), now() - interval '31 days' from generate_series(1, 2500)`);
    await db.execute(sql`create table erased (count int)`);
    await db.execute(sql`create function note_erased() returns trigger language plpgsql as
      'begin insert into erased select count(*) from old_rows; return null; end'`);
    await db.execute(sql`create trigger erased after delete on items referencing old table as old_rows
      for each statement execute function note_erased()`);
    await deleteExpiredItems(db, new Date());
    const batches = await db.execute<{ count: number }>(sql`select count from erased`);
    await db.execute(sql`drop trigger erased on items`);
    expect(batches.map(({ count }) => count)).toEqual([1000, 1000, 500]);
  });
});

describe('POST /items/bulk with ids', () => {
  it('deletes the items of the caller and returns the reason for each skipped one', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    const [a, b] = (await add(one, 'a', 'b', 'c')) as [string, string];
    const [foreign, gone, unknown] = [...(await add(two, 'x', 'y')), crypto.randomUUID()] as [
      string,
      string,
      string,
    ];
    await remove(two, gone);
    const { body } = await bulk(one, { action: 'delete', ids: [a, foreign, b, unknown, gone, a] });
    expect(body).toEqual({
      count: 5,
      done: 2,
      skipped: [
        { id: foreign, label: '', code: 'not_item_owner' },
        { id: unknown, label: '', code: 'item_not_found' },
        { id: gone, label: '', code: 'item_not_found' },
      ],
    });
    expect(await titles(one)).toEqual(['c']);
    expect(await titles(two)).toEqual(['x']);
  });

  it('lets a superuser delete and restore the items of a member', async () => {
    const t = service();
    const [owner, admin] = [await t.member(), await t.superuser()];
    const ids = await add(owner, 'a', 'b');
    expect((await bulk(admin, { action: 'delete', ids })).body).toEqual({ count: 2, done: 2, skipped: [] });
    expect(await titles(owner)).toEqual([]);
    expect((await bulk(admin, { action: 'restore', ids })).body.done).toBe(2);
    expect(await titles(owner)).toEqual(['a', 'b']);
    const again = await bulk(admin, { action: 'restore', ids });
    expect(again.body).toMatchObject({ count: 2, done: 0, skipped: [{ code: 'item_not_found' }, {}] });
  });

  it('deletes each item once in two concurrent calls with the same items in opposite order', async () => {
    const owner = await service().member();
    const ids = await add(owner, ...Array.from({ length: 20 }, (_, i) => `item ${i}`));
    const reports = await Promise.all(
      [ids, ids.toReversed()].map((order) => bulk(owner, { action: 'delete', ids: order })),
    );
    expect(reports.map(({ status }) => status)).toEqual([200, 200]);
    expect(reports.map(({ body }) => body.done).reduce((a, b) => a + b)).toBe(20);
  });
});

describe('POST /items/bulk with a filter', () => {
  it('deletes and restores all items of a filter but none of another owner', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    await add(one, 'Été 1', 'ete 2', 'winter');
    await add(two, 'été');
    const target = { filter: { search: 'été' }, expected_count: 2 };
    const { body } = await bulk(one, { action: 'delete', ...target });
    expect(body).toEqual({ count: 2, done: 2, skipped: [] });
    expect(await titles(one)).toEqual(['winter']);
    expect(await titles(two)).toEqual(['été']);
    expect((await bulk(one, { action: 'restore', ...target })).body.done).toBe(2);
    expect(await titles(one)).toEqual(['ete 2', 'winter', 'Été 1'].toSorted((a, b) => a.localeCompare(b)));
  });

  it('deletes and restores items in batches of 500', async () => {
    const { db } = service();
    const owner = await service().member();
    await db.execute(sql`insert into items (id, owner_id, title, created_at)
      select gen_random_uuid(), ${owner.id}, 'many', now() from generate_series(1, 700)`);
    await db.execute(sql`create table moved (count int)`);
    await db.execute(sql`create function note_moved() returns trigger language plpgsql security definer as
      'begin insert into moved select count(*) from new_rows; return null; end'`);
    await db.execute(sql`create trigger moved after update on items referencing new table as new_rows
      for each statement execute function note_moved()`);
    const target = { filter: { search: 'many' }, expected_count: 700 };
    for (const action of ['delete', 'restore'])
      expect((await bulk(owner, { action, ...target })).body).toEqual({
        count: 700,
        done: 700,
        skipped: [],
      });
    const batches = await db.execute<{ count: number }>(sql`select count from moved`);
    await db.execute(sql`drop trigger moved on items`);
    expect(batches.map(({ count }) => count)).toEqual([500, 200, 500, 200]);
  });

  it.each([0, 1, 3])('rejects a bulk deletion that expects %s items instead of 2', async (expected_count) => {
    const owner = await service().member();
    await add(owner, 'a', 'b');
    const { status, body } = await bulk(owner, { action: 'delete', filter: {}, expected_count });
    expect([status, body.code]).toEqual([409, 'count_changed']);
    expect(await titles(owner)).toEqual(['a', 'b']);
  });

  it('ignores items of another owner for a member, but not for a superuser', async () => {
    const t = service();
    const [one, two, admin] = [await t.member(), await t.member(), await t.superuser()];
    await add(two, 'a');
    const json = { action: 'delete', filter: { owner_id: two.id } };
    expect((await bulk(one, { ...json, expected_count: 1 })).body.code).toBe('count_changed');
    expect((await bulk(one, { ...json, expected_count: 0 })).body).toEqual({
      count: 0,
      done: 0,
      skipped: [],
    });
    expect(await titles(two)).toEqual(['a']);
    expect((await bulk(admin, { ...json, expected_count: 1 })).body.done).toBe(1);
    expect(await titles(two)).toEqual([]);
  });

  it.each([
    [{ action: 'delete' }, 'ids'],
    [{ action: 'delete', ids: [] }, 'ids'],
    [{ action: 'delete', filter: {} }, 'expected_count'],
    [{ action: 'erase', ids: [crypto.randomUUID()] }, 'action'],
    [{ action: 'delete', ids: [crypto.randomUUID()], filter: {}, expected_count: 0 }, 'filter'],
  ])('rejects the bulk action %j with an error at %s', async (json, field) => {
    const { status, body } = await bulk(await service().member(), json);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});
