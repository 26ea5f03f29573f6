import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { FCM, PushServer } from '../../../test/push-server.ts';
import { expoProvider } from './expo.ts';
import { fcmProvider } from './fcm.ts';
import type { PushMessage, PushProvider } from './push.ts';
import { webPushProvider } from './web-push.ts';

let server: PushServer;
beforeAll(async () => {
  server = await PushServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.received = [];
  server.authorizations = [];
  server.tokenReply = { status: 200, body: { access_token: 'an access token', expires_in: 3600 } };
});

const message = (token: string): PushMessage => ({
  token,
  notificationId: 'a0',
  collapseId: 'b0',
  locale: 'fr',
  title: 'Bonjour',
  body: 'À tous',
  link: '/news',
  image: 'https://admin.example.com/media/a/1080.jpg',
  ttl: 60,
});
const send = (provider: PushProvider, ...tokens: string[]) =>
  provider.send(tokens.map(message), new AbortController().signal);

describe('FCM', () => {
  const fcm = () => fcmProvider(server.serviceAccount, server.origin);

  it.each([
    ['accepted', FCM.accepted, { kind: 'accepted', id: 'projects/agora/messages/1' }],
    ['a token that is no more', FCM.unregistered, { kind: 'dead', code: 'UNREGISTERED' }],
    ['a token that was none', FCM.badToken, { kind: 'dead', code: 'INVALID_ARGUMENT' }],
    ['a token of another sender', FCM.otherSender, { kind: 'dead', code: 'SENDER_ID_MISMATCH' }],
    ['a bad payload', FCM.badPayload, { kind: 'refused', code: 'INVALID_ARGUMENT' }],
    ['bad credentials', FCM.badCredentials, { kind: 'unauthorized', code: 'UNAUTHENTICATED' }],
    ['no key of Apple’s', FCM.noApnsKey, { kind: 'unauthorized', code: 'THIRD_PARTY_AUTH_ERROR' }],
    ['too many', FCM.quota(7), { kind: 'retry', code: 'rate_limited', after: 7000 }],
    ['not now', FCM.unavailable, { kind: 'retry', code: 'provider_unavailable' }],
    ['no JSON', { status: 502 }, { kind: 'retry', code: 'provider_unavailable' }],
    [
      'elsewhere',
      { status: 302, headers: { location: 'http://127.0.0.1/' } },
      { kind: 'refused', code: 'UNKNOWN' },
    ],
  ])('understands: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(fcm(), 'a')).toEqual([outcome]);
  });

  it('understands a date to come back at', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    server.reply = () => ({ status: 503, headers: { 'retry-after': date } });
    const [outcome] = await send(fcm(), 'a');
    expect(outcome).toMatchObject({ kind: 'retry', after: expect.closeTo(60_000, -4) });
  });

  it('that can’t be reached, or breaks off, is worth another try', async () => {
    const away = fcmProvider(server.serviceAccount, 'http://127.0.0.1:1');
    expect(await send(away, 'a')).toEqual([{ kind: 'retry', code: 'provider_unreachable' }]);
  });

  it('that says nothing is given up after ten seconds', { timeout: 20_000 }, async () => {
    server.reply = () => undefined;
    expect(await send(fcm(), 'a')).toEqual([{ kind: 'retry', code: 'provider_timeout' }]);
  });

  it('asks for one access token for many messages, and names the broadcast', async () => {
    server.reply = () => FCM.accepted;
    await send(fcm(), 'a', 'b');
    expect(server.authorizations).toEqual(['Bearer an access token', 'Bearer an access token']);
    expect(server.received).toMatchObject([
      { token: 'a', collapseId: 'b0', title: 'Bonjour' },
      { token: 'b', collapseId: 'b0' },
    ]);
  });

  it('says so when Google gives no access token', async () => {
    server.tokenReply = { status: 400, body: { error: 'invalid_grant' } };
    expect(await send(fcm(), 'a')).toEqual([{ kind: 'unauthorized', code: 'invalid_grant' }]);
    expect(server.received).toEqual([]);
  });

  it('is not asked again for the others of a batch once it had enough, or refused them all', async () => {
    const tokens = Array.from({ length: 1000 }, (_, n) => `token ${n}`);
    for (const reply of [FCM.quota(1), FCM.badCredentials, FCM.badPayload]) {
      server.received = [];
      server.reply = () => reply;
      const outcomes = await send(fcm(), ...tokens);
      expect(server.received.length).toBeLessThanOrEqual(100);
      expect(outcomes.filter(({ kind }) => kind === 'unsent')).toHaveLength(1000 - server.received.length);
    }
  });
});

describe('Expo', () => {
  const expo = () => expoProvider('expo token', server.origin);
  const ticket = (body: object) => ({ status: 200, body });
  const error = (name: string) =>
    ticket({ status: 'error', message: 'as documented', details: { error: name } });

  it('matches tickets with messages by their order', async () => {
    server.reply = (token) =>
      token === 'b' ? error('DeviceNotRegistered') : ticket({ status: 'ok', id: `id of ${token}` });
    expect(await send(expo(), 'a', 'b', 'c')).toEqual([
      { kind: 'accepted', id: 'id of a', hasReceipt: true },
      { kind: 'dead', code: 'DeviceNotRegistered' },
      { kind: 'accepted', id: 'id of c', hasReceipt: true },
    ]);
    expect(server.authorizations).toEqual(['Bearer expo token']);
    const image = 'https://admin.example.com/media/a/1080.jpg';
    expect(server.received[0]).toMatchObject({ token: 'a', collapseId: 'b0', title: 'Bonjour', image });
  });

  it.each([
    ['a message that is too large', error('MessageTooBig'), { kind: 'refused', code: 'MessageTooBig' }],
    [
      'bad credentials of Apple or Google',
      error('InvalidCredentials'),
      { kind: 'unauthorized', code: 'InvalidCredentials' },
    ],
    ['too many for one device', error('MessageRateExceeded'), { kind: 'retry', code: 'MessageRateExceeded' }],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'retry', code: 'rate_limited', after: 3000 },
    ],
    ['not now', { status: 503 }, { kind: 'retry', code: 'provider_unavailable' }],
    [
      'bad credentials',
      { status: 401, body: { errors: [{ code: 'UNAUTHORIZED' }] } },
      { kind: 'unauthorized', code: 'UNAUTHORIZED' },
    ],
    [
      'a bad payload',
      { status: 400, body: { errors: [{ code: 'VALIDATION_ERROR' }] } },
      { kind: 'refused', code: 'VALIDATION_ERROR' },
    ],
  ])('understands: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(expo(), 'a')).toEqual([outcome]);
  });

  it('is given a hundred messages at a time, and no more once it refuses', async () => {
    server.reply = () => ({ status: 429 });
    const outcomes = await send(expo(), ...Array.from({ length: 250 }, (_, n) => `token ${n}`));
    expect([server.received.length, outcomes.filter(({ kind }) => kind === 'unsent').length]).toEqual([
      100, 150,
    ]);
  });
});

describe('Web Push', () => {
  const keys = webpush.generateVAPIDKeys();
  const provider = () => webPushProvider({ subject: 'mailto:push@example.com', ...keys }, server.origin);
  const subscription = (path: string) => {
    const receiver = createECDH('prime256v1');
    receiver.generateKeys();
    return JSON.stringify({
      endpoint: `https://updates.push.services.mozilla.com${path}`,
      keys: { p256dh: receiver.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    });
  };

  it.each([
    ['accepted', { status: 201, headers: { location: '/m/1' } }, { kind: 'accepted', id: '/m/1' }],
    ['a subscription that is no more', { status: 410 }, { kind: 'dead', code: 'HTTP_410' }],
    ['one that never was', { status: 404 }, { kind: 'dead', code: 'HTTP_404' }],
    ['bad credentials', { status: 403 }, { kind: 'unauthorized', code: 'HTTP_403' }],
    ['a bad payload', { status: 413 }, { kind: 'refused', code: 'HTTP_413' }],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'retry', code: 'rate_limited', after: 5000 },
    ],
    ['not now', { status: 500 }, { kind: 'retry', code: 'provider_unavailable' }],
  ])('understands: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(provider(), subscription('/wpush/v2/abc'))).toEqual([outcome]);
    expect(server.received).toMatchObject([{ token: '/wpush/v2/abc' }]);
    expect(server.received[0]?.collapseId).toMatch(/^[\w-]{32}$/);
    expect(server.authorizations[0]).toMatch(/^vapid t=/);
  });

  it('SEC-SSR-1: never asks another host, whatever was stored', async () => {
    const elsewhere = subscription('/x').replace('updates.push.services.mozilla.com', '127.0.0.1');
    const real = webPushProvider({ subject: 'mailto:push@example.com', ...keys });
    expect(await send(real, elsewhere)).toEqual([{ kind: 'dead', code: 'invalid_subscription' }]);
  });
});
