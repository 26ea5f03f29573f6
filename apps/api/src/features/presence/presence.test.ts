import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, eventually, TestService, useService } from '../../../test/harness.ts';

let ahead = 0;
const service = useService({ now: () => new Date(Date.now() + ahead) });
let other: TestService;
beforeAll(async () => {
  other = await TestService.start({ beside: service() });
});
afterAll(() => other.stop());

/** Opens an article in a tab. The result reports what its reader is doing and returns the other readers. */
function open(t: TestService, { token }: Account, id: string, tab: string = crypto.randomUUID()) {
  return async (doing = 'reading') => {
    const json = { entity: 'news', id, tab, doing };
    const { status, body } = await t.call('PUT', '/presence', { token, json });
    expect(status).toBe(200);
    return body.data as { id: string; name: string; doing: string }[];
  };
}

describe('PUT /presence', () => {
  it('returns other people on the same row with their most active state, but never the caller', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const id = crypto.randomUUID();
    const [mine, hers, hersToo] = [me, she, she].map((account) => open(service(), account, id));
    expect(await mine?.()).toEqual([]);
    await hers?.('editing');
    expect(await hersToo?.()).toMatchObject([{ id: me.id, doing: 'reading' }]);
    expect(await mine?.()).toMatchObject([{ id: she.id, doing: 'editing' }]);
    expect(await open(service(), me, crypto.randomUUID())()).toEqual([]);
    await hers?.('leaving');
    expect(await mine?.()).toMatchObject([{ id: she.id, doing: 'reading' }]);
    await hersToo?.('leaving');
    expect(await mine?.()).toEqual([]);
  });

  it('keeps a tab on its new row when its report of leaving the first row arrives late', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const [first, second, tab] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const hers = open(service(), she, first, tab);
    await hers();
    await open(service(), she, second, tab)('editing');
    await hers('leaving');
    expect(await open(service(), me, first)()).toEqual([]);
    expect(await open(service(), me, second)()).toMatchObject([{ id: she.id, doing: 'editing' }]);
  });

  it('shares presence across instances', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const id = crypto.randomUUID();
    const [mine, hers] = [open(service(), me, id), open(other, she, id)];
    await mine();
    const found = await eventually(async () => {
      await hers('replying');
      return (await mine())[0];
    });
    expect(found).toMatchObject({ id: she.id, doing: 'replying' });
    await hers('leaving');
    expect(await eventually(async () => (await mine()).length === 0 || undefined)).toBe(true);
  });

  it('omits people who are no longer superusers from the presence on a row', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const id = crypto.randomUUID();
    await open(service(), she, id)('editing');
    const mine = open(service(), me, id);
    expect(await mine()).toHaveLength(1);
    await service().call('PATCH', `/users/${she.id}`, { token: me.token, json: { is_superuser: false } });
    expect(await mine()).toEqual([]);
  });

  it('omits accounts in the trash, and deactivated accounts until their deactivation ends', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const id = crypto.randomUUID();
    await open(service(), she, id)('editing');
    const mine = open(service(), me, id);
    const change = (changes: ReturnType<typeof sql>) =>
      service().db.execute(sql`update users set ${changes} where id = ${she.id}`);
    await change(sql`is_active = false, deactivated_until = now() + interval '1 day'`);
    expect(await mine()).toEqual([]);
    await change(sql`deactivated_until = now()`);
    expect(await mine()).toHaveLength(1);
    await change(sql`is_active = true, deactivated_until = null, deleted_at = now()`);
    expect(await mine()).toEqual([]);
  });

  it('removes a tab after 40 seconds without a report', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const id = crypto.randomUUID();
    const mine = open(service(), me, id);
    await open(service(), she, id)();
    ahead += 39_000;
    expect(await mine()).toHaveLength(1);
    ahead += 1_000;
    expect(await mine()).toEqual([]);
  });

  it('remembers only the latest twenty tabs of a person', async () => {
    const [me, she] = [await service().superuser(), await service().colleague()];
    const ids = Array.from({ length: 21 }, () => crypto.randomUUID());
    for (const id of ids) await open(service(), she, id)();
    const seen = await Promise.all(ids.map((id) => open(service(), me, id)()));
    expect(seen.map(({ length }) => length)).toEqual([0, ...Array(20).fill(1)]);
  });
});
