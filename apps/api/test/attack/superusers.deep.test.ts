import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockSuperusers } from '../../src/features/accounts/users/accounts.users.queries.ts';
import {
  type Account,
  type Answer,
  eventually,
  fill,
  queueOnRow,
  SUPERUSER,
  type TestService,
  useService,
} from '../harness.ts';

type Loss = (t: TestService, id: string, token: string) => Promise<Answer>;

/** Every way to lose a superuser. */
const LOSSES: Record<string, Loss> = {
  'demoting each other': (t, id, token) =>
    t.call('PATCH', `/users/${id}`, { token, json: { is_superuser: false } }),
  'deactivating each other by PATCH': (t, id, token) =>
    t.call('PATCH', `/users/${id}`, { token, json: { is_active: false } }),
  'deactivating each other': (t, id, token) => t.call('POST', `/users/${id}/deactivate`, { token, json: {} }),
  'deleting each other': (t, id, token) => t.call('DELETE', `/users/${id}`, { token }),
  'erasing each other': (t, id, token) => t.call('POST', `/users/${id}/erase`, { token }),
  'deactivating each other in bulk': (t, id, token) =>
    t.call('POST', '/users/bulk', { token, json: { action: 'deactivate', ids: [id] } }),
};
const ROUNDS: Record<string, number> = { 'demoting each other': 200 };

const isDone = ({ status, body }: Answer) => status === 200 && body.done !== 0;

describe('last active superuser', () => {
  const service = useService();
  let two: [Account, Account];
  /** Columns that are not computed from others. */
  let columns: SQL;

  beforeAll(async () => {
    const t = service();
    two = [await t.colleague(), await t.colleague()];
    await t.db.execute(sql`update users set is_superuser = false where email = ${SUPERUSER.email}`);
    const stored = await t.db.execute<{
      column_name: string;
    }>(sql`select column_name from information_schema.columns
      where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER'`);
    columns = sql.join(
      stored.map(({ column_name }) => sql.identifier(column_name)),
      sql`, `,
    );
    await t.db.execute(sql`create table saved_users as select ${columns} from users where is_superuser`);
    await t.db.execute(sql`create table saved_sessions as select * from sessions`);
  });

  /** Restores both accounts before a round, with the same tokens. */
  async function restoreBoth() {
    const { db } = service();
    await db.execute(sql`insert into users (${columns}) select * from saved_users on conflict (id) do update set
      is_superuser = true, is_active = true, deleted_at = null`);
    await db.execute(sql`insert into sessions select * from saved_sessions
      where user_id in (select id from users) on conflict (id) do nothing`);
  }

  const activeSuperusers = () =>
    service().db.execute(sql`select 1 from users where is_superuser and is_active and deleted_at is null`);

  it.each(Object.entries(LOSSES))(
    'keeps one superuser active when two are %s concurrently',
    async (name, lose) => {
      const t = service();
      for (let round = 0; round < (ROUNDS[name] ?? 20); round += 1) {
        await restoreBoth();
        const [one, other] = two;
        const answers = await Promise.all([lose(t, one.id, other.token), lose(t, other.id, one.token)]);
        expect(await activeSuperusers()).toHaveLength(1);
        expect(answers.filter(isDone)).toHaveLength(1);
        const loser = answers.find((answer) => !isDone(answer));
        expect(loser?.body.code ?? loser?.body.skipped[0].code).toBeOneOf([
          'last_superuser',
          'invalid_credentials',
          'privileges_required',
        ]);
      }
    },
  );

  it('rejects every call by which the last superuser would remove their own account or privileges', async () => {
    const t = service();
    const [last, other] = two;
    await restoreBoth();
    await t.call('PATCH', `/users/${other.id}`, { token: last.token, json: { is_superuser: false } });
    for (const lose of Object.values(LOSSES)) expect(isDone(await lose(t, last.id, last.token))).toBe(false);
    expect((await t.call('DELETE', '/users/me', { token: last.token })).status).toBe(403);
    expect(await activeSuperusers()).toHaveLength(1);
    expect((await t.call('GET', '/users/me', { token: last.token })).body.is_superuser).toBe(true);
  });
});

describe('bulk actions by a demoted superuser', () => {
  const service = useService();
  const COUNT = 10_000;

  /** Many accounts, and a request that deactivates all of them. */
  async function manyAccounts() {
    const marker = crypto.randomUUID();
    await fill(
      service(),
      sql`insert into users (id, email, email_key, password_hash, locale, created_at)
        select gen_random_uuid(), n || ${marker}, n || ${marker}, 'x', 'fr', now()
        from generate_series(1, ${COUNT}::int) n`,
    );
    const json = { action: 'deactivate', filter: { search: marker }, expected_count: COUNT };
    return { marker, json };
  }

  const countInactive = async (marker: string) => {
    const rows = await service().db.execute(
      sql`select 1 from users where email like ${`%${marker}`} and not is_active`,
    );
    return rows.length;
  };

  /** Waits until the superuser lock is held, or waited for. */
  const untilLock = (granted: boolean) =>
    eventually(async () => {
      const rows = await service().db.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and granted = ${granted}
            and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0 || undefined;
    });

  it('rejects a bulk action if its caller is demoted before it starts', async () => {
    const t = service();
    const { marker, json } = await manyAccounts();
    const actor = await t.colleague();
    let answer: Promise<Answer> | undefined;
    await t.db.transaction(async (tx) => {
      await lockSuperusers(tx);
      answer = t.call('POST', '/users/bulk', { token: actor.token, json });
      await untilLock(false);
      await tx.execute(sql`update users set is_superuser = false where id = ${actor.id}`);
    });
    expect([(await answer)?.status, (await answer)?.body.code]).toEqual([403, 'privileges_required']);
    expect(await countInactive(marker)).toBe(0);
  });

  it('completes a bulk action that started before its caller was demoted, and rejects the next call', async () => {
    const t = service();
    const { marker, json } = await manyAccounts();
    const [actor, admin] = [await t.colleague(), await t.superuser()];
    const bulk = t.call('POST', '/users/bulk', { token: actor.token, json });
    await untilLock(true);
    await eventually(async () => {
      const { status } = (await LOSSES['demoting each other']?.(t, actor.id, admin.token)) ?? {};
      return status === 200 || undefined;
    });
    expect((await bulk).body).toMatchObject({ count: COUNT, done: COUNT, skipped: [] });
    expect(await countInactive(marker)).toBe(COUNT);
    expect((await t.call('POST', '/users/bulk', { token: actor.token, json })).status).toBe(401);
  });
});

describe('retried changes by a demoted superuser', () => {
  const service = useService();

  it('rejects a change that is retried after a conflict if its caller was demoted in between', async () => {
    const t = service();
    const [{ id, token }, admin] = [await t.colleague(), await t.superuser()];
    await t.db.execute(sql`create sequence tries`);
    await t.db.execute(sql`create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then
        perform pg_advisory_xact_lock(1);
        raise 'once' using errcode = 'deadlock_detected';
      end if;
      return new;
    end $$`);
    await t.db.execute(sql`create trigger fail_once before update of full_name on users
      for each row when (new.full_name = 'Twice') execute function fail_once()`);
    const [change, demotion] = await queueOnRow(t, sql`select pg_advisory_xact_lock(1)`, [
      () => t.call('PATCH', `/users/${id}`, { token, json: { full_name: 'Twice' } }),
      () => t.call('PATCH', `/users/${id}`, { token: admin.token, json: { is_superuser: false } }),
    ]);
    expect([change?.status, change?.body.code]).toEqual([403, 'privileges_required']);
    expect(demotion?.status).toBe(200);
    expect((await t.call('GET', `/users/${id}`, { token: admin.token })).body.full_name).not.toBe('Twice');
  });
});
