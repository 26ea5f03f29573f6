import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { useService } from '../harness.ts';

const MESSAGES = 200;

/** The quota allows exactly these messages: counting one twice exceeds it. */
const service = useService({
  settings: { MESSAGES_PER_HOUR: String(MESSAGES), MESSAGES_PER_DAY: String(MESSAGES) },
});

/**
 * A network that cuts a quarter of the connections: in turn after the request was forwarded, during the response, and
 * after the response arrived.
 */
async function lossyNetwork(port: number): Promise<{ server: Server; port: number; cuts: () => number }> {
  let calls = 0;
  let cuts = 0;
  const server = createServer((incoming, reply) => {
    calls += 1;
    const isCut = calls % 4 === 0;
    const isCutEarly = calls % 8 === 0;
    const cut = () => {
      cuts += 1;
      incoming.socket.resetAndDestroy();
    };
    const { method, url, headers } = incoming;
    const forwarded = request(
      { port, host: '127.0.0.1', method, path: url, headers, agent: false },
      (answer) => {
        if (isCut && !isCutEarly) cut();
        else if (!isCut) {
          reply.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(reply);
        }
        answer.resume();
      },
    );
    incoming.pipe(forwarded);
    if (isCutEarly) forwarded.once('finish', cut);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, cuts: () => cuts };
}

it('stores and counts a message once when its response is lost and the client retries at once', async () => {
  const t = service();
  const { id, token } = await t.member();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const network = await lossyNetwork((t.app.server.address() as AddressInfo).port);
  const agent = new Agent({ keepAlive: false });
  const post = (json: object): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const call = request(
        {
          host: '127.0.0.1',
          port: network.port,
          path: '/api/v1/app/messages',
          method: 'POST',
          headers,
          agent,
        },
        (answer) => {
          answer
            .resume()
            .once('end', () => resolve(answer.statusCode))
            .once('error', reject);
        },
      );
      call.once('error', reject).end(JSON.stringify(json));
    });
  const untilAnswered = async (json: object): Promise<number | undefined> => {
    for (;;) {
      const status = await post(json).catch(() => undefined);
      if (status !== undefined) return status;
    }
  };
  const statuses: (number | undefined)[] = [];
  const left = Array.from({ length: MESSAGES }, (_, index) => ({
    body: `Message ${index}`,
    client_token: randomUUID(),
  }));
  const send = async () => {
    for (let json = left.pop(); json; json = left.pop()) statuses.push(await untilAnswered(json));
  };
  await Promise.all(Array.from({ length: 8 }, send));
  network.server.close();

  expect(network.cuts()).toBeGreaterThan(MESSAGES / 5);
  expect(statuses).toEqual(Array(MESSAGES).fill(200));
  const [written] = await t.db.execute(sql`
    select count(*)::int as entries, count(distinct body)::int as texts from message_entries where author_id = ${id}`);
  expect(written).toEqual({ entries: MESSAGES, texts: MESSAGES });
  const [counted] = await t.db.execute(sql`select hits from rate_limits where key = ${`messages:${id}`}`);
  expect(counted).toEqual({ hits: MESSAGES });
});
