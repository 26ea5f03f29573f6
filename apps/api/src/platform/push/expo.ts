import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type ProviderAnswer, retryLater, sendEach, unreachable } from './http.ts';
import { dataOf } from './payload.ts';
import type { PushMessage, PushOutcome, PushProvider, PushReceipt } from './push.ts';

/**
 * Messages per request, and milliseconds between requests: Expo accepts 600 messages a second per project.
 */
const CHUNK = 100;
const PACE = 1000 / (600 / CHUNK);

/** Maximum concurrent requests of single messages: the limit of Expo's own clients. */
const CONCURRENCY = 6;

/** Errors of a single message; all others are retried. */
const TICKET_ERRORS: Record<string, PushOutcome['kind']> = {
  DeviceNotRegistered: 'dead',
  MessageTooBig: 'refused',
  InvalidCredentials: 'doubtful',
  MismatchSenderId: 'doubtful',
};

type Messages = readonly PushMessage[];

/** Expo's push service, by its HTTP API. */
export function expoProvider(accessToken: string, origin = 'https://exp.host'): PushProvider {
  const call = (name: string, body: unknown) =>
    ask(`${origin}/--/api/v2/push/${name}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sendTogether = async (messages: Messages, signal: AbortSignal): Promise<PushOutcome[]> => {
    const answer = await call('send', messages.map(toMessage));
    return answer.status === 400 && messages.length > 1
      ? sendApart(messages, answer, signal)
      : outcomesOf(answer, messages.length);
  };
  const sendAlone = async (message: PushMessage, signal: AbortSignal): Promise<PushOutcome> => {
    const [outcome] = await sendTogether([message], signal);
    return outcome ?? { kind: 'unsent' };
  };
  /** One message makes Expo reject the whole batch: the others are sent again without it. */
  const sendApart = async (messages: Messages, answer: ProviderAnswer, signal: AbortSignal) => {
    const outcomes = new Map<PushMessage, PushOutcome>();
    for (const part of byProject(messages, answer)) {
      if (signal.aborted) break;
      const some = await (part.length < messages.length
        ? sendTogether(part, signal).catch((error) => part.map(() => unreachable(error)))
        : sendEach(part, CONCURRENCY, signal, (message) => sendAlone(message, signal)));
      for (const [index, message] of part.entries()) outcomes.set(message, some[index] ?? { kind: 'unsent' });
    }
    return messages.map((message): PushOutcome => outcomes.get(message) ?? { kind: 'unsent' });
  };
  return {
    send: async (messages, signal) => {
      const outcomes: PushOutcome[] = [];
      for (let start = 0; start < messages.length && !signal.aborted; start += CHUNK) {
        if (start > 0) await sleep(PACE);
        const chunk = messages.slice(start, start + CHUNK);
        const some = await sendTogether(chunk, signal).catch((error) => chunk.map(() => unreachable(error)));
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
    sound: 'default',
    ...(image && { richContent: { image }, mutableContent: true }),
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
  return { kind: (TICKET_ERRORS[code] as 'dead' | 'doubtful' | 'refused' | undefined) ?? 'failed', code };
}

interface ExpoError {
  code?: string;
  details?: unknown;
}

const errorOf = ({ body }: ProviderAnswer): ExpoError | undefined =>
  ((body ?? {}) as { errors?: ExpoError[] }).errors?.[0];

/** Groups messages by their tokens' project as Expo reports it; one group if that is not the error. */
function byProject(messages: Messages, answer: ProviderAnswer): PushMessage[][] {
  const { code, details } = errorOf(answer) ?? {};
  const isOfProjects = code === 'PUSH_TOO_MANY_EXPERIENCE_IDS';
  const projects = Object.entries(((isOfProjects && details) || {}) as Record<string, string[]>);
  const projectOf = new Map(
    projects.flatMap(([project, tokens]) => tokens.map((token) => [token, project] as const)),
  );
  return [...Map.groupBy(messages, ({ token }) => projectOf.get(token)).values()];
}

/** Tickets have the order of the messages. */
function outcomesOf(answer: ProviderAnswer, count: number): PushOutcome[] {
  const { data } = (answer.body ?? {}) as { data?: Ticket[] };
  if (answer.status === 200 && Array.isArray(data) && data.length === count) return data.map(outcomeOf);
  const whole = sharedOutcome(answer, errorOf(answer)?.code ?? `HTTP_${answer.status}`);
  return Array.from({ length: count }, () => whole);
}

function sharedOutcome(answer: ProviderAnswer, code: string): PushOutcome {
  if (answer.status === 401) return { kind: 'unauthorized', code };
  if (answer.status === 413) return { kind: 'refused', code };
  if (answer.status === 400 || answer.status === 403) return { kind: 'doubtful', code };
  return retryLater(answer);
}

function outcomeOf({ status, id, details }: Ticket): PushOutcome {
  if (status === 'ok') return { kind: 'accepted', id: id ?? null, ...(id && { hasReceipt: true }) };
  const code = details?.error ?? 'ExpoError';
  return { kind: TICKET_ERRORS[code] ?? 'retry', code } as PushOutcome;
}
