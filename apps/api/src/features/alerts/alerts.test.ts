import { randomUUID } from 'node:crypto';
import type { Alert } from '@agora/contract/features/alerts/alerts.contract';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useConversations } from '../../../test/conversations.ts';
import { type Account, eventually, TestService } from '../../../test/harness.ts';

const scene = useConversations();
const { as, team, send, answer } = scene;

let colleague: Account;
beforeEach(async () => {
  colleague = await scene.t.colleague();
});

const alertsOf = async (account: Account): Promise<{ data: Alert[]; count: number; unread: number }> =>
  (await as(account)('GET', '/alerts/')).body;
const kindsOf = async (account: Account) => (await alertsOf(account)).data.map(({ kind }) => kind);
const assign = (id: string, assignee: Account | null, by = scene.admin) =>
  as(by)('PATCH', `/messages/${id}`, { assignee_id: assignee?.id ?? null });
const note = (id: string, mentions: string[], by = scene.admin) =>
  as(by)('POST', `/messages/${id}/notes`, { body: 'Look', mentions });

/** A broadcast made by `colleague`, and sent by the administrator. */
async function broadcast(): Promise<string> {
  const { body } = await as(colleague)('POST', '/broadcasts/', {
    category: 'announcement',
    translations: { fr: { title: 'Fête', body: 'Ce soir' }, en: null },
  });
  await scene.t.db.execute(
    sql`update broadcasts set status = 'sending', sent_by = ${scene.admin.id} where id = ${body.id}`,
  );
  return body.id;
}
const stop = (id: string, status: string) =>
  scene.t.db.execute(sql`update broadcasts set status = ${status} where id = ${id}`);

describe('alerts', () => {
  it('alerts the new assignee of a conversation once, with its subject and member', async () => {
    const id = await send({ subject: 'Horaires' });
    await assign(id, colleague);
    const { data, unread } = await alertsOf(colleague);
    expect(unread).toBe(1);
    expect(data).toEqual([
      {
        id: expect.any(String),
        kind: 'assigned',
        actor: scene.admin.email,
        thread: { id, number: expect.any(Number), subject: 'Horaires', member: 'Éloïse Lefèvre' },
        broadcast: null,
        approval: null,
        created_at: expect.stringMatching(/Z$/),
        read_at: null,
      },
    ]);
    await assign(id, colleague);
    expect(await kindsOf(colleague)).toEqual(['assigned']);
  });

  it('neither shows nor counts alerts about what a colleague may no longer read', async () => {
    const reader = await scene.t.teamMember(['messages.read']);
    const outsider = await scene.t.teamMember(['broadcasts.read']);
    const id = await send();
    await note(id, [reader.id, colleague.id]);
    expect(await alertsOf(reader)).toMatchObject({ data: [{ kind: 'mentioned' }], unread: 1 });
    await scene.t.db.execute(
      sql`update users set role_id = (select role_id from users where id = ${outsider.id}) where id = ${reader.id}`,
    );
    expect(await alertsOf(reader)).toEqual({ data: [], count: 0, unread: 0 });
    expect(await kindsOf(colleague)).toEqual(['mentioned']);
  });

  it('does not alert superusers about their own assignments and mentions', async () => {
    const id = await send();
    await assign(id, colleague, colleague);
    await note(id, [colleague.id], colleague);
    expect(await kindsOf(colleague)).toEqual([]);
  });

  it('alerts the assignee of each conversation that is assigned in bulk', async () => {
    const ids = [await send(), await send({}, await scene.t.member())];
    await team('POST', '/messages/bulk', { action: 'assign', ids, assignee_id: colleague.id });
    expect(await kindsOf(colleague)).toEqual(['assigned', 'assigned']);
  });

  it('alerts only the assignee when a member answers, and not again until the alert is read', async () => {
    const id = await send();
    await assign(id, colleague, colleague);
    const another = await scene.t.colleague();
    await answer(id);
    const [first] = (await alertsOf(colleague)).data;
    await answer(id);
    const { data, unread } = await alertsOf(colleague);
    expect([data.length, unread, data[0]?.id]).toEqual([1, 1, first?.id]);
    expect(data[0]).toMatchObject({ kind: 'answered', actor: 'Éloïse Lefèvre' });
    expect(await kindsOf(another)).toEqual([]);
    await as(colleague)('POST', '/alerts/read', { ids: [first?.id] });
    await answer(id);
    expect((await alertsOf(colleague)).unread).toBe(1);
    expect(await kindsOf(colleague)).toEqual(['answered', 'answered']);
  });

  it('creates no alert for an answer in spam until the conversation is marked as not spam', async () => {
    const id = await send();
    await assign(id, colleague, colleague);
    await team('POST', `/messages/${id}/spam`);
    await answer(id);
    expect(await kindsOf(colleague)).toEqual([]);
    await team('POST', `/messages/${id}/not-spam`);
    await answer(id);
    expect(await kindsOf(colleague)).toEqual(['answered']);
  });

  it('alerts a superuser mentioned in a note once, and neither members nor the author', async () => {
    const id = await send();
    await note(id, [colleague.id, colleague.id, scene.member.id, randomUUID(), scene.admin.id]);
    expect(await kindsOf(colleague)).toEqual(['mentioned']);
    expect(await scene.t.db.execute(sql`select from alerts where user_id = ${scene.member.id}`)).toEqual([]);
    expect(await kindsOf(scene.admin)).not.toContain('mentioned');
  });

  it.each(['paused', 'missed'])(
    'alerts the author and the sender of a broadcast that is %s',
    async (status) => {
      const id = await broadcast();
      const before = (await alertsOf(scene.admin)).count;
      await stop(id, status);
      const { data } = await alertsOf(colleague);
      expect(data).toMatchObject([
        {
          kind: 'broadcast',
          actor: null,
          thread: null,
          broadcast: { id, status, titles: { fr: 'Fête', en: null } },
        },
      ]);
      expect((await alertsOf(scene.admin)).count).toBe(before + 1);
      await stop(id, 'sending');
      expect((await alertsOf(colleague)).count).toBe(1);
    },
  );

  it('creates no alerts of the kinds that the preferences turn off', async () => {
    const off = { alert_assigned: false, alert_mentioned: false, alert_broadcast: false };
    await as(colleague)('PATCH', '/preferences/', off);
    const id = await send();
    await assign(id, colleague);
    await note(id, [colleague.id]);
    await stop(await broadcast(), 'paused');
    await answer(id);
    expect(await kindsOf(colleague)).toEqual(['answered']);
  });

  it('marks alerts as read only for their recipient, also when the recipient reads the conversation', async () => {
    const [id, other] = [await send(), await send({}, await scene.t.member())];
    for (const one of [id, other]) await assign(one, colleague);
    const { data } = await alertsOf(colleague);
    const ids = data.map((alert) => alert.id);
    await as(scene.admin)('POST', '/alerts/read', { ids });
    expect((await alertsOf(colleague)).unread).toBe(2);
    await as(scene.admin)('POST', `/messages/${id}/read`);
    expect((await alertsOf(colleague)).unread).toBe(2);
    await as(colleague)('POST', `/messages/${id}/read`);
    const left = await alertsOf(colleague);
    expect(left.data.map(({ thread, read_at }) => [thread?.id, read_at === null])).toEqual([
      [other, true],
      [id, false],
    ]);
    await as(colleague)('POST', '/alerts/read', { ids });
    expect((await alertsOf(colleague)).unread).toBe(0);
  });

  it('marks all alerts up to the newest shown alert as read, including those beyond the list', async () => {
    const { db } = scene.t;
    await db.execute(sql`insert into message_threads (id, user_id, subject, category, status, locale, app_context,
        created_at, received_at, last_at, entry_count, assignee_id)
      select gen_random_uuid(), ${scene.member.id}, '', 'other', 'closed', 'fr', '{}', now(), now(), now(), 1, ${colleague.id}
      from generate_series(1, 150)`);
    await db.execute(sql`insert into alerts (id, user_id, kind, thread_id, created_at)
      select gen_random_uuid(), assignee_id, 'assigned', id, now() - interval '1 hour'
      from message_threads where assignee_id = ${colleague.id}`);
    const { data, unread } = await alertsOf(colleague);
    expect([data.length, unread]).toEqual([100, 150]);
    await assign(await send(), colleague);
    const until = data[0]?.created_at;
    expect((await as(scene.admin)('POST', '/alerts/read', { ids: [], until })).status).toBe(200);
    expect((await alertsOf(colleague)).unread).toBe(151);
    expect((await as(colleague)('POST', '/alerts/read', { ids: [], until })).status).toBe(200);
    expect((await alertsOf(colleague)).unread).toBe(1);
  });

  it('rejects a demoted superuser who lists alerts, and creates no more alerts for their account', async () => {
    const id = await send();
    await assign(id, colleague);
    await scene.t.db.execute(sql`update users set is_superuser = false where id = ${colleague.id}`);
    expect((await as(colleague)('GET', '/alerts/')).status).toBe(403);
    await note(id, [colleague.id]);
    const [row] = await scene.t.db.execute(
      sql`select count(*)::int from alerts where user_id = ${colleague.id}`,
    );
    expect(row).toEqual({ count: 1 });
  });

  it('deletes alerts after ninety days and together with their conversation', async () => {
    const [old, recent] = [await send(), await send({}, await scene.t.member())];
    for (const id of [old, recent]) await assign(id, colleague);
    await scene.t.db.execute(
      sql`update alerts set created_at = now() - interval '91 days' where thread_id = ${old}`,
    );
    await scene.t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    const worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now });
    await eventually(async () => (await alertsOf(colleague)).count === 1 || undefined);
    await worker.stop();
    expect((await alertsOf(colleague)).data[0]?.thread?.id).toBe(recent);
    await scene.t.db.execute(sql`delete from message_threads where id = ${recent}`);
    expect((await alertsOf(colleague)).count).toBe(0);
  });

  it('creates one alert for concurrent notes that mention the same superuser', async () => {
    const id = await send();
    const another = await scene.t.colleague();
    await Promise.all([
      note(id, [colleague.id]),
      note(id, [colleague.id], another),
      note(id, [colleague.id]),
    ]);
    expect(await kindsOf(colleague)).toEqual(['mentioned']);
  });
});
