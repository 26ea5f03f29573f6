import type { gaxios, JWT } from 'google-auth-library';
import { ServiceAccount } from '../service-account.ts';
import { ask, type ProviderAnswer, retryLater, sendEach, TIMEOUT } from './http.ts';
import { dataOf, shownOf, topicOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** Maximum number of concurrent requests. */
const CONCURRENCY = 100;

/** Thrown if Google issues no token for these credentials. */
class Unauthorized extends Error {}

/** Firebase Cloud Messaging, by its HTTP v1 API. */
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
      sendEach(messages, CONCURRENCY, signal, (message) =>
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
  if (answer.status === 429 || answer.status >= 500) return retryLater(answer);
  const code = error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? 'UNKNOWN';
  if (code === 'UNREGISTERED') return { kind: 'dead', code };
  if (DOUBTFUL.has(code)) return { kind: 'doubtful', code };
  if (code === 'INVALID_ARGUMENT') return { kind: classifyInvalidArgument(error), code };
  if (answer.status === 401 || answer.status === 403) return { kind: 'unauthorized', code };
  return { kind: 'refused', code };
}

/**
 * `INVALID_ARGUMENT` can mean the token or the payload: the fields, Apple's reason or only the message reveal which.
 */
function classifyInvalidArgument({ message = '', details = [] }: FcmError): 'dead' | 'refused' | 'doubtful' {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
  const hasReason = (reason: string) => details.some((detail) => detail.reason === reason);
  if (fields.includes('message.token') || hasReason('BadDeviceToken')) return 'dead';
  if (fields.length > 0 || hasReason('PayloadTooLarge')) return 'refused';
  if (/registration token/i.test(message)) return 'dead';
  return /too big/i.test(message) ? 'refused' : 'doubtful';
}

/** Access tokens of a service account, cached until shortly before their expiry. */
function tokenSource({ client_email, private_key, token_uri }: ServiceAccount) {
  const open = async (): Promise<JWT> => {
    const { gaxios, JWT } = await import('google-auth-library');
    const transporter = new gaxios.Gaxios({ timeout: TIMEOUT });
    // The library always uses Google's own URL.
    transporter.interceptors.request.add({
      resolved: async (request) => ({ ...request, url: new URL(token_uri) }),
    });
    return new JWT({ email: client_email, key: private_key, scopes: SCOPE, transporter });
  };
  let client: Promise<JWT> | undefined;
  return {
    /** @throws {Unauthorized} with Google's reason; another error if it gives no answer */
    get: async () => {
      try {
        client ??= open();
        return (await (await client).getAccessToken()).token;
      } catch (error) {
        const { status = 500, response } = error as gaxios.GaxiosError<{ error?: string }>;
        throw status < 500 ? new Unauthorized(response?.data?.error ?? 'invalid_credentials') : error;
      }
    },
    forget: () => {
      client = undefined;
    },
  };
}
