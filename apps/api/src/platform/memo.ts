interface CachedValue<Value> {
  value: Value;
  /** Time at which the value expires without a change. */
  until?: Date | undefined;
}

interface Asked {
  key: string;
  /**
   * Change counter of the underlying data, read before the value is computed: no caller gets a value older than
   * their request.
   */
  changes: number;
  now: Date;
}

/** Cache of bounded size. A value is recomputed only after its data has changed, or it has expired. */
export class Memo<Value> {
  #changes = -1;
  readonly #size: number;
  readonly #values = new Map<string, CachedValue<Value>>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the value of a key, and whether this call computed it. */
  async get(
    { key, changes, now }: Asked,
    make: () => Promise<CachedValue<Value>>,
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
