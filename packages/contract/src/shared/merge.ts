type Fields = Readonly<Record<string, unknown>>;

export interface Merge<Fields> {
  /** Each field as the side that changed it has it, and as `mine` where both did. */
  merged: Fields;
  /** Changed by `theirs` alone. */
  theirs: (keyof Fields & string)[];
  /** Changed by both, in two ways. */
  conflicts: (keyof Fields & string)[];
}

/** Equal as JSON, in whatever order the keys of objects stand. Arrays are equal in the same order only. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

/**
 * Merges two changes of one object. A field is a key of the records, and its value is never merged in itself: an array
 * or a rich text that both changed is a conflict. Translations are therefore passed flat, each text of each language
 * under a key of its own such as `translations.fr.title`; a language that is not written has the same empty texts on
 * all sides, so that two people can write two languages, or two texts of one language, without a conflict.
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
