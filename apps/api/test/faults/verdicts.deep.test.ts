import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { type Account, eventually, TestService } from '../harness.ts';
import { FCM, PushServer } from '../push-server.ts';

/** Outcome of a broadcast if a provider rejects some devices, or all. */
let server: PushServer;
let t: TestService;
let admin: Account;
let people: Account[];
beforeAll(async () => {
  server = await PushServer.start();
  const vapid = webpush.generateVAPIDKeys();
  const settings = {
    FCM_SERVICE_ACCOUNT: server.serviceAccount,
    EXPO_ACCESS_TOKEN: 'expo token',
    WEB_PUSH_PUBLIC_KEY: vapid.publicKey,
    WEB_PUSH_PRIVATE_KEY: vapid.privateKey,
    PUSH_QUIET_HOURS: '00:00-00:00',
  };
  const { origin } = server;
  t = await TestService.start({
    worker: true,
    settings,
    pushOrigins: { fcm: origin, expo: origin, webpush: origin },
  });
  admin = await t.superuser();
  people = await Promise.all(Array.from({ length: 6 }, () => t.member()));
});
afterAll(async () => {
  await t.stop();
  await server.stop();
});
beforeEach(() => {
  server.received = [];
  server.tokenReply = { status: 200, body: { access_token: 'an access token', expires_in: 3600 } };
  server.reply = accept;
});
afterEach(() => t.db.execute(sql`delete from devices`));

const ask = async (method: string, path: string, json?: object) =>
  (await t.call(method, `/broadcasts${path}`, { token: admin.token, ...(json && { json }) })).body;
const until = (id: string, status: string) =>
  eventually(async () => {
    const broadcast = await ask('GET', `/${id}`);
    return broadcast.status === status ? broadcast : undefined;
  });
const failuresOf = async (id: string) => (await ask('GET', `/${id}/stats`)).failures;

type Provider = 'fcm' | 'expo' | 'webpush';

/** A token of a provider that contains the device's name. */
function tokenOf(provider: Provider, name: string): string {
  if (provider === 'fcm') return `${name}-${randomUUID()}`;
  if (provider === 'expo') return `ExponentPushToken[${name}-${randomUUID()}]`;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return JSON.stringify({ endpoint: `https://web.push.apple.com/${name}-${randomUUID()}`, keys });
}
async function register(
  { token }: Account,
  provider: Provider,
  name: string,
  platform = 'ios',
  installation: string = randomUUID(),
) {
  const json = { platform, provider, token: tokenOf(provider, name) };
  const { status } = await t.call('PUT', `/app/devices/${installation}`, { token, json });
  expect(status).toBe(200);
}
/** Registers one device per member; the first name is an invalid token that no id contains. */
const registerAll = (provider: Provider, platform?: string) =>
  Promise.all(people.map((one, n) => register(one, provider, n === 0 ? 'wrong' : 'right', platform)));

async function send(): Promise<string> {
  const translations = { fr: { title: 'Bonjour', body: 'À tous' } };
  const { id } = await ask('POST', '/', { translations, audience: { everyone: true } });
  await ask('POST', `/${id}/send`, { expected_devices: await reachable() });
  return id;
}

const reachable = async () =>
  (await ask('POST', '/audience-preview', { audience: { everyone: true } })).devices;

const accept = (token: string) =>
  token.startsWith('ExponentPushToken')
    ? { status: 200, body: { status: 'ok', id: `of ${token}` } }
    : token.startsWith('/')
      ? { status: 201 }
      : FCM.accepted;
const ticket = (error: string) => ({
  status: 200,
  body: { status: 'error', message: 'as documented', details: { error } },
});
const refusal = (code: string) => ({ status: 400, body: { errors: [{ code, message: 'as documented' }] } });

const SINGLE_REJECTIONS = [
  ['fcm', 'an invalid token', FCM.badTokenField, 'invalid', 'INVALID_ARGUMENT'],
  ['fcm', 'a token unknown to Apple', FCM.badAppleToken, 'invalid', 'INVALID_ARGUMENT'],
  ['fcm', 'a token of another project', FCM.otherSender, 'failed', 'SENDER_ID_MISMATCH'],
  ['fcm', 'an app without an APNs key', FCM.noApnsKey, 'failed', 'THIRD_PARTY_AUTH_ERROR'],
  ['fcm', 'an unspecified argument', FCM.otherArgument, 'failed', 'INVALID_ARGUMENT'],
  ['expo', 'an app without credentials', ticket('InvalidCredentials'), 'failed', 'InvalidCredentials'],
  ['expo', 'an invalid token', refusal('VALIDATION_ERROR'), 'failed', 'VALIDATION_ERROR'],
  ['webpush', 'another key', { status: 401 }, 'failed', 'HTTP_401'],
  ['webpush', 'another key', { status: 403 }, 'failed', 'HTTP_403'],
  ['webpush', 'its own address', { status: 400 }, 'failed', 'HTTP_400'],
] as const;

const GENERAL_REJECTIONS = [
  ['fcm', 'bad credentials', FCM.badCredentials, 'UNAUTHENTICATED'],
  ['fcm', 'a payload that is too large', FCM.tooBig, 'INVALID_ARGUMENT'],
  ['fcm', 'a key of another project', FCM.otherSender, 'SENDER_ID_MISMATCH'],
  [
    'expo',
    'a bad access token',
    { status: 401, body: { errors: [{ code: 'UNAUTHORIZED' }] } },
    'UNAUTHORIZED',
  ],
  ['expo', 'bad APNs credentials', ticket('InvalidCredentials'), 'InvalidCredentials'],
  ['expo', 'a bad payload', refusal('VALIDATION_ERROR'), 'VALIDATION_ERROR'],
  ['webpush', 'a bad key', { status: 403 }, 'HTTP_403'],
] as const;

describe('rejections by push providers', () => {
  it.each(SINGLE_REJECTIONS)(
    'continues a broadcast when %s rejects a single device for %s',
    async (provider, _, reply, status, code) => {
      await registerAll(provider);
      server.reply = (token) => (token.includes('wrong') ? reply : accept(token));
      const id = await send();
      expect(await until(id, 'sent')).toMatchObject({ sent: 5, [status]: 1, last_error: null });
      expect(await failuresOf(id)).toEqual([{ status, error_code: code, count: 1 }]);
    },
  );

  it.each(GENERAL_REJECTIONS)(
    'pauses a broadcast when %s rejects all devices for %s, and sends to all once it is resumed',
    async (provider, _, reply, code) => {
      await registerAll(provider);
      server.reply = () => reply;
      const id = await send();
      expect(await until(id, 'paused')).toMatchObject({ sent: 0, failed: 0, invalid: 0, last_error: code });
      server.reply = accept;
      await ask('POST', `/${id}/resume`);
      expect(await until(id, 'sent')).toMatchObject({ sent: 6, failed: 0, invalid: 0 });
    },
  );

  it('does not disable a phone that has a new token by the time its old token is reported as unregistered', async () => {
    const [one] = people as [Account];
    const installation = randomUUID();
    await register(one, 'fcm', 'first', 'ios', installation);
    server.reply = async () => {
      await register(one, 'fcm', 'second', 'ios', installation);
      return FCM.unregistered;
    };
    expect(await until(await send(), 'sent')).toMatchObject({ sent: 0, invalid: 1 });
    expect(await reachable()).toBe(1);
  });

  it('pauses a broadcast when FCM has no APNs key, even if it reaches all Android phones', async () => {
    await registerAll('fcm', 'ios');
    await Promise.all(people.map((one) => register(one, 'fcm', 'android', 'android')));
    server.reply = (token) => (token.includes('android') ? FCM.accepted : FCM.noApnsKey);
    const id = await send();
    expect(await until(id, 'paused')).toMatchObject({ sent: 6, last_error: 'THIRD_PARTY_AUTH_ERROR' });
  });

  it('does not pause a broadcast when all devices of a single member fail', async () => {
    const [one] = people as [Account];
    for (let n = 0; n < 10; n += 1) await register(one, 'webpush', 'wrong', 'web');
    server.reply = () => ({ status: 403 });
    const id = await send();
    expect(await until(id, 'sent')).toMatchObject({ sent: 0, failed: 10 });
  });

  it('delays only the device that a provider rate-limits, for the requested time', async () => {
    await registerAll('webpush');
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    server.reply = (token) => (token.includes('wrong') ? busy : accept(token));
    const id = await send();
    await eventually(async () => ((await ask('GET', `/${id}`)).sent === 5 ? true : undefined));
    expect(await ask('GET', `/${id}`)).toMatchObject({ status: 'sending', held_until: null });
    const [waiting] = await t.db.execute(sql`
      select extract(epoch from not_before - now())::int as seconds from broadcast_deliveries
      where broadcast_id = ${id} and status = 'pending'`);
    expect(waiting?.['seconds']).toBeGreaterThan(3000);
    expect(waiting?.['seconds']).toBeLessThanOrEqual(3600);
    await ask('POST', `/${id}/cancel`);
  });

  it('does not pause a broadcast because a provider repeatedly rate-limits two devices', async () => {
    await registerAll('webpush');
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    server.reply = (token) => (token.includes('wrong') ? busy : accept(token));
    await register(people[1] as Account, 'webpush', 'wrong');
    const id = await send();
    await eventually(async () => ((await ask('GET', `/${id}`)).sent === 5 ? true : undefined));
    await t.db.execute(
      sql`update broadcasts set progressed_at = now() - interval '3 minutes' where id = ${id}`,
    );
    for (let tries = 1; tries < 5; tries += 1) {
      await t.db.execute(sql`update broadcast_deliveries set not_before = now()
        where broadcast_id = ${id} and status = 'pending'`);
      await eventually(async () => {
        const left = await t.db.execute(sql`select from broadcast_deliveries
          where broadcast_id = ${id} and (status = 'sending' or (status = 'pending' and attempts <= ${tries}))`);
        return left.length === 0 ? true : undefined;
      });
    }
    expect(await until(id, 'sent')).toMatchObject({ sent: 5, failed: 2 });
  });

  it('pauses a broadcast when a provider keeps rate-limiting all devices', async () => {
    await registerAll('webpush');
    server.reply = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    const id = await send();
    await eventually(async () => (await ask('GET', `/${id}`)).held_until ?? undefined);
    await t.db.execute(sql`update broadcasts set setbacks = 4, held_until = null,
      progressed_at = now() - interval '3 minutes' where id = ${id}`);
    await t.db.execute(sql`update broadcast_deliveries set not_before = now() where broadcast_id = ${id}`);
    expect(await until(id, 'paused')).toMatchObject({ sent: 0, last_error: 'rate_limited' });
    await ask('POST', `/${id}/cancel`);
  });

  it('counts no attempts while credentials are bad, even if the broadcast is resumed repeatedly', async () => {
    await registerAll('fcm');
    server.reply = () => FCM.badCredentials;
    const id = await send();
    for (let tries = 1; tries <= 6; tries += 1) {
      await until(id, 'paused');
      await ask('POST', `/${id}/resume`);
    }
    await until(id, 'paused');
    server.reply = accept;
    await ask('POST', `/${id}/resume`);
    expect(await until(id, 'sent')).toMatchObject({ sent: 6, failed: 0 });
  });

  it('does not pause a broadcast for a rate limit right after long quiet hours', async () => {
    await registerAll('webpush');
    server.reply = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    const id = await send();
    await t.db.execute(
      sql`update broadcasts set progressed_at = now() - interval '9 hours' where id = ${id}`,
    );
    await eventually(async () => (await ask('GET', `/${id}`)).held_until ?? undefined);
    for (let tries = 1; tries <= 5; tries += 1) {
      await t.db.execute(sql`update broadcasts set held_until = null where id = ${id}`);
      await t.db.execute(sql`update broadcast_deliveries set not_before = now() where broadcast_id = ${id}`);
      await eventually(async () => (await ask('GET', `/${id}`)).held_until ?? undefined);
    }
    expect((await ask('GET', `/${id}`)).status).toBe('sending');
    expect(await failuresOf(id)).toEqual([]);
    await ask('POST', `/${id}/cancel`);
  });

  it('completes a repeatedly paused broadcast after five rejections of the same device', async () => {
    await registerAll('fcm');
    server.reply = (token) => (token.includes('wrong') ? FCM.badPayload : FCM.accepted);
    const id = await send();
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await until(id, 'paused')).last_error).toBe('INVALID_ARGUMENT');
      await ask('POST', `/${id}/resume`);
    }
    expect(await until(id, 'sent')).toMatchObject({ sent: 5, failed: 1 });
  });
});

describe('Expo receipts', () => {
  const receipt = (name: string) => `of ${name}`;

  /** Sends to all, delays one phone's push to another day, and reads the outcome of the others. */
  async function readReceipts(replyTo: (token: string) => object) {
    await registerAll('expo');
    await register(admin, 'expo', 'later', 'android');
    server.reply = (token) => (token.includes('later') ? ticket('MessageRateExceeded') : accept(token));
    const id = await send();
    await eventually(async () => ((await ask('GET', `/${id}`)).sent === 6 ? true : undefined));
    const tokens = server.received.map(({ token }) => token);
    const data = Object.fromEntries(tokens.map((token) => [receipt(token), replyTo(token)]));
    server.receiptsReply = { status: 200, body: { data } };
    await t.db.execute(sql`update broadcast_deliveries set not_before = now() + interval '1 day'
      where broadcast_id = ${id} and status = 'pending'`);
    await t.db.execute(sql`update broadcasts set held_until = null where id = ${id}`);
    await t.db.execute(
      sql`update broadcast_deliveries set receipt_after = now() where receipt_after is not null`,
    );
    await t.db.execute(sql`select graphile_worker.add_job('read_push_receipts')`);
    return id;
  }
  const bad = ticket('InvalidCredentials').body;

  it('pauses a broadcast in progress when its receipts report bad credentials', async () => {
    const id = await readReceipts(() => bad);
    const paused = { sent: 0, failed: 6, last_error: 'InvalidCredentials' };
    expect(await until(id, 'paused')).toMatchObject(paused);
    await ask('POST', `/${id}/cancel`);
  });

  it('pauses a broadcast when a receipt reports a payload that is too large', async () => {
    const large = ticket('MessageTooBig').body;
    const id = await readReceipts((token) => (token.includes('wrong') ? large : { status: 'ok' }));
    expect(await until(id, 'paused')).toMatchObject({ sent: 5, failed: 1, last_error: 'MessageTooBig' });
    await ask('POST', `/${id}/cancel`);
  });

  it.each([
    ['disables a phone that a receipt reports as unregistered', false, 0],
    ['keeps a phone that has registered again since its receipt', true, 1],
  ])('%s', async (_what, isNew, left) => {
    const [one] = people as [Account];
    const installation = randomUUID();
    await register(one, 'expo', 'gone', 'ios', installation);
    const id = await send();
    await eventually(async () => ((await ask('GET', `/${id}`)).sent === 1 ? true : undefined));
    if (isNew) await register(one, 'expo', 'again', 'ios', installation);
    const gone = ticket('DeviceNotRegistered').body;
    const data = Object.fromEntries(server.received.map(({ token }) => [receipt(token), gone]));
    server.receiptsReply = { status: 200, body: { data } };
    await t.db.execute(
      sql`update broadcast_deliveries set receipt_after = now() where receipt_after is not null`,
    );
    await t.db.execute(sql`select graphile_worker.add_job('read_push_receipts')`);
    await eventually(async () => ((await ask('GET', `/${id}`)).invalid === 1 ? true : undefined));
    expect(await reachable()).toBe(left);
  });

  it('continues a broadcast when the receipts report bad credentials for a single phone', async () => {
    const id = await readReceipts((token) => (token.includes('wrong') ? bad : { status: 'ok' }));
    await eventually(async () => ((await ask('GET', `/${id}`)).failed === 1 ? true : undefined));
    expect(await ask('GET', `/${id}`)).toMatchObject({ status: 'sending', sent: 5, failed: 1 });
    await ask('POST', `/${id}/cancel`);
  });
});
