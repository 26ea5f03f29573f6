import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Account, eventually, TestService } from '../harness.ts';
import { FCM, PushServer } from '../push-server.ts';

/** A worker and a local provider, which speaks FCM's protocol and counts received messages. */
export class Pushes {
  server!: PushServer;
  t!: TestService;
  admin!: Account;
  #groups = 0;

  /** Starts a worker with this provider. @param beside service whose database it shares */
  startWorker = (beside?: TestService) => {
    const settings = { FCM_SERVICE_ACCOUNT: this.server.serviceAccount };
    const pushOrigins = { fcm: this.server.origin };
    return TestService.start({ worker: true, settings, pushOrigins, ...(beside && { beside }) });
  };

  ask = (method: string, path: string, json?: object) =>
    this.t.call(method, `/broadcasts${path}`, { token: this.admin.token, ...(json && { json }) });

  read = async (id: string) => (await this.ask('GET', `/${id}`)).body;

  until = (id: string, status: string) =>
    eventually(async () => {
      const broadcast = await this.read(id);
      return broadcast.status === status && (status !== 'cancelled' || broadcast.finished_at)
        ? broadcast
        : undefined;
    });

  /** Members with a phone and the same app version; the token of the n-th starts with its number. */
  readers = async (count: number) => {
    this.#groups += 1;
    const version = `${this.#groups}`;
    const rows = Array.from({ length: count }, (_, n) => {
      const token = `${n}-${randomUUID()}`;
      return { id: uuidv7(), token, token_hash: createHash('sha256').update(token).digest('base64url') };
    });
    const json = JSON.stringify(rows);
    await this.t.db.execute(sql`
      insert into users (id, email, email_key, password_hash, locale, created_at)
      select id, id || '@example.com', id || '@example.com', 'none', 'fr', now()
      from jsonb_to_recordset(${json}::jsonb) as member (id uuid)`);
    await this.t.db.execute(sql`
      insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, app_version, push_permission, created_at, last_seen_at)
      select gen_random_uuid(), gen_random_uuid(), id, 'android', 'fcm', token, token_hash, 'fr', ${version}, 'granted', now(), now()
      from jsonb_to_recordset(${json}::jsonb) as member (id uuid, token text, token_hash text)`);
    return {
      ids: rows.map(({ id }) => id),
      tokens: rows.map(({ token }) => token),
      audience: { app_version: { gte: version, lt: `${version}.0` } },
    };
  };

  draft = async (audience: object, fields: object = {}): Promise<string> => {
    const translations = { fr: { title: 'Bonjour', body: 'À tous' } };
    const { body } = await this.ask('POST', '/', { translations, audience, ...fields });
    return body.id;
  };

  send = async (count: number, fields: object = {}) => {
    const people = await this.readers(count);
    const id = await this.draft(people.audience, fields);
    const { status, body } = await this.ask('POST', `/${id}/send`, { expected_devices: count });
    expect([status, body.status]).toEqual([200, 'sending']);
    return { id, ...people };
  };

  /** Makes pending retries due now. */
  hurry = async (id: string) => {
    await this.t.db.execute(
      sql`update broadcast_deliveries set not_before = now() where broadcast_id = ${id} and status = 'pending'`,
    );
    await this.t.db.execute(sql`update broadcasts set held_until = null where id = ${id}`);
  };

  /** Asserts that counters and rows agree, with every device once. */
  requireExact = async (id: string, expected: Record<string, number>) => {
    const rows = await this.t.db.execute<{ status: string; count: number }>(
      sql`select status, count(*)::int as count from broadcast_deliveries where broadcast_id = ${id} group by status`,
    );
    expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual(expected);
    const { targeted, sent, failed, invalid, skipped, cancelled } = await this.read(id);
    const counted = Object.fromEntries(
      Object.entries({ sent, failed, invalid, skipped, cancelled }).filter(([, count]) => count > 0),
    );
    expect(counted).toEqual(expected);
    expect(targeted).toBe(Object.values(expected).reduce((sum, count) => sum + count, 0));
  };

  receivedOnce = (tokens: string[]) =>
    expect(this.server.received.map(({ token }) => token).sort()).toEqual([...tokens].sort());
}

/** Starts a worker and a provider for the tests of one file. @param start replaces this worker */
export function usePushes(start?: () => Promise<TestService>): Pushes {
  const pushes = new Pushes();
  beforeAll(async () => {
    pushes.server = await PushServer.start();
    pushes.t = await (start ?? pushes.startWorker)();
    pushes.admin = await pushes.t.superuser();
  });
  afterAll(async () => {
    await pushes.t.stop();
    await pushes.server.stop();
  });
  beforeEach(() => {
    pushes.server.received = [];
    pushes.server.reply = () => FCM.accepted;
  });
  return pushes;
}
