import PQueue from 'p-queue';
import { AppError } from './errors.ts';

interface WorkQueueOptions {
  /** Maximum concurrency. */
  slots: number;
  /** Maximum wait for a turn, in milliseconds. */
  timeoutMs: number;
  /** Maximum length of the queue. */
  waiting?: number;
  /** Error for callers who wait too long, or exceed the queue. */
  refusal?: () => AppError;
}

/** Runs work when its turn comes. @throws the refusal after too long a wait, or if the queue is full */
export type QueueWork = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Seconds after which rejected callers may retry. */
const RETRY_AFTER = '2';

const unavailable = () => new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });

/** Limits the concurrency of expensive work, such as work that keeps a core busy. First in, first out. */
export function createWorkQueue({
  slots,
  timeoutMs,
  waiting = Number.POSITIVE_INFINITY,
  refusal = unavailable,
}: WorkQueueOptions): QueueWork {
  const queue = new PQueue({ concurrency: slots });
  return async (work) => {
    if (queue.size >= waiting) throw refusal();
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(refusal()), timeoutMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(begin, { signal: wait.signal });
  };
}

/** The same per `key`; different keys run concurrently. */
export function createKeyedWorkQueue(options: WorkQueueOptions) {
  const lines = new Map<string, { queueWork: QueueWork; length: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { queueWork: createWorkQueue(options), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.queueWork(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
