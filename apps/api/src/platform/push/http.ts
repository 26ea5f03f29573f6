import PQueue from 'p-queue';
import type { PushMessage, PushOutcome } from './push.ts';

/** Time limit for a provider's response, in milliseconds. */
export const TIMEOUT = 10_000;

/** Maximum pause that a provider can request, in milliseconds. */
const LONGEST_PAUSE = 3_600_000;

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  /** Undefined if it is not JSON. */
  body: unknown;
}

/**
 * Sends a request to a provider. Redirects are not followed, as they could lead anywhere. @throws without a
 * response
 */
export async function ask(
  url: string,
  init: { method?: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
): Promise<ProviderAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
    ...init,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Outcome if a provider does not respond. */
export const unreachable = (error: unknown): PushOutcome => ({
  kind: 'retry',
  code: (error as Error).name === 'TimeoutError' ? 'provider_timeout' : 'provider_unreachable',
});

/** Outcome of a response that asks for a later retry: 429 and 5xx. */
export function retryLater({ status, headers }: ProviderAnswer): PushOutcome {
  const after = retryAfter(headers);
  return {
    kind: 'retry',
    code: status === 429 ? 'rate_limited' : 'provider_unavailable',
    ...(after !== undefined && { after }),
  };
}

/** Milliseconds from `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), LONGEST_PAUSE);
}

/** Outcomes that all further messages would share. */
const isGeneral = (outcome: PushOutcome) =>
  outcome.kind === 'refused' ||
  outcome.kind === 'unauthorized' ||
  (outcome.kind === 'retry' && outcome.code === 'rate_limited');

/** Sends messages one by one, with limited concurrency, until an outcome makes the rest pointless. */
export async function sendEach<Message extends PushMessage>(
  messages: readonly Message[],
  atATime: number,
  signal: AbortSignal,
  send: (message: Message) => Promise<PushOutcome>,
): Promise<PushOutcome[]> {
  let isOver = false;
  const sendNext = async (message: Message): Promise<PushOutcome> => {
    if (isOver || signal.aborted) return { kind: 'unsent' };
    const outcome = await send(message).catch(unreachable);
    isOver ||= isGeneral(outcome);
    return outcome;
  };
  return new PQueue({ concurrency: atATime }).addAll(messages.map((message) => () => sendNext(message)));
}
