import { randomUUID } from 'node:crypto';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useConversations } from '../../../../test/conversations.ts';

const DAY = 86_400_000;
const scene = useConversations();
const { as, team, send, answer, read, reply, list, mine } = scene;

describe('conversations', () => {
  it('returns a conversation in pages of 100 entries, latest first', async () => {
    const id = await send();
    await scene.t.db.execute(sql`insert into message_entries (id, thread_id, position, kind, author_id, body, created_at)
      select gen_random_uuid(), ${id}, position, (array['note', 'member'])[position % 2 + 1], ${scene.member.id},
        position::text, ${scene.now().toISOString()} from generate_series(2, 250) as position`);
    await scene.t.db.execute(sql`update message_threads set entry_count = 250 where id = ${id}`);
    const pagesOf = async (readPage: (query: string) => Promise<{ body: MessageThread }>) => {
      const pages: number[][] = [];
      for (let query = '', more = true; more; ) {
        const { body } = await readPage(query);
        pages.unshift(body.entries.map((entry) => Number(entry.body) || 1));
        more = body.has_earlier;
        query = `?before=${body.entries[0]?.id}`;
      }
      return pages;
    };
    const range = (from: number, to: number, step = 1) =>
      Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
    expect(await pagesOf((query) => team('GET', `/messages/${id}${query}`))).toEqual([
      range(1, 50),
      range(51, 150),
      range(151, 250),
    ]);
    expect(await pagesOf((query) => as(scene.member)('GET', `/app/messages/${id}${query}`))).toEqual([
      range(1, 49, 2),
      range(51, 249, 2),
    ]);
    const { body: missed } = await reply(id, { last_entry_id: (await read(id)).entries[98]?.id });
    expect(missed.missed.map(({ body }: { body: string }) => body)).toEqual(['250']);
  });

  it('rejects a page before an entry of another conversation', async () => {
    const [id, other] = [await send(), await send({}, await scene.t.member())];
    const { entries } = await read(other);
    for (const path of [`/messages/${id}`, `/app/messages/${id}`]) {
      const caller = path.startsWith('/app') ? scene.member : scene.admin;
      const { status, body } = await as(caller)('GET', `${path}?before=${entries[0]?.id}`);
      expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
        422,
        ['query', 'before'],
        'not_in_conversation',
      ]);
    }
  });

  it('starts a conversation with the message and the context of the member, awaiting the team', async () => {
    const context = { platform: 'ios', app_version: '2.4.0', os: 'iOS 19', device: 'iPhone', screen: 'home' };
    const id = await send({ subject: 'Une question', body: ' Où ?\n ', category: 'bug', context });
    expect(await read(id)).toMatchObject({
      subject: 'Une question',
      category: 'bug',
      status: 'new',
      awaiting: true,
      locale: 'fr',
      assignee: null,
      context,
      rating: null,
      reopened_from_id: null,
      sender: {
        id: scene.member.id,
        email: scene.member.email,
        is_active: true,
        blocked_at: null,
        blocked_by: null,
        messages: 1,
        ratings: 0,
      },
      entries: [{ kind: 'member', author: { id: scene.member.id }, body: 'Où ?', delivery: null }],
    });
  });

  it('returns the number of conversations of the sender without spam', async () => {
    const [id, spam] = [await send(), await send()];
    await team('POST', `/messages/${spam}/spam`);
    expect((await read(id)).sender?.messages).toBe((await list(`user_id=${scene.member.id}`)).count);
  });

  it('sets a conversation to waiting on a reply and assigns it to the first replier', async () => {
    const id = await send();
    scene.time += 1000;
    const { status, body } = await reply(id);
    expect([status, body.status, body.awaiting, body.assignee.id]).toEqual([
      200,
      'waiting',
      false,
      scene.admin.id,
    ]);
    expect(body.entries[1]).toMatchObject({
      kind: 'reply',
      author: { id: scene.admin.id },
      delivery: 'queued',
    });
    expect((await reply(id, {}, scene.colleague)).body.assignee.id).toBe(scene.admin.id);
    await answer(id);
    expect(await read(id)).toMatchObject({ status: 'open', awaiting: true });
  });

  it('keeps the first answer time when a conversation is answered again', async () => {
    const id = await send();
    const answeredAt = async () => {
      const [row] = await scene.t.db.execute<{ at: Date }>(
        sql`select first_answered_at as at from message_threads where id = ${id}`,
      );
      return row?.at;
    };
    scene.time += 60_000;
    await reply(id);
    const first = await answeredAt();
    expect(first).not.toBeNull();
    scene.time += 60_000;
    await answer(id);
    scene.time += 60_000;
    await reply(id, {}, scene.colleague);
    expect(await answeredAt()).toEqual(first);
  });

  it('starts a conversation by the team as waiting and unread, without a first answer time', async () => {
    const { id: user_id } = scene.member;
    const { status, body } = await team('POST', '/messages/', {
      user_id,
      subject: 'Bienvenue',
      body: 'Bonjour !',
    });
    expect([status, body.status, body.awaiting, body.assignee.id, body.subject]).toEqual([
      200,
      'waiting',
      false,
      scene.admin.id,
      'Bienvenue',
    ]);
    expect(body.entries).toMatchObject([{ kind: 'reply', body: 'Bonjour !', delivery: 'queued' }]);
    const own = await scene.t.call('GET', `/app/messages/${body.id}`, { token: scene.member.token });
    expect(own.body).toMatchObject({ subject: 'Bienvenue', is_unread: true, entries: [{ is_mine: false }] });
    const answered = async () => {
      const [row] = await scene.t.db.execute<{ at: string | null }>(
        sql`select first_answered_at as at from message_threads where id = ${body.id}`,
      );
      return row?.at;
    };
    expect(await answered()).toBeNull();
    scene.time += 1000;
    await answer(body.id);
    expect((await read(body.id)).awaiting).toBe(true);
    scene.time += 1000;
    await reply(body.id);
    expect(await answered()).toBeNull();
  });

  it('rejects starting a conversation with an unknown or deleted account or without a text', async () => {
    const start = (user_id: string) => team('POST', '/messages/', { user_id, body: 'Bonjour !' });
    expect((await start(randomUUID())).body.code).toBe('user_not_found');
    const gone = await scene.t.member();
    await team('DELETE', `/users/${gone.id}`);
    expect((await start(gone.id)).body.code).toBe('user_not_found');
    const empty = await team('POST', '/messages/', { user_id: scene.member.id, body: ' ' });
    expect(empty.body.detail[0].loc).toEqual(['body', 'body']);
  });

  it('closes a conversation with or without a reply', async () => {
    const [one, other] = [await send(), await send()];
    expect((await reply(one, { close: true })).body.status).toBe('closed');
    const { body } = await team('PATCH', `/messages/${other}`, { status: 'closed' });
    expect([body.status, body.awaiting, body.entries.length]).toEqual(['closed', false, 1]);
    expect((await team('PATCH', `/messages/${other}`, { status: 'open' })).body.awaiting).toBe(true);
  });

  it('sets a conversation to waiting or open by its last entry when it leaves closed or spam', async () => {
    const [answered, unanswered] = [await send(), await send()];
    await reply(answered);
    for (const [id, expected] of [
      [answered, { status: 'waiting', awaiting: false }],
      [unanswered, { status: 'open', awaiting: true }],
    ] as const) {
      await team('PATCH', `/messages/${id}`, { status: 'closed' });
      expect((await team('PATCH', `/messages/${id}`, { status: 'open' })).body).toMatchObject(expected);
      await team('POST', `/messages/${id}/spam`);
      expect((await team('POST', `/messages/${id}/not-spam`)).body).toMatchObject(expected);
    }
  });

  it('assigns a conversation only to superusers and unassigns it when they are demoted or deleted', async () => {
    const id = await send();
    const refused = await team('PATCH', `/messages/${id}`, { assignee_id: scene.member.id });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'assignee_id']]);
    const helper = await scene.t.colleague();
    const { body } = await team('PATCH', `/messages/${id}`, { assignee_id: helper.id });
    expect([body.status, body.assignee.id]).toEqual(['open', helper.id]);
    expect((await list(`assignee=${helper.id}`)).data.map((row) => row.id)).toEqual([id]);
    await team('PATCH', `/users/${helper.id}`, { is_superuser: false });
    expect((await read(id)).assignee).toBeNull();
    const other = await scene.t.colleague();
    await team('PATCH', `/messages/${id}`, { assignee_id: other.id });
    await team('DELETE', `/users/${other.id}`);
    expect((await read(id)).assignee).toBeNull();
  });

  it('returns a version conflict to the second of two editors of a conversation', async () => {
    const id = await send();
    const { version } = await read(id);
    await team('PATCH', `/messages/${id}`, { category: 'idea', version });
    const { status, body } = await team('PATCH', `/messages/${id}`, { category: 'bug', version });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
  });

  it('hides notes from the member and does not count them as an answer', async () => {
    const id = await send();
    const { body } = await team('POST', `/messages/${id}/notes`, { body: 'Un secret' });
    expect([body.status, body.awaiting]).toEqual(['new', true]);
    expect(body.entries[1]).toMatchObject({ kind: 'note', body: 'Un secret', delivery: null });
    const seen = JSON.stringify([await mine(id), (await as(scene.member)('GET', '/app/messages')).body]);
    expect(seen).not.toContain('Un secret');
    expect((await list(`user_id=${scene.member.id}`)).data[0]?.excerpt).toBe('Bonjour');
  });
});

describe('POST /messages/{id}/replies', () => {
  it('rejects a stale reply with the missed entries and accepts it once they were seen', async () => {
    const id = await send();
    const { entries } = await read(id);
    await answer(id, 'Ah, j’ai trouvé');
    await team('POST', `/messages/${id}/notes`, { body: 'Je m’en occupe' });
    const refused = await as(scene.colleague)('POST', `/messages/${id}/replies`, {
      body: 'Essayez ceci',
      last_entry_id: entries[0]?.id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'thread_advanced']);
    expect(refused.body.missed).toMatchObject([
      { kind: 'member', author: 'Éloïse Lefèvre', body: 'Ah, j’ai trouvé' },
      { kind: 'note', author: scene.admin.email, body: 'Je m’en occupe' },
    ]);
    expect((await mine(id)).entries).toHaveLength(2);
    expect((await reply(id, {}, scene.colleague)).status).toBe(200);
  });

  it('accepts one of ten concurrent replies', async () => {
    const id = await send();
    const last_entry_id = (await read(id)).entries[0]?.id;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? scene.t : scene.twin).call('POST', `/messages/${id}/replies`, {
          token: (index % 2 ? scene.admin : scene.colleague).token,
          json: { body: `${index}`, last_entry_id },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'thread_advanced')).toHaveLength(9);
    expect((await mine(id)).entries).toHaveLength(2);
  });

  it('rejects a reply to spam or to a deleted account', async () => {
    const id = await send();
    await team('POST', `/messages/${id}/spam`);
    expect((await reply(id)).body.code).toBe('invalid_state');
    await team('POST', `/messages/${id}/not-spam`);
    await team('DELETE', `/users/${scene.member.id}`);
    expect((await reply(id)).body.code).toBe('sender_deleted');
    expect((await read(id)).sender).toBeNull();
    const row = (await list(`user_id=${scene.member.id}`)).data[0];
    expect([row?.id, row?.sender]).toEqual([id, null]);
  });
});

describe('answers to closed conversations', () => {
  it.each([
    [14 * DAY, true],
    [14 * DAY + 1, false],
  ])('reopens a closed conversation when it is answered after %d ms: %s', async (later, isSame) => {
    const id = await send({ subject: 'Le portail' });
    await reply(id, { close: true });
    scene.time = Date.parse((await mine(id)).last_at) + later;
    const { body } = await answer(id, 'Merci');
    expect(body.id === id).toBe(isSame);
    const thread = await read(body.id);
    expect(thread).toMatchObject({ status: isSame ? 'open' : 'new', awaiting: true, subject: 'Le portail' });
    expect(thread.reopened_from_id).toBe(isSame ? null : id);
    expect((await read(id)).status).toBe(isSame ? 'open' : 'closed');
  });

  it('adds later answers to the follow-up conversation until that one is closed for too long', async () => {
    const id = await send();
    const close = (which: string) => team('PATCH', `/messages/${which}`, { status: 'closed' });
    const json = { body: 'Au fait', client_token: randomUUID() };
    const say = () => as(scene.member)('POST', `/app/messages/${id}/replies`, json);
    await close(id);
    scene.time += 15 * DAY;
    const { body: next } = await answer(id);
    expect((await say()).body).toMatchObject({ id: next.id, entries: [{}, { body: 'Au fait' }] });
    expect((await say()).body.entries).toHaveLength(2);
    await close(next.id);
    expect((await answer(id)).body).toMatchObject({ id: next.id, is_closed: false });
    await close(next.id);
    scene.time += 15 * DAY;
    const { body: last } = await answer(id);
    expect([last.id === next.id, last.reopened_from_id]).toEqual([false, id]);
    expect((await answer(id)).body.id).toBe(last.id);
  });
});

it('shows the sender of a conversation as inactive until their deactivation ends', async () => {
  const id = await send();
  await team('POST', `/users/${scene.member.id}/deactivate`, { reason: 'Insults', until: '2036-03-11' });
  expect((await read(id)).sender?.is_active).toBe(false);
  scene.time += 2 * DAY;
  expect((await read(id)).sender?.is_active).toBe(true);
});

it('blocks and unblocks the messages of a member and records who did it', async () => {
  const id = await send();
  const { body } = await team('POST', `/users/${scene.member.id}/block-messages`);
  expect(body.messages_blocked_at).not.toBeNull();
  const refusals = [
    await as(scene.member)('POST', '/app/messages', { body: 'x', client_token: randomUUID() }),
    await answer(id),
  ];
  for (const refused of refusals)
    expect([refused.status, refused.body.code]).toEqual([409, 'sender_blocked']);
  expect((await list(`user_id=${scene.member.id}`)).data[0]?.sender?.is_blocked).toBe(true);
  const { sender } = await read(id);
  expect([sender?.blocked_at, sender?.blocked_by?.id]).toEqual([body.messages_blocked_at, scene.admin.id]);
  expect((await as(scene.member)('GET', '/users/me')).body.messages_blocked_at).not.toBeNull();
  expect((await reply(id)).status).toBe(200);
  await team('POST', `/users/${scene.member.id}/unblock-messages`);
  expect((await answer(id)).status).toBe(200);
  const log = await team('GET', `/audit-logs/?entity_id=${scene.member.id}&action=updated`);
  expect(log.body.data.map(({ changes }: { changes: object }) => Object.keys(changes))).toEqual([
    ['messages_blocked_at'],
    ['messages_blocked_at'],
  ]);
});
