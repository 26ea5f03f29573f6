/**
 * Inserts an apostrophe before each character that begins a formula, at the start of a cell and after each
 * character that a program with another delimiter would take for the end of a cell.
 */
export const escapeFormulas = (cell: string): string =>
  cell.replace(/(?<=^|[;,\t])(?=[=+\-@\t\r＝＋－＠])/g, "'");

/** The inverse of `escapeFormulas`. */
export const unescapeFormulas = (cell: string): string =>
  cell.replace(/(?<=^|[;,\t])'(?=[=+\-@\t\r＝＋－＠])/g, '');
