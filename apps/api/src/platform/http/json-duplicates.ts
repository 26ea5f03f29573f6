/** A JSON string, and the colon after it if it is a key. The pattern does not backtrack. */
const STRING = /"(?:\\.|[^"])*"?(\s*:)?/g;

/**
 * Returns true if an object in a text repeats a key. `JSON.parse` keeps the last, other parsers the first: a
 * proxy that inspects a request must not see other values than the service.
 * @param value the parsed text, which proves that it is JSON
 */
export const hasDuplicateKeys = (text: string, value: unknown): boolean =>
  keysWritten(text) > keysKept(value);

function keysWritten(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon) count += 1;
  return count;
}

/** Not recursive: the input may be nested deeper than the stack. */
function keysKept(value: unknown): number {
  const rest = [value];
  let count = 0;
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const inner of values) rest.push(inner);
  }
  return count;
}
