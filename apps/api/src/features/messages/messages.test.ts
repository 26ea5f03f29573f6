import { randomUUID } from 'node:crypto';
import type { MessageListed, MessageThread } from '@agora/contract/features/messages/messages.contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';

const DAY = 86_400_000;
const START = new Date('2036-03-10T12:00:00Z').getTime();
let time = START;
let t: TestService;
let twin: TestService;
let admin: Account;
let colleague: Account;
let member: Account;
beforeAll(async () => {
  const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' };
  t = await TestService.start({ now: () => new Date(time), settings });
  twin = await TestService.start({ now: () => new Date(time), beside: t, settings });
  [admin, colleague] = [await t.superuser(), await t.colleague()];
});
afterAll(async () => {
  await twin.stop();
  await t.stop();
});
beforeEach(async () => {
  time = START;
  member = await t.member({ full_name: 'Éloïse Lefèvre' });
});

const as = (account: Account) => (method: string, path: string, json?: object) =>
  t.call(method, path, { token: account.token, ...(json && { json }) });
const team = (method: string, path: string, json?: object) => as(admin)(method, path, json);

const send = async (fields: object = {}, account = member) => {
  const json = { body: 'Bonjour', client_token: randomUUID(), ...fields };
  const { body } = await as(account)('POST', '/app/messages', json);
  return body.id as string;
};
const answer = (id: string, body = 'Encore moi', account = member) =>
  as(account)('POST', `/app/messages/${id}/replies`, { body, client_token: randomUUID() });
const read = async (id: string): Promise<MessageThread> => (await team('GET', `/messages/${id}`)).body;
const reply = async (id: string, fields: object = {}, account = admin) => {
  const { entries } = await read(id);
  const json = { body: 'Voilà', last_entry_id: entries.at(-1)?.id, ...fields };
  return as(account)('POST', `/messages/${id}/replies`, json);
};
const list = async (query: string): Promise<{ data: MessageListed[]; count: number }> =>
  (await team('GET', `/messages/?${query}`)).body;
const mine = (id: string) => as(member)('GET', `/app/messages/${id}`).then(({ body }) => body);
const countsOn = async (instance: TestService) =>
  (await instance.call('GET', '/messages/counts', { token: admin.token })).body;

/** What the badge says is what the list holds, on every instance, and what the dashboard says. */
async function expectOneMeaning() {
  const { count } = await list('awaiting=true&limit=1000');
  const [counted] = await t.db.execute(
    sql`select count(*)::int as count from message_threads where awaiting_team`,
  );
  const { messages_awaiting } = (await team('GET', '/dashboard/')).body;
  const badges = [(await countsOn(t)).awaiting, (await countsOn(twin)).awaiting, messages_awaiting];
  expect([count, ...badges]).toEqual(Array(4).fill(counted?.['count']));
}

describe('a conversation', () => {
  it('begins with what the member wrote, with their context, and waits for the team', async () => {
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
        id: member.id,
        email: member.email,
        blocked_at: null,
        blocked_by: null,
        messages: 1,
        ratings: 0,
      },
      entries: [{ kind: 'member', author: { id: member.id }, body: 'Où ?', delivery: null }],
    });
  });

  it('is answered by the team: it waits for the member, and is whose reply it was', async () => {
    const id = await send();
    time += 1000;
    const { status, body } = await reply(id);
    expect([status, body.status, body.awaiting, body.assignee.id]).toEqual([200, 'waiting', false, admin.id]);
    expect(body.entries[1]).toMatchObject({ kind: 'reply', author: { id: admin.id }, delivery: 'queued' });
    expect((await reply(id, {}, colleague)).body.assignee.id).toBe(admin.id);
    await answer(id);
    expect(await read(id)).toMatchObject({ status: 'open', awaiting: true });
  });

  it('is closed with a reply or without', async () => {
    const [one, other] = [await send(), await send()];
    expect((await reply(one, { close: true })).body.status).toBe('closed');
    const { body } = await team('PATCH', `/messages/${other}`, { status: 'closed' });
    expect([body.status, body.awaiting, body.entries.length]).toEqual(['closed', false, 1]);
    expect((await team('PATCH', `/messages/${other}`, { status: 'open' })).body.awaiting).toBe(true);
  });

  it('is assigned to superusers alone, and comes back from whoever is none any more', async () => {
    const id = await send();
    const refused = await team('PATCH', `/messages/${id}`, { assignee_id: member.id });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'assignee_id']]);
    const helper = await t.colleague();
    const { body } = await team('PATCH', `/messages/${id}`, { assignee_id: helper.id });
    expect([body.status, body.assignee.id]).toEqual(['open', helper.id]);
    expect((await list(`assignee=${helper.id}`)).data.map((row) => row.id)).toEqual([id]);
    await team('PATCH', `/users/${helper.id}`, { is_superuser: false });
    expect((await read(id)).assignee).toBeNull();
    const other = await t.colleague();
    await team('PATCH', `/messages/${id}`, { assignee_id: other.id });
    await team('DELETE', `/users/${other.id}`);
    expect((await read(id)).assignee).toBeNull();
  });

  it('tells the second of two editors of the first', async () => {
    const id = await send();
    const { version } = await read(id);
    await team('PATCH', `/messages/${id}`, { category: 'idea', version });
    const { status, body } = await team('PATCH', `/messages/${id}`, { category: 'bug', version });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
  });

  it('has notes that the member never sees, and that never count as an answer', async () => {
    const id = await send();
    const { body } = await team('POST', `/messages/${id}/notes`, { body: 'Un secret' });
    expect([body.status, body.awaiting]).toEqual(['new', true]);
    expect(body.entries[1]).toMatchObject({ kind: 'note', body: 'Un secret', delivery: null });
    const seen = JSON.stringify([await mine(id), (await as(member)('GET', '/app/messages')).body]);
    expect(seen).not.toContain('Un secret');
    expect((await list(`user_id=${member.id}`)).data[0]?.excerpt).toBe('Bonjour');
  });
});

describe('a reply to a conversation that has gone on', () => {
  it('is refused with what was missed, and leaves with it seen', async () => {
    const id = await send();
    const { entries } = await read(id);
    await answer(id, 'Ah, j’ai trouvé');
    await team('POST', `/messages/${id}/notes`, { body: 'Je m’en occupe' });
    const refused = await as(colleague)('POST', `/messages/${id}/replies`, {
      body: 'Essayez ceci',
      last_entry_id: entries[0]?.id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'thread_advanced']);
    expect(refused.body.missed).toMatchObject([
      { kind: 'member', author: 'Éloïse Lefèvre', body: 'Ah, j’ai trouvé' },
      { kind: 'note', author: admin.email, body: 'Je m’en occupe' },
    ]);
    expect((await mine(id)).entries).toHaveLength(2);
    expect((await reply(id, {}, colleague)).status).toBe(200);
  });

  it('lets one of ten at once through', async () => {
    const id = await send();
    const last_entry_id = (await read(id)).entries[0]?.id;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? t : twin).call('POST', `/messages/${id}/replies`, {
          token: (index % 2 ? admin : colleague).token,
          json: { body: `${index}`, last_entry_id },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'thread_advanced')).toHaveLength(9);
    expect((await mine(id)).entries).toHaveLength(2);
  });

  it('is refused to spam, and to somebody whose account is deleted', async () => {
    const id = await send();
    await team('POST', `/messages/${id}/spam`);
    expect((await reply(id)).body.code).toBe('invalid_state');
    await team('POST', `/messages/${id}/not-spam`);
    await team('DELETE', `/users/${member.id}`);
    expect((await reply(id)).body.code).toBe('sender_deleted');
    expect((await read(id)).sender).toBeNull();
    const row = (await list(`user_id=${member.id}`)).data[0];
    expect([row?.id, row?.sender]).toEqual([id, null]);
  });
});

describe('an answer to a closed conversation', () => {
  it.each([
    [14 * DAY, true],
    [14 * DAY + 1, false],
  ])('after %d ms opens it again: %s', async (later, isSame) => {
    const id = await send({ subject: 'Le portail' });
    await reply(id, { close: true });
    time = Date.parse((await mine(id)).last_at) + later;
    const { body } = await answer(id, 'Merci');
    expect(body.id === id).toBe(isSame);
    const thread = await read(body.id);
    expect(thread).toMatchObject({ status: isSame ? 'open' : 'new', awaiting: true, subject: 'Le portail' });
    expect(thread.reopened_from_id).toBe(isSame ? null : id);
    expect((await read(id)).status).toBe(isSame ? 'open' : 'closed');
  });
});

describe('the app', () => {
  it('has a message written once however often it is sent, even at once', async () => {
    const client_token = randomUUID();
    const json = { body: 'Une fois', client_token };
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => as(member)('POST', '/app/messages', json)),
    );
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await as(member)('GET', '/app/messages')).body.count).toBe(1);
    const id = sent[0]?.body.id as string;
    const more = { body: 'Deux fois', client_token: randomUUID() };
    await Promise.all(
      Array.from({ length: 8 }, () => as(member)('POST', `/app/messages/${id}/replies`, more)),
    );
    expect((await mine(id)).entries).toHaveLength(2);
  });

  it('writes what it says under the token of somebody else too: tokens are each member’s own', async () => {
    const client_token = randomUUID();
    const other = await t.member();
    const [one, two] = [await send({ client_token }), await send({ client_token }, other)];
    expect(one).not.toBe(two);
  });

  it('shows nobody the conversations of others', async () => {
    const id = await send();
    const other = await t.member();
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['POST', '/replies', { body: 'x', client_token: randomUUID() }],
      ['POST', '/read', undefined],
    ] as const)
      expect((await as(other)(method, `/app/messages/${id}${path}`, json)).body.code).toBe(
        'message_not_found',
      );
  });

  it('knows what is to be read', async () => {
    const id = await send();
    const unread = async () => (await as(member)('GET', '/app/messages')).body;
    expect((await unread()).unread).toBe(0);
    await reply(id);
    expect(await unread()).toMatchObject({ unread: 1, data: [{ is_unread: true, excerpt: 'Voilà' }] });
    await as(member)('POST', `/app/messages/${id}/read`);
    expect((await unread()).unread).toBe(0);
    expect((await mine(id)).is_unread).toBe(false);
  });

  it.each(['', ' \n\t', '\u00a0', '\0', 'x'.repeat(5001), '👍'.repeat(5001)])(
    'refuses the text %j by name',
    async (body) => {
      const refused = await as(member)('POST', '/app/messages', { body, client_token: randomUUID() });
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'body']]);
    },
  );

  it.each(['👩‍👧'.repeat(5000), '=1+1', '<script>alert(1)</script>', 'ligne\r\nligne'])(
    'keeps other texts as they are',
    async (body) => {
      expect((await mine(await send({ body }))).entries[0].body).toBe(body);
    },
  );
});

describe('a member whose messages are not accepted', () => {
  it('is told so, by whom is kept, and it can be taken back', async () => {
    const id = await send();
    const { body } = await team('POST', `/users/${member.id}/block-messages`);
    expect(body.messages_blocked_at).not.toBeNull();
    const refusals = [
      await as(member)('POST', '/app/messages', { body: 'x', client_token: randomUUID() }),
      await answer(id),
    ];
    for (const refused of refusals)
      expect([refused.status, refused.body.code]).toEqual([409, 'sender_blocked']);
    expect((await list(`user_id=${member.id}`)).data[0]?.sender?.is_blocked).toBe(true);
    const { sender } = await read(id);
    expect([sender?.blocked_at, sender?.blocked_by?.id]).toEqual([body.messages_blocked_at, admin.id]);
    expect((await as(member)('GET', '/users/me')).body.messages_blocked_at).not.toBeNull();
    expect((await reply(id)).status).toBe(200);
    await team('POST', `/users/${member.id}/unblock-messages`);
    expect((await answer(id)).status).toBe(200);
    const log = await team('GET', `/audit-logs/?entity_id=${member.id}&action=updated`);
    expect(log.body.data.map(({ changes }: { changes: object }) => Object.keys(changes))).toEqual([
      ['messages_blocked_at'],
      ['messages_blocked_at'],
    ]);
  });
});

describe('limits', () => {
  it('SEC-BIZ-2: let five of a hundred messages of a member through, and say when to try again', async () => {
    const strict = await TestService.start({
      beside: t,
      settings: { MESSAGES_PER_HOUR: '5', MESSAGES_PER_DAY: '20' },
    });
    const token = await strict.login(member.email, member.password);
    const write = (client_token: string = randomUUID()) =>
      strict.call('POST', '/app/messages', { token, json: { body: 'x', client_token } });
    const known = randomUUID();
    await write(known);
    const answers = await Promise.all(Array.from({ length: 99 }, () => write()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await write(known)).status).toBe(200);
    await strict.stop();
  });
});

describe('the inbox', () => {
  it('is filtered by everything that it shows, each with its exact count', async () => {
    const english = await t.member({ full_name: 'Zoë O’Brien' });
    await as(english)('PATCH', '/users/me', { locale: 'en' });
    await send({ subject: 'Été', body: 'Il fait beau', category: 'idea' });
    const bug = await send({ subject: 'Broken', body: 'It Crashes', category: 'bug' }, english);
    await team('PATCH', `/messages/${bug}`, { assignee_id: admin.id });
    const spam = await send({ body: 'Buy now' }, english);
    await team('POST', `/messages/${spam}/spam`);
    const filters = [
      ...['new', 'open', 'waiting', 'closed', 'spam'].map((status) => `status=${status}`),
      ...['question', 'bug', 'idea', 'other'].map((category) => `category=${category}`),
      ...['fr', 'en'].map((locale) => `locale=${locale}`),
      ...['me', 'none', colleague.id].map((assignee) => `assignee=${assignee}`),
      'awaiting=true',
      'awaiting=false',
      'awaiting=true&assignee=me&category=bug&locale=en&status=open',
      `user_id=${english.id}`,
      'from=2036-03-10&to=2036-03-10',
      'from=2036-03-11',
      'search=crashes',
      'search=ete',
      `search=${encodeURIComponent('lefevre')}`,
      '',
    ];
    for (const filter of filters) {
      const { data, count } = await list(`${filter}&limit=1000`);
      expect([filter, count]).toEqual([filter, data.length]);
    }
    const idsOf = async (filter: string) =>
      (await list(`${filter}&user_id=${english.id}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([bug]);
    expect(await idsOf('status=spam')).toEqual([spam]);
    for (const filter of ['assignee=me', 'category=bug', 'awaiting=true', 'search=CRÀSHES', 'search=broken'])
      expect([filter, await idsOf(filter)]).toEqual([filter, [bug]]);
    expect(await idsOf('search=obrien')).toEqual([]);
    expect(await idsOf(`search=${encodeURIComponent('zoe o’brien')}`)).toEqual([bug]);
    const { number } = await read(bug);
    for (const sign of ['', '%23']) expect(await idsOf(`search=${sign}${number}`)).toEqual([bug]);
    expect(await idsOf('from=2036-03-11')).toEqual([]);
  });

  it('says to each administrator what they have not read', async () => {
    const id = await send();
    const isUnread = async () => (await list(`user_id=${member.id}`)).data[0]?.is_unread;
    expect(await isUnread()).toBe(true);
    await team('POST', `/messages/${id}/read`);
    expect(await isUnread()).toBe(false);
    await team('POST', `/messages/${id}/unread`);
    expect(await isUnread()).toBe(true);
    await reply(id);
    expect(await isUnread()).toBe(false);
    await answer(id);
    expect(await isUnread()).toBe(true);
  });

  it('says one number of what awaits the team everywhere, after whatever happens', async () => {
    const ids = [await send(), await send(), await send(), await send()];
    const [one = '', two = '', three = '', four = ''] = ids;
    const steps: (() => Promise<unknown>)[] = [
      () => reply(one),
      () => answer(one),
      () => team('PATCH', `/messages/${one}`, { assignee_id: admin.id }),
      () => team('PATCH', `/messages/${two}`, { status: 'closed' }),
      () => answer(two),
      () => team('POST', `/messages/${three}/spam`),
      () => team('POST', `/messages/${three}/not-spam`),
      () => team('POST', '/messages/bulk', { action: 'close', ids }),
      () => team('PATCH', `/messages/${four}`, { status: 'open' }),
      () => team('DELETE', `/users/${member.id}`),
      () => team('POST', `/users/${member.id}/erase`),
    ];
    for (const step of steps) {
      await step();
      await expectOneMeaning();
    }
    expect((await team('GET', `/messages/${one}`)).body.code).toBe('message_not_found');
  });

  it('has counts for its tabs', async () => {
    await t.db.execute(sql`delete from message_threads`);
    const [id] = [await send(), await send()];
    await team('PATCH', `/messages/${id}`, { assignee_id: admin.id });
    expect(await countsOn(twin)).toEqual({
      awaiting: 2,
      mine: 1,
      unassigned: 1,
      new: 1,
      open: 1,
      waiting: 0,
      closed: 0,
      spam: 0,
    });
  });
});

describe('REL-CON-4: the counters of conversations', () => {
  it('stay exact while eight members and the team write at once', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => t.member()));
    await Promise.all(
      members.map(async (account, index) => {
        for (let round = 0; round < 6; round += 1) {
          const id = await send({ category: round % 2 ? 'bug' : 'idea' }, account);
          await reply(id, { close: round % 3 === 0 }, index % 2 ? admin : colleague);
          await answer(id, 'encore', account);
          if (round % 4 === 0) await team('POST', `/messages/${id}/spam`);
        }
      }),
    );
    await expectOneMeaning();
    const { awaiting: _awaiting, mine: _mine, unassigned: _unassigned, ...byStatus } = await countsOn(t);
    const [counted] = await t.db.execute(sql`select
      count(*) filter (where status = 'new')::int as new, count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'closed')::int as closed,
      count(*) filter (where status = 'spam')::int as spam from message_threads`);
    expect(byStatus).toEqual(counted);
  });
});

describe('a bulk action', () => {
  const bulk = (json: object) => team('POST', '/messages/bulk', json);

  it('reports what it could not be done to', async () => {
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
  ])('%j is done to a filter, if that finds as many as was said', async (action, expected) => {
    const ids = [await send(), await send()];
    const filter = { user_id: member.id };
    expect((await bulk({ ...action, filter, expected_count: 1 })).body.code).toBe('count_changed');
    expect((await bulk({ ...action, filter, expected_count: 2 })).body).toEqual({
      count: 2,
      done: 2,
      skipped: [],
    });
    for (const id of ids) expect(await read(id)).toMatchObject(expected);
  });

  it('assigns, and takes back', async () => {
    const id = await send();
    await bulk({ action: 'assign', ids: [id], assignee_id: colleague.id });
    expect((await read(id)).assignee?.id).toBe(colleague.id);
    await bulk({ action: 'assign', ids: [id] });
    expect((await read(id)).assignee).toBeNull();
    const refused = await bulk({ action: 'assign', ids: [id], assignee_id: member.id });
    expect(refused.body.detail[0].loc).toEqual(['body', 'assignee_id']);
  });
});

describe('a reply to several conversations', () => {
  const bodies = { fr: 'Bonjour {prénom}.', en: 'Hello {first_name}.' };
  const replyAll = (conversations: object[], texts: object = bodies) =>
    team('POST', '/messages/bulk-replies', { conversations, bodies: texts });
  const versionOf = async (id: string) => ({ id, version: (await read(id)).version });

  it('reaches each member in their language and by their name, as one reply does', async () => {
    const english = await t.member({ full_name: 'Zoë O’Brien' });
    await as(english)('PATCH', '/users/me', { locale: 'en' });
    const [one, other] = [await send(), await send({}, english)];
    const both = [await versionOf(one), await versionOf(other)];
    expect((await replyAll([...both, ...both])).body).toEqual({ count: 2, done: 2, skipped: [] });
    for (const [id, body] of [
      [one, 'Bonjour Éloïse.'],
      [other, 'Hello Zoë.'],
    ] as const) {
      const thread = await read(id);
      expect(thread).toMatchObject({ status: 'waiting', awaiting: false, assignee: { id: admin.id } });
      expect(thread.entries[1]).toMatchObject({ kind: 'reply', body, delivery: 'queued' });
    }
    await expectOneMeaning();
  });

  it('leaves out, and tells, what has gone on, what is spam, and whose account is deleted', async () => {
    const gone = randomUUID();
    const leaver = await t.member();
    const [fine, advanced, spam, deleted] = [
      await send(),
      await send(),
      await send(),
      await send({}, leaver),
    ];
    await team('POST', `/messages/${spam}/spam`);
    await team('DELETE', `/users/${leaver.id}`);
    const seen = await Promise.all([fine, advanced, spam, deleted].map(versionOf));
    await reply(advanced, {}, colleague);
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

  it('is one of fifty at most, with a text in the default language', async () => {
    const many = Array.from({ length: 51 }, () => ({ id: randomUUID(), version: 1 }));
    expect((await replyAll(many)).body.detail[0].loc).toEqual(['body', 'conversations']);
    expect((await replyAll([])).body.detail[0].loc).toEqual(['body', 'conversations']);
    expect((await replyAll(many.slice(1), { en: 'Hello' })).body.detail[0].type).toBe(
      'default_locale_missing',
    );
  });
});

describe('reply templates', () => {
  const bodies = { fr: 'Bonjour {prénom}, merci.', en: 'Hello {first_name}, thank you.' };
  const create = (fields: object = {}) =>
    team('POST', '/reply-templates/', { title: 'Merci', bodies, position: 2, ...fields });
  const forThread = async (id: string) =>
    (await team('GET', `/messages/${id}/reply-templates`)).body.data as { title: string; body: string }[];

  beforeEach(() => t.db.execute(sql`delete from reply_templates`));

  it('are written for a member in their language and by their first name', async () => {
    await create();
    await create({ title: 'Avant', position: 1, bodies: { fr: 'Ça va {prénom} ?' } });
    const id = await send();
    expect(await forThread(id)).toMatchObject([
      { title: 'Avant', body: 'Ça va Éloïse ?' },
      { title: 'Merci', body: 'Bonjour Éloïse, merci.' },
    ]);
    await as(member)('PATCH', '/users/me', { locale: 'en', full_name: null });
    expect((await forThread(id)).map(({ body }) => body)).toEqual(['Ça va ?', 'Hello, thank you.']);
  });

  it('are changed by one at a time, and need the default language', async () => {
    const { body } = await create();
    const change = (json: object) => team('PATCH', `/reply-templates/${body.id}`, json);
    expect((await change({ title: 'Grand merci', version: 1 })).body).toMatchObject({
      title: 'Grand merci',
      bodies,
      version: 2,
    });
    expect((await change({ title: 'x', version: 1 })).body.code).toBe('version_conflict');
    expect((await change({ bodies: { en: '' } })).body.bodies).toEqual({ fr: bodies.fr, en: '' });
    expect((await change({ bodies: { fr: ' ' } })).body.detail[0].type).toBe('default_locale_missing');
    expect((await create({ bodies: {} })).body.detail[0].loc).toEqual(['body', 'bodies']);
    expect((await team('DELETE', `/reply-templates/${body.id}`)).status).toBe(200);
    expect((await team('GET', `/reply-templates/${body.id}`)).body.code).toBe('reply_template_not_found');
  });
});
