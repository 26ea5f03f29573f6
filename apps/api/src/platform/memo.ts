/** More than a service needs at a time. */
const LARGEST = 500;

interface Remembered<Value> {
  value: Value;
  /** When time alone makes it another one. */
  until?: Date | undefined;
}

interface Asked {
  key: string;
  /**
   * How often what values are made of has changed, by a statement that began before this one is made: so nobody gets
   * one that is older than their request.
   */
  changes: number;
  now: Date;
}

/** Values that are made anew only once what they are made of has changed, or their time is over. */
export class Memo<Value> {
  #changes = -1;
  readonly #values = new Map<string, Remembered<Value>>();

  async get({ key, changes, now }: Asked, make: () => Promise<Remembered<Value>>): Promise<Value> {
    if (changes > this.#changes || this.#values.size >= LARGEST) this.#values.clear();
    this.#changes = Math.max(changes, this.#changes);
    const known = this.#values.get(key);
    if (known && (known.until === undefined || known.until > now)) return known.value;
    const made = await make();
    if (changes === this.#changes) this.#values.set(key, made);
    return made.value;
  }
}
