const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns the position at which objects and lists in a text nest deeper than `most` levels; undefined if they do not.
 * `JSON.parse` spends a hundred times longer on a megabyte of opening brackets than on other text, and as much memory.
 */
export function depthProblem(text: string, most: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const sign = text.charCodeAt(position);
    if (sign === QUOTE) isInString = !isInString;
    else if (isInString) position += sign === BACKSLASH ? 1 : 0;
    else if (CLOSING.has(sign)) depth -= 1;
    else if (OPENING.has(sign)) {
      depth += 1;
      if (depth > most) return position;
    }
  }
  return undefined;
}
