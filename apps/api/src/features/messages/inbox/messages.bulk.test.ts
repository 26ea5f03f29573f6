import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { expectOneMeaning, useConversations } from '../../../../test/conversations.ts';
import { queueOnRow } from '../../../../test/harness.ts';

const scene = useConversations();
const { as, team, send, read, reply } = scene;

describe('POST /messages/bulk', () => {
  const bulk = (json: object) => team('POST', '/messages/bulk', json);

  it('closes conversations in bulk and returns the reason for each skipped one', async () => {
    const [open, closed] = [await send({ subject: 'Ouvert' }), await send({ subject: 'Fermé' })];
    await team('PATCH', `/messages/${closed}`, { status: 'closed' });
    const gone = randomUUID();
    const { body } = await bulk({ action: 'close', ids: [open, closed, gone, open] });
    const { number } = await read(closed);
    expect(body).toEqual({
      count: 3,
      done: 1,
      skipped: [
        { id: closed, label: `#${number} · Fermé`, code: 'invalid_state' },
        { id: gone, label: '', code: 'message_not_found' },
      ],
    });
  });

  it.each([
    [{ action: 'spam' }, { status: 'spam' }],
    [
      { action: 'categorize', category: 'idea' },
      { status: 'new', category: 'idea' },
    ],
    [{ action: 'close' }, { status: 'closed' }],
  ])(
    'applies %j to the conversations of a filter only if the count is as expected',
    async (action, expected) => {
      const ids = [await send(), await send()];
      const filter = { user_id: scene.member.id };
      expect((await bulk({ ...action, filter, expected_count: 1 })).body.code).toBe('count_changed');
      expect((await bulk({ ...action, filter, expected_count: 2 })).body).toEqual({
        count: 2,
        done: 2,
        skipped: [],
      });
      for (const id of ids) expect(await read(id)).toMatchObject(expected);
    },
  );

  it('rejects a bulk action when a conversation stops matching the filter concurrently', async () => {
    const ids = [await send(), await send()];
    for (const id of ids) await reply(id);
    const filter = { user_id: scene.member.id, status: 'waiting', search: 'bonjour' };
    const [written, closed] = await queueOnRow(
      scene.t,
      sql`select 1 from message_threads where id = ${ids[0]} for update`,
      [() => scene.answer(ids[0] ?? ''), () => bulk({ action: 'close', filter, expected_count: 2 })],
    );
    expect(written?.status).toBe(200);
    expect([closed?.status, closed?.body.code]).toEqual([409, 'count_changed']);
    expect(await read(ids[0] ?? '')).toMatchObject({ status: 'open', awaiting: true });
    expect((await read(ids[1] ?? '')).status).toBe('waiting');
  });

  it('keeps closing times on assignment and sets waiting or open when removing from spam', async () => {
    const ids = [await send(), await send()];
    const [first = '', second = ''] = ids;
    await reply(first, { close: true });
    await reply(second, { close: true });
    await scene.t.db.execute(
      sql`update message_threads set closed_at = now() - interval '1 day' where id = ${first}`,
    );
    const closedAt = () =>
      scene.t.db.execute(
        sql`select closed_at from message_threads where id in (${first}, ${second}) order by id`,
      );
    const before = await closedAt();
    expect((await bulk({ action: 'assign', ids, assignee_id: scene.colleague.id })).body.done).toBe(2);
    expect(await closedAt()).toEqual(before);

    const unanswered = await send();
    const all = [...ids, unanswered];
    await bulk({ action: 'spam', ids: all });
    expect((await bulk({ action: 'not_spam', ids: all })).body.done).toBe(3);
    expect(await Promise.all(all.map(async (id) => (await read(id)).status))).toEqual([
      'waiting',
      'waiting',
      'open',
    ]);
  });

  it('assigns conversations in bulk to superusers only and unassigns them', async () => {
    const id = await send();
    await bulk({ action: 'assign', ids: [id], assignee_id: scene.colleague.id });
    expect((await read(id)).assignee?.id).toBe(scene.colleague.id);
    await bulk({ action: 'assign', ids: [id] });
    expect((await read(id)).assignee).toBeNull();
    const refused = await bulk({ action: 'assign', ids: [id], assignee_id: scene.member.id });
    expect(refused.body.detail[0].loc).toEqual(['body', 'assignee_id']);
  });
});

describe('POST /messages/bulk-replies', () => {
  const bodies = { fr: 'Bonjour {prénom}.', en: 'Hello {first_name}.' };
  const replyAll = (conversations: object[], texts: object = bodies) =>
    team('POST', '/messages/bulk-replies', { conversations, bodies: texts });
  const versionOf = async (id: string) => ({ id, version: (await read(id)).version });

  it('sends a bulk reply to each member in their language with their name', async () => {
    const english = await scene.t.member({ full_name: 'Zoë O’Brien' });
    await as(english)('PATCH', '/users/me', { locale: 'en' });
    const [one, other] = [await send(), await send({}, english)];
    const both = [await versionOf(one), await versionOf(other)];
    expect((await replyAll([...both, ...both])).body).toEqual({ count: 2, done: 2, skipped: [] });
    for (const [id, body] of [
      [one, 'Bonjour Éloïse.'],
      [other, 'Hello Zoë.'],
    ] as const) {
      const thread = await read(id);
      expect(thread).toMatchObject({ status: 'waiting', awaiting: false, assignee: { id: scene.admin.id } });
      expect(thread.entries[1]).toMatchObject({ kind: 'reply', body, delivery: 'queued' });
    }
    await expectOneMeaning(scene);
  });

  it('skips conversations with newer entries, spam and deleted accounts and returns the reasons', async () => {
    const gone = randomUUID();
    const leaver = await scene.t.member();
    const [fine, advanced, spam, deleted] = [
      await send(),
      await send(),
      await send(),
      await send({}, leaver),
    ];
    await team('POST', `/messages/${spam}/spam`);
    await team('DELETE', `/users/${leaver.id}`);
    const seen = await Promise.all([fine, advanced, spam, deleted].map(versionOf));
    await reply(advanced, {}, scene.colleague);
    const { body } = await replyAll([...seen, { id: gone, version: 1 }]);
    const codes = body.skipped.map(({ id, code }: { id: string; code: string }) => [id, code]);
    expect([body.count, body.done]).toEqual([5, 1]);
    expect(Object.fromEntries(codes)).toEqual({
      [advanced]: 'thread_advanced',
      [spam]: 'invalid_state',
      [deleted]: 'sender_deleted',
      [gone]: 'message_not_found',
    });
    expect((await read(advanced)).entries).toHaveLength(2);
  });

  it('rejects a bulk reply to none or more than 50 conversations or without the default language', async () => {
    const many = Array.from({ length: 51 }, () => ({ id: randomUUID(), version: 1 }));
    expect((await replyAll(many)).body.detail[0].loc).toEqual(['body', 'conversations']);
    expect((await replyAll([])).body.detail[0].loc).toEqual(['body', 'conversations']);
    expect((await replyAll(many.slice(1), { en: 'Hello' })).body.detail[0].type).toBe(
      'default_locale_missing',
    );
  });
});
