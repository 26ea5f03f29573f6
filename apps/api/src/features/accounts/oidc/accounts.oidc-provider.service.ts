import type { ErrorCode } from '@agora/contract/registry';
import type { FastifyBaseLogger } from 'fastify';
import type * as openid from 'openid-client';
import { AppError } from '../../../platform/errors.ts';
import { type Config, isLoopback } from '../../../platform/settings.ts';

type Library = typeof openid;

/** Loaded by the first sign-in. */
const load = (): Promise<Library> => import('openid-client');

/** What the provider's answer to one attempt is checked against. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Claims of the provider about the user. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** Seconds after which an answer of the provider counts as missing. */
const TIMEOUT = 5;

/** Milliseconds after which the provider's addresses are read again. */
const KNOWN_FOR = 3_600_000;

/** Codes of `openid-client` for answers that say nothing about the attempt. */
const OUTAGES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** A refused connection; `openid-client` has codes for its own type errors. */
const isNetworkError = (error: unknown) => error instanceof TypeError && !('code' in error);

function refusalOf(
  { AuthorizationResponseError, ClientError, ResponseBodyError }: Library,
  error: unknown,
): ErrorCode {
  if (error instanceof AuthorizationResponseError) return 'oidc_refused';
  const isOutage =
    isNetworkError(error) ||
    (error instanceof ClientError && OUTAGES.has(error.code ?? '')) ||
    // Anything but a wrong code, such as a wrong OIDC_CLIENT_SECRET.
    (error instanceof ResponseBodyError && error.error !== 'invalid_grant');
  return isOutage ? 'oidc_unavailable' : 'oidc_return_invalid';
}

/** Messages alone: causes can hold tokens. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? error.cause.message : undefined]
        .filter(Boolean)
        .join(': ')
    : String(error);

/** By the header as the standard prefers, in the form for providers that only read it there (RFC 6749, 2.3.1). */
const authenticateBy =
  ({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    return (isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, ...rest);
  };

/** The OpenID Connect provider of the settings. It is first called by a sign-in: the product starts without it. */
export class OidcProvider {
  readonly #config: Config;
  readonly #redirectUri: string;
  #known: { client: Promise<openid.Configuration>; at: number } | undefined;

  constructor(config: Config, frontendHost: string) {
    this.#config = config;
    this.#redirectUri = `${frontendHost}/login/provider`;
  }

  /** @throws {AppError} `oidc_off`, `oidc_unavailable` */
  async #client(library: Library, logger: FastifyBaseLogger): Promise<openid.Configuration> {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret = '' } = this.#config;
    if (issuer === undefined) throw new AppError('oidc_off');
    if (!this.#known || Date.now() - this.#known.at > KNOWN_FOR) {
      const execute = [
        library.enableNonRepudiationChecks,
        ...(isLoopback(issuer) ? [library.allowInsecureRequests] : []),
      ];
      const client = library.discovery(new URL(issuer), id, undefined, authenticateBy(library, secret), {
        execute,
        timeout: TIMEOUT,
      });
      // One call for all who wait; a failed one is repeated by the next sign-in.
      const known = { client, at: Date.now() };
      this.#known = known;
      client.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return this.#known.client.catch((error: unknown) => {
      logger.error({ reason: reasonOf(error) }, 'the sign-in provider cannot be reached');
      throw new AppError('oidc_unavailable');
    });
  }

  /**
   * The page of the provider to open, and what to check its answer against.
   * @param isFresh true to ask for a new sign-in at the provider, even with a session there
   * @throws {AppError} `oidc_off`, `oidc_unavailable`
   */
  async begin(
    logger: FastifyBaseLogger,
    { isFresh }: { isFresh: boolean },
  ): Promise<{ url: string; secrets: Secrets }> {
    const library = await load();
    const client = await this.#client(library, logger);
    const secrets = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUri,
      scope: this.#config.OIDC_SCOPE,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    });
    return { url: url.href, secrets };
  }

  /**
   * Exchanges the authorization code for claims about the user.
   * @param query the query string of the return
   * @throws {AppError} `oidc_off`, `oidc_unavailable`, `oidc_refused`, `oidc_return_invalid`
   */
  async finish(logger: FastifyBaseLogger, query: string, secrets: Secrets): Promise<Claims> {
    const library = await load();
    const client = await this.#client(library, logger);
    const returned = new URL(this.#redirectUri);
    returned.search = query;
    try {
      const tokens = await library.authorizationCodeGrant(client, returned, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider has sent no ID token');
      // Many providers tell address and roles only there.
      const more = client.serverMetadata().userinfo_endpoint
        ? await library.fetchUserInfo(client, tokens.access_token, claims.sub)
        : {};
      return { ...more, ...claims };
    } catch (error) {
      const refusal = refusalOf(library, error);
      logger.warn({ reason: reasonOf(error), refusal }, 'a sign-in through the provider failed');
      throw new AppError(refusal);
    }
  }
}
