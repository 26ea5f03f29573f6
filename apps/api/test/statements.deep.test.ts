import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TcpProxy } from './faults/tcp-proxy.ts';
import { type Account, TestService } from './harness.ts';
import { send } from './requests.ts';
import { OPERATIONS } from './samples.ts';

/** Statements of a read: caller, rows, and total. */
const READ = 3;

/**
 * Counts messages of PostgreSQL's protocol that end a batch and wait for a response: `Sync` and, in the simple
 * protocol, `Query` (PostgreSQL documentation, 54.2).
 */
class RoundTrips {
  count = 0;
  /** The count with the last COMMIT. */
  committed = 0;
  readonly #rest = new Map<Socket, Buffer>();
  /** Names that connections gave to COMMIT (`Parse`), by which they run it (`Bind`). */
  readonly #commits = new Map<Socket, string>();

  readonly see = (client: Socket, piece: Buffer) => {
    const before = this.#rest.get(client);
    let bytes = before ? Buffer.concat([before, piece]) : piece;
    // The first message of a connection has no type byte.
    if (!before) bytes = bytes.subarray(bytes.readInt32BE(0));
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const end = 1 + bytes.readInt32BE(1);
      const type = String.fromCharCode(bytes[0] ?? 0);
      const [first = '', second] = bytes.toString('latin1', 5, end).split('\0', 2);
      if (type === 'P' && second === 'commit') this.#commits.set(client, first);
      if (type === 'B' && second === this.#commits.get(client)) this.committed = this.count + 1;
      if ('SQ'.includes(type)) this.count += 1;
      bytes = bytes.subarray(end);
    }
    this.#rest.set(client, bytes);
  };
}

const trips = new RoundTrips();
let plain: TestService;
let watched: TestService;
let network: TcpProxy;
let admin: Account;
beforeAll(async () => {
  plain = await TestService.start();
  network = await TcpProxy.to(Number(new URL(plain.url).port));
  network.onSent = trips.see;
  watched = await TestService.start({ beside: { url: network.urlOf(plain.url) } });
  admin = await plain.superuser();
});
afterAll(async () => {
  await watched.stop();
  await network.refuse();
  await plain.stop();
});

describe('statements of reads', () => {
  // Exports read from a cursor in batches: see cursor.test.ts. A preview gathers several screens, and is logged.
  const reads = OPERATIONS.filter(
    ({ route, operationId }) =>
      route.method === 'GET' && !route.path.endsWith('/export') && operationId !== 'users-read_app_preview',
  );

  it.each(reads.map((operation) => [operation.operationId, operation] as const))(
    '%s takes at most three statements, including the session check',
    async (_id, operation) => {
      const sample = await operation.sample(plain, admin);
      const ask = () => send(watched, operation, sample, admin.token);
      const first = await ask();
      const before = trips.count;
      expect((await ask()).status).toBe(first.status);
      expect(trips.count - before).toBeLessThanOrEqual(READ);
    },
  );

  it.each([
    ['app-read_daily_message', 1, 'time_zone=Europe/Paris'],
    ['app-read_home', 2, 'time_zone=Europe/Paris'],
    ['app-read_news_list', 1, ''],
    ['app-read_news', 1, ''],
  ])('%s takes %i statements while its content does not change', async (id, statements, query) => {
    const operation = OPERATIONS.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error('There is no such operation');
    const sample = await operation.sample(plain, admin);
    const ask = () => send(watched, operation, { ...sample, query }, admin.token);
    expect((await ask()).status).toBe(200);
    await ask();
    const before = trips.count;
    expect((await ask()).status).toBe(200);
    expect(trips.count - before).toBe(statements);
  });

  it('app-read_daily_message takes one statement on a day without a message', async () => {
    const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const ask = () =>
      watched.call('GET', `/app/daily-message?day=${day}&time_zone=UTC`, { token: admin.token });
    expect((await ask()).body.code).toBe('no_message');
    const before = trips.count;
    expect((await ask()).body.code).toBe('no_message');
    expect(trips.count - before).toBe(1);
  });
});

/** If reading the response failed after COMMIT, the retry would take effect a second time. */
const changes = OPERATIONS.filter(({ keyed }) => keyed);

it.each(changes.map((operation) => [operation.operationId, operation] as const))(
  'reads the response of a call with an Idempotency-Key before COMMIT: %s',
  async (_id, operation) => {
    const caller = await (operation.access === 'user' ? plain.member() : plain.colleague());
    const sample = await operation.sample(plain, caller);
    const before = trips.count;
    const { status } = await send(watched, operation, sample, caller.token);
    expect(status).toBe(operation.success);
    if (trips.committed > before) expect(trips.count - trips.committed).toBe(0);
  },
);

it('takes no additional statement for each conversation that rejects a bulk reply', async () => {
  const { token } = await plain.member();
  const conversations: { id: string; version: number }[] = [];
  while (conversations.length < 5) {
    const json = { body: 'Bonjour', client_token: crypto.randomUUID() };
    const { body } = await plain.call('POST', '/app/messages', { token, json });
    conversations.push({ id: body.id, version: 99 });
  }
  const refused = async (count: number) => {
    const json = { conversations: conversations.slice(0, count), bodies: { fr: 'Bonjour', en: 'Hello' } };
    const before = trips.count;
    const { body } = await watched.call('POST', '/messages/bulk-replies', { token: admin.token, json });
    expect(body).toMatchObject({ count, done: 0 });
    return trips.count - before;
  };
  await refused(1);
  expect(await refused(5)).toBe(await refused(1));
});
