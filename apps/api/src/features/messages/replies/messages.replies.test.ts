import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { expectOneMeaning, useConversations } from '../../../../test/conversations.ts';
import { TestService } from '../../../../test/harness.ts';
import { sendDueReply } from './messages.replies.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const scene = useConversations();
const { as, team, send, answer, read, reply, list, mine } = scene;

const inMs = (ms: number) => new Date(scene.time + ms).toISOString();
/** Does what the job of a pending reply does. */
const runJob = (id: string) => sendDueReply({ db: scene.t.db, now: scene.now }, id);
/** Replies with ten seconds to take it back. @returns the id of the pending reply */
const replySoon = async (id: string, fields: object = {}, account = scene.admin): Promise<string> =>
  (await reply(id, { undo_seconds: 10, ...fields }, account)).body.pending_replies.at(-1).id;
const bodiesOf = async (id: string) => (await mine(id)).entries.map(({ body }: { body: string }) => body);
const jobsOf = async (id: string) => [
  ...(await scene.t.db.execute<{ task: string }>(sql`select jobs.task_identifier as task
    from graphile_worker.jobs join graphile_worker._private_jobs as private on private.id = jobs.id
    where private.payload::text like ${`%${id}%`} order by jobs.run_at, jobs.id`)),
];

describe('pending replies', () => {
  it('shows a reply to the team at once, and to the member only once its ten seconds have passed', async () => {
    const [id, other] = [await send(), await send()];
    const { body } = await reply(id, { undo_seconds: 10, body: 'Voilà' });
    expect(body).toMatchObject({
      status: 'new',
      awaiting: false,
      is_snoozed: false,
      entries: [{ kind: 'member' }],
      pending_replies: [
        {
          author: { id: scene.admin.id },
          body: 'Voilà',
          close: false,
          send_at: inMs(10_000),
          is_held: false,
        },
      ],
    });
    const [pending] = body.pending_replies;
    expect(await jobsOf(pending.id)).toMatchObject([{ task: 'messages.pending_reply' }]);
    expect(await bodiesOf(id)).toEqual(['Bonjour']);
    expect((await mine(id)).is_unread).toBe(false);
    expect((await list(`awaiting=true&user_id=${scene.member.id}`)).data.map((row) => row.id)).toEqual([
      other,
    ]);
    await expectOneMeaning(scene);
    scene.time += 10_000;
    await runJob(pending.id);
    await runJob(pending.id);
    expect(await bodiesOf(id)).toEqual(['Bonjour', 'Voilà']);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      assignee_id: scene.admin.id,
      pending_replies: [],
      entries: [{}, { id: pending.id, author: { id: scene.admin.id }, delivery: 'queued' }],
    });
    expect((await jobsOf(pending.id)).map(({ task }) => task)).toContain('messages.reply_mail');
    expect((await mine(other)).entries).toHaveLength(1);
    await expectOneMeaning(scene);
    const { data } = (await team('GET', `/audit-logs/?entity_type=message&entity_id=${id}`)).body;
    expect(data[0]).toMatchObject({ actor_id: scene.admin.id, changes: { entry_count: [1, 2] } });
  });

  it('sends a reply at once without a delay, as before', async () => {
    const id = await send();
    for (const fields of [{}, { undo_seconds: 0 }]) {
      const { body } = await reply(id, fields);
      expect([body.entries.at(-1).kind, body.pending_replies]).toEqual(['reply', []]);
    }
  });

  it('accepts at most sixty seconds to take a reply back', async () => {
    const id = await send();
    expect((await reply(id, { undo_seconds: 60 })).status).toBe(200);
    const { status, body } = await reply(id, { undo_seconds: 61 });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'undo_seconds']]);
  });

  it('takes back a reply: nothing is sent, and the conversation awaits the team again', async () => {
    const id = await send();
    const pending = await replySoon(id);
    expect((await as(scene.colleague)('DELETE', `/pending-replies/${pending}`)).status).toBe(200);
    scene.time += 10_000;
    await runJob(pending);
    expect(await read(id)).toMatchObject({ awaiting: true, pending_replies: [] });
    expect(await bodiesOf(id)).toEqual(['Bonjour']);
    const again = await team('DELETE', `/pending-replies/${pending}`);
    expect([again.status, again.body.code]).toEqual([404, 'pending_reply_not_found']);
  });

  it('rejects taking back a reply that was sent', async () => {
    const id = await send();
    const pending = await replySoon(id);
    scene.time += 10_000;
    await runJob(pending);
    expect((await team('DELETE', `/pending-replies/${pending}`)).body.code).toBe('pending_reply_not_found');
    expect(await bodiesOf(id)).toHaveLength(2);
  });

  it('sends a reply later, between now and 366 days', async () => {
    for (const [ms, status, type] of [
      [0, 422, 'datetime_too_early'],
      [1, 200, undefined],
      [366 * DAY, 200, undefined],
      [366 * DAY + 1, 422, 'datetime_too_late'],
    ] as const) {
      const answered = await reply(await send(), { send_at: inMs(ms) });
      expect([ms, answered.status, answered.body.detail?.[0].loc, answered.body.detail?.[0].type]).toEqual([
        ms,
        status,
        type && ['body', 'send_at'],
        type,
      ]);
    }
  });

  it('lists a conversation with a reply for later among the snoozed ones, and returns it if it is not sent', async () => {
    const id = await send();
    const pending = (await reply(id, { send_at: inMs(DAY) })).body.pending_replies[0].id;
    const row = async (query: string) =>
      (await list(`${query}&user_id=${scene.member.id}`)).data.find((each) => each.id === id);
    expect(await row('snoozed=true')).toMatchObject({ reply_at: inMs(DAY), is_reply_held: false });
    scene.time += DAY + MINUTE - 1;
    expect(await row('awaiting=true')).toBeUndefined();
    scene.time += 1;
    expect(await row('awaiting=true')).toMatchObject({ awaiting: true });
    await runJob(pending);
    expect((await read(id)).status).toBe('waiting');
  });

  it('holds a reply once the member writes, until somebody decides', async () => {
    const [id, other] = [await send(), await send()];
    const held = (await reply(id, { send_at: inMs(DAY) })).body.pending_replies[0].id;
    const due = (await reply(other, { send_at: inMs(DAY) })).body.pending_replies[0].id;
    await team('POST', `/messages/${id}/notes`, { body: 'A note holds nothing' });
    expect((await read(id)).pending_replies).toMatchObject([{ is_held: false }]);
    await answer(id);
    expect(await read(id)).toMatchObject({ awaiting: true, pending_replies: [{ is_held: true }] });
    expect((await list(`awaiting=true&user_id=${scene.member.id}`)).data).toMatchObject([
      { id, is_reply_held: true },
    ]);
    await expectOneMeaning(scene);
    scene.time += DAY;
    for (const pending of [held, due]) await runJob(pending);
    expect(await bodiesOf(id)).toEqual(['Bonjour', 'Encore moi']);
    expect(await bodiesOf(other)).toEqual(['Bonjour', 'Voilà']);
    const postponed = await team('PATCH', `/pending-replies/${held}`, { send_at: inMs(HOUR) });
    expect(postponed.body).toMatchObject({
      awaiting: false,
      pending_replies: [{ is_held: false, send_at: inMs(HOUR) }],
    });
    await runJob(held);
    expect(await bodiesOf(id)).toHaveLength(2);
    scene.time += HOUR;
    await runJob(held);
    expect(await bodiesOf(id)).toEqual(['Bonjour', 'Encore moi', 'Voilà']);
  });

  it('sends a pending reply now in the name of its author, if the caller has seen the latest entry', async () => {
    const id = await send();
    const { body } = await reply(id, { send_at: inMs(DAY), close: true });
    const path = `/pending-replies/${body.pending_replies[0].id}/send`;
    const seen = body.entries.at(-1).id;
    await answer(id);
    const stale = await as(scene.colleague)('POST', path, { last_entry_id: seen });
    expect([stale.body.code, stale.body.missed]).toMatchObject(['thread_advanced', [{ body: 'Encore moi' }]]);
    const last_entry_id = (await read(id)).entries.at(-1)?.id;
    expect((await as(scene.colleague)('POST', path, { last_entry_id })).body).toMatchObject({
      status: 'closed',
      pending_replies: [],
      entries: [{}, {}, { kind: 'reply', author: { id: scene.admin.id } }],
    });
  });

  it('keeps a conversation closed that was closed before its reply was due', async () => {
    const id = await send();
    const pending = await replySoon(id);
    await team('PATCH', `/messages/${id}`, { status: 'closed' });
    scene.time += 10_000;
    await runJob(pending);
    expect((await read(id)).status).toBe('closed');
    expect(await bodiesOf(id)).toHaveLength(2);
  });

  it('rejects a reply with 409 and shows the colleague’s reply that is still pending', async () => {
    const id = await send();
    const pending = await replySoon(id, { body: 'La première' });
    const second = await reply(id, { undo_seconds: 10 }, scene.colleague);
    expect([second.status, second.body.code, second.body.missed]).toMatchObject([
      409,
      'thread_advanced',
      [{ id: pending, kind: 'reply', body: 'La première' }],
    ]);
    expect((await reply(id, { seen_replies: [pending] }, scene.colleague)).status).toBe(200);
    expect((await reply(id)).status).toBe(200);
    const later = await send();
    await reply(later, { send_at: inMs(HOUR) });
    expect((await reply(later, {}, scene.colleague)).status).toBe(200);
  });

  it('does not send what an account wrote that is no longer an administrator', async () => {
    const id = await send();
    const former = await scene.t.colleague();
    const pending = await replySoon(id, {}, former);
    await scene.t.db.execute(sql`update users set is_superuser = false where id = ${former.id}`);
    scene.time += 10_000;
    await runJob(pending);
    expect(await read(id)).toMatchObject({ pending_replies: [{ is_held: true }] });
    expect(await bodiesOf(id)).toEqual(['Bonjour']);
  });

  it('holds replies of spam and to deleted accounts, and rejects new ones', async () => {
    const [spam, gone] = [await send(), await send({}, await scene.t.member())];
    const pending = [await replySoon(spam), await replySoon(gone)];
    await team('POST', `/messages/${spam}/spam`);
    const { sender } = await read(gone);
    await team('DELETE', `/users/${sender?.id}`);
    scene.time += 10_000;
    for (const each of pending) await runJob(each);
    for (const [id, code] of [
      [spam, 'invalid_state'],
      [gone, 'sender_deleted'],
    ] as const) {
      expect(await read(id)).toMatchObject({ pending_replies: [{ is_held: true }] });
      expect((await reply(id, { undo_seconds: 10 })).body.code).toBe(code);
      expect((await reply(id, { send_at: inMs(HOUR) })).body.code).toBe(code);
    }
  });

  it('keeps at most twenty pending replies of a conversation', async () => {
    const id = await send();
    for (let n = 1; n <= 20; n += 1) expect((await reply(id, { send_at: inMs(n * HOUR) })).status).toBe(200);
    const { status, body } = await reply(id, { send_at: inMs(HOUR) });
    expect([status, body.code]).toEqual([409, 'too_many_pending_replies']);
    expect((await reply(await send(), { send_at: inMs(HOUR) })).status).toBe(200);
  });

  it('is sent by the queue', async () => {
    const id = await send();
    const pending = await replySoon(id);
    scene.time += 10_000;
    await scene.t.db.execute(sql`update graphile_worker._private_jobs set run_at = now()
      where payload::text like ${`%${pending}%`}`);
    const worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now });
    try {
      await expect.poll(() => bodiesOf(id), { timeout: 15_000 }).toEqual(['Bonjour', 'Voilà']);
    } finally {
      await worker.stop();
    }
  });
});
