import { Readable } from 'node:stream';
import type { Locale } from '@agora/contract/features/accounts/accounts.users.contract';
import { stringify } from 'csv-stringify/sync';

/** One column of a table: its heading in each language, and its text in a row. */
export interface CsvColumn<Row> {
  header: Record<Locale, string>;
  value: (row: Row) => string;
}

/** What spreadsheets expect: where the comma is the decimal sign, semicolons separate. */
const DELIMITERS: Record<Locale, string> = { fr: ';', en: ',' };

const FORMAT = {
  record_delimiter: '\r\n',
  /** Lone CR and LF too: without, a line break in a cell would end its record. */
  quote_record_delimiter: true,
  escape_formulas: true,
};

/**
 * A table as the CSV that the contract describes, made batch by batch as the client reads. The headings go
 * out with the first batch, so that a query that fails at once is answered as an error; one that fails later
 * destroys the stream, so that nobody takes half a table for all of it.
 */
export function csvOf<Row>(
  locale: Locale,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Readable {
  return Readable.from(csvBatches(locale, columns, batches), { objectMode: false });
}

async function* csvBatches<Row>(
  locale: Locale,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
) {
  const format = { ...FORMAT, delimiter: DELIMITERS[locale] };
  let headings: string[][] = [columns.map(({ header }) => header[locale])];
  for await (const rows of batches) {
    const records = rows.map((row) => columns.map(({ value }) => value(row)));
    yield stringify([...headings, ...records], { ...format, bom: headings.length > 0 });
    headings = [];
  }
  if (headings.length > 0) yield stringify(headings, { ...format, bom: true });
}

/** Makes browsers store an answer under this name instead of showing it. */
export const csvHeaders = (fileName: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${fileName}"`,
});
