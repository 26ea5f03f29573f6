import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { folded } from '@agora/contract/shared/folded';
import { unescapeFormulas } from '@agora/contract/shared/formulas';
import type { TableProblem } from '@agora/contract/shared/table-import';
import { COLUMN_IGNORED, COLUMN_REASON } from '@agora/contract/shared/table-import.rules';
import { CsvError, parse } from 'csv-parse';

/** Record of the parser with its source text and last line number (options `raw` and `info`). */
interface ParsedLine {
  record: string[];
  raw: string;
  info: { lines: number };
}

export interface TableRow<Column extends string> {
  line: number;
  record: string[];
  /** Undefined where the row does not fit the headings or has an unreadable cell. */
  cells?: Partial<Record<Column, string>>;
}

export interface Table<Column extends string> {
  headings: string[];
  /** The column of each heading; null if it is unknown. */
  columns: (Column | typeof COLUMN_IGNORED | null)[];
  /** The first rows, as sent. */
  samples: string[][];
  lines: TableRow<Column>[];
  delimiter: string;
  errors: TableProblem[];
}

interface TableFormat<Column extends string> {
  rowsMax: number;
  /** Columns chosen for headings; `-` ignores a heading. */
  chosen: Readonly<Record<string, Column | typeof COLUMN_IGNORED>>;
  /** The column with this name. */
  find: (heading: string) => Column | undefined;
  /** The probable column of a heading, for tables that lack the column's own name. */
  guess: (heading: string) => Column | undefined;
}

/** Maximum cells and characters of a row: the parser's time grows with the product of both. */
const CELLS_MAX = 100;
const CHARACTERS_MAX = 100_000;

class TooManyCells extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`The row has more than ${CELLS_MAX} cells`);
    this.line = line;
  }
}

/** A first line written for Excel, which names the delimiter. */
const SEPARATOR = /^\uFEFF?\s*"?sep=(.)"?[ \t]*(?=\n)/i;

/** Detects the delimiter from the header row, whose headings may be quoted and span several lines. */
function delimiterOf(csv: string): string {
  const [, named] = SEPARATOR.exec(csv) ?? [];
  if (named) return named;
  const [headings = ''] = csv
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split('\n', 1);
  return ['\t', ';', ','].find((delimiter) => headings.includes(delimiter)) ?? ',';
}

/** Text that spreadsheets show for cells without a value and for failing formulas. */
const NOT_AVAILABLE = /^#N\/[AD]$/i;
const FAILED = /^#(?:REF|VALUE|VALEUR|NAME|NOM|DIV\/0|NUM|NOMBRE|NULL|NUL|SPILL|CALC)[!?]$/i;

/** Rows that show what a column contains. */
const SAMPLES = 2;

/** Replaces bytes that are invalid in the encoding of a file. */
const UNREADABLE = '\uFFFD';

const IGNORED = new Set<string>([COLUMN_IGNORED, ...Object.values(COLUMN_REASON).map(folded)]);

/** Characters that are parsed before other requests get their turn: some 10 ms. */
const CHUNK = 65_536;

async function* chunksOf(csv: string): AsyncGenerator<string> {
  for (let at = 0; at < csv.length; at += CHUNK) {
    yield csv.slice(at, at + CHUNK);
    await setImmediate();
  }
}

/** Reads a table, as a spreadsheet saves or pastes it. Errors that concern the whole table leave it without rows. */
export async function readTable<Column extends string>(
  table: string,
  { rowsMax, chosen, find, guess }: TableFormat<Column>,
): Promise<Table<Column>> {
  const lf = table.replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lf);
  const csv = lf.replace(SEPARATOR, '');
  const isPasted = delimiter === '\t';
  const errors: TableProblem[] = [];
  const problem = (line: number, field: string, type: string, msg: string) =>
    errors.push({ line, field, type, msg });
  const withoutRows = (read: Partial<Table<Column>> = {}): Table<Column> => ({
    headings: [],
    columns: [],
    samples: [],
    ...read,
    lines: [],
    delimiter,
    errors,
  });
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    raw: true,
    // Cells pasted from a spreadsheet are only quoted if they span several lines; other quotes are text.
    relax_quotes: isPasted,
    cast: (cell, { quoting, index, lines }) => {
      if (index >= CELLS_MAX) throw new TooManyCells(lines);
      return isPasted && quoting && !/^"|\n/.test(cell) ? `"${cell}"` : cell;
    },
    max_record_size: CHARACTERS_MAX,
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets write such empty rows below a table or between its rows.
    skip_records_with_empty_values: true,
    to: rowsMax + 2,
    // Trimming happens before parsing and would turn text that begins with quotes into a quoted cell.
    trim: !isPasted,
  });
  try {
    const lines: ParsedLine[] = await Readable.from(chunksOf(csv)).compose(parser).toArray();
    const [headings = [], ...rest] = lines.map(({ record }) => record);
    const chosenFor = new Map(Object.entries(chosen));
    const names = headings.map((heading) => heading.trim().replaceAll(/\s+/g, ' '));
    const known = names.map(
      (name) => chosenFor.get(name) ?? (IGNORED.has(folded(name)) ? COLUMN_IGNORED : find(name)),
    );
    const columns = names.map((name, index) => {
      const meant = guess(name);
      const column = known[index] ?? (known.includes(meant) ? undefined : meant);
      if (!column) problem(1, name, 'unknown_column', `There is no such column: '${name}'`);
      return column === COLUMN_IGNORED ? undefined : column;
    });
    for (const [index, column] of columns.entries()) {
      if (column && columns.indexOf(column) !== index)
        problem(1, column, 'repeated_column', `The column '${column}' is there twice`);
    }
    const read = {
      headings: names,
      columns: names.map(
        (_name, at) => columns[at] ?? (known[at] === COLUMN_IGNORED ? COLUMN_IGNORED : null),
      ),
      samples: rest.slice(0, SAMPLES),
    };
    if (errors.length > 0) return withoutRows(read);
    if (rest.length === 0) problem(1, '', 'too_short', 'The table has no rows');
    if (rest.length > rowsMax) {
      problem(1, '', 'too_long', `The table has more than ${rowsMax} rows`);
      return withoutRows();
    }
    const rows = lines.slice(1).map(({ record, raw, info }) => {
      const line = info.lines - lineBreaksIn(raw.trim());
      if (isPasted && record.some((cell) => cell.includes('\t'))) {
        problem(line, '', 'csv_parsing', 'A quotation mark takes the cells behind it in');
        return { line, record };
      }
      if (record.length !== columns.length) {
        problem(line, '', 'column_count', `The row has ${record.length} cells instead of ${columns.length}`);
        return { line, record };
      }
      const cells = columns.flatMap((column, at) => (column ? [[column, plain(record[at])] as const] : []));
      const wrong = cells.filter(([column, cell]) => {
        const type = FAILED.test(cell)
          ? 'failed_formula'
          : cell.includes(UNREADABLE)
            ? 'unreadable'
            : undefined;
        if (type) problem(line, column, type, CELL_PROBLEMS[type]);
        return type;
      });
      return wrong.length > 0
        ? { line, record }
        : { line, record, cells: Object.fromEntries(cells) as Partial<Record<Column, string>> };
    });
    return { ...read, lines: rows, delimiter, errors };
  } catch (error) {
    if (error instanceof TooManyCells) problem(error.line, '', 'too_many_columns', error.message);
    else if (!(error instanceof CsvError)) throw error;
    else problem(Number(error['lines'] ?? 1), '', 'csv_parsing', error.message);
    return withoutRows();
  }
}

const lineBreaksIn = (text: string) => text.split('\n').length - 1;

const CELL_PROBLEMS = {
  failed_formula: 'The formula of this cell failed in the spreadsheet',
  unreadable: 'A character of this cell could not be read: save the file as UTF-8',
} as const;

/** Reverts the escaping of formulas by an export. */
const plain = (cell = '') => unescapeFormulas(cell.trim().replace(NOT_AVAILABLE, ''));

/** Rule of a schema that a cell breaks. */
export const ruleOf = (issue: { code: string; message: string; params?: unknown }) => ({
  type:
    issue.code === 'custom'
      ? String((issue.params as { type?: string } | undefined)?.type)
      : issue.code === 'invalid_value'
        ? 'enum'
        : 'value_error',
  message: issue.message,
});

/** The rejected rows of a table, as sent, and its errors in order. */
export function rejectedRows<Column extends string, Problem extends TableProblem>(
  lines: readonly TableRow<Column>[],
  errors: readonly Problem[],
) {
  const wrong = new Set(errors.map(({ line }) => line));
  return {
    wrong,
    rejected: lines
      .filter(({ line }) => wrong.has(line))
      .map(({ line, record }) => ({ line, cells: record })),
    errors: errors.toSorted((a, b) => a.line - b.line),
  };
}
