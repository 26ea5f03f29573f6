import { expect, it } from 'vitest';
import { startInboundMail } from '../../../../test/inbound-mail.ts';

const { scene, conversation, written, deliver, outcomeOf } = await startInboundMail();

it('reads only the characters of a mail whose HTML takes too long', async () => {
  const { id, replyTo } = await conversation();
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  const body = `<p>La salle est-elle libre ?</p>${'<b>'.repeat(340_000)}`;
  expect(await outcomeOf({ to: replyTo, headers, body })).toBe('answer');
  expect((await scene.read(id)).entries.at(-1)?.body).toBe('La salle est-elle libre ?');
});

it('rejects a mail that would take too much memory to parse', async () => {
  const { id, replyTo } = await conversation();
  const { status, body } = await deliver(written({ to: replyTo, body: '\n'.repeat(12 * 1024 ** 2) }));
  expect([status, body.outcome ?? body.code]).toBeOneOf([
    [200, 'not_accepted'],
    [503, 'service_unavailable'],
  ]);
  expect((await scene.read(id)).entries).toHaveLength(2);
});
