import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rowCounts } from '../src/platform/db/row-counts.table.ts';
import { compactCounts } from '../src/platform/db/row-counts.ts';
import { type Account, randomEmail, useService } from './harness.ts';

const service = useService();

/** Counts in lists, and counts of all rows. */
async function counts(owner: Account) {
  const { token } = await service().superuser();
  const countOf = async (path: string, as: string) =>
    (await service().call('GET', `${path}limit=0`, { token: as })).body.count as number;
  const listed = {
    all: await countOf('/users/?', token),
    members: await countOf('/users/?is_superuser=false&', token),
    superusers: await countOf('/users/?is_superuser=true&', token),
    items: await countOf('/items/?', token),
    own: await countOf('/items/?', owner.token),
  };
  const [counted] = await service().db.execute<typeof listed>(sql`
    select
      (select count(*)::int from users where deleted_at is null) as all,
      (select count(*)::int from users where deleted_at is null and not is_superuser) as members,
      (select count(*)::int from users where deleted_at is null and is_superuser) as superusers,
      (select count(*)::int from items join users on users.id = owner_id
       where items.deleted_at is null and users.deleted_at is null) as items,
      (select count(*)::int from items where deleted_at is null and owner_id = ${owner.id}) as own`);
  return { listed, counted };
}

async function expectExact(owner: Account) {
  const { listed, counted } = await counts(owner);
  expect(listed).toEqual(counted);
}

describe('row counts', () => {
  it('keeps row counts exact while eight clients write, roll back and sum up concurrently', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => service().member()));
    const superuser = await service().superuser();
    await Promise.all(
      owners.map(async ({ id, token }, client) => {
        for (let round = 0; round < 60; round += 1) {
          const { body } = await service().call('POST', '/items/', { token, json: { title: `${round}` } });
          if (round % 3 === 0) await service().call('DELETE', `/items/${body.id}`, { token });
          if (round % 6 === 0) await service().call('POST', `/items/${body.id}/restore`, { token });
          await rolledBack(id);
          if (round % 10 === client) await compactCounts(service().db, rowCounts);
          if (round % 20 === 0) await signUpAndPromote(superuser.token);
        }
      }),
    );
    for (const owner of owners) await expectExact(owner);
  });

  it('updates row counts when an account is deleted, restored and erased', async () => {
    const { token } = await service().superuser();
    const owner = await service().member();
    const other = await service().member();
    for (const title of ['One', 'Two', 'Three'])
      await service().call('POST', '/items/', { token: owner.token, json: { title } });
    for (const path of ['', '/restore', '', '/erase']) {
      await service().call(path ? 'POST' : 'DELETE', `/users/${owner.id}${path}`, { token });
      await expectExact(other);
    }
  });

  it('sums row counts up to one row per key and owner', async () => {
    await compactCounts(service().db, rowCounts);
    const rows = await service().db.execute(
      sql`select key, owner_id from row_counts group by key, owner_id having count(*) > 1`,
    );
    expect([...rows]).toEqual([]);
  });
});

async function rolledBack(owner: string) {
  await service()
    .db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into items (id, owner_id, title, created_at) values (gen_random_uuid(), ${owner}, 'never', now())`,
      );
      throw new Error('rolled back');
    })
    .catch(() => undefined);
}

async function signUpAndPromote(token: string) {
  const json = { email: randomEmail(), password: 'correct horse' };
  const { body } = await service().call('POST', '/users/signup', { json });
  await service().call('PATCH', `/users/${body.id}`, { token, json: { is_superuser: true } });
}
