import {
  DAILY_COLUMN_IGNORED,
  DAILY_COLUMN_REASON,
  DAILY_COLUMNS,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import type { DailyMessageImportReport } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { csvFile } from '../../../platform/csv.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { type ChosenColumns, chosenColumn } from './column-mapping.tsx';
import { problemText } from './import-problems.ts';

/** Rejected rows as a CSV to be corrected and imported again, with a last column of reasons. */
export function rejectedCsv(
  { headings, rejected, errors }: DailyMessageImportReport,
  chosen: ChosenColumns,
): Blob {
  const width = headings.length;
  const reasonsOf = (line: number) =>
    errors
      .filter((error) => error.line === line)
      .map(problemText)
      .join(' · ');
  const isReason = (heading: string) =>
    Object.values(DAILY_COLUMN_REASON).some((name) => name === heading.trim().toLowerCase());
  const keptColumns = headings.flatMap((heading, at) => (isReason(heading) ? [] : [at]));
  const rows = rejected.map(({ line, cells }) => [
    ...keptColumns.map((at) => cells[at] ?? ''),
    reasonsOf(line),
    ...cells.slice(width),
  ]);
  const nameOf = (heading = '') => {
    const column = chosenColumn(chosen, heading.trim());
    return !column || column === DAILY_COLUMN_IGNORED
      ? (column ?? heading)
      : DAILY_COLUMNS[column][getLocale()];
  };
  const table = [
    [...keptColumns.map((at) => nameOf(headings[at])), DAILY_COLUMN_REASON[getLocale()]],
    ...rows,
  ];
  return csvFile(table);
}
