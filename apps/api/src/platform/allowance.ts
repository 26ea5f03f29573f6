/** Allows a number of events per interval, the first ones. */
export class Allowance {
  readonly #count: number;
  readonly #milliseconds: number;
  #left = 0;
  #endsAt = 0;

  constructor(count: number, milliseconds: number) {
    this.#count = count;
    this.#milliseconds = milliseconds;
  }

  take(): boolean {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#endsAt = now + this.#milliseconds;
      this.#left = this.#count;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
