import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { type Account, useService } from '../../../test/harness.ts';
import { deleteExpiredAuditLogs } from '../audit/audit.queries.ts';
import { applyRetention } from './data-exports.retention.service.ts';

const service = useService();
const now = () => new Date();

let admin: Account;
beforeEach(async () => {
  admin = await service().colleague();
  await service().db.execute(sql`update retention_periods set days = null`);
});

const choose = (code: string, days: number | null, { token } = admin) =>
  service().call('PUT', `/data-protection/retention/${code}`, { token, json: { days } });
const preview = async (code: string, days: number) =>
  (
    await service().call('GET', `/data-protection/retention/${code}/preview?days=${days}`, {
      token: admin.token,
    })
  ).body;
const periodOf = async (code: string) =>
  (await service().call('GET', '/data-protection/retention', { token: admin.token })).body.data.find(
    (one: { code: string }) => one.code === code,
  );
const apply = () => applyRetention({ db: service().db, config: service().config, now });

/** A member's conversation that was closed days ago. */
async function closedConversation(days: number, member?: Account): Promise<string> {
  const t = service();
  const { token } = member ?? (await t.member());
  const json = { body: 'Hello', images: [], client_token: crypto.randomUUID() };
  const { id } = (await t.call('POST', '/app/messages', { token, json })).body;
  await t.db.execute(sql`update message_threads set status = 'closed', last_at = now() - ${days} * interval '1 day',
    closed_at = now() - ${days} * interval '1 day' where id = ${id}`);
  return id;
}

async function rating(days: number, comment: string): Promise<{ id: string; owner: Account }> {
  const t = service();
  const owner = await t.member();
  const json = { target_type: 'app', score: 2, comment };
  await t.call('PUT', '/app/ratings', { token: owner.token, json });
  const [row] = await t.db.execute(sql`
    update ratings set updated_at = now() - ${days} * interval '1 day' where user_id = ${owner.id} returning id`);
  return { id: String(row?.['id']), owner };
}

const exists = async (table: string, id: string) =>
  (await service().db.execute(sql`select from ${sql.identifier(table)} where id = ${id}`)).length > 0;

it('keeps everything as before until somebody chooses, and lists the periods', async () => {
  const id = await closedConversation(3_000);
  await apply();
  expect(await exists('message_threads', id)).toBe(true);
  expect(await periodOf('conversations')).toMatchObject({ days: null, default_days: null });
  expect(await periodOf('audit_log')).toMatchObject({ days: 730, default_days: 730 });
});

it('counts what a period would delete, then deletes closed conversations and spam that are older, and nothing else', async () => {
  const t = service();
  const member = await t.member();
  const [old, recent] = [await closedConversation(400, member), await closedConversation(300, member)];
  const [open, spam] = [await closedConversation(400, member), await closedConversation(400, member)];
  await t.db.execute(sql`update message_threads set status = 'open', closed_at = null where id = ${open}`);
  await t.db.execute(sql`update message_threads set status = 'spam', closed_at = null where id = ${spam}`);
  const { id: rated } = await rating(10, 'Answered');
  const answered = await closedConversation(400, member);
  await t.db.execute(sql`update ratings set thread_id = ${answered} where id = ${rated}`);
  const { count } = await preview('conversations', 365);
  expect((await preview('conversations', 500)).count).toBe(count - 2);
  expect((await choose('conversations', 365)).body).toMatchObject({ days: 365 });
  await apply();
  const left = await Promise.all(
    [old, recent, open, spam, answered].map((id) => exists('message_threads', id)),
  );
  expect(left).toEqual([false, true, true, false, true]);
  expect(await preview('conversations', 365)).toEqual({ count: 0, is_more: false });
});

it('empties comments of ratings, whose scores stay', async () => {
  const [old, recent] = [await rating(200, 'Too slow'), await rating(100, 'Fine')];
  expect(await preview('rating_comments', 150)).toEqual({ count: 1, is_more: false });
  await choose('rating_comments', 150);
  await apply();
  const rows = await service().db.execute(
    sql`select id, score, comment from ratings where id in (${old.id}, ${recent.id}) order by updated_at`,
  );
  expect(rows).toMatchObject([
    { id: old.id, score: 2, comment: '' },
    { id: recent.id, score: 2, comment: 'Fine' },
  ]);
});

it('moves members to the trash who have not used the app, never the team', async () => {
  const t = service();
  const [gone, here, never] = [await t.member(), await t.member(), await t.member()];
  const colleague = await t.teamMember('editor');
  await t.db.execute(sql`update users set last_seen_at = now() - interval '800 days', created_at = now() - interval '900 days'
    where id in (${gone.id}, ${colleague.id})`);
  await t.db.execute(
    sql`update users set last_seen_at = null, created_at = now() - interval '800 days' where id = ${never.id}`,
  );
  expect(await preview('inactive_members', 730)).toEqual({ count: 2, is_more: false });
  await choose('inactive_members', 730);
  await apply();
  const rows = await t.db.execute(sql`select id from users where deleted_at is not null`);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([gone.id, never.id].toSorted());
  expect((await t.call('GET', '/users/me', { token: gone.token })).status).toBe(401);
  expect((await t.call('GET', '/users/me', { token: here.token })).status).toBe(200);
  const log = await t.db.execute(
    sql`select actor_kind, action from audit_logs where entity_id = ${gone.id} order by id desc limit 1`,
  );
  expect(log).toMatchObject([{ actor_kind: 'system', action: 'deleted' }]);
});

it('shortens the audit log by the rule of the database, not below 90 days', async () => {
  const t = service();
  for (const days of [99, 101])
    await t.db.execute(sql`
      insert into audit_logs (at, actor_kind, action, entity_type, entity_id, entity_labels, changes)
      values (now() - ${days} * interval '1 day', 'system', 'updated', 'item', gen_random_uuid(),
        ${JSON.stringify({ fr: `aged ${days}`, en: `aged ${days}` })}, '{}')`);
  await choose('audit_log', 100);
  await deleteExpiredAuditLogs(t.db);
  const left = await t.db.execute(
    sql`select entity_labels ->> 'en' as label from audit_logs where entity_labels ->> 'en' like 'aged %'`,
  );
  expect(left).toEqual([{ label: 'aged 99' }]);
  expect((await choose('audit_log', 89)).status).toBe(422);
  await expect(t.db.execute(sql`update retention_periods set days = 1`)).rejects.toMatchObject({
    cause: { constraint_name: 'retention_periods_days' },
  });
});

it('takes a recent password for a shorter period, not for a longer one, and logs both', async () => {
  const t = service();
  await choose('conversations', 1_000);
  await t.expirePasswordEntry(admin);
  expect(await choose('conversations', 999)).toMatchObject({
    status: 409,
    body: { code: 'password_required' },
  });
  expect(await periodOf('conversations')).toMatchObject({ days: 1_000 });
  expect((await choose('conversations', 1_001)).status).toBe(200);
  expect((await choose('conversations', null)).body).toMatchObject({ days: null });
  expect((await choose('audit_log', 365)).status).toBe(409);
  const log = await t.db.execute(sql`select changes from audit_logs
    where entity_type = 'retention_period' and actor_id = ${admin.id} order by id desc limit 2`);
  expect(log).toMatchObject([{ changes: { days: [1_001, null] } }, { changes: { days: [1_000, 1_001] } }]);
});

it('is for superusers alone, and shows the chosen periods to those who see members', async () => {
  const t = service();
  await choose('conversations', 400);
  const moderator = await t.teamMember('moderator');
  expect((await choose('conversations', 4_000, moderator)).status).toBe(403);
  const again = await t.login(moderator.email, moderator.password);
  const { body } = await t.call('GET', '/data-protection', { token: again });
  const days = Object.fromEntries(
    body.data.map(({ code, days: kept }: { code: string; days: number | null }) => [code, kept]),
  );
  expect(days).toMatchObject({
    conversations: 400,
    rating_comments: null,
    inactive_members: null,
    audit_log: 730,
  });
});
