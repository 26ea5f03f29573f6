const segmenter = new Intl.Segmenter();

/** How many characters people see in a text: grapheme clusters (Unicode UAX #29), so that 👩‍👧 is one. */
export const countGraphemes = (value: string): number => [...segmenter.segment(value)].length;
