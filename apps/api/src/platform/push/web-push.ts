import { ECDH } from 'node:crypto';
import { z } from 'zod';
import { ask, type ProviderAnswer, retryLater, sendEach } from './http.ts';
import { dataOf, shownOf, topicOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider } from './push.ts';

/**
 * Push services of browsers, with their paths if the host serves more. A subscription is untrusted and names
 * the address to send to: no other address is ever requested.
 */
const SERVICES = [
  /^fcm\.googleapis\.com\/(fcm\/send|wp|preprod\/wp)\/[\w:.-]+$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com\//,
  /^([a-z0-9-]+\.)*push\.apple\.com\//,
  /^([a-z0-9-]+\.)*notify\.windows\.com\//,
];

const base64 = (bytes: number) =>
  z.string().refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

/** True if the key is a point of the curve used for encryption: with another, encryption fails. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/** A browser's `PushSubscription` as JSON. */
const Subscription = z.object({
  endpoint: z.string().max(2048).refine(isPushService),
  keys: z.object({ p256dh: base64(65).refine(isPoint), auth: base64(16) }),
});

function isPushService(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    !url.username &&
    !url.password &&
    SERVICES.some((service) => service.test(url.hostname + url.pathname))
  );
}

/** Returns the subscription in a token; undefined if it is invalid, or of an unknown push service. */
function subscriptionOf(token: string) {
  try {
    return Subscription.safeParse(JSON.parse(token)).data;
  } catch {
    return undefined;
  }
}

export const isSubscription = (token: string): boolean => subscriptionOf(token) !== undefined;

interface Vapid {
  /** `mailto:` or URL by which the push services contact the sender. */
  subject: string;
  publicKey: string;
  privateKey: string;
}

/** Maximum number of concurrent requests. */
const CONCURRENCY = 50;

/** Web Push (RFC 8030). @param origin replaces that of every subscription */
export function webPushProvider(vapidDetails: Vapid, origin?: string): PushProvider {
  const send = async (message: PushMessage): Promise<PushOutcome> => {
    const subscription = subscriptionOf(message.token);
    if (!subscription) return { kind: 'dead', code: 'invalid_subscription' };
    const { default: webpush } = await import('web-push');
    const request = webpush.generateRequestDetails(
      subscription,
      JSON.stringify({ notification: shownOf(message), data: dataOf(message) }),
      { vapidDetails, TTL: message.ttl, urgency: 'high', topic: topicOf(message.collapseId) },
    );
    const { pathname, search } = new URL(subscription.endpoint);
    const answer = await ask(origin ? origin + pathname + search : subscription.endpoint, {
      headers: request.headers,
      body: new Uint8Array(request.body ?? []),
    });
    return outcomeOf(answer);
  };
  return { send: (messages, signal) => sendEach(messages, CONCURRENCY, signal, send) };
}

/** A subscription made with another key is rejected with 400, 401 or 403, as all are for a bad key. */
function outcomeOf(answer: ProviderAnswer): PushOutcome {
  const { status, headers } = answer;
  const code = `HTTP_${status}`;
  if (status >= 200 && status < 300) return { kind: 'accepted', id: headers.get('location') };
  if (status === 404 || status === 410) return { kind: 'dead', code };
  if (status === 413) return { kind: 'refused', code };
  if (status === 429 || status >= 500) return retryLater(answer);
  return { kind: 'doubtful', code };
}
