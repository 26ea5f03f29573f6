import { DatabaseUnavailable } from './errors.ts';

/** Maximum length of the queue; further callers are rejected at once. */
const LONGEST_LINE = 200;

/**
 * Maximum sharers of a slot while none is slow: the driver pipelines statements over a connection, which is
 * worth a third of its throughput. Behind a slow statement all of them would be late.
 */
const SHARERS = 8;

/** Milliseconds after which a holder counts as slow. */
const SLOW = 250;

/** Numbers of those who have a slot, and of those who wait for one. */
export interface PoolUse {
  running: number;
  waiting: number;
}

/** A slot in use. */
export interface Pass {
  /** Time of acquisition, in milliseconds of `performance.now()`. */
  since: number;
}

/**
 * Limits concurrent work to `places` slots. Callers without a slot queue for at most `timeoutMs` milliseconds:
 * an early rejection with a retry is better than an endless wait, for them and for those behind them.
 */
export class Gate {
  readonly #places: number;
  readonly #timeoutMs: number;
  readonly #inside = new Set<Pass>();
  readonly #line = new Set<(pass: Pass) => void>();

  constructor(places: number, timeoutMs: number) {
    this.#places = places;
    this.#timeoutMs = timeoutMs;
  }

  /** Acquires a slot if one is free at once. */
  enter(): Pass | undefined {
    return this.#line.size === 0 && this.#hasRoom() ? this.#take() : undefined;
  }

  /** @throws {DatabaseUnavailable} if the queue is full, or no slot became free in time */
  wait(): Promise<Pass> {
    const { promise, resolve, reject } = Promise.withResolvers<Pass>();
    if (this.#line.size >= LONGEST_LINE) throw new DatabaseUnavailable('Too many wait for a connection');
    const turn = (pass: Pass) => {
      clearTimeout(timer);
      resolve(pass);
    };
    const timer = setTimeout(() => {
      this.#line.delete(turn);
      reject(new DatabaseUnavailable('No connection became free in time'));
    }, this.#timeoutMs);
    this.#line.add(turn);
    return promise;
  }

  leave(pass: Pass) {
    this.#inside.delete(pass);
    for (const next of this.#line) {
      if (!this.#hasRoom()) return;
      this.#line.delete(next);
      next(this.#take());
    }
  }

  get use(): PoolUse {
    return { running: this.#inside.size, waiting: this.#line.size };
  }

  /** The slot in use for longest. */
  get eldest(): Pass | undefined {
    const [eldest] = this.#inside;
    return eldest;
  }

  #hasRoom(): boolean {
    const { size } = this.#inside;
    if (size < this.#places) return true;
    const slowest = this.eldest?.since ?? 0;
    return size < this.#places * SHARERS && performance.now() - slowest < SLOW;
  }

  #take(): Pass {
    const pass = { since: performance.now() };
    this.#inside.add(pass);
    return pass;
  }
}
