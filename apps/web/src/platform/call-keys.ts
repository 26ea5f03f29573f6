import { hasCode } from './errors.ts';
import { isWorthRepeating } from './query-client.ts';

/** Keys of calls whose answers were lost, by what they ask for. */
const lost = new Map<string, string>();

/** Makes a call under a key that names it: repeated after its answer was lost, it takes effect once. */
export async function withCallKey<Answer>(
  asked: string,
  call: (headers: { 'idempotency-key': string }) => Promise<Answer>,
): Promise<Answer> {
  const key = lost.get(asked) ?? crypto.randomUUID();
  lost.set(asked, key);
  const answer = await call({ 'idempotency-key': key }).catch((error: unknown) => {
    if (!isWorthRepeating(error) && !hasCode(error, 'call_in_progress')) lost.delete(asked);
    throw error;
  });
  lost.delete(asked);
  return answer;
}
