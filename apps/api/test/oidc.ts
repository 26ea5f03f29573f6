import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestService } from './harness.ts';

export const CLIENT = { id: 'agora', secret: 'the secret of this test client' };

type Claims = Record<string, unknown>;

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Signs a JWT (RFC 7515) as a provider does, or as it must not. */
export function jwt(
  claims: Claims,
  key: KeyObject | string,
  header: Claims = { alg: 'RS256', kid: 'known' },
): string {
  const signed = `${base64(header)}.${base64(claims)}`;
  if (header['alg'] === 'none') return `${signed}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(signed).digest()
      : sign('sha256', Buffer.from(signed), key);
  return `${signed}.${signature.toString('base64url')}`;
}

/** What a provider remembers of an attempt until its code is exchanged. */
interface Begun {
  claims: Claims;
  challenge: string;
}

/** An OpenID Connect provider on the loopback interface that says whatever a test has it say. */
export class ForgingProvider {
  readonly issuer: string;
  readonly #server: Server;
  readonly #key = newKey();
  readonly #codes = new Map<string, Begun>();
  #count = 0;

  /** Replaces the ID token. */
  forge: ((claims: Claims, key: KeyObject) => string) | undefined;
  /** Replaces the answer to a path. */
  answers = new Map<string, (response: ServerResponse) => void>();
  /** Additional claims of the user info. */
  userInfo: Claims = {};

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<ForgingProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return new ForgingProvider(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Our directory',
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_ROLES: 'admins=superuser,writers=editor,helpers=moderator,gone=No such role',
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    const answer = this.answers.get(pathname);
    if (answer) return answer(response);
    const found = await this.#answer(pathname, request);
    response
      .writeHead(found ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? { error: 'invalid_grant' }));
  }

  async #answer(path: string, request: IncomingMessage): Promise<object | undefined> {
    const { issuer } = this;
    switch (path) {
      case '/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/keys`,
          // What it offers is not what is accepted.
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        };
      case '/keys':
        return {
          keys: [
            { ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'known', use: 'sig', alg: 'RS256' },
          ],
        };
      case '/me':
        return {
          sub: decodeURIComponent(request.headers.authorization?.slice('Bearer '.length) ?? ''),
          ...this.userInfo,
        };
      default:
        return this.#exchange(request, new URLSearchParams(await text(request)));
    }
  }

  #exchange({ headers }: IncomingMessage, form: URLSearchParams): object | undefined {
    const begun = this.#codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient =
      headers.authorization ===
      `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret.replaceAll(' ', '+')}`).toString('base64')}`;
    if (!begun || begun.challenge !== challenge || !isClient) return undefined;
    this.#codes.delete(form.get('code') ?? '');
    const { claims } = begun;
    const id_token = (this.forge ?? ((all, key) => jwt(all, key)))(claims, this.#key.privateKey);
    return { access_token: encodeURIComponent(String(claims['sub'])), token_type: 'bearer', id_token };
  }

  /** Signs somebody in at the page of the provider. @returns the query string of the return */
  signIn(page: string, claims: Claims): string {
    const { searchParams } = new URL(page);
    const asked = (name: string) => searchParams.get(name) ?? '';
    const now = Math.floor(Date.now() / 1000);
    const code = `code-${(this.#count += 1)}`;
    const standard = {
      iss: this.issuer,
      aud: asked('client_id'),
      nonce: asked('nonce'),
      iat: now,
      exp: now + 60,
    };
    this.#codes.set(code, { claims: { ...standard, ...claims }, challenge: asked('code_challenge') });
    return new URLSearchParams({ code, state: asked('state') }).toString();
  }
}

/** Begins a sign-in, or a confirmation with a token. */
export async function begin(t: TestService, token?: string): Promise<{ url: string; attempt: string }> {
  const path = token === undefined ? '/login/oidc/start' : '/login/oidc/confirmation/start';
  const { body } = await t.call('POST', path, { token });
  return body;
}

/** Completes a sign-in. */
export const complete = (t: TestService, attempt: string, query: string) =>
  t.call('POST', '/login/oidc/complete', { json: { attempt, query } });

/** Signs in through a provider that makes these claims. */
export async function signInBy(t: TestService, provider: ForgingProvider, claims: Claims) {
  const { url, attempt } = await begin(t);
  return complete(t, attempt, provider.signIn(url, claims));
}
