import { createECDH, randomBytes } from 'node:crypto';
import { pushReasonOf } from '@agora/contract/features/broadcasts/broadcasts.reasons.rules';
import { PUSH_BYTES_MAX } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { FCM, PushServer } from '../../../test/push-server.ts';
import { expoProvider } from './expo.ts';
import { fcmProvider } from './fcm.ts';
import { payloadBytes } from './payload.ts';
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
/** Error codes of all outcomes so far, except for missing responses. */
const codes = new Set<string>();
async function send(provider: PushProvider, ...tokens: string[]) {
  const outcomes = await provider.send(tokens.map(message), new AbortController().signal);
  for (const outcome of outcomes)
    if ('code' in outcome && outcome.code !== 'UNKNOWN') codes.add(outcome.code);
  return outcomes;
}

const vapid = webpush.generateVAPIDKeys();
const web = () => webPushProvider({ subject: 'mailto:push@example.com', ...vapid }, server.origin);
const subscription = (path: string) => {
  const receiver = createECDH('prime256v1');
  receiver.generateKeys();
  return JSON.stringify({
    endpoint: `https://updates.push.services.mozilla.com${path}`,
    keys: { p256dh: receiver.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  });
};
const fcm = () => fcmProvider(server.serviceAccount, server.origin);
const expo = () => expoProvider('expo token', server.origin);

describe('FCM', () => {
  it.each([
    ['an accepted message', FCM.accepted, { kind: 'accepted', id: 'projects/agora/messages/1' }],
    ['an unregistered token', FCM.unregistered, { kind: 'dead', code: 'UNREGISTERED' }],
    ['a malformed token', FCM.badToken, { kind: 'dead', code: 'INVALID_ARGUMENT' }],
    ['a malformed token, named as a field', FCM.badTokenField, { kind: 'dead', code: 'INVALID_ARGUMENT' }],
    ['a token unknown to Apple', FCM.badAppleToken, { kind: 'dead', code: 'INVALID_ARGUMENT' }],
    ['a token of another sender', FCM.otherSender, { kind: 'doubtful', code: 'SENDER_ID_MISMATCH' }],
    ['a bad payload', FCM.badPayload, { kind: 'refused', code: 'INVALID_ARGUMENT' }],
    ['an oversized payload', FCM.tooBig, { kind: 'refused', code: 'INVALID_ARGUMENT' }],
    ['an oversized payload for Apple', FCM.tooBigForApple, { kind: 'refused', code: 'INVALID_ARGUMENT' }],
    ['an unspecified invalid argument', FCM.otherArgument, { kind: 'doubtful', code: 'INVALID_ARGUMENT' }],
    ['bad credentials', FCM.badCredentials, { kind: 'unauthorized', code: 'UNAUTHENTICATED' }],
    ['credentials of another project', FCM.noPermission, { kind: 'unauthorized', code: 'PERMISSION_DENIED' }],
    ['a missing APNs key', FCM.noApnsKey, { kind: 'doubtful', code: 'THIRD_PARTY_AUTH_ERROR' }],
    ['an exceeded quota', FCM.quota(7), { kind: 'retry', code: 'rate_limited', after: 7000 }],
    ['an unavailable service', FCM.unavailable, { kind: 'retry', code: 'provider_unavailable' }],
    ['an error without JSON', { status: 502 }, { kind: 'retry', code: 'provider_unavailable' }],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1/' } },
      { kind: 'refused', code: 'UNKNOWN' },
    ],
  ])('maps the FCM reply to an outcome: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(fcm(), 'a')).toEqual([outcome]);
  });

  it('converts a Retry-After date of FCM to a delay', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    server.reply = () => ({ status: 503, headers: { 'retry-after': date } });
    const [outcome] = await send(fcm(), 'a');
    expect(outcome).toMatchObject({ kind: 'retry', after: expect.closeTo(60_000, -4) });
  });

  it('requests a retry when FCM is unreachable', async () => {
    const unreachable = fcmProvider(server.serviceAccount, 'http://127.0.0.1:1');
    expect(await send(unreachable, 'a')).toEqual([{ kind: 'retry', code: 'provider_unreachable' }]);
  });

  it('requests one access token for all messages and sets the collapse id of the broadcast', async () => {
    server.reply = () => FCM.accepted;
    await send(fcm(), 'a', 'b');
    expect(server.authorizations).toEqual(['Bearer an access token', 'Bearer an access token']);
    expect(server.received).toMatchObject([
      { token: 'a', collapseId: 'b0', title: 'Bonjour' },
      { token: 'b', collapseId: 'b0' },
    ]);
  });

  it.each([
    [299, 2],
    [300, 2],
    [360, 1],
  ])(
    'given an access token that expires in %s seconds, requests %s tokens for two sends',
    async (expires_in, asked) => {
      server.reply = () => FCM.accepted;
      server.tokenReply = { status: 200, body: { access_token: 'an access token', expires_in } };
      server.tokenRequests = 0;
      const provider = fcm();
      await send(provider, 'a', 'b');
      await send(provider, 'c');
      expect(server.tokenRequests).toBe(asked);
      expect(server.received.map(({ token }) => token)).toEqual(['a', 'b', 'c']);
    },
  );

  it('sets sound, picture and collapse id of a push for Android, Apple and browsers', async () => {
    server.reply = () => FCM.accepted;
    await send(fcm(), 'a');
    const { image } = message('a');
    expect(server.received[0]?.message).toMatchObject({
      notification: { image },
      android: { collapse_key: 'b0', ttl: '60s', notification: { tag: 'b0' } },
      apns: {
        headers: { 'apns-collapse-id': 'b0' },
        payload: { aps: { sound: 'default', 'mutable-content': 1 } },
        fcm_options: { image },
      },
      webpush: {
        headers: { TTL: '60', Urgency: 'high', Topic: expect.stringMatching(/^[\w-]{32}$/) },
        notification: { tag: 'b0' },
      },
    });
  });

  it('reports unauthorized when Google refuses an access token with an error code', async () => {
    server.tokenReply = { status: 400, body: { error: 'invalid_grant' } };
    expect(await send(fcm(), 'a')).toEqual([{ kind: 'unauthorized', code: 'invalid_grant' }]);
    expect(server.received).toEqual([]);
  });

  it('reports invalid credentials when Google rejects the service account key', async () => {
    server.tokenReply = { status: 403 };
    expect(await send(fcm(), 'a')).toEqual([{ kind: 'unauthorized', code: 'invalid_credentials' }]);
  });

  it('leaves the rest of a batch unsent when FCM limits the rate or refuses every message', async () => {
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
  const ticket = (body: object) => ({ status: 200, body });
  const error = (name: string) =>
    ticket({ status: 'error', message: 'as documented', details: { error: name } });

  it('matches Expo tickets to messages by their order', async () => {
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
    expect(server.received[0]?.message).toMatchObject({ sound: 'default', mutableContent: true, tag: 'b0' });
  });

  it.each([
    ['an oversized message', error('MessageTooBig'), { kind: 'refused', code: 'MessageTooBig' }],
    [
      'bad credentials of Apple or Google',
      error('InvalidCredentials'),
      { kind: 'doubtful', code: 'InvalidCredentials' },
    ],
    ['a token of another sender', error('MismatchSenderId'), { kind: 'doubtful', code: 'MismatchSenderId' }],
    [
      'an exceeded rate for one device',
      error('MessageRateExceeded'),
      { kind: 'retry', code: 'MessageRateExceeded' },
    ],
    [
      'an exceeded rate',
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'retry', code: 'rate_limited', after: 3000 },
    ],
    ['an unavailable service', { status: 503 }, { kind: 'retry', code: 'provider_unavailable' }],
    [
      'bad credentials',
      { status: 401, body: { errors: [{ code: 'UNAUTHORIZED' }] } },
      { kind: 'unauthorized', code: 'UNAUTHORIZED' },
    ],
    [
      'a bad payload or token',
      { status: 400, body: { errors: [{ code: 'VALIDATION_ERROR' }] } },
      { kind: 'doubtful', code: 'VALIDATION_ERROR' },
    ],
    ['an oversized request', { status: 413 }, { kind: 'refused', code: 'HTTP_413' }],
    ['a foreign project', { status: 403 }, { kind: 'doubtful', code: 'HTTP_403' }],
  ])('maps the Expo reply to an outcome: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(expo(), 'a')).toEqual([outcome]);
  });

  const refusal = (code: string, details?: object) => ({
    status: 400,
    body: { errors: [{ code, message: 'as documented', details }] },
  });

  it('splits a batch by project when Expo rejects a request for several projects', async () => {
    const [mixed, ours] = [
      ['a', 'b', 'c'],
      ['a', 'c'],
    ];
    const details = { '@agora/app': ours, '@other/app': ['b'] };
    let asked = 0;
    server.reply = (token) => {
      asked += 1;
      if (asked <= mixed.length) return refusal('PUSH_TOO_MANY_EXPERIENCE_IDS', details);
      return token === 'b' ? { status: 403 } : ticket({ status: 'ok', id: token });
    };
    expect(await send(expo(), ...mixed)).toEqual([
      { kind: 'accepted', id: 'a', hasReceipt: true },
      { kind: 'doubtful', code: 'HTTP_403' },
      { kind: 'accepted', id: 'c', hasReceipt: true },
    ]);
    expect(server.authorizations).toHaveLength(3);
  });

  it('sends the other messages when Expo rejects a request because of one token', async () => {
    server.reply = (token) =>
      token === 'b' ? refusal('VALIDATION_ERROR', { field: 'to' }) : ticket({ status: 'ok', id: token });
    expect(await send(expo(), 'a', 'b', 'c')).toEqual([
      { kind: 'accepted', id: 'a', hasReceipt: true },
      { kind: 'doubtful', code: 'VALIDATION_ERROR' },
      { kind: 'accepted', id: 'c', hasReceipt: true },
    ]);
  });

  it('sends 100 messages per request to Expo and stops when the rate is limited', async () => {
    server.reply = () => ({ status: 429 });
    const outcomes = await send(expo(), ...Array.from({ length: 250 }, (_, n) => `token ${n}`));
    expect([server.received.length, outcomes.filter(({ kind }) => kind === 'unsent').length]).toEqual([
      100, 150,
    ]);
  });
});

describe('Web Push', () => {
  it.each([
    ['an accepted message', { status: 201, headers: { location: '/m/1' } }, { kind: 'accepted', id: '/m/1' }],
    ['an expired subscription', { status: 410 }, { kind: 'dead', code: 'HTTP_410' }],
    ['an unknown subscription', { status: 404 }, { kind: 'dead', code: 'HTTP_404' }],
    ['a different VAPID key', { status: 403 }, { kind: 'doubtful', code: 'HTTP_403' }],
    ['a different VAPID key or a bad header', { status: 400 }, { kind: 'doubtful', code: 'HTTP_400' }],
    ['a bad payload', { status: 413 }, { kind: 'refused', code: 'HTTP_413' }],
    [
      'an exceeded rate',
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'retry', code: 'rate_limited', after: 5000 },
    ],
    ['an unavailable service', { status: 500 }, { kind: 'retry', code: 'provider_unavailable' }],
  ])('maps the Web Push reply to an outcome: %s', async (_, reply, outcome) => {
    server.reply = () => reply;
    expect(await send(web(), subscription('/wpush/v2/abc'))).toEqual([outcome]);
    expect(server.received).toMatchObject([{ token: '/wpush/v2/abc' }]);
    expect(server.received[0]?.collapseId).toMatch(/^[\w-]{32}$/);
    expect(server.authorizations[0]).toMatch(/^vapid t=/);
  });

  it('sends the largest payload that a broadcast may have by Web Push', async () => {
    server.reply = () => ({ status: 201 });
    const content = message(subscription('/wpush/v2/abc'));
    const body = 'a'.repeat(PUSH_BYTES_MAX - payloadBytes({ ...content, body: '' }));
    const largest = { ...content, body };
    expect(payloadBytes(largest)).toBe(PUSH_BYTES_MAX);
    await web().send([largest], new AbortController().signal);
    expect(server.received[0]?.bytes).toBe(4096);
  });

  it('rejects a stored subscription whose endpoint is not a push service', async () => {
    const elsewhere = subscription('/x').replace('updates.push.services.mozilla.com', '127.0.0.1');
    const real = webPushProvider({ subject: 'mailto:push@example.com', ...vapid });
    expect(await send(real, elsewhere)).toEqual([{ kind: 'dead', code: 'invalid_subscription' }]);
  });
});

it.concurrent.each([
  ['FCM', fcm, 'a'],
  ['Expo', expo, 'a'],
  ['Web Push', web, subscription('/wpush/v2/silent')],
])(
  'requests a retry when %s has not responded for ten seconds',
  { timeout: 20_000 },
  async (_, provider, token) => {
    server.reply = () => undefined;
    expect(await send(provider(), token)).toEqual([{ kind: 'retry', code: 'provider_timeout' }]);
  },
);

it('maps every error code that the providers return to a reason', () => {
  expect([...codes].filter((code) => pushReasonOf(code, true) === 'unknown')).toEqual([]);
  expect([...codes].filter((code) => pushReasonOf(code, false) === 'unknown')).toEqual([]);
  expect(codes.size).toBeGreaterThan(20);
});
