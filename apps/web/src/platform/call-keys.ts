import { UUID } from '@agora/contract/shared/uuid';
import { hasCode } from './api-error.ts';
import { isWorthRepeating } from './query-client.ts';

/** Keys of calls whose answers were lost, by path and body. */
const lost = new Map<string, string>();

/** True for a failure after which a call may have taken effect, or may still. */
export const mayHaveHappened = (error: unknown): boolean =>
  isWorthRepeating(error) || hasCode(error, 'call_in_progress');

/**
 * Makes a call under a key that names it: repeated after its answer was lost, it takes effect once.
 * @param undoes the only call about the same thing that this one undoes; absent: it may be any
 */
export async function withCallKey<Answer>(
  path: string,
  body: string,
  call: (headers: { 'idempotency-key': string }) => Promise<Answer>,
  undoes?: string,
): Promise<Answer> {
  const asked = path + body;
  const key = lost.get(asked) ?? crypto.randomUUID();
  lost.set(asked, key);
  const answer = await call({ 'idempotency-key': key }).catch((error: unknown) => {
    if (!mayHaveHappened(error)) lost.delete(asked);
    throw error;
  });
  lost.delete(asked);
  forgetUndone(path, undoes);
  return answer;
}

/**
 * After "unread", an earlier "read" of the same message is no repetition any more, nor is "publish" of many articles
 * after "unpublish". A row is named by a UUID of 36 characters.
 */
function forgetUndone(path: string, undoes = ''): void {
  const row = path.slice(0, path.lastIndexOf('/'));
  if (path.endsWith('/bulk')) forgetCalls(`${path}{`);
  else if (UUID.test(row.slice(-36))) forgetCalls(`${row}/${undoes}`, path);
}

/** Forgets the calls whose path and body begin so, but for those to `kept`: the next ones are no repetitions. */
export function forgetCalls(start: string, kept = ' '): void {
  for (const asked of lost.keys()) if (asked.startsWith(start) && !asked.startsWith(kept)) lost.delete(asked);
}
