import { randomUUID } from 'node:crypto';
import type { Alert } from '@agora/contract/features/alerts/alerts.contract';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useConversations } from '../../../test/conversations.ts';
import { type Account, eventually, TestService } from '../../../test/harness.ts';

const scene = useConversations();
const { as, team, send, answer } = scene;

let she: Account;
beforeEach(async () => {
  she = await scene.t.colleague();
});

const alertsOf = async (account: Account): Promise<{ data: Alert[]; count: number; unread: number }> =>
  (await as(account)('GET', '/alerts/')).body;
const kindsOf = async (account: Account) => (await alertsOf(account)).data.map(({ kind }) => kind);
const assign = (id: string, assignee: Account | null, by = scene.admin) =>
  as(by)('PATCH', `/messages/${id}`, { assignee_id: assignee?.id ?? null });
const note = (id: string, mentions: string[], by = scene.admin) =>
  as(by)('POST', `/messages/${id}/notes`, { body: 'Look', mentions });

/** A broadcast made by `she`, and sent by the administrator. */
async function broadcast(): Promise<string> {
  const { body } = await as(she)('POST', '/broadcasts/', {
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

describe('an alert', () => {
  it('tells somebody of a conversation that another person gave them, with what it is', async () => {
    const id = await send({ subject: 'Horaires' });
    await assign(id, she);
    const { data, unread } = await alertsOf(she);
    expect(unread).toBe(1);
    expect(data).toEqual([
      {
        id: expect.any(String),
        kind: 'assigned',
        actor: scene.admin.email,
        thread: { id, number: expect.any(Number), subject: 'Horaires', member: 'Éloïse Lefèvre' },
        broadcast: null,
        created_at: expect.stringMatching(/Z$/),
        read_at: null,
      },
    ]);
    await assign(id, she);
    expect(await kindsOf(she)).toEqual(['assigned']);
  });

  it('tells nobody of what they did themselves', async () => {
    const id = await send();
    await assign(id, she, she);
    await note(id, [she.id], she);
    expect(await kindsOf(she)).toEqual([]);
  });

  it('tells of conversations that were given in bulk', async () => {
    const ids = [await send(), await send({}, await scene.t.member())];
    await team('POST', '/messages/bulk', { action: 'assign', ids, assignee_id: she.id });
    expect(await kindsOf(she)).toEqual(['assigned', 'assigned']);
  });

  it('tells who has a conversation, and no one else, of an answer: once until it is read', async () => {
    const id = await send();
    await assign(id, she, she);
    const another = await scene.t.colleague();
    await answer(id);
    const [first] = (await alertsOf(she)).data;
    await answer(id);
    const { data, unread } = await alertsOf(she);
    expect([data.length, unread, data[0]?.id]).toEqual([1, 1, first?.id]);
    expect(data[0]).toMatchObject({ kind: 'answered', actor: 'Éloïse Lefèvre' });
    expect(await kindsOf(another)).toEqual([]);
    await as(she)('POST', '/alerts/read', { ids: [first?.id] });
    await answer(id);
    expect((await alertsOf(she)).unread).toBe(1);
    expect(await kindsOf(she)).toEqual(['answered', 'answered']);
  });

  it('tells nobody of an answer to spam, until it is spam no more', async () => {
    const id = await send();
    await assign(id, she, she);
    await team('POST', `/messages/${id}/spam`);
    await answer(id);
    expect(await kindsOf(she)).toEqual([]);
    await team('POST', `/messages/${id}/not-spam`);
    await answer(id);
    expect(await kindsOf(she)).toEqual(['answered']);
  });

  it('tells superusers that a note mentions them, and no one else', async () => {
    const id = await send();
    await note(id, [she.id, she.id, scene.member.id, randomUUID(), scene.admin.id]);
    expect(await kindsOf(she)).toEqual(['mentioned']);
    expect(await scene.t.db.execute(sql`select from alerts where user_id = ${scene.member.id}`)).toEqual([]);
    expect(await kindsOf(scene.admin)).not.toContain('mentioned');
  });

  it.each(['paused', 'missed'])('tells who made or sent a broadcast that it is %s', async (status) => {
    const id = await broadcast();
    const before = (await alertsOf(scene.admin)).count;
    await stop(id, status);
    const { data } = await alertsOf(she);
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
    expect((await alertsOf(she)).count).toBe(1);
  });

  it('is not made of a kind that was turned off', async () => {
    const off = { alert_assigned: false, alert_mentioned: false, alert_broadcast: false };
    await as(she)('PATCH', '/preferences/', off);
    const id = await send();
    await assign(id, she);
    await note(id, [she.id]);
    await stop(await broadcast(), 'paused');
    await answer(id);
    expect(await kindsOf(she)).toEqual(['answered']);
  });

  it('is read by its reader alone, and with the conversation that it leads to', async () => {
    const [id, other] = [await send(), await send({}, await scene.t.member())];
    for (const one of [id, other]) await assign(one, she);
    const { data } = await alertsOf(she);
    const ids = data.map((alert) => alert.id);
    await as(scene.admin)('POST', '/alerts/read', { ids });
    expect((await alertsOf(she)).unread).toBe(2);
    await as(scene.admin)('POST', `/messages/${id}/read`);
    expect((await alertsOf(she)).unread).toBe(2);
    await as(she)('POST', `/messages/${id}/read`);
    const left = await alertsOf(she);
    expect(left.data.map(({ thread, read_at }) => [thread?.id, read_at === null])).toEqual([
      [other, true],
      [id, false],
    ]);
    await as(she)('POST', '/alerts/read', { ids });
    expect((await alertsOf(she)).unread).toBe(0);
  });

  it('is read with all others up to the newest that was shown, those beyond the list too', async () => {
    const { db } = scene.t;
    await db.execute(sql`insert into message_threads (id, user_id, subject, category, status, locale, app_context,
        created_at, received_at, last_at, entry_count, assignee_id)
      select gen_random_uuid(), ${scene.member.id}, '', 'other', 'closed', 'fr', '{}', now(), now(), now(), 1, ${she.id}
      from generate_series(1, 150)`);
    await db.execute(sql`insert into alerts (id, user_id, kind, thread_id, created_at)
      select gen_random_uuid(), assignee_id, 'assigned', id, now() - interval '1 hour'
      from message_threads where assignee_id = ${she.id}`);
    const { data, unread } = await alertsOf(she);
    expect([data.length, unread]).toEqual([100, 150]);
    await assign(await send(), she);
    const until = data[0]?.created_at;
    expect((await as(scene.admin)('POST', '/alerts/read', { ids: [], until })).status).toBe(200);
    expect((await alertsOf(she)).unread).toBe(151);
    expect((await as(she)('POST', '/alerts/read', { ids: [], until })).status).toBe(200);
    expect((await alertsOf(she)).unread).toBe(1);
  });

  it('cannot be read by somebody who is no longer a superuser, who gets no more', async () => {
    const id = await send();
    await assign(id, she);
    await scene.t.db.execute(sql`update users set is_superuser = false where id = ${she.id}`);
    expect((await as(she)('GET', '/alerts/')).status).toBe(403);
    await note(id, [she.id]);
    const [row] = await scene.t.db.execute(sql`select count(*)::int from alerts where user_id = ${she.id}`);
    expect(row).toEqual({ count: 1 });
  });

  it('goes after ninety days, and with the conversation', async () => {
    const [old, recent] = [await send(), await send({}, await scene.t.member())];
    for (const id of [old, recent]) await assign(id, she);
    await scene.t.db.execute(
      sql`update alerts set created_at = now() - interval '91 days' where thread_id = ${old}`,
    );
    await scene.t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    const worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now });
    await eventually(async () => (await alertsOf(she)).count === 1 || undefined);
    await worker.stop();
    expect((await alertsOf(she)).data[0]?.thread?.id).toBe(recent);
    await scene.t.db.execute(sql`delete from message_threads where id = ${recent}`);
    expect((await alertsOf(she)).count).toBe(0);
  });

  it('is made once when two people hand over at the same time', async () => {
    const id = await send();
    const another = await scene.t.colleague();
    await Promise.all([note(id, [she.id]), note(id, [she.id], another), note(id, [she.id])]);
    expect(await kindsOf(she)).toEqual(['mentioned']);
  });
});
