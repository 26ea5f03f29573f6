import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../databases.ts';
import { eventually, TestService } from '../harness.ts';
import { send } from '../requests.ts';
import { OPERATIONS } from '../samples.ts';

describe('database role of the service', () => {
  const [owner, role] = [`owner-${crypto.randomUUID()}`, `role-${crypto.randomUUID()}`];
  let t: TestService;

  beforeAll(async () => {
    const url = new URL(await createDatabase(inject('serverUrl'), 'template1'));
    const admin = postgres(url.href, { max: 1 });
    for (const name of [owner, role]) await admin`create role ${admin(name)} login password 'known'`;
    await admin`alter database ${admin(url.pathname.slice(1))} owner to ${admin(owner)}`;
    await admin.end();
    const as = (username: string) => Object.assign(new URL(url), { username, password: 'known' }).href;
    t = await TestService.start({
      worker: true,
      beside: { url: as(role) },
      settings: { MIGRATION_DATABASE_URL: as(owner) },
    });
  });
  afterAll(() => t.stop());

  it('has sufficient privileges for every route and job', async () => {
    for (const operation of OPERATIONS) {
      const caller = operation.group === 'team' ? await t.colleague() : await t.member();
      const sample = await operation.sample(t, caller);
      const { status } = await send(t, operation, sample, caller.token);
      expect([operation.operationId, status]).toEqual([operation.operationId, operation.success]);
    }
    expect((await t.call('GET', '/health/ready')).status).toBe(200);
    await eventually(async () => {
      const waiting = await t.db.execute(
        sql`select 1 from graphile_worker._private_jobs where run_at <= now()`,
      );
      return waiting.length === 0 || undefined;
    });
    const failed = await t.db.execute(sql`select last_error from graphile_worker._private_jobs
      where last_error is not null`);
    expect(failed).toEqual([]);
  });

  it('owns no table, and neither the role nor the owner role is a PostgreSQL superuser', async () => {
    const roles = await t.db.execute(sql`select rolname, rolsuper or rolcreatedb or rolcreaterole
      or rolreplication or rolbypassrls as is_privileged from pg_roles where rolname in (${owner}, ${role})`);
    expect(roles.map(({ is_privileged }) => is_privileged)).toEqual([false, false]);
    const owned = await t.db.execute(sql`select relname from pg_class
      where relowner = (select oid from pg_roles where rolname = ${role})`);
    expect(owned).toEqual([]);
  });

  it.each([
    'create table public.mine (id int)',
    'create schema mine',
    'create extension dblink',
    'create role mine',
    'drop table users',
    'truncate users',
    'alter table users add column mine int',
    'create index mine on users (email)',
    'alter table users disable trigger all',
    'create trigger mine before insert on users for each row execute function suppress_redundant_updates_trigger()',
    'update drizzle.__drizzle_migrations set created_at = 0',
    'delete from audit_logs',
    'update audit_logs set ip = null',
    "insert into audit_logs (actor_kind, action, entity_type, entity_id, changes) values ('user', 'created', 'item', gen_random_uuid(), '{}')",
    'delete from partitions.audit_logs_rest',
    'drop table partitions.audit_logs_rest',
    'drop table partitions.broadcast_deliveries_rest',
    "select add_month('audit_logs')",
    "select audit_entry('created', 'item', gen_random_uuid(), '{}', '{}')",
    "update audit.tables set shown = '{}'",
    "create or replace function audit_retention() returns interval language sql as $$ select interval '0' $$",
    "copy users to '/tmp/users'",
    "copy users from program 'id'",
    "select pg_read_file('/etc/passwd')",
    'select rolpassword from pg_authid',
    `set role "${owner}"`,
    'alter system set log_statement = none',
  ])('denies the service role the statement: %s', async (statement) => {
    const refused = t.db.execute(statement).catch((error: Error) => error.cause);
    await expect(refused).resolves.toMatchObject({ code: '42501' });
  });

  it('adds partitions in housekeeping, which belong to the owner', async () => {
    const months = async () => [
      ...(await t.db.execute<{
        name: string;
        tableowner: string;
      }>(sql`select name, tableowner from months_of('broadcast_deliveries')
        join pg_tables on tablename = name and schemaname = 'partitions' order by ends`)),
    ];
    const before = await months();
    expect(before.map(({ tableowner }) => tableowner)).toEqual(before.map(() => owner));
    const admin = postgres(Object.assign(new URL(t.url), { username: owner, password: 'known' }).href, {
      max: 1,
    });
    await admin`drop table ${admin(`partitions.${before.at(-1)?.name ?? ''}`)}`;
    await admin.end();
    await t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    await eventually(async () => (await months()).length === before.length || undefined);
    expect(await months()).toEqual(before);
  });

  it('limits the time of statements, locks and idle transactions', async () => {
    for (const [setting, limit] of [
      ['statement_timeout', '10s'],
      ['lock_timeout', '3s'],
      ['idle_in_transaction_session_timeout', '15s'],
    ])
      expect(await t.db.execute(`show ${setting}`)).toEqual([{ [setting ?? '']: limit }]);
  });
});
