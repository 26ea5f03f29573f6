const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** Maximum levels of nested objects and lists in JSON; the deepest, an article's body, has about fifty. */
const LEVELS_MAX = 100;

/** Maximum number of objects and lists in a body; the largest, an article's, has some thousands. */
const COUNT_MAX = 50_000;

/**
 * Returns an error if objects and lists are nested too deeply or too numerous. `JSON.parse` takes a hundred times as
 * long for a megabyte of opening brackets as for other text, and as much more memory.
 */
export function nestingProblem(text: string): SyntaxError | undefined {
  let depth = 0;
  let count = 0;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const sign = text.charCodeAt(position);
    if (sign === QUOTE) isInString = !isInString;
    else if (isInString) position += sign === BACKSLASH ? 1 : 0;
    else if (CLOSING.has(sign)) depth -= 1;
    else if (OPENING.has(sign)) {
      depth += 1;
      count += 1;
      const problem =
        depth > LEVELS_MAX
          ? `${LEVELS_MAX} levels`
          : count > COUNT_MAX
            ? `${COUNT_MAX} objects and lists`
            : '';
      if (problem) return new SyntaxError(`More than ${problem} in JSON at position ${position}`);
    }
  }
  return undefined;
}
