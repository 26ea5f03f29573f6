import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, eventually, useService } from '../harness.ts';
import { connectRaw, listen, readHead, sendRaw } from './sockets.ts';

const service = useService();
let member: Account;
let admin: Account;
let port: number;
beforeAll(async () => {
  [member, admin] = [await service().member(), await service().superuser()];
  port = await listen(service());
});

const KIB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const post = (path: string, payload: string, token?: string) =>
  service().call('POST', path, { payload, headers: JSON_TYPE, ...(token && { token }) });

describe('bodies of unauthorised callers', () => {
  it.each([
    ['without a token', () => undefined, 401],
    ['with a token of another key', () => `${admin.token.slice(0, -8)}AAAAAAAA`, 401],
    ['of a member on a route for superusers', () => member.token, 403],
    ['of a superuser', () => admin.token, 422],
  ])(
    'parses a body of 64 KiB and authenticates the sender of a larger one first: %s',
    async (_name, tokenOf, status) => {
      const [most, more] = ['['.repeat(64 * KIB), '['.repeat(64 * KIB + 1)];
      const small = await post('/daily-messages/import', most, tokenOf());
      expect([small.status, small.body.detail[0].type]).toEqual([422, 'json_invalid']);
      expect((await post('/daily-messages/import', more, tokenOf())).status).toBe(status);
    },
  );

  it('returns 401 for a large body before it has arrived, and for one of unknown length', async () => {
    const head =
      'POST /api/v1/daily-messages/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    for (const length of [`Content-Length: ${64 * KIB + 1}`, 'Transfer-Encoding: chunked']) {
      const { socket, closed } = await connectRaw(port);
      socket.write(`${head}Connection: close\r\n${length}\r\n\r\n`);
      expect(readHead(await closed).status).toBe(401);
    }
  });

  it.each([
    ['JSON', JSON_TYPE, (bytes: number) => `"${'x'.repeat(bytes - 2)}"`],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      (bytes: number) => `username=${'x'.repeat(bytes - 9)}`,
    ],
    [
      'a multipart form',
      { 'content-type': 'multipart/form-data; boundary=edge' },
      (bytes: number) => `${'x'.repeat(bytes - 12)}\r\n--edge--\r\n`,
    ],
  ])('limits a body on a public route to 64 KiB: %s', async (_name, headers, bodyOf) => {
    for (const path of ['/login/access-token', '/users/signup']) {
      const send = (bytes: number) => service().call('POST', path, { payload: bodyOf(bytes), headers });
      expect((await send(64 * KIB)).status, path).toBe(422);
      expect((await send(64 * KIB + 1)).status, path).toBe(413);
    }
  });
});

describe('nested JSON', () => {
  const nested = (levels: number) => `{"title":"A","more":${'[{"a":'.repeat(levels)}0${'}]'.repeat(levels)}}`;

  it('accepts 99 levels and rejects 101 before parsing them', async () => {
    expect((await post('/items/', nested(49), member.token)).status).toBe(200);
    const { status, body } = await post('/items/', nested(50), member.token);
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          type: 'json_invalid',
          loc: ['body', nested(50).lastIndexOf('{"a"')],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'More than 100 levels' },
        },
      ],
    ]);
  });

  it('accepts 50,000 objects and lists and rejects one more before parsing them', async () => {
    const wide = (count: number) => `{"title":"A","more":[${'[],'.repeat(count - 3)}{}]}`;
    expect((await post('/items/', wide(50_000), member.token)).status).toBe(200);
    const { status, body } = await post('/items/', wide(50_001), member.token);
    expect([status, body.detail[0].ctx.error]).toEqual([422, 'More than 50000 objects and lists']);
  });

  it('does not count brackets in texts', async () => {
    const title = `\\"${'[{\\\\'.repeat(60)}`;
    const { status, body } = await post('/items/', `{"title":"${title}"}`, member.token);
    expect([status, body.title]).toEqual([200, `"${'[{\\'.repeat(60)}`]);
  });
});

describe('unfinished bodies', () => {
  const headOf = (bytes: number) =>
    `POST /api/v1/users/signup HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  const statusOf = async (from: string) => readHead(await sendRaw(port, `${headOf(2)}{}`, from)).status;

  it('limits their bytes per network until they are complete or aborted', async () => {
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    expect(await statusOf('127.0.0.2')).toBe(422);
    for (let count = 0; count < 128; count += 1) {
      const { socket } = await connectRaw(port, '127.0.0.2');
      sockets.push(socket);
      socket.write(`${headOf(64 * KIB)}{`);
    }
    await eventually(async () => (await statusOf('127.0.0.2')) === 503 || undefined);
    expect(await statusOf('127.0.0.3')).toBe(422);
    sockets.pop()?.destroy();
    await eventually(async () => (await statusOf('127.0.0.2')) === 422 || undefined);
  });
});
