import { AppError } from './errors.ts';

interface TurnOptions {
  /** How many do their work at the same time. */
  slots: number;
  /** Milliseconds that work waits for its turn at most. */
  patience: number;
  /** How many may wait. */
  waiting?: number;
  /** The refusal of those who wait too long, or would be too many. */
  refusal?: () => AppError;
}

/** Does work when its turn comes. @throws the refusal when that takes too long, or too many wait already */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Seconds after which those who waited in vain may come back. */
const RETRY_AFTER = '2';

const unavailable = () => new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });

/** Bounds work that must not be done by all at once, such as what keeps a core busy. The first to come goes first. */
export function createTurns({
  slots,
  patience,
  waiting: most = Number.POSITIVE_INFINITY,
  refusal = unavailable,
}: TurnOptions): InTurn {
  let running = 0;
  /** In the order of coming. Each begins one waiter's turn. */
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

  /** A turn that ends is the next one's; without one the slot is free. */
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

/** The same for each of those whom `key` names, beside each other. */
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
