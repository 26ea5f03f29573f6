import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, TestService, useService } from '../harness.ts';
import { TcpProxy } from './tcp-proxy.ts';

const service = useService();
let network: TcpProxy;
let notListening: TestService;
beforeAll(async () => {
  network = await TcpProxy.to(Number(new URL(service().url).port));
  // It begins to listen as it starts.
  network.onSent = (client, piece) => {
    if (piece.toString().includes('listen "agora_events"')) client.resetAndDestroy();
  };
  notListening = await TestService.start({ beside: { url: network.urlOf(service().url) } });
});
afterAll(async () => {
  await notListening.stop();
  await network.refuse();
});

it('sends a resync to open pages once an instance can listen for events again', async () => {
  const { token } = await notListening.superuser();
  const origin = await notListening.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  let text = '';
  const { body } = await fetch(`${origin}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, 'last-event-id': 'unknown' },
    signal: leaving.signal,
  });
  const read = async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => {});
  await eventually(async () => text.includes('retry:') || undefined);
  const write = async () =>
    (await service().call('POST', '/items/', { token, json: { title: 'An item' } })).body.id;
  await write();
  await new Promise((wait) => setTimeout(wait, 1_500));
  expect(text).not.toContain('event:');
  network.onSent = () => {};
  await eventually(async () => text.includes('event: resync') || undefined);
  const id = await write();
  await eventually(async () => text.includes(id) || undefined);
  leaving.abort();
});
