import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type TestService } from '../harness.ts';
import { FCM } from '../push-server.ts';
import { usePushes } from './pushes.ts';

const pushes = usePushes();
const { ask, read, until, send, hurry, requireExact, receivedOnce } = pushes;

describe('two senders with a batch each of the same broadcast', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await pushes.startWorker(pushes.t);
  });
  afterAll(() => other.stop());

  /** Responds to the first of two batches at once, and to the other one when released. */
  async function answer(first: ReturnType<typeof FCM.quota> | typeof FCM.badCredentials) {
    const claims = new Map<string, string>();
    const both = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    pushes.server.reply = async (token) => {
      await both.promise;
      if (claims.get(token) === claims.values().next().value) return first;
      await second.promise;
      return FCM.accepted;
    };
    const { id, tokens } = await send(1000);
    await eventually(async () => {
      const rows = await pushes.t.db.execute<{ token: string; claim: string }>(sql`
        select token, claim from broadcast_deliveries join devices on devices.id = device_id
        where broadcast_id = ${id} and claim is not null order by claim, token`);
      for (const { token, claim } of rows) claims.set(token, claim);
      return new Set(claims.values()).size === 2 || undefined;
    });
    both.resolve();
    await eventually(async () => (await read(id)).last_error ?? undefined);
    return { id, tokens, settleSecond: () => settled(id, second) };
  }
  async function settled(id: string, second: PromiseWithResolvers<void>) {
    second.resolve();
    await eventually(async () => (await read(id)).sent === 500 || undefined);
    pushes.server.reply = () => FCM.accepted;
  }

  it('keeps the reason of a pause when the batch of the other sender succeeds', async () => {
    const { id, settleSecond } = await answer(FCM.badCredentials);
    await settleSecond();
    expect(await read(id)).toMatchObject({ status: 'paused', last_error: 'UNAUTHENTICATED' });
    await ask('POST', `/${id}/resume`);
    await until(id, 'sent');
    await requireExact(id, { sent: 1000 });
  });

  it('applies the Retry-After that a provider sends to one sender to both senders', async () => {
    const { id, settleSecond } = await answer(FCM.quota(60));
    const { held_until } = await read(id);
    await settleSecond();
    expect(await read(id)).toMatchObject({ status: 'sending', last_error: 'rate_limited', held_until });
    pushes.server.received = [];
    await sleep(1_500);
    expect(pushes.server.received).toEqual([]);
    await hurry(id);
    expect((await until(id, 'sent')).last_error).toBeNull();
    await requireExact(id, { sent: 1000 });
  });

  it('keeps a manual pause during the Retry-After of a provider', async () => {
    const { id, settleSecond } = await answer(FCM.quota(60));
    expect((await ask('POST', `/${id}/pause`)).body).toMatchObject({ last_error: null, held_until: null });
    await settleSecond();
    expect(await read(id)).toMatchObject({ status: 'paused', last_error: null, held_until: null });
    await ask('POST', `/${id}/cancel`);
    await until(id, 'cancelled');
  });

  it('keeps a manual pause when the provider then defers the pending batches', async () => {
    const held = Promise.withResolvers<void>();
    pushes.server.reply = async () => {
      await held.promise;
      return FCM.quota(60);
    };
    const { id } = await send(1000);
    await eventually(async () => pushes.server.received.length > 0 || undefined);
    await ask('POST', `/${id}/pause`);
    held.resolve();
    await eventually(async () => {
      const [row] = await pushes.t.db.execute(
        sql`select 1 from broadcast_deliveries where broadcast_id = ${id} and status = 'sending'`,
      );
      return row ? undefined : true;
    });
    expect(await read(id)).toMatchObject({ status: 'paused', last_error: null });
    await ask('POST', `/${id}/cancel`);
  });
});

it('counts a push once that is opened before its batch is settled', async () => {
  const member = await pushes.t.member();
  const json = { platform: 'android', provider: 'fcm', token: crypto.randomUUID() };
  await pushes.t.call('PUT', `/app/devices/${crypto.randomUUID()}`, { token: member.token, json });
  const answered = Promise.withResolvers<void>();
  pushes.server.reply = async () => {
    await answered.promise;
    return FCM.accepted;
  };
  const id = await pushes.draft({ member_ids: [member.id] });
  await ask('POST', `/${id}/send`, { expected_devices: 1 });
  await eventually(async () => pushes.server.received.length > 0 || undefined);
  const open = () => pushes.t.call('POST', `/app/notifications/${id}/opened`, { token: member.token });
  expect((await open()).status).toBe(200);
  answered.resolve();
  expect((await until(id, 'sent')).opened).toBe(1);
  expect((await open()).status).toBe(200);
  expect((await read(id)).opened).toBe(1);
  const inbox = await pushes.t.call('GET', '/app/notifications', { token: member.token });
  expect(inbox.body.data).toMatchObject([{ id, is_read: true }]);
});

it('resumes an abandoned broadcast after any duration', async () => {
  pushes.server.reply = async () => {
    await sleep(50);
    return FCM.accepted;
  };
  const { id, tokens } = await send(700);
  await eventually(async () => pushes.server.received.length > 0 || undefined);
  await ask('POST', `/${id}/pause`);
  await eventually(async () => ((await read(id)).sent >= 500 ? true : undefined));
  await pushes.t.db.execute(sql`update broadcast_deliveries set status = 'sending', claim = gen_random_uuid(),
      attempts = 1, not_before = now() - interval '1 hour' where broadcast_id = ${id} and status = 'pending'`);
  await pushes.t.db.execute(sql`update broadcasts set status = 'sending', progressed_at = now() - interval '1 hour'
      where id = ${id}`);
  expect((await until(id, 'sent')).last_error).toBeNull();
  await requireExact(id, { sent: 700 });
  receivedOnce(tokens);
});

describe('a broadcast without progress', () => {
  /** Makes the database reject an operation on the deliveries of a broadcast. */
  async function refuse(doing: string, id: string) {
    await pushes.t.db.execute(
      sql.raw(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.broadcast_id = '${id}' then raise 'as the test wants'; end if;
        return new;
      end $$;
      create trigger refuse before ${doing} on broadcast_deliveries for each row execute function refuse()`),
    );
  }
  /** Ends the delay of a broadcast. */
  const endDelay = (id: string) =>
    pushes.t.db.execute(sql`update broadcasts set held_until = null where id = ${id}`);
  const allow = () => pushes.t.db.execute(sql`drop function refuse cascade`);

  it.each([
    ['picked', 'insert', null],
    ['claimed', 'update', 3],
  ])(
    'delays a broadcast whose devices cannot be %s, sends other broadcasts and finally pauses it',
    async (_, doing, targeted) => {
      const { audience } = await pushes.readers(3);
      const id = await pushes.draft(audience);
      await refuse(doing, id);
      await ask('POST', `/${id}/send`, { expected_devices: 3 });
      const delayed = await eventually(async () => {
        const broadcast = await read(id);
        return broadcast.held_until ? broadcast : undefined;
      });
      expect(delayed).toMatchObject({ status: 'sending', last_error: 'no_progress', targeted });
      const next = await send(3);
      await until(next.id, 'sent');
      for (let setbacks = 2; setbacks <= 6; setbacks += 1) {
        await endDelay(id);
        await eventually(async () => (await read(id)).held_until ?? undefined);
      }
      expect((await read(id)).status).toBe('sending');
      await pushes.t.db.execute(
        sql`update broadcasts set progressed_at = now() - interval '3 minutes' where id = ${id}`,
      );
      await endDelay(id);
      expect(await until(id, 'paused')).toMatchObject({ last_error: 'no_progress', targeted });
      await allow();
      await ask('POST', `/${id}/resume`);
      await until(id, 'sent');
      await requireExact(id, { sent: 3 });
    },
  );
});
