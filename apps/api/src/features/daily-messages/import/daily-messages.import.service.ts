import {
  DAILY_COLUMN_IGNORED,
  type DailyColumn,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import {
  DAILY_IMPORT_ROWS,
  DailyMessageCreate,
  type DailyMessageImport,
  type DailyMessageImportReport,
  type DayOrder,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { ERRORS } from '@agora/contract/registry';
import { unescapeFormulas } from '@agora/contract/shared/formulas';
import { typesetFrench } from '@agora/contract/shared/french';
import type { Locale } from '@agora/contract/shared/locale';
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { findColumn, guessColumn, isIgnored, valueOf } from '../daily-messages.csv.ts';
import { dayOrderOf, isoDayOf } from '../daily-messages.days.rules.ts';
import { insertDailyMessages, listPlanned, lockPlan } from '../daily-messages.queries.ts';
import {
  canBeReady,
  dayProblem,
  newDailyMessage,
  readyProblem,
  titleOf,
  type Work,
} from '../daily-messages.service.ts';

type Problem = DailyMessageImportReport['errors'][number];
type Cells = Partial<Record<DailyColumn, string>>;
interface Row {
  line: number;
  fields: DailyMessageCreate;
}

/** Rows per INSERT. */
const BATCH = 500;

/**
 * Inserts the messages of a table, or returns the errors per row and inserts none, or only the other rows.
 * @param work with a transaction
 */
export async function importDailyMessages(
  work: Work,
  { csv, columns, day_order: chosenOrder, status, dry_run, partial }: DailyMessageImport,
): Promise<DailyMessageImportReport> {
  const errors: Problem[] = [];
  const { headings, lines, isDayFirst } = readTable(work, csv, columns, errors);
  const days = lines.flatMap(({ cells }) => cells?.day ?? []);
  const day_order = chosenOrder ?? dayOrderOf(days) ?? (isDayFirst ? 'dmy' : null);
  const defaults = { day_order: day_order ?? 'dmy', status } as const;
  const read = lines.flatMap((line) => readRow(work, line, defaults, errors));
  await lockPlan(work.db);
  errors.push(...(await findOccupiedDays(work, read)));
  const wrong = new Set(errors.map(({ line }) => line));
  const rows = read.filter(({ line }) => !wrong.has(line));
  const isRefused = dry_run || (errors.length > 0 && !partial);
  const ids = isRefused ? [] : await insertAll(work, rows);
  return {
    count: lines.length,
    created: isRefused ? 0 : rows.length,
    headings,
    day_order,
    rows: rows.map(({ line, fields }, at) => ({
      line,
      id: ids[at] ?? null,
      day: fields.day,
      titles: titlesOf(fields),
      status: fields.status,
    })),
    rejected: lines
      .filter(({ line }) => wrong.has(line))
      .map(({ line, record }) => ({ line, cells: record })),
    errors: errors.toSorted((a, b) => a.line - b.line),
  };
}

const titleOfRow = ({ translations }: DailyMessageCreate, reader: Locale) =>
  titleOf({ translations: { fr: null, en: null, ...translations } }, reader);

function titlesOf({ translations }: DailyMessageCreate) {
  const { fr = null, en = null } = translations;
  return {
    fr: titleOf({ translations: { fr, en: null } }, 'fr'),
    en: titleOf({ translations: { fr: null, en } }, 'en'),
  };
}

/** Returns the ids in the order of the rows. */
async function insertAll(work: Work, rows: readonly Row[]): Promise<string[]> {
  const messages = rows.map(({ fields }) => newDailyMessage(work, fields));
  for (let at = 0; at < messages.length; at += BATCH)
    await insertDailyMessages(work.db, messages.slice(at, at + BATCH));
  return messages.map(({ id }) => id);
}

/** Record of the parser with its source text and last line number (options `raw` and `info`). */
interface ParsedLine {
  record: string[];
  raw: string;
  info: { lines: number };
}

interface TableRow {
  line: number;
  record: string[];
  /** Undefined where the row does not fit the headings. */
  cells?: Cells;
}
interface Table {
  headings: string[];
  lines: TableRow[];
  /** True for semicolons, which spreadsheets use in locales where the day comes first. */
  isDayFirst: boolean;
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

const NO_TABLE: Table = { headings: [], lines: [], isDayFirst: false };

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

/** Replaces bytes that are invalid in the encoding of a file. */
const UNREADABLE = '\uFFFD';

function readTable(
  { config }: Work,
  table: string,
  chosen: DailyMessageImport['columns'],
  errors: Problem[],
): Table {
  const lf = table.replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lf);
  const csv = lf.replace(SEPARATOR, '');
  const isPasted = delimiter === '\t';
  const problem = (line: number, field: string, type: string, msg: string) =>
    errors.push({ line, field, type, msg });
  try {
    const lines = parse(csv, {
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
      to: DAILY_IMPORT_ROWS + 2,
      // Trimming happens before parsing and would turn text that begins with quotes into a quoted cell.
      trim: !isPasted,
    }) as unknown as ParsedLine[];
    const [headings = [], ...rest] = lines.map(({ record }) => record);
    const chosenFor = new Map(Object.entries(chosen));
    const names = headings.map((heading) => heading.trim().replaceAll(/\s+/g, ' '));
    const known = names.map(
      (name) => chosenFor.get(name) ?? (isIgnored(name) ? DAILY_COLUMN_IGNORED : findColumn(name)),
    );
    const columns = names.map((name, index) => {
      const meant = guessColumn(name, config.DEFAULT_LOCALE);
      const column = known[index] ?? (known.includes(meant) ? undefined : meant);
      if (!column) problem(1, name, 'unknown_column', `There is no such column: '${name}'`);
      return column === DAILY_COLUMN_IGNORED ? undefined : column;
    });
    for (const [index, column] of columns.entries()) {
      if (column && columns.indexOf(column) !== index)
        problem(1, column, 'repeated_column', `The column '${column}' is there twice`);
    }
    if (errors.length > 0) return { ...NO_TABLE, headings: names };
    if (rest.length === 0) problem(1, '', 'too_short', 'The table has no rows');
    if (rest.length > DAILY_IMPORT_ROWS) {
      problem(1, '', 'too_long', `The table has more than ${DAILY_IMPORT_ROWS} rows`);
      return NO_TABLE;
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
        : { line, record, cells: Object.fromEntries(cells) as Cells };
    });
    return { headings: names, lines: rows, isDayFirst: delimiter === ';' };
  } catch (error) {
    if (error instanceof TooManyCells) problem(error.line, '', 'too_many_columns', error.message);
    else if (!(error instanceof CsvError)) throw error;
    else problem(Number(error['lines'] ?? 1), '', 'csv_parsing', error.message);
    return NO_TABLE;
  }
}

const lineBreaksIn = (text: string) => text.split('\n').length - 1;

const CELL_PROBLEMS = {
  failed_formula: 'The formula of this cell failed in the spreadsheet',
  unreadable: 'A character of this cell could not be read: save the file as UTF-8',
} as const;

/** Reverts the escaping of formulas by an export. */
const plain = (cell = '') => unescapeFormulas(cell.trim().replace(NOT_AVAILABLE, ''));

interface Defaults {
  day_order: DayOrder;
  status: DailyMessageImport['status'];
}

function readRow(work: Work, { line, cells }: TableRow, defaults: Defaults, errors: Problem[]): Row[] {
  if (!cells) return [];
  const text = (locale: Locale) => {
    // Like the editor does while typing.
    const cell = (field: 'title' | 'body' | 'author') => {
      const written = cells[`${locale}_${field}`] ?? '';
      return locale === 'fr' ? typesetFrench(written) : written;
    };
    return { title: cell('title'), body: cell('body'), author: cell('author') };
  };
  const parsed = DailyMessageCreate.safeParse({
    day: isoDayOf(cells.day ?? '', defaults.day_order) || null,
    status: valueOf(cells.status ?? '') || defaults.status,
    link: cells.link || null,
    missing_locale: valueOf(cells.missing_locale ?? '') || undefined,
    translations: { fr: text('fr'), en: text('en') },
  });
  const before = errors.length;
  const problem = (field: string, { type, message }: { type: string; message: string }) =>
    errors.push({ line, field, type, msg: message });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problem(columnAt(issue.path), ruleOf(issue));
    return [];
  }
  const fields = parsed.data;
  const late = fields.day === null ? undefined : dayProblem(work, fields.day);
  if (late) problem('day', late);
  const translations = { fr: null, en: null, ...fields.translations };
  const { DEFAULT_LOCALE } = work.config;
  if (!Object.values(translations).some((its) => its?.title || its?.body))
    problem(`${DEFAULT_LOCALE}_body`, { type: 'missing', message: 'Field required' });
  else if (fields.status === 'ready' && !canBeReady(translations, DEFAULT_LOCALE))
    problem(`${DEFAULT_LOCALE}_body`, readyProblem(DEFAULT_LOCALE));
  return errors.length === before ? [{ line, fields }] : [];
}

/** Maps `translations, fr, body` to the column `fr_body`. */
const columnAt = (path: readonly PropertyKey[]) => path.filter((key) => key !== 'translations').join('_');

const ruleOf = (issue: z.core.$ZodIssue) => ({
  type:
    issue.code === 'custom'
      ? String((issue.params as { type?: string } | undefined)?.type)
      : issue.code === 'invalid_value'
        ? 'enum'
        : 'value_error',
  message: issue.message,
});

/** Rows whose day is taken, by a message or by an earlier row. */
async function findOccupiedDays({ db, locale }: Work, rows: readonly Row[]): Promise<Problem[]> {
  const days = rows.flatMap(({ fields }) => fields.day ?? []).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const planned = await listPlanned(db, first, last);
  const occupants = new Map(planned.map((message) => [message.day, titleOf(message, locale)]));
  return rows.flatMap(({ line, fields }) => {
    if (fields.day === null) return [];
    const occupant = occupants.get(fields.day);
    if (occupant !== undefined)
      return [{ line, field: 'day', type: 'day_taken', msg: ERRORS.day_taken[1], occupant }];
    occupants.set(fields.day, titleOfRow(fields, locale));
    return [];
  });
}
