import { COLUMN_IGNORED, COLUMN_REASON, type TableColumns } from '@agora/contract/shared/table-import.rules';
import { csvFile } from '../../platform/csv.ts';
import { getLocale } from '../../platform/i18n.ts';
import { type ChosenColumns, chosenColumn } from './column-mapping.tsx';

interface Rejected<Problem> {
  headings: readonly string[];
  rejected: readonly { line: number; cells: readonly string[] }[];
  errors: readonly Problem[];
}

/** Rejected rows as a CSV to be corrected and imported again, with a last column of reasons. */
export function rejectedCsv<Column extends string, Problem extends { line: number }>(
  { headings, rejected, errors }: Rejected<Problem>,
  columns: TableColumns<Column>,
  chosen: ChosenColumns<Column>,
  textOf: (problem: Problem) => string,
): Blob {
  const width = headings.length;
  const reasons = Map.groupBy(errors, ({ line }) => line);
  const isReason = (heading: string) =>
    Object.values(COLUMN_REASON).some((name) => name === heading.trim().toLowerCase());
  const keptColumns = headings.flatMap((heading, at) => (isReason(heading) ? [] : [at]));
  const rows = rejected.map(({ line, cells }) => [
    ...keptColumns.map((at) => cells[at] ?? ''),
    (reasons.get(line) ?? []).map(textOf).join(' · '),
    ...cells.slice(width),
  ]);
  const nameOf = (heading = '') => {
    const column = chosenColumn(chosen, heading.trim());
    return !column || column === COLUMN_IGNORED ? (column ?? heading) : columns[column][getLocale()];
  };
  const table = [[...keptColumns.map((at) => nameOf(headings[at])), COLUMN_REASON[getLocale()]], ...rows];
  return csvFile(table);
}
