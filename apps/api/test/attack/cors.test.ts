import { UNREAD_COUNT } from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { FRONTEND, useService } from '../harness.ts';

const APP = 'https://app.example.com';
const BUNDLED = ['capacitor://localhost', 'ionic://app.example.com'];
const service = useService({ settings: { BACKEND_CORS_ORIGINS: [APP, ...BUNDLED].join(',') } });
let token: string;
beforeAll(async () => {
  ({ token } = await service().member());
  await service().db.execute(sql`alter table items add constraint fault check (title <> 'fault')`);
});

type Ask = (origin: string) => ReturnType<ReturnType<typeof service>['call']>;

/** A request for each kind of response. */
const ANSWERS: Record<number, Ask> = {
  200: (origin) => service().call('GET', '/items/', { token, headers: { origin } }),
  204: (origin) =>
    service().call('OPTIONS', '/items/', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    }),
  401: (origin) => service().call('GET', '/items/', { headers: { origin } }),
  404: (origin) => service().call('GET', '/nothing', { headers: { origin } }),
  405: (origin) => service().call('PUT', '/items/', { headers: { origin } }),
  413: (origin) =>
    service().call('POST', '/items/', { token, json: { title: 'x'.repeat(2_000_000) }, headers: { origin } }),
  422: (origin) => service().call('POST', '/items/', { token, json: {}, headers: { origin } }),
  500: (origin) =>
    service().call('POST', '/items/', { token, json: { title: 'fault' }, headers: { origin } }),
};

/** Origins that resemble an allowed one. */
const FOREIGN = [FRONTEND, APP].flatMap((allowed) => {
  const host = allowed.replace('https://', '');
  return [
    `${allowed}.evil.example`,
    `https://evil-${host}`,
    `https://evil.${host}`,
    `https://${host.replace('.', '-')}`,
    `https://${host.split('.').slice(1).join('.')}`,
    `http://${host}`,
    `${allowed}:444`,
    `${allowed}/`,
    `${allowed}#`,
    `${allowed} `,
    allowed.toUpperCase(),
    `https://x@${host}`,
    `https://${host}@evil.example`,
    `${allowed}, https://evil.example`,
  ];
});

/** Origins that resemble those of apps. */
const UNBUNDLED = [
  'capacitor://',
  'capacitor://localhost.evil.example',
  'capacitor://localhost:1',
  'ionic://localhost',
  'https://localhost',
  'capacitor-evil://localhost',
];

describe('cross-origin responses', () => {
  it.each(Object.entries(ANSWERS))('lets the configured origins read a %s response', async (status, ask) => {
    for (const origin of [FRONTEND, APP, ...BUNDLED]) {
      const answer = await ask(origin);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        Number(status),
        origin,
      ]);
      expect(answer.headers['vary']).toMatch(/\bOrigin\b/i);
    }
  });

  it.each(Object.entries(ANSWERS))('lets no other origin read a %s response', async (status, ask) => {
    for (const origin of [
      'null',
      '*',
      'https://evil.example',
      'file://',
      'http://localhost',
      ...FOREIGN,
      ...UNBUNDLED,
    ]) {
      const answer = await ask(origin);
      expect([origin, answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        origin,
        Number(status),
        undefined,
      ]);
      expect(answer.headers['vary']).toMatch(/\bOrigin\b/i);
    }
  });

  it.each(['GET', 'POST', 'OPTIONS'])('sends no CORS headers without an Origin: %s', async (method) => {
    for (const path of ['/items/', '/users/me', '/nothing']) {
      const { headers } = await service().call(method, path, { token });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['vary']).toMatch(/\bOrigin\b/i);
    }
  });

  it('allows the Authorization header in a preflight and sets no cookie', async () => {
    const preflight = await ANSWERS[204]?.(FRONTEND);
    expect(preflight?.headers['access-control-allow-headers']).toBe('authorization');
    const signedIn = await service().call('POST', '/private/users/', {
      json: { email: 'cookie@example.com', password: 'correct horse', full_name: 'x' },
    });
    expect(signedIn.headers).not.toHaveProperty('set-cookie');
  });
});

it('exposes ETag and the unread count to an app at another origin', async () => {
  const { headers } = await service().call('GET', '/app/notifications', { token, headers: { origin: APP } });
  const exposed = String(headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['etag', UNREAD_COUNT]));
  expect(headers).toHaveProperty(UNREAD_COUNT);
});
