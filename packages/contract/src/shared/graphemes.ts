const segmenter = new Intl.Segmenter();

/** Counts the grapheme clusters of a text (Unicode UAX #29): 👩‍👧 is one. */
export const countGraphemes = (value: string): number => [...segmenter.segment(value)].length;
