import { availableParallelism } from 'node:os';
import { AppError } from '../errors.ts';

/** One hash at a time for each core: more would only make all of them, and everything else, slower (ASVS 15.2.2). */
const SLOTS = availableParallelism();

/** Milliseconds that a hash waits for its turn at most. */
const PATIENCE = 2_000;

/** Seconds after which those who waited in vain may come back. */
const RETRY_AFTER = '2';

let running = 0;

/** In the order of coming. Each begins one waiter's turn. */
const waiting = new Set<() => void>();

/**
 * Does work that keeps a core busy, such as hashing, when its turn comes.
 * @throws {AppError} `service_unavailable` when that takes too long
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < SLOTS) running += 1;
  else await turn();
  try {
    return await work();
  } finally {
    passOn();
  }
}

const turn = () =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new AppError('service_unavailable', { 'retry-after': RETRY_AFTER }));
    }, PATIENCE);
    waiting.add(begin);
  });

/** A turn that ends is the next one's; without one the slot is free. */
function passOn(): void {
  const [begin] = waiting;
  if (!begin) {
    running -= 1;
    return;
  }
  waiting.delete(begin);
  begin();
}
