import { randomUUID } from 'node:crypto';

export interface LoadReport {
  /** Successful responses, with or without a retry. */
  good: number;
  /** Failures that clients saw, after the retry. */
  failures: string[];
  /** Requests that the proxy retried on another instance. */
  repeats: number;
  /** Titles of the items whose creation was acknowledged. */
  acknowledged: string[];
  /** Duration of each request, including its retry, in milliseconds. */
  times: number[];
}

/**
 * Load through a proxy that distributes requests over `bases` and tries the next one, once, if a connection
 * is refused or reset: 60 % reads, 40 % writes with an Idempotency-Key.
 * @param pace milliseconds between two requests of one lane
 */
export async function rollingLoad(
  bases: readonly string[],
  headers: Record<string, string>,
  { lanes, pace, signal }: { lanes: number; pace: number; signal: AbortSignal },
): Promise<LoadReport> {
  const report: LoadReport = { good: 0, failures: [], repeats: 0, acknowledged: [], times: [] };
  let turn = 0;
  const attempt = async (instance: number, path: string, init: RequestInit) => {
    const answer = await fetch(`${bases[instance % bases.length]}/api/v1${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  const call = async (path: string, init: RequestInit) => {
    const started = performance.now();
    turn += 1;
    const instance = turn;
    const answer = await attempt(instance, path, init)
      .catch(() => {
        report.repeats += 1;
        return attempt(instance + 1, path, init);
      })
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    report.times.push(performance.now() - started);
    if (answer.status === 200) report.good += 1;
    else report.failures.push(`${path} ${answer.status} ${answer.text}`);
    return answer.status;
  };
  const lane = async () => {
    for (let round = 0; !signal.aborted; round += 1) {
      if (round % 5 < 3) await call('/users/me', { headers });
      else {
        const title = randomUUID();
        const keyed = { ...headers, 'idempotency-key': title };
        const status = await call('/items/', {
          method: 'POST',
          headers: keyed,
          body: JSON.stringify({ title }),
        });
        if (status === 200) report.acknowledged.push(title);
      }
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return report;
}
