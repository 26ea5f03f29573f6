import { createSign } from 'node:crypto';
import { ServiceAccount } from '../service-account.ts';
import { ask, comeBackLater, oneByOne, type ProviderAnswer } from './http.ts';
import { dataOf, shownOf, topicOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** Lifetime in seconds of an assertion, and of an access token unless its response differs. */
const LIFE = 3600;

/** Seconds before its expiry at which an access token is replaced. */
const MARGIN = 300;

/** Maximum number of concurrent requests. */
const AT_A_TIME = 100;

/** Thrown if Google issues no token for these credentials. */
class Unauthorized extends Error {}

/** Firebase Cloud Messaging over its HTTP v1 protocol. */
export function fcmProvider(key: string, origin = 'https://fcm.googleapis.com'): PushProvider {
  const account = ServiceAccount.parse(key);
  const url = `${origin}/v1/projects/${account.project_id}/messages:send`;
  const tokens = tokenSource(account);
  const send = async (message: PushMessage): Promise<PushOutcome> => {
    const answer = await ask(url, {
      headers: { authorization: `Bearer ${await tokens.get()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: toMessage(message) }),
    });
    const outcome = outcomeOf(answer);
    if (outcome.kind === 'unauthorized') tokens.forget();
    return outcome;
  };
  return {
    send: (messages, signal) =>
      oneByOne(messages, AT_A_TIME, signal, (message) =>
        send(message).catch((error: unknown): PushOutcome => {
          if (error instanceof Unauthorized) return { kind: 'unauthorized', code: error.message };
          throw error;
        }),
      ),
  };
}

/** Sets a sound for phones without a default one; pictures on Apple's need `mutable-content`. */
const toMessage = (message: PushMessage) => {
  const { token, collapseId, ttl, image } = message;
  return {
    token,
    notification: shownOf(message),
    data: dataOf(message),
    android: {
      collapse_key: collapseId,
      ttl: `${ttl}s`,
      priority: 'HIGH',
      notification: { tag: collapseId },
    },
    apns: {
      headers: {
        'apns-collapse-id': collapseId,
        'apns-expiration': String(ttl === 0 ? 0 : Math.floor(Date.now() / 1000) + ttl),
      },
      payload: { aps: { sound: 'default', ...(image && { 'mutable-content': 1 }) } },
      ...(image && { fcm_options: { image } }),
    },
    webpush: {
      headers: { TTL: String(ttl), Urgency: 'high', Topic: topicOf(collapseId) },
      notification: { tag: collapseId },
    },
  };
};

interface FcmError {
  status?: string;
  message?: string;
  details?: { errorCode?: string; reason?: string; fieldViolations?: { field?: string }[] }[];
}

/**
 * Doubtful: a token of another project, or a missing key for Apple or the browser's service, can affect
 * single devices.
 */
const DOUBTFUL = new Set(['SENDER_ID_MISMATCH', 'THIRD_PARTY_AUTH_ERROR']);

function outcomeOf(answer: ProviderAnswer): PushOutcome {
  const { name, error = {} } = (answer.body ?? {}) as { name?: string; error?: FcmError };
  if (answer.status === 200) return { kind: 'accepted', id: name ?? null };
  if (answer.status === 429 || answer.status >= 500) return comeBackLater(answer);
  const code = error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? 'UNKNOWN';
  if (code === 'UNREGISTERED') return { kind: 'dead', code };
  if (DOUBTFUL.has(code)) return { kind: 'doubtful', code };
  if (code === 'INVALID_ARGUMENT') return { kind: whatIsInvalid(error), code };
  if (answer.status === 401 || answer.status === 403) return { kind: 'unauthorized', code };
  return { kind: 'refused', code };
}

/**
 * `INVALID_ARGUMENT` can mean the token or the payload: the fields, Apple's reason or only the message tell.
 */
function whatIsInvalid({ message = '', details = [] }: FcmError): 'dead' | 'refused' | 'doubtful' {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
  const isSaid = (reason: string) => details.some((detail) => detail.reason === reason);
  if (fields.includes('message.token') || isSaid('BadDeviceToken')) return 'dead';
  if (fields.length > 0 || isSaid('PayloadTooLarge')) return 'refused';
  if (/registration token/i.test(message)) return 'dead';
  return /too big/i.test(message) ? 'refused' : 'doubtful';
}

interface AccessToken {
  value: Promise<string>;
  /** Milliseconds since the epoch; infinite while the token is being requested. */
  until: number;
}

interface TokenAnswer {
  access_token?: string;
  /** Seconds (RFC 6749, 5.1). */
  expires_in?: number;
  error?: string;
}

/** Access tokens of a service account (RFC 7523), cached until shortly before their expiry. */
function tokenSource(account: ServiceAccount) {
  let current: AccessToken | undefined;
  const request = async (token: { until: number }): Promise<string> => {
    const answer = await ask(account.token_uri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account),
      }).toString(),
    });
    const { access_token, expires_in = LIFE, error } = (answer.body ?? {}) as TokenAnswer;
    if (answer.status >= 500) throw new Error('Google gives no tokens at the moment');
    if (!access_token) throw new Unauthorized(error ?? 'invalid_credentials');
    token.until = Date.now() + (expires_in - MARGIN) * 1000;
    return access_token;
  };
  return {
    get: async () => {
      if (!current || current.until <= Date.now()) {
        const token = { until: Number.POSITIVE_INFINITY };
        current = Object.assign(token, { value: request(token) });
        current.value.catch(() => (current = undefined));
      }
      return current.value;
    },
    forget: () => (current = undefined),
  };
}

function assertionOf({ client_email, private_key, token_uri }: ServiceAccount): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat, exp: iat + LIFE };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${createSign('RSA-SHA256').update(content).sign(private_key, 'base64url')}`;
}
