import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { eventually, randomEmail, TestService, useService } from '../harness.ts';
import { changeEmail, mailsTo, recover, reset, signIn, whoAmI } from './accounts.ts';

const service = useService({ worker: true });

const HS256 = { alg: 'HS256', typ: 'JWT' };
type Claims = Record<string, unknown>;

const encode = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** A token signed with the real key, unless another one is given. */
function forge(header: object, claims: object | string, key: string | Buffer = service().config.SECRET_KEY) {
  const signed = `${encode(header)}.${encode(claims)}`;
  const { alg } = header as { alg?: string };
  const hash = `sha${/\d+$/.exec(alg ?? '')?.[0] ?? '256'}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC_PEM = publicKey.export({ type: 'spki', format: 'pem' });

function forgeRs256(claims: Claims): string {
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const now = () => Math.floor(Date.now() / 1000);
const without = (claims: Claims, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const withExp = (claims: Claims, exp: string) =>
  JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', `"exp":${exp}`);

const OTHER_KEY = 'a key of somebody else, which is long enough';
const NAMING_A_KEY: [string, object][] = [
  ['kid', { kid: '../../dev/null' }],
  ['jku', { jku: 'https://evil.example/keys' }],
  ['x5u', { x5u: 'https://evil.example/cert' }],
  ['jwk', { jwk: publicKey.export({ format: 'jwk' }) }],
  ['crit', { crit: ['exp'] }],
];

/** Tokens derived from a valid one, each invalid in another way. */
function forgeries(token: string, claims: Claims, stranger: string): [string, string][] {
  const [head = '', body = '', signature = ''] = token.split('.');
  return [
    ['alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`],
    ['alg nOnE, with a signature', forge({ alg: 'nOnE', typ: 'JWT' }, claims)],
    ['HS384', forge({ alg: 'HS384', typ: 'JWT' }, claims)],
    ['HS512', forge({ alg: 'HS512', typ: 'JWT' }, claims)],
    ['RS256', forgeRs256(claims)],
    ['a public key as the secret', forge(HS256, claims, PUBLIC_PEM)],
    ['another key', forge(HS256, claims, OTHER_KEY)],
    ['an empty key', forge(HS256, claims, '')],
    ...NAMING_A_KEY.map(([name, more]): [string, string] => [name, forge({ ...HS256, ...more }, claims)]),
    ...['exp', 'sub', 'sid', 'iss', 'aud'].map((name): [string, string] => [
      `no ${name}`,
      forge(HS256, without(claims, name)),
    ]),
    ['exp as a string', forge(HS256, { ...claims, exp: String(claims['exp']) })],
    ['exp 1e400', forge(HS256, withExp(claims, '1e400'))],
    ['exp 1e300', forge(HS256, withExp(claims, '1e300'))],
    ['exp null', forge(HS256, { ...claims, exp: null })],
    ['exp just passed', forge(HS256, { ...claims, exp: now() - 1 })],
    ['nbf in the future', forge(HS256, { ...claims, nbf: now() + 3_600 })],
    ['another audience', forge(HS256, { ...claims, aud: 'somebody else' })],
    ['another issuer', forge(HS256, { ...claims, iss: 'somebody else' })],
    ['sub not a UUID', forge(HS256, { ...claims, sub: "' or 1=1 --" })],
    ['sub an object', forge(HS256, { ...claims, sub: { $ne: null } })],
    ['sub of another account', forge(HS256, { ...claims, sub: stranger })],
    ['an unknown sid', forge(HS256, { ...claims, sid: crypto.randomUUID() })],
    ['claims that are an array', forge(HS256, '[]')],
    ['claims that are null', forge(HS256, 'null')],
    ['two parts', `${head}.${body}`],
    ['four parts', `${token}.${signature}`],
    ['padding', `${token}=`],
    ['base64 instead of base64url', `${head}.${body}.${signature.slice(0, -1)}+`],
    ['100 kB', `${head}.${'A'.repeat(100_000)}.${signature}`],
    ['100 kB of dots', '.'.repeat(100_000)],
    ['no token', 'nonsense'],
  ];
}

/** Sends raw header lines over a real connection. */
async function send(t: TestService, headers: string[]): Promise<number> {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path: '/api/v1/users/me',
      headers: ['Host', 'localhost', ...headers],
      agent: false,
    };
    request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('bearer tokens', () => {
  it('rejects every forged or malformed bearer token', async () => {
    const t = service();
    const { token } = await t.member();
    const stranger = await t.member();
    for (const [name, forged] of forgeries(token, claimsOf(token), stranger.id)) {
      const answer = await t.call('GET', '/users/me', { token: forged });
      expect({ name, status: answer.status, code: answer.body.code }).toEqual({
        name,
        status: 401,
        code: 'invalid_credentials',
      });
    }
    expect(await whoAmI(t, forge(HS256, claimsOf(token)))).toBe(200);
  });

  it('rejects the bearer token of a deleted account', async () => {
    const t = service();
    const { token } = await t.member();
    await t.call('DELETE', '/users/me', { token });
    expect(await whoAmI(t, token)).toBe(401);
  });

  it('accepts a single Authorization header with the scheme Bearer in any letter case', async () => {
    const t = service();
    const { token } = await t.member();
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await send(t, ['Authorization', `${scheme} ${token}`]), scheme).toBe(200);
    const refused: string[][] = [
      [],
      ['Authorization', `Basic ${token}`],
      ['Authorization', token],
      ['Authorization', `Bearer ${token}, Bearer ${token}`],
      ['Authorization', `Bearer ${token} ${token}`],
      ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`],
      ['Authorization', `Bearer ${token}`, 'authorization', 'Bearer nonsense'],
      ['authorization', 'Bearer nonsense', 'Authorization', `Bearer ${token}`],
      ['X-Authorization', `Bearer ${token}`],
    ];
    for (const headers of refused) expect(await send(t, headers), headers.join(' ').slice(0, 60)).toBe(401);
    expect(await send(t, ['Authorization', `Bearer ${'A'.repeat(100_000)}`])).toBe(431);
    const broken = { headers: { authorization: `Bearer ${token}\n` } };
    expect((await t.call('GET', '/users/me', broken)).status).toBe(401);
    expect(await whoAmI(t, token)).toBe(200);
  });

  it('rejects bearer tokens and tokens of mails when used for another purpose', async () => {
    const t = service();
    const { email, token: bearer } = await t.member();
    const former = randomEmail();
    const undo = await changeEmail(t, bearer, email, former);
    const recovery = await recover(t, former);
    const { token: admin } = await t.superuser();
    const invited = randomEmail();
    await t.call('POST', '/users/invite', { token: admin, json: { email: invited } });
    const invitation = await eventually(async () => {
      const [mail] = await mailsTo(t, invited);
      return /\?token=([\w-]+)"/.exec(mail?.html ?? '')?.[1];
    });
    for (const token of [undo, recovery, invitation]) expect(await whoAmI(t, token)).toBe(401);
    for (const token of [undo, bearer]) expect((await reset(t, token)).body.code).toBe('invalid_token');
    for (const token of [recovery, bearer, invitation]) {
      const answer = await t.call('POST', '/users/undo-email-change', { json: { token } });
      expect(answer.body.code).toBe('invalid_token');
    }
    expect((await reset(t, recovery)).status).toBe(200);
    expect((await reset(t, invitation)).status).toBe(200);
  });

  it('issues bearer tokens with subject, issuer, audience and expiry, signed with HS256', async () => {
    const { token, id } = await service().member();
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual(HS256);
    const { iat, exp, sid, ...rest } = claimsOf(token);
    expect(rest).toEqual({ sub: id, iss: 'agora', aud: 'agora:api' });
    expect(sid).toMatch(/^[\da-f-]{36}$/);
    expect(Number(exp) - Number(iat)).toBe(service().config.ACCESS_TOKEN_EXPIRE_MINUTES * 60);
    expect(service().app.jwt.options.verify).toMatchObject({
      algorithms: ['HS256'],
      requiredClaims: expect.arrayContaining(['exp', 'iss', 'aud', 'sub', 'sid']),
      allowedIss: 'agora',
      allowedAud: 'agora:api',
    });
    expect(service().app.jwt.options.verify).not.toHaveProperty('clockTolerance');
  });

  it('accepts a bearer token after a change of SECRET_KEY while SECRET_KEY_PREVIOUS is set', async () => {
    const old = service();
    const [former, next] = [old.config.SECRET_KEY, 'the new key, made of enough characters'];
    const { token, email, password } = await old.member();
    const rotated = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: former };
    const t = await TestService.start({ beside: old, settings: rotated });
    const after = await TestService.start({ beside: old, settings: { SECRET_KEY: next } });

    const renewed = (await signIn(t, email, password)).body.access_token;
    expect(renewed).toBe(forge(HS256, claimsOf(renewed), next));
    expect([await whoAmI(t, token), await whoAmI(t, renewed)]).toEqual([200, 200]);
    expect([await whoAmI(after, token), await whoAmI(after, renewed)]).toEqual([401, 200]);
    const good = claimsOf(token);
    expect(await whoAmI(t, forge(HS256, good, former))).toBe(200);
    for (const claims of [
      { ...good, exp: now() - 1 },
      { ...good, iss: 'somebody else' },
      { ...good, aud: 'somebody else' },
      ...['exp', 'sub', 'sid', 'iss', 'aud'].map((name) => without(good, name)),
    ])
      expect([claims, await whoAmI(t, forge(HS256, claims, former))]).toEqual([claims, 401]);
    expect(await whoAmI(t, forge({ alg: 'HS512', typ: 'JWT' }, good, former))).toBe(401);
    expect(await whoAmI(t, forge(HS256, claimsOf(token), OTHER_KEY))).toBe(401);
    await Promise.all([t.stop(), after.stop()]);
  });
});
