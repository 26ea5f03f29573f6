import { Readable } from 'node:stream';
import { escapeFormulas } from '@agora/contract/shared/formulas';
import type { Locale } from '@agora/contract/shared/locale';
import { stringify } from 'csv-stringify/sync';

/** Language of a table, and the time zone of its moments. */
interface CsvFormat {
  locale: Locale;
  timeZone: string;
}

/** `23/11/2026 16:22:05`, in English `2026-11-23 16:22:05`, as spreadsheets read it; empty without a moment. */
export type WriteMoment = (instant: string | null) => string;

/** A column of a table: its heading in each language, and its text per row. */
export interface CsvColumn<Row> {
  header: Record<Locale, string>;
  value: (row: Row, moment: WriteMoment) => string;
}

function momentsIn({ locale, timeZone }: CsvFormat): WriteMoment {
  const format = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => (instant === null ? '' : format.format(new Date(instant)));
}

/** `12/03/2036` of `2036-03-12`; in English as it is. */
export const dayOf = (day: string, locale: Locale): string =>
  locale === 'fr' ? day.replace(/^(\d+)-(\d+)-(\d+)$/, '$3/$2/$1') : day;

/** Names of the languages in each, as cells. */
export const LANGUAGES: Record<Locale, Record<Locale, string>> = {
  fr: { fr: 'français', en: 'anglais' },
  en: { fr: 'French', en: 'English' },
};

/** Delimiters that spreadsheets expect: a semicolon where the comma is the decimal sign. */
const DELIMITERS: Record<Locale, string> = { fr: ';', en: ',' };

const FORMAT = {
  record_delimiter: '\r\n',
  /** Lone CR and LF too: unquoted, a line break in a cell would end its record. */
  quote_record_delimiter: true,
};

/**
 * Streams a table as the CSV of the contract, batch by batch as the client reads. The headings are sent with
 * the first batch, so that a query that fails at once results in an error response; a later failure destroys
 * the stream, so that a partial table is not mistaken for a complete one.
 */
export function csvOf<Row>(
  format: CsvFormat,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Readable {
  return Readable.from(csvBatches(format, columns, batches), { objectMode: false });
}

async function* csvBatches<Row>(
  { locale, timeZone }: CsvFormat,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
) {
  const moment = momentsIn({ locale, timeZone });
  const format = { ...FORMAT, delimiter: DELIMITERS[locale] };
  let headings: string[][] = [columns.map(({ header }) => header[locale])];
  for await (const rows of batches) {
    const records = rows.map((row) => columns.map(({ value }) => escapeFormulas(value(row, moment))));
    yield stringify([...headings, ...records], { ...format, bom: headings.length > 0 });
    headings = [];
  }
  if (headings.length > 0) yield stringify(headings, { ...format, bom: true });
}

/** Makes browsers save a response under this name instead of displaying it. */
export const csvHeaders = (fileName: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${fileName}"`,
});
