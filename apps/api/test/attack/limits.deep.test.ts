import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, eventually, useService } from '../harness.ts';
import { connectRaw, listen, readHead, sendRaw } from './sockets.ts';

const service = useService();
let port: number;
let member: Account;
beforeAll(async () => {
  member = await service().member();
  port = await listen(service());
});

const MIB = 1024 * 1024;
const KIB = 1024;

/** A request with a head of exactly this size. */
const headOf = (bytes: number) => {
  const start = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ';
  return `${start}${'x'.repeat(bytes - start.length - 4)}\r\n\r\n`;
};

describe('size limits', () => {
  it.each([
    [MIB, 422],
    [MIB + 1, 413],
  ])('responds to a body of %i bytes with %i', async (size, status) => {
    const payload = JSON.stringify({ title: 'x'.repeat(size - '{"title":""}'.length) });
    const headers = { 'content-type': 'application/json' };
    const answer = await service().call('POST', '/items/', { token: member.token, payload, headers });
    expect([payload.length, answer.status]).toEqual([size, status]);
  });

  it.each([
    [15 * KIB, 200],
    [16 * KIB + 1, 431],
  ])('responds to a head of %i bytes with %i', async (size, status) => {
    expect(readHead(await sendRaw(port, headOf(size))).status).toBe(status);
  });

  it.each([
    [100, 200],
    [101, 431],
  ])('responds to %i headers with %i', async (count, status) => {
    const more = Array.from({ length: count - 2 }, (_, index) => `X-${index}: 1\r\n`).join('');
    const answer = await sendRaw(
      port,
      `GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`,
    );
    expect(readHead(answer).status).toBe(status);
  });

  it.each([
    [8 * KIB - 1, 200],
    [8 * KIB, 414],
  ])('responds to a URL of %i characters with %i', async (length, status) => {
    const path = `/health/live?${'x'.repeat(length - '/health/live?'.length)}`;
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path.length, response.status]).toEqual([length, status]);
  });

  it('accepts an email address of 254 bytes in a path', async () => {
    const email = `${'é'.repeat(32)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(55)}.example.com`;
    expect(Buffer.from(email)).toHaveLength(254);
    const { status } = await service().call('POST', `/password-recovery/${encodeURIComponent(email)}`);
    expect(status).toBe(200);
  });
});

describe('slow clients', () => {
  /** Sends a request byte by byte until the server closes the connection. */
  async function crawl(start: string): Promise<string> {
    const { socket, closed } = await connectRaw(port);
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 100);
    const answer = await closed;
    clearInterval(timer);
    return answer;
  }

  it('sends an account one export at a time without delaying exports of others', async () => {
    const t = service();
    const { id, token } = await t.member();
    // A batch of the export is more than the buffers of a connection, and the next one is read ahead.
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into items (id, owner_id, title, description, created_at)
        select gen_random_uuid(), ${id}, 'long', repeat('x', 6000), now() from generate_series(1, 2500)`);
    });
    const readers = await Promise.all(Array.from({ length: 4 }, () => connectRaw(port)));
    for (const { socket } of readers) {
      onTestFinished(() => void socket.destroy());
      socket.pause();
      socket.write(
        `GET /api/v1/items/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
    }
    const listReading = () =>
      t.db.execute(sql`select from pg_stat_activity
        where datname = current_database() and xact_start is not null and query like 'fetch %'`);
    await eventually(async () => (await listReading()).length > 0 || undefined);
    expect((await t.call('GET', '/items/export', { token: member.token })).status).toBe(200);
    expect(await listReading()).toHaveLength(1);
    for (const { socket } of readers) socket.resume();
    const answers = await Promise.all(readers.map(({ closed }) => closed));
    expect(answers.map((answer) => [readHead(answer).status, answer.match(/;long;/g)?.length])).toEqual(
      readers.map(() => [200, 2500]),
    );
  });

  it('allows ten seconds for the head of a request and thirty for the whole request', () => {
    const { headersTimeout, requestTimeout } = service().app.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
  });

  it('closes slow connections after the timeout and serves other requests until then', async () => {
    const { server } = service().app;
    Object.assign(server, { headersTimeout: 2_000, requestTimeout: 4_000 });
    const idle = await Promise.all(Array.from({ length: 500 }, () => connectRaw(port)));
    const head = crawl('GET /health/live HTTP/1.1\r\nHost: x\r\nX: ');
    const body = crawl(
      `POST /api/v1/items/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    );
    for (let turn = 0; turn < 100; turn += 1)
      expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    const slow = await Promise.all([head, body, ...idle.map(({ closed }) => closed)]);
    expect(new Set(slow.map((answer) => readHead(answer).status))).toEqual(new Set([408]));
  });
});
