/** A string of JSON, and the colon behind it when it is a key. Nothing in it is tried twice. */
const STRING = /"(?:\\.|[^"])*"?(\s*:)?/g;

/**
 * Whether an object in a text names a key twice. `JSON.parse` keeps the last, other parsers the first: who
 * looks at a request on its way here must not see another than we do.
 * @param value what the text was parsed to, so that it is known to be JSON
 */
export const hasDuplicateKeys = (text: string, value: unknown): boolean =>
  keysWritten(text) > keysKept(value);

function keysWritten(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon) count += 1;
  return count;
}

/** Without recursion: what came may be nested deeper than the stack is. */
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
