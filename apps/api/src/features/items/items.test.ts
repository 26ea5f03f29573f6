import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';

const service = useService();

describe('items', () => {
  it('creates an item owned by the caller and returns its fields in the documented order', async () => {
    const { token, id } = await service().member();
    const { status, body } = await service().call('POST', '/items/', {
      token,
      json: { title: 'Ça', description: 'là', owner_id: crypto.randomUUID(), id: crypto.randomUUID() },
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['title', 'description', 'id', 'owner_id', 'created_at']);
    expect(body).toMatchObject({ title: 'Ça', description: 'là', owner_id: id });
  });

  it.each([
    [{}, { type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: {} }],
    [{ title: '' }, { type: 'string_too_short', msg: 'String should have at least 1 character' }],
    [{ title: 'x'.repeat(256) }, { type: 'string_too_long', ctx: { max_length: 255 } }],
    [{ title: null }, { type: 'string_type', input: null }],
    [
      { title: 'x', description: 7 },
      { type: 'string_type', loc: ['body', 'description'] },
    ],
    [{ title: 'a\0b' }, { type: 'value_error', loc: ['body', 'title'] }],
    [{ title: '\ud800' }, { type: 'string_unicode', loc: ['body', 'title'] }],
  ])('rejects the item %j', async (json, entry) => {
    const { token } = await service().member();
    const { status, body } = await service().call('POST', '/items/', { token, json });
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining(entry)]);
  });

  it('lists and counts only the items of a member, and all items for a superuser', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    for (const { token } of [one, one, two]) await t.call('POST', '/items/', { token, json: { title: 'x' } });
    const { body: mine } = await t.call('GET', '/items/', { token: one.token });
    expect(mine.count).toBe(2);
    expect(mine.data.every((item: { owner_id: string }) => item.owner_id === one.id)).toBe(true);
    const [{ count } = { count: -1 }] = await t.db.execute<{ count: number }>(
      sql`select count(*)::int as count from items`,
    );
    const { token } = await t.superuser();
    expect((await t.call('GET', '/items/?limit=1', { token })).body).toMatchObject({ count, data: [{}] });
  });

  it('allows only the owner and superusers to access an item', async () => {
    const t = service();
    const [owner, other] = [await t.member(), await t.member()];
    const admin = await t.superuser();
    const { body: item } = await t.call('POST', '/items/', { token: owner.token, json: { title: 'x' } });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const json = method === 'PUT' ? { title: 'taken' } : undefined;
      const stranger = await t.call(method, `/items/${item.id}`, { token: other.token, json });
      expect([stranger.status, stranger.body.detail]).toEqual([403, 'Not enough permissions']);
      const nowhere = await t.call(method, `/items/${crypto.randomUUID()}`, { token: other.token, json });
      expect([nowhere.status, nowhere.body.detail]).toEqual([404, 'Item not found']);
    }
    expect((await t.call('GET', `/items/${item.id}`, { token: admin.token })).body).toEqual(item);
  });

  it('changes only the sent fields of an item, where null clears the description', async () => {
    const t = service();
    const { token } = await t.member();
    const { body: item } = await t.call('POST', '/items/', { token, json: { title: 'x', description: 'y' } });
    const put = async (json: object) => (await t.call('PUT', `/items/${item.id}`, { token, json })).body;
    expect(await put({})).toEqual(item);
    expect(await put({ description: null })).toEqual({ ...item, description: null });
    expect((await put({ title: null })).detail[0].type).toBe('string_type');
    expect((await put({ title: '' })).detail[0].type).toBe('string_too_short');
  });

  it('returns 404 for an item that was already deleted', async () => {
    const t = service();
    const { token } = await t.member();
    const { body: item } = await t.call('POST', '/items/', { token, json: { title: 'x' } });
    const remove = () => t.call('DELETE', `/items/${item.id}`, { token });
    expect((await remove()).body).toEqual({ message: 'Item deleted successfully' });
    expect((await remove()).status).toBe(404);
  });
});
