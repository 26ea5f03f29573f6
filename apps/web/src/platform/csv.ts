import { escapeFormulas } from '@agora/contract/shared/formulas';
import { getLocale } from './i18n.ts';

/** Delimiters that spreadsheets expect, as in the exports of the API. */
const DELIMITERS = { fr: ';', en: ',' };

/** A table as a CSV file in the language of the interface: RFC 4180, with a byte order mark for Excel. */
export function csvFile(table: readonly (readonly string[])[]): Blob {
  const delimiter = DELIMITERS[getLocale()];
  const csv = table.map((row) => `${row.map(quoteCell).join(delimiter)}\r\n`).join('');
  return new Blob([`\uFEFF${csv}`], { type: 'text/csv;charset=utf-8' });
}

/**
 * Escapes formulas as exports do, so that spreadsheets do not run them; a single dash marks a missing figure.
 */
const quoteCell = (cell: string) => `"${(cell === '-' ? cell : escapeFormulas(cell)).replaceAll('"', '""')}"`;
