/** More than a service needs at a time. */
const LARGEST = 500;

/**
 * Values that are made anew only once what they are made of has changed. How often it has is for the caller to know,
 * from a statement that began before the value is made: so nobody gets one that is older than their request.
 */
export class Memo<Value> {
  #changes = -1;
  readonly #values = new Map<string, Value>();

  /** The value of a key after so many changes. That there is none is not remembered. */
  async get(
    changes: number,
    key: string,
    make: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    if (changes > this.#changes || this.#values.size >= LARGEST) this.#values.clear();
    this.#changes = Math.max(changes, this.#changes);
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = await make();
    if (value !== undefined && changes === this.#changes) this.#values.set(key, value);
    return value;
  }
}
