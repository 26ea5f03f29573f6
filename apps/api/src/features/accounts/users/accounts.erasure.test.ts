import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, eventually, TestService, useService } from '../../../../test/harness.ts';

const service = useService();

describe('erasure of accounts with many items', () => {
  const fillItems = (t: TestService, { id }: Account, count: number) =>
    t.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into items (id, owner_id, title, created_at)
        select gen_random_uuid(), ${id}, 'Item ' || n, now() from generate_series(1, ${count}::int) as n`);
    });
  const rowsOf = async (t: TestService, { id }: Account) => {
    const [row] = await t.db.execute(sql`select
      (select count(*)::int from users where id = ${id}) as users,
      (select count(*)::int from items where owner_id = ${id}) as items`);
    return row;
  };
  const eraseOneself = (t: TestService, { token }: Account) => t.call('DELETE', '/users/me', { token });

  it('erases an account with 500 items at once and leaves one with 501 to a job', async () => {
    const t = service();
    const [small, large] = [await t.member(), await t.member()];
    await fillItems(t, small, 500);
    await fillItems(t, large, 501);
    for (const member of [small, large]) {
      expect((await eraseOneself(t, member)).status).toBe(200);
      expect((await t.call('GET', '/users/me', { token: member.token })).status).toBe(401);
      expect(await t.login(member.email, member.password)).toBeUndefined();
    }
    expect([await rowsOf(t, small), await rowsOf(t, large)]).toEqual([
      { users: 0, items: 0 },
      { users: 1, items: 501 },
    ]);
  });

  it('erases a large account in the job with all its items, and no other account', async () => {
    const t = await TestService.start({ worker: true });
    const [large, other] = [await t.member(), await t.member()];
    await fillItems(t, large, 1_100);
    await fillItems(t, other, 3);
    expect((await eraseOneself(t, large)).status).toBe(200);
    await eventually(async () => ((await rowsOf(t, large))?.['users'] === 0 ? true : undefined));
    expect(await rowsOf(t, large)).toEqual({ users: 0, items: 0 });
    expect(await rowsOf(t, other)).toEqual({ users: 1, items: 3 });
    await t.stop();
  });
});
