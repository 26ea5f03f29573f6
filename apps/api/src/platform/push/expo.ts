import { setTimeout as sleep } from 'node:timers/promises';
import { ask, comeBackLater, type ProviderAnswer, unreachable } from './http.ts';
import { dataOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider, PushReceipt } from './push.ts';

/** Messages of a request, and milliseconds between requests: Expo takes 600 messages a second of a project. */
const CHUNK = 100;
const PACE = 1000 / (600 / CHUNK);

/** What Expo says of one message; anything else is worth another try. */
const TICKET_ERRORS: Record<string, PushOutcome['kind']> = {
  DeviceNotRegistered: 'dead',
  MessageTooBig: 'refused',
  InvalidCredentials: 'unauthorized',
  MismatchSenderId: 'unauthorized',
};

/** Expo's push service by its HTTP protocol. */
export function expoProvider(accessToken: string, origin = 'https://exp.host'): PushProvider {
  const call = (name: string, body: unknown) =>
    ask(`${origin}/--/api/v2/push/${name}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sendChunk = async (messages: readonly PushMessage[]): Promise<PushOutcome[]> =>
    outcomesOf(await call('send', messages.map(toMessage)), messages.length);
  return {
    send: async (messages, signal) => {
      const outcomes: PushOutcome[] = [];
      for (let start = 0; start < messages.length && !signal.aborted; start += CHUNK) {
        if (start > 0) await sleep(PACE);
        const chunk = messages.slice(start, start + CHUNK);
        const some = await sendChunk(chunk).catch((error) => chunk.map(() => unreachable(error)));
        outcomes.push(...some);
        if (!some.some(({ kind }) => kind === 'accepted' || kind === 'dead')) break;
      }
      return messages.map((_, index) => outcomes[index] ?? { kind: 'unsent' });
    },
    readReceipts: async (ids) => {
      const { status, body } = await call('getReceipts', { ids });
      const { data } = (body ?? {}) as { data?: Record<string, Ticket> };
      if (status !== 200 || !data) throw new Error(`Expo gives no receipts at the moment: ${status}`);
      return new Map(Object.entries(data).map(([id, receipt]) => [id, receiptOf(receipt)]));
    },
  };
}

const toMessage = (message: PushMessage) => {
  const { token, title, body, collapseId, ttl, image } = message;
  return {
    to: token,
    title,
    body,
    data: dataOf(message),
    ...(image && { richContent: { image } }),
    ttl,
    priority: 'high',
    collapseId,
    tag: collapseId,
  };
};

interface Ticket {
  status?: string;
  id?: string;
  details?: { error?: string };
}

function receiptOf({ status, details }: Ticket): PushReceipt {
  if (status === 'ok') return { kind: 'delivered' };
  const code = details?.error ?? 'ExpoError';
  return { kind: TICKET_ERRORS[code] === 'dead' ? 'dead' : 'failed', code };
}

/** Tickets come in the order of the messages. */
function outcomesOf(answer: ProviderAnswer, count: number): PushOutcome[] {
  const { data, errors } = (answer.body ?? {}) as { data?: Ticket[]; errors?: { code?: string }[] };
  if (answer.status === 200 && Array.isArray(data) && data.length === count) return data.map(outcomeOf);
  const whole = wholeOutcome(answer, errors?.[0]?.code ?? `HTTP_${answer.status}`);
  return Array.from({ length: count }, () => whole);
}

function wholeOutcome(answer: ProviderAnswer, code: string): PushOutcome {
  if (answer.status === 401 || answer.status === 403) return { kind: 'unauthorized', code };
  if (answer.status === 400 || answer.status === 413) return { kind: 'refused', code };
  return comeBackLater(answer);
}

function outcomeOf({ status, id, details }: Ticket): PushOutcome {
  if (status === 'ok') return { kind: 'accepted', id: id ?? null, ...(id && { hasReceipt: true }) };
  const code = details?.error ?? 'ExpoError';
  return { kind: TICKET_ERRORS[code] ?? 'retry', code } as PushOutcome;
}
