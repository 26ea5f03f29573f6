import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomEmail, TestService } from '../../../../test/harness.ts';
import { begin, CLIENT, complete } from '../../../../test/oidc.ts';

// A certified implementation of the standard in place of the forging one: what both sides expect of each other.

const email = randomEmail();
const callback = 'https://admin.example.com/login/provider';

let server: Server;
let origin: string;
let t: TestService;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(origin, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email, email_verified: true, name: 'Mary Jackson', groups: ['writers'] }),
    }),
    cookies: { keys: ['of a test'] },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  });
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    // Somebody who signs in, and agrees, at once.
    void (async () => {
      const { prompt, params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: 'mary', clientId: CLIENT.id });
      grant.addOIDCScope(String(params['scope']));
      const answer =
        prompt.name === 'login'
          ? { login: { accountId: 'mary' } }
          : { consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: true });
    })();
  });
  t = await TestService.start({
    settings: {
      OIDC_ISSUER: origin,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPE: 'openid email profile groups',
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_ROLES: 'writers=editor',
    },
  });
});
afterAll(async () => {
  await t.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Follows the pages of the provider as a browser does, until it returns. @returns the query string of the return */
async function signInAt(page: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = page; !url.startsWith(callback); ) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    url = new URL(next, origin).href;
    if (url.startsWith(callback)) return new URL(url).search;
  }
  throw new Error('The provider was not opened');
}

it('signs in and confirms through `oidc-provider`', async () => {
  const { url, attempt } = await begin(t);
  const answer = await complete(t, attempt, await signInAt(url));
  expect(answer.status).toBe(200);
  const token: string = answer.body.access_token;
  const { body } = await t.call('GET', '/users/me', { token });
  expect(body).toMatchObject({ email, full_name: 'Mary Jackson', role: { key: 'editor' } });

  const again = await begin(t, token);
  const json = { attempt: again.attempt, query: await signInAt(again.url) };
  const confirmed = await t.call('POST', '/login/oidc/confirmation', { token, json });
  expect(confirmed).toMatchObject({ status: 200 });
});
