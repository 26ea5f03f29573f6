import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useConversations } from '../../../../test/conversations.ts';
import { type Answer, TestService } from '../../../../test/harness.ts';

const scene = useConversations();
const { as, send, reply, mine } = scene;

describe('messages of the app', () => {
  it('stores a message once when it is sent repeatedly and concurrently', async () => {
    const client_token = randomUUID();
    const json = { body: 'Une fois', client_token };
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => as(scene.member)('POST', '/app/messages', json)),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await as(scene.member)('GET', '/app/messages')).body.count).toBe(1);
    const id = sent[0]?.body.id as string;
    const more = { body: 'Deux fois', client_token: randomUUID() };
    await Promise.all(
      Array.from({ length: 8 }, () => as(scene.member)('POST', `/app/messages/${id}/replies`, more)),
    );
    expect((await mine(id)).entries).toHaveLength(2);
  });

  it('stores both messages when two members send the same client token', async () => {
    const client_token = randomUUID();
    const other = await scene.t.member();
    const [one, two] = [await send({ client_token }), await send({ client_token }, other)];
    expect(one).not.toBe(two);
  });

  it('returns 404 for conversations of other members', async () => {
    const id = await send();
    const other = await scene.t.member();
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['POST', '/replies', { body: 'x', client_token: randomUUID() }],
      ['POST', '/read', undefined],
    ] as const)
      expect((await as(other)(method, `/app/messages/${id}${path}`, json)).body.code).toBe(
        'message_not_found',
      );
  });

  it('pages conversations by `after` without gaps or repeats while conversations change', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.unshift(await send());
    const page = async (query: string): Promise<{ id: string; last_at: string }[]> =>
      (await as(scene.member)('GET', `/app/messages?limit=2${query}`)).body.data;
    const [first, second] = await page('');
    await send();
    await reply(first?.id ?? '');
    const [third, fourth] = await page(`&after=${second?.id}`);
    await reply(fourth?.id ?? '');
    const last = await page(`&after=${fourth?.id}&until=${fourth?.last_at}`);
    expect([first, second, third, fourth, ...last].map((row) => row?.id)).toEqual(ids);
    expect(await page(`&after=${last.at(-1)?.id}`)).toEqual([]);
  });

  it('rejects a page after a conversation of another member', async () => {
    await send();
    const id = await send({}, await scene.t.member());
    const { status, body } = await as(scene.member)('GET', `/app/messages?after=${id}`);
    expect([status, body.code]).toEqual([409, 'row_gone']);
  });

  it('counts unread conversations until the member reads them', async () => {
    const id = await send();
    const unread = async () => (await as(scene.member)('GET', '/app/messages')).body;
    expect((await unread()).unread).toBe(0);
    await reply(id);
    expect(await unread()).toMatchObject({ unread: 1, data: [{ is_unread: true, excerpt: 'Voilà' }] });
    await as(scene.member)('POST', `/app/messages/${id}/read`);
    expect((await unread()).unread).toBe(0);
    expect((await mine(id)).is_unread).toBe(false);
  });

  it('keeps a reply unread that arrived after the conversation was shown', async () => {
    const id = await send();
    await reply(id);
    const { last_at } = await mine(id);
    await reply(id);
    const read = async (query: string) => {
      await as(scene.member)('POST', `/app/messages/${id}/read${query}`);
      return !(await mine(id)).is_unread;
    };
    expect(await read(`?until=${last_at}`)).toBe(false);
    expect(await read(`?until=${(await mine(id)).last_at}`)).toBe(true);
    expect(await read(`?until=${last_at}`)).toBe(true);
  });

  it.each(['', ' \n\t', '\u00a0', '\0', 'x'.repeat(5001), '👍'.repeat(5001)])(
    'rejects the message text %j',
    async (body) => {
      const refused = await as(scene.member)('POST', '/app/messages', { body, client_token: randomUUID() });
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'body']]);
    },
  );

  it.each(['Une\nquestion', 'Une\tquestion', 'Une question\u0007\u0007x'])(
    'rejects the subject %j, which has control characters',
    async (subject) => {
      const json = { subject, body: 'Bonjour', client_token: randomUUID() };
      const refused = await as(scene.member)('POST', '/app/messages', json);
      expect([refused.status, refused.body.detail[0]]).toMatchObject([
        422,
        { type: 'control_characters', loc: ['body', 'subject'] },
      ]);
      const started = await scene.team('POST', '/messages/', {
        user_id: scene.member.id,
        subject,
        body: 'Bonjour',
      });
      expect(started.status).toBe(422);
    },
  );

  it.each(['👩‍👧'.repeat(5000), '=1+1', '<script>alert(1)</script>', 'ligne\r\nligne'])(
    'stores long, multi-line and special message texts unchanged',
    async (body) => {
      expect((await mine(await send({ body }))).entries[0].body).toBe(body);
    },
  );
});

describe('reused client tokens', () => {
  const write = (json: object, path = '') => as(scene.member)('POST', `/app/messages${path}`, json);
  const reused = { status: 422, detail: ['client_token_reused', ['body', 'client_token']] };
  const errorOf = ({ status, body }: Answer) => ({
    status,
    detail: [body.detail[0].type, body.detail[0].loc],
  });

  it.each([
    ['another text', { body: 'Autre chose' }],
    ['another subject', { subject: 'Autre sujet' }],
    ['a picture', { images: [randomUUID()] }],
  ])('rejects a reused client token with %s and stores nothing', async (_, change) => {
    const message = { subject: 'Sujet', body: 'Bonjour', client_token: randomUUID() };
    const { id } = (await write(message)).body;
    expect(errorOf(await write({ ...message, ...change }))).toEqual(reused);
    expect((await write(message)).body.id).toBe(id);
    expect((await mine(id)).entries).toHaveLength(1);
    expect((await as(scene.member)('GET', '/app/messages')).body.count).toBe(1);
  });

  it('rejects a client token reused for a reply, another conversation or a new message', async () => {
    const first = { body: 'Bonjour', client_token: randomUUID() };
    const { id } = (await write(first)).body;
    const other = await send();
    expect(errorOf(await write(first, `/${id}/replies`))).toEqual(reused);
    const reply = { body: 'Encore', client_token: randomUUID() };
    expect((await write(reply, `/${id}/replies`)).status).toBe(200);
    expect(errorOf(await write(reply, `/${other}/replies`))).toEqual(reused);
    expect(errorOf(await write(reply))).toEqual(reused);
    expect((await write(reply, `/${id}/replies`)).status).toBe(200);
    expect((await mine(id)).entries).toHaveLength(2);
    expect((await mine(other)).entries).toHaveLength(1);
  });

  it('returns the original message to a retry after the team changed its category', async () => {
    const message = { body: 'Bonjour', category: 'idea', client_token: randomUUID() };
    const { id } = (await write(message)).body;
    await scene.team('PATCH', `/messages/${id}`, { category: 'bug' });
    await reply(id);
    expect((await write(message)).body.id).toBe(id);
  });
});

describe('rate limits of messages', () => {
  const inStrict = async (
    settings: Record<string, string>,
    work: (write: (json: object, path?: string) => Promise<Answer>) => Promise<void>,
  ) => {
    const strict = await TestService.start({ beside: scene.t, settings });
    const token = await strict.login(scene.member.email, scene.member.password);
    await work((json, path = '') => strict.call('POST', `/app/messages${path}`, { token, json }));
    await strict.stop();
  };

  it('counts a message once when it is retried concurrently', () =>
    inStrict({ MESSAGES_PER_HOUR: '2', MESSAGES_PER_DAY: '2' }, async (write) => {
      const first = { body: 'Bonjour', client_token: randomUUID() };
      const sent = await Promise.all(Array.from({ length: 8 }, () => write(first)));
      expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const [id] = sent.map(({ body }) => body.id);
      expect(new Set(sent.map(({ body }) => body.entries[0].id)).size).toBe(1);
      const more = { body: 'Encore', client_token: randomUUID() };
      const replies = await Promise.all(Array.from({ length: 8 }, () => write(more, `/${id}/replies`)));
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(replies.map(({ body }) => body.entries[1].id)).size).toBe(1);
      expect((await write({ body: 'Trop', client_token: randomUUID() })).status).toBe(429);
    }));

  it('limits messages per day in addition to the limit per hour', () =>
    inStrict({ MESSAGES_PER_HOUR: '5', MESSAGES_PER_DAY: '3' }, async (write) => {
      for (let round = 0; round < 3; round += 1)
        expect((await write({ body: 'Bonjour', client_token: randomUUID() })).status).toBe(200);
      const refused = await write({ body: 'Trop', client_token: randomUUID() });
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    }));

  it('does not count rejected messages towards the rate limit', () =>
    inStrict({ MESSAGES_PER_HOUR: '1', MESSAGES_PER_DAY: '100' }, async (write) => {
      const refused = { body: 'Voyez', images: [randomUUID()], client_token: randomUUID() };
      for (let round = 0; round < 3; round += 1) expect((await write(refused)).status).toBe(422);
      expect((await write({ body: 'Bonjour', client_token: randomUUID() })).status).toBe(200);
      for (let round = 0; round < 3; round += 1)
        expect((await write({ body: 'Trop', client_token: randomUUID() })).status).toBe(429);
      const hits = await scene.t.db.execute(sql`select hits from rate_limits
        where key in (${`messages:${scene.member.id}`}, ${`messages-daily:${scene.member.id}`})`);
      expect([...hits]).toEqual([{ hits: 1 }, { hits: 1 }]);
    }));

  it('accepts five of a hundred messages of a member and sends Retry-After', async () => {
    const strict = await TestService.start({
      beside: scene.t,
      settings: { MESSAGES_PER_HOUR: '5', MESSAGES_PER_DAY: '20' },
    });
    const token = await strict.login(scene.member.email, scene.member.password);
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
