import type { DailyColumn } from '@agora/contract/features/daily-messages/daily-messages.rules';
import {
  DAILY_IMPORT_ROWS,
  DailyMessageCreate,
  type DailyMessageImport,
  type DailyMessageImportReport,
  type DayOrder,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { ERRORS } from '@agora/contract/registry';
import { typesetFrench } from '@agora/contract/shared/french';
import type { Locale } from '@agora/contract/shared/locale';
import { readTable, rejectedRows, ruleOf, type TableRow } from '../../../platform/csv-table.ts';
import { findColumn, guessColumn, valueOf } from '../daily-messages.csv.ts';
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
  const table = await readTable<DailyColumn>(csv, {
    rowsMax: DAILY_IMPORT_ROWS,
    chosen: columns,
    find: findColumn,
    guess: (heading) => guessColumn(heading, work.config.DEFAULT_LOCALE),
  });
  const { headings, columns: matched_columns, samples, lines } = table;
  const found: Problem[] = [...table.errors];
  // Spreadsheets write semicolons in locales where the day comes first.
  const isDayFirst = table.delimiter === ';' && lines.length > 0;
  const days = lines.flatMap(({ cells }) => cells?.day ?? []);
  const day_order = chosenOrder ?? dayOrderOf(days) ?? (isDayFirst ? 'dmy' : null);
  const defaults = { day_order: day_order ?? 'dmy', status } as const;
  const read = lines.flatMap((line) => readRow(work, line, defaults, found));
  await lockPlan(work.db);
  found.push(...(await findOccupiedDays(work, read)));
  const { wrong, rejected, errors } = rejectedRows(lines, found);
  const rows = read.filter(({ line }) => !wrong.has(line));
  const isRefused = dry_run || (errors.length > 0 && !partial);
  const ids = isRefused ? [] : await insertAll(work, rows);
  return {
    count: lines.length,
    created: isRefused ? 0 : rows.length,
    headings,
    matched_columns,
    samples,
    day_order,
    rows: rows.map(({ line, fields }, at) => ({
      line,
      id: ids[at] ?? null,
      day: fields.day,
      titles: titlesOf(fields),
      status: fields.status,
    })),
    rejected,
    errors,
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

interface Defaults {
  day_order: DayOrder;
  status: DailyMessageImport['status'];
}

function readRow(
  work: Work,
  { line, cells }: TableRow<DailyColumn>,
  defaults: Defaults,
  errors: Problem[],
): Row[] {
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
