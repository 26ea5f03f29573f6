import { DatabaseUnavailable } from './errors.ts';

/** How many may wait; who comes after them is sent away at once. */
const LONGEST_LINE = 200;

/**
 * How many may share a place while nobody is slow: the driver sends statements over a connection before those
 * ahead are answered, which is worth a third of its rate. Behind one that is slow they would all be late.
 */
const SHARERS = 8;

/** Milliseconds after which somebody inside is slow. */
const SLOW = 250;

/** A place inside. */
export interface Pass {
  /** When it was taken, in milliseconds of `performance.now()`. */
  since: number;
}

/**
 * `places` for as much work at a time. Who finds none waits in line, at most `patience` milliseconds: a caller
 * who is told to come back is better off than one who waits without end, and so are those behind them.
 */
export class Gate {
  readonly #places: number;
  readonly #patience: number;
  readonly #inside = new Set<Pass>();
  readonly #line = new Set<(pass: Pass) => void>();

  constructor(places: number, patience: number) {
    this.#places = places;
    this.#patience = patience;
  }

  /** A place that is free at once, if there is one. */
  enter(): Pass | undefined {
    return this.#line.size === 0 && this.#hasRoom() ? this.#take() : undefined;
  }

  /** @throws {DatabaseUnavailable} when the line is too long, or no place became free in time */
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
    }, this.#patience);
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

  /** Whoever is inside for longest. */
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
