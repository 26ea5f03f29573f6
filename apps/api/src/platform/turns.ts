import { AppError } from './errors.ts';

interface TurnOptions {
  /** Maximum concurrency. */
  slots: number;
  /** Maximum wait for a turn, in milliseconds. */
  patience: number;
  /** Maximum length of the queue. */
  waiting?: number;
  /** Error for callers who wait too long, or exceed the queue. */
  refusal?: () => AppError;
}

/** Runs work when its turn comes. @throws the refusal after too long a wait, or if the queue is full */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Seconds after which rejected callers may retry. */
const RETRY_AFTER = '2';

const unavailable = () => new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });

/** Limits the concurrency of expensive work, such as work that keeps a core busy. First in, first out. */
export function createTurns({
  slots,
  patience,
  waiting: most = Number.POSITIVE_INFINITY,
  refusal = unavailable,
}: TurnOptions): InTurn {
  let running = 0;
  /** In the order of arrival. Each starts one waiter's turn. */
  const waiting = new Set<() => void>();

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(refusal());
      }, patience);
      waiting.add(begin);
    });

  /** Passes a finished turn to the next waiter; without one the slot becomes free. */
  const passOn = () => {
    const [begin] = waiting;
    if (!begin) {
      running -= 1;
      return;
    }
    waiting.delete(begin);
    begin();
  };

  return async (work) => {
    if (running < slots) running += 1;
    else if (waiting.size >= most) throw refusal();
    else await turn();
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}

/** The same per `key`; different keys run concurrently. */
export function createTurnsByKey(options: TurnOptions) {
  const lines = new Map<string, { inTurn: InTurn; length: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { inTurn: createTurns(options), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.inTurn(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
