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

/** At most so many values, which are made anew only once what they are made of has changed, or their time is over. */
export class Memo<Value> {
  #changes = -1;
  readonly #size: number;
  readonly #values = new Map<string, Remembered<Value>>();

  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a key, and whether it was made for this call. */
  async get(
    { key, changes, now }: Asked,
    make: () => Promise<Remembered<Value>>,
  ): Promise<{ value: Value; isNew: boolean }> {
    if (changes > this.#changes || this.#values.size >= this.#size) this.#values.clear();
    this.#changes = Math.max(changes, this.#changes);
    const known = this.#values.get(key);
    if (known && (known.until === undefined || known.until > now))
      return { value: known.value, isNew: false };
    const made = await make();
    if (changes === this.#changes) this.#values.set(key, made);
    return { value: made.value, isNew: true };
  }
}
