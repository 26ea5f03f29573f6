/**
 * Writes an apostrophe before each sign that begins a formula, at the start of a cell of a table, and after each sign
 * that separates cells for a reader who expects another one than the table has.
 */
export const escapeFormulas = (cell: string): string =>
  cell.replace(/(?<=^|[;,\t])(?=[=+\-@\t\r＝＋－＠])/g, "'");

/** Reverts that. */
export const unescapeFormulas = (cell: string): string =>
  cell.replace(/(?<=^|[;,\t])'(?=[=+\-@\t\r＝＋－＠])/g, '');
