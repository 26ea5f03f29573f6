import { createSign } from 'node:crypto';
import { ask, comeBackLater, oneByOne, type ProviderAnswer } from './http.ts';
import { dataOf, shownOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push.ts';
import { ServiceAccount } from './service-account.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** Seconds that an assertion is good, and before its end that a token is replaced. */
const ASSERTION_LIFE = 3600;
const MARGIN = 300;

/** Requests under way at a time. */
const AT_A_TIME = 100;

/** Thrown where Google gives no token for these credentials. */
class Unauthorized extends Error {}

/** Firebase Cloud Messaging by its HTTP v1 protocol. */
export function fcmProvider(key: string, origin = 'https://fcm.googleapis.com'): PushProvider {
  const account = ServiceAccount.parse(key);
  const url = `${origin}/v1/projects/${account.project_id}/messages:send`;
  const tokens = tokenSource(account);
  const send = async (message: PushMessage): Promise<PushOutcome> => {
    const answer = await ask(url, {
      headers: { authorization: `Bearer ${await tokens.get()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: toMessage(message) }),
    });
    if (answer.status === 401) tokens.forget();
    return outcomeOf(answer);
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

const toMessage = (message: PushMessage) => {
  const { token, collapseId, ttl } = message;
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
    },
  };
};

interface FcmAnswer {
  name?: string;
  error?: { status?: string; details?: { '@type'?: string; errorCode?: string }[] };
}

/** By the error's details: `INVALID_ARGUMENT` alone is said of bad tokens and of bad payloads. */
function outcomeOf(answer: ProviderAnswer): PushOutcome {
  const { name, error } = (answer.body ?? {}) as FcmAnswer;
  if (answer.status === 200) return { kind: 'accepted', id: name ?? null };
  if (answer.status === 429 || answer.status >= 500) return comeBackLater(answer);
  const code = error?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? 'UNKNOWN';
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'dead', code };
  if (code === 'INVALID_ARGUMENT') return { kind: isAboutFields(error) ? 'refused' : 'dead', code };
  if (answer.status === 401 || answer.status === 403) return { kind: 'unauthorized', code };
  return { kind: 'refused', code };
}

const isAboutFields = (error: FcmAnswer['error']) =>
  error?.details?.some((detail) => detail['@type']?.endsWith('google.rpc.BadRequest')) ?? true;

/** Access tokens of a service account (RFC 7523), each until shortly before its end. */
function tokenSource(account: ServiceAccount) {
  let current: { token: Promise<string>; until: number } | undefined;
  const request = async (): Promise<string> => {
    const answer = await ask(account.token_uri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account),
      }).toString(),
    });
    const { access_token, error } = (answer.body ?? {}) as { access_token?: string; error?: string };
    if (answer.status >= 500) throw new Error('Google gives no tokens at the moment');
    if (!access_token) throw new Unauthorized(error ?? 'invalid_credentials');
    return access_token;
  };
  return {
    get: async () => {
      if (!current || current.until < Date.now()) {
        const life = (ASSERTION_LIFE - MARGIN) * 1000;
        current = { token: request(), until: Date.now() + life };
        current.token.catch(() => (current = undefined));
      }
      return current.token;
    },
    forget: () => (current = undefined),
  };
}

function assertionOf({ client_email, private_key, token_uri }: ServiceAccount): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat, exp: iat + ASSERTION_LIFE };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  try {
    return `${content}.${createSign('RSA-SHA256').update(content).sign(private_key, 'base64url')}`;
  } catch {
    throw new Unauthorized('invalid_private_key');
  }
}
