const segmenter = new Intl.Segmenter();

/**
 * Truncates a text to a number of characters (graphemes) and of bytes in JSON, to which an ellipsis may add three.
 */
export function shortened(text: string, max: number, maxBytes: number): string {
  const letters: string[] = [];
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(JSON.stringify(segment)) - 2;
    if (letters.length === max || bytes > maxBytes)
      return `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
    letters.push(segment);
  }
  return text;
}
