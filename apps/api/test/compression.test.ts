import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, useService } from './harness.ts';

const service = useService();
let admin: Account;
beforeAll(async () => {
  admin = await service().superuser();
  for (let n = 0; n < 20; n += 1)
    await service().call('POST', '/items/', { token: admin.token, json: { title: `Something ${n}` } });
});

const DECOMPRESS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

async function ask(url: string, encoding?: string, headers: Record<string, string> = {}) {
  const answer = await service().app.inject({
    url: url.startsWith('/api') ? url : `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(encoding && { 'accept-encoding': encoding }),
      ...headers,
    },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    text: answer.payload,
  };
}

describe('compressed responses', () => {
  it.each(['br', 'gzip', 'zstd'])(
    'compresses a response with %s for a client that accepts it',
    async (encoding) => {
      for (const url of ['/items/', '/openapi.json']) {
        const [plain, packed] = [await ask(url), await ask(url, encoding)];
        expect(packed.headers['content-encoding']).toBe(encoding);
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
        expect(JSON.parse(String(DECOMPRESS[encoding]?.(packed.bytes)))).toEqual(JSON.parse(plain.text));
      }
    },
  );

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0', undefined],
    ['', undefined],
  ])('responds to Accept-Encoding %j with Content-Encoding %s', async (accepted, encoding) => {
    const { status, headers } = await ask('/items/', accepted);
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
  });

  it('lists Accept-Encoding in Vary whether or not a response is compressed', async () => {
    for (const encoding of [undefined, 'br', 'zstd']) {
      const { headers } = await ask('/items/', encoding, { origin: 'https://admin.example.com' });
      expect(headers['vary']).toBe('Origin, accept-encoding');
    }
    expect((await ask('/app/home', 'br')).headers['vary']).toBe('Origin, Authorization, accept-encoding');
  });

  it('sends the same ETag in every encoding and returns 304 to a client that has it', async () => {
    const tags = await Promise.all([undefined, 'br', 'gzip'].map((each) => ask('/app/news', each)));
    const [tag] = tags.map(({ headers }) => String(headers['etag']));
    expect(tags.map(({ headers }) => headers['etag'])).toEqual([tag, tag, tag]);
    expect(tag).toMatch(/^W\/"/);
    const known = await ask('/app/news', 'br', { 'if-none-match': String(tag) });
    expect([known.status, known.bytes.length, known.headers['etag']]).toEqual([304, 0, tag]);
    expect(known.headers).not.toHaveProperty('content-encoding');
    expect(known.headers['vary']).toContain('accept-encoding');
  });

  it('replays a response under its Idempotency-Key in the encoding of the retry', async () => {
    const text = { title: 'Kept', body: 'x'.repeat(1_000) };
    const json = { status: 'draft', translations: { fr: text, en: text } };
    const post = (encoding: string) =>
      service().app.inject({
        method: 'POST',
        url: '/api/v1/daily-messages/',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'idempotency-key': 'packed',
          'accept-encoding': encoding,
        },
        payload: json,
      });
    const [first, again, plain] = [await post('br'), await post('gzip'), await post('identity')];
    expect([first.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect([first.headers['content-encoding'], again.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect([String(brotliDecompressSync(first.rawPayload)), String(gunzipSync(again.rawPayload))]).toEqual([
      plain.payload,
      plain.payload,
    ]);
  });
});

describe('uncompressed responses', () => {
  it('does not compress a small response', async () => {
    const { headers, text } = await ask('/second-factor/', 'br');
    expect([headers['content-encoding'], JSON.parse(text).second_factor_at]).toEqual([undefined, null]);
  });

  it.each(['/items/export?columns=title', '/users/export'])(
    'does not compress an export: %s',
    async (url) => {
      const { status, headers } = await ask(url, 'br, gzip, zstd');
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    },
  );

  it('does not compress the event stream', async () => {
    const url = await service().app.listen({ port: 0, host: '127.0.0.1' });
    const over = new AbortController();
    const response = await fetch(`${url}/api/v1/events`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'br, gzip, zstd' },
      signal: over.signal,
    });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toContain('retry:');
    over.abort();
  });

  it('does not compress a response with a secret next to text that others may have chosen', async () => {
    const t = service();
    const { token } = admin;
    const invite = { email: 'invited@example.com', full_name: 'x'.repeat(200) };
    const { body } = await t.call('POST', '/users/invite', { token, json: invite });
    await t.db.execute(sql`insert into local_pushes (id, provider, token, collapse_id, locale, title, body, created_at)
      select gen_random_uuid(), 'fcm', 'a-token', 'x', 'fr', 'Bonjour', repeat('x', 500), now() from generate_series(1, 9)`);
    const headers = { 'accept-encoding': 'br, gzip, zstd' };
    const calls = [
      t.call('POST', `/users/${body.id}/invitation-link`, { token, headers }),
      t.call('POST', `/password-recovery-html-content/${invite.email}`, { token, headers }),
      t.call('GET', '/private/pushes', { token, headers }),
    ];
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answers.slice(1).map(({ text }) => text.length > 1024)).toEqual([true, true]);
  });
});
