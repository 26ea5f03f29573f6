/** Pseudo-random numbers in [0, 1), the same for the same seed. For demo data: not for secrets. */
export type Random = () => number;

/** Tommy Ettinger's mulberry32. @param seed 32 bits */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an element of a non-empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const index = Math.floor(random() * list.length);
  if (index >= list.length) throw new RangeError("Can't pick from an empty list");
  return list[index] as T;
}

/** A UUID of version 7 for that moment, with random bits from `random`. */
export function uuidAt(moment: Date, random: Random): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  const bits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [first, second] = [bits(), bits() + bits()];
  const variant = pick(random, ['8', '9', 'a', 'b']);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${first.slice(0, 3)}-${variant}${second.slice(0, 3)}-${second.slice(4)}`;
}
