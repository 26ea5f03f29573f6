const segmenter = new Intl.Segmenter();

/** Counts the grapheme clusters of a text (Unicode UAX #29): 👩‍👧 is one. */
export function countGraphemes(value: string): number {
  // Of these each is one: counting them by segments takes two hundred times as long.
  if (/^[ -~]*$/.test(value)) return value.length;
  let count = 0;
  for (const _segment of segmenter.segment(value)) count += 1;
  return count;
}
