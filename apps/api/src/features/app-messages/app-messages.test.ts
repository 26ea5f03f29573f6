import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useConversations } from '../../../test/conversations.ts';
import { TestService } from '../../../test/harness.ts';

const scene = useConversations();
const { as, send, reply, mine } = scene;

describe('the app', () => {
  it('has a message written once however often it is sent, even at once', async () => {
    const client_token = randomUUID();
    const json = { body: 'Une fois', client_token };
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => as(scene.member)('POST', '/app/messages', json)),
    );
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await as(scene.member)('GET', '/app/messages')).body.count).toBe(1);
    const id = sent[0]?.body.id as string;
    const more = { body: 'Deux fois', client_token: randomUUID() };
    await Promise.all(
      Array.from({ length: 8 }, () => as(scene.member)('POST', `/app/messages/${id}/replies`, more)),
    );
    expect((await mine(id)).entries).toHaveLength(2);
  });

  it('writes what it says under the token of somebody else too: tokens are each member’s own', async () => {
    const client_token = randomUUID();
    const other = await scene.t.member();
    const [one, two] = [await send({ client_token }), await send({ client_token }, other)];
    expect(one).not.toBe(two);
  });

  it('shows nobody the conversations of others', async () => {
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

  it('knows what is to be read', async () => {
    const id = await send();
    const unread = async () => (await as(scene.member)('GET', '/app/messages')).body;
    expect((await unread()).unread).toBe(0);
    await reply(id);
    expect(await unread()).toMatchObject({ unread: 1, data: [{ is_unread: true, excerpt: 'Voilà' }] });
    await as(scene.member)('POST', `/app/messages/${id}/read`);
    expect((await unread()).unread).toBe(0);
    expect((await mine(id)).is_unread).toBe(false);
  });

  it.each(['', ' \n\t', '\u00a0', '\0', 'x'.repeat(5001), '👍'.repeat(5001)])(
    'refuses the text %j by name',
    async (body) => {
      const refused = await as(scene.member)('POST', '/app/messages', { body, client_token: randomUUID() });
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

describe('limits', () => {
  it('SEC-BIZ-2: let five of a hundred messages of a member through, and say when to try again', async () => {
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
