type Fields = Readonly<Record<string, unknown>>;

export interface Merge<Fields> {
  /** Each field from the side that changed it; from `mine` if both did. */
  merged: Fields;
  /** Fields changed by `theirs` only. */
  theirs: (keyof Fields & string)[];
  /** Fields that both sides changed differently. */
  conflicts: (keyof Fields & string)[];
}

/** Compares two values as JSON. The order of object keys is ignored, that of arrays is not. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** A value as JSON, with the keys of its objects sorted. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

/**
 * Merges two changes of one object. A field is a key of the records, and its value is atomic: an array or a
 * rich text that both sides changed is a conflict. Translations are therefore passed flat, each text of each
 * language under its own key such as `translations.fr.title`; a missing language has the same empty texts on
 * all sides, so two people can write two languages, or two texts of one language, without a conflict.
 */
export function mergeFields<F extends Fields>(base: F, mine: F, theirs: F): Merge<F> {
  const differing = Object.keys(mine).filter(
    (name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]),
  );
  const isMine = (name: string) => !isSame(mine[name], base[name]);
  const taken = differing.filter((name) => !isMine(name));
  return {
    merged: { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) },
    theirs: taken,
    conflicts: differing.filter(isMine),
  };
}
