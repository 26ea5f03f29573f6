import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, expect, inject, it } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { createDatabase } from '../databases.ts';
import { eventually, randomEmail } from '../harness.ts';
import { fileForm } from '../requests.ts';
import { Product, useCleanups } from './products.ts';

const cleanup = useCleanups(afterEach);

/** Connections to the database that a process has. */
const POOLED = 10;

/** A storage server that accepts connections and never responds. */
async function silentStorage() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { sockets, url: `http://127.0.0.1:${port}` };
}

it('fails only uploads while the storage never responds', { timeout: 120_000 }, async () => {
  const [storage, url] = [await silentStorage(), await createDatabase(inject('serverUrl'))];
  const product = await Product.start({
    DATABASE_URL: url,
    WORKER: 'off',
    S3_BUCKET: 'agora',
    S3_ENDPOINT: storage.url,
    S3_ACCESS_KEY_ID: 'agora',
    S3_SECRET_ACCESS_KEY: 'secret',
    ARGON2_MEMORY_KIB: '8',
  });
  cleanup(() => product.end('SIGKILL'));
  const api = `${product.base}/api/v1`;
  const newMember = async () => {
    const [email, password] = [randomEmail(), 'correct horse'];
    await fetch(`${api}/private/users/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, full_name: '' }),
    });
    const body = new URLSearchParams({ username: email, password });
    const response = await fetch(`${api}/login/access-token`, { method: 'POST', body });
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  };
  const members = await Promise.all(Array.from({ length: POOLED + 2 }, newMember));
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const { payload, headers } = fileForm(picture);
  const before = storage.sockets.size;
  const uploads = members.map((member) =>
    fetch(`${api}/message-images/`, {
      method: 'POST',
      headers: { ...headers, ...member },
      body: new Uint8Array(payload),
    }),
  );
  await eventually(async () => storage.sockets.size - before >= POOLED || undefined);
  const { db, close } = connect(url, { max: 1 });
  cleanup(close);
  const held = await db.execute(sql`select query from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
  expect([...held]).toEqual([]);
  expect((await fetch(`${api}/users/me`, { headers: members[0] ?? {} })).status).toBe(200);
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses).toEqual(members.map(() => 500));
});
