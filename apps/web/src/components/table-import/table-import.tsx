import { isSame } from '@agora/contract/shared/merge';
import type { TableProblem } from '@agora/contract/shared/table-import';
import type { TableColumns } from '@agora/contract/shared/table-import.rules';
import { Button, Group, Table, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck, IconDownload, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { csvFile } from '../../platform/csv.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { save } from '../../platform/download.ts';
import { formatNumber, getLocale } from '../../platform/i18n.ts';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { Dialog } from '../dialog.tsx';
import { FileDrop } from '../file-drop.tsx';
import { type ChosenColumns, ColumnMapping } from './column-mapping.tsx';
import { rejectedCsv } from './rejected-rows.ts';
import classes from './table-import.module.css';
import { t } from './table-import.texts.ts';

const TABLE_TYPES = { 'text/csv': ['.csv'], 'text/tab-separated-values': ['.tsv'], 'text/plain': ['.txt'] };

/** Problems that a report shows; the file of rejected rows has them all. */
const PROBLEMS_SHOWN = 100;

/** A table, and how to read it. */
export interface TableValues<Column extends string> extends Record<string, unknown> {
  csv: string;
  columns: ChosenColumns<Column>;
}

/** What a check or an import reports. */
interface TableReport<Problem> {
  created: number;
  headings: string[];
  matched_columns: (string | null)[];
  samples: string[][];
  rejected: { line: number; cells: string[] }[];
  errors: Problem[];
}

interface TableImportProps<Column extends string, Values, Problem, Report> {
  title: string;
  text: string;
  /** The format in a few sentences. */
  formatText: string;
  /** Example rows of the template, by column, and the columns that it has. */
  template: { file: string; columns: readonly Column[]; rows: readonly Partial<Record<Column, string>>[] };
  columns: TableColumns<Column>;
  /** Names of the columns for people. */
  columnNames: Readonly<Record<Column, string>>;
  /** Maximum size of a file, in bytes. */
  maxSize: number;
  form: UseFormReturnType<Values>;
  /** Above the table, such as a restored draft. */
  notice?: ReactNode;
  /** How to read the table, with the report of its last check. */
  options: (report: Report | undefined) => ReactNode;
  problemText: (problem: Problem) => string;
  /** Number of rows that can be imported, if nothing remains to be chosen. */
  importableIn: (report: Report) => number;
  importText: (count: number) => string;
  /** The rows that can be imported. */
  rows: (report: Report) => ReactNode;
  /** Checks the table or imports it. */
  onRun: (values: Values, isCheck: boolean) => Promise<Report>;
  onImported: (report: Report) => void;
  onClose: () => void;
}

/** A report on a table that was checked with these choices. */
interface Checked<Values, Report> {
  values: Values;
  report: Report;
}

/** Imports a table: a check first, then the import of the rows without problems. */
export function TableImport<
  Column extends string,
  Values extends TableValues<Column>,
  Problem extends TableProblem,
  Report extends TableReport<Problem>,
>(props: TableImportProps<Column, Values, Problem, Report>) {
  const { title, text, columns, columnNames, maxSize, form, problemText, importableIn } = props;
  const { values } = form;
  const [checked, setChecked] = useState<Checked<Values, Report>>();
  const isChecked = checked?.values.csv === values.csv;
  /** True if the table is shown again to be corrected. */
  const [isCorrecting, setCorrecting] = useState(false);
  const showsResult = isChecked && !isCorrecting;
  const result = useRef<HTMLButtonElement>(null);
  // A long table was scrolled.
  useEffect(() => {
    if (showsResult) result.current?.scrollIntoView();
  }, [showsResult]);
  /** Report of the current table and choices, which may differ from the checked ones. */
  const report = isChecked && isSame(checked.values, values) ? checked.report : undefined;
  const importable = report ? importableIn(report) : 0;
  const setValues = (changed: Partial<TableValues<Column>>) => form.setValues(changed as Partial<Values>);
  const saveRejected = (report: Report) =>
    save(rejectedCsv(report, columns, values.columns, problemText), t.rejectedFile);

  const [isBusy, run] = useBusy(async () => {
    try {
      const report = await props.onRun(values, importable === 0);
      setChecked({ values, report });
      setCorrecting(false);
      if (report.created === 0) return;
      form.reset();
      if (report.rejected.length > 0) saveRejected(report);
      props.onImported(report);
      props.onClose();
    } catch (error) {
      toastError(error);
    }
  });

  const isEmpty = !values.csv.trim();
  return (
    <Dialog
      title={title}
      size="xl"
      onClose={props.onClose}
      onSubmit={() => !isEmpty && void run()}
      actions={
        <Button type="submit" loading={isBusy} disabled={isEmpty || (report && importable === 0)}>
          {importable > 0 ? props.importText(importable) : t.check}
        </Button>
      }
    >
      {props.notice}
      {showsResult ? (
        <Button
          ref={result}
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setCorrecting(true)}
        >
          {t.correctTable}
        </Button>
      ) : (
        <>
          <p>{text}</p>
          <Format text={props.formatText} columns={columns} template={props.template} />
          <Source
            value={values.csv}
            maxSize={maxSize}
            isCorrecting={isCorrecting}
            onChange={(csv) => setValues({ csv })}
          />
        </>
      )}
      <div role="status">
        {showsResult && checked.report.headings.length > 0 && (
          <ColumnMapping
            names={columnNames}
            report={checked.report}
            value={values.columns}
            onChange={(columns) => setValues({ columns })}
          />
        )}
      </div>
      {props.options(isChecked ? checked.report : undefined)}
      <div role="status">
        {report && showsResult && !report.errors.some(({ type }) => type === 'unknown_column') && (
          <>
            {report.errors.length > 0 && <Problems report={report} {...{ columnNames, problemText }} />}
            {report.rejected.length > 0 && (
              <Button variant="default" size="compact-sm" my="xs" onClick={() => saveRejected(report)}>
                {t.saveRejected(report.rejected.length)}
              </Button>
            )}
            {props.rows(report)}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface FormatProps<Column extends string>
  extends Pick<TableImportProps<Column, never, never, never>, 'columns' | 'template'> {
  text: string;
}

/** Format of the table, and a file to start from. */
function Format<Column extends string>({ text, columns, template }: FormatProps<Column>) {
  const names = Object.values<(typeof columns)[Column]>(columns).map((name) => name[getLocale()]);
  const file = () =>
    csvFile([
      template.columns.map((column) => columns[column][getLocale()]),
      ...template.rows.map((row) => template.columns.map((column) => row[column] ?? '')),
    ]);
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconDownload size={17} aria-hidden />}
        onClick={() => save(file(), template.file)}
      >
        {t.downloadTemplate}
      </Button>
      <details className={classes.format}>
        <summary>{t.importFormat}</summary>
        <p>{text}</p>
        <p>
          {t.importColumns} <code>{names.join(', ')}</code>
        </p>
      </details>
    </>
  );
}

interface SourceProps {
  value: string;
  maxSize: number;
  /** True if the table was checked before. */
  isCorrecting: boolean;
  onChange: (csv: string) => void;
}

const Source = ({ value, maxSize, isCorrecting, onChange }: SourceProps) => (
  <>
    <FileDrop
      action={t.chooseFile}
      accept={TABLE_TYPES}
      maxSize={maxSize}
      types={t.tableTypes}
      onChoose={(file) => void file.arrayBuffer().then(decodeText).then(onChange).catch(toastError)}
    />
    <Textarea
      label={t.importTable}
      rows={8}
      styles={{ input: { fontFamily: 'monospace' } }}
      spellCheck={false}
      wrap="off"
      data-autofocus
      autoFocus={isCorrecting}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </>
);

interface ProblemsProps<Column extends string, Problem>
  extends Pick<TableImportProps<Column, never, Problem, never>, 'columnNames' | 'problemText'> {
  report: TableReport<Problem>;
}

function Problems<Column extends string, Problem extends TableProblem>({
  report: { errors, rejected, matched_columns },
  columnNames,
  problemText,
}: ProblemsProps<Column, Problem>) {
  const isColumn = (field: string): field is Column => Object.hasOwn(columnNames, field);
  const cells = new Map(rejected.map((row) => [row.line, row.cells]));
  const valueOf = ({ line, field }: Problem) => cells.get(line)?.[matched_columns.indexOf(field)]?.trim();
  return (
    <>
      <ReportHeading icon={IconAlertCircle} color="var(--danger-ink)">
        {rejected.length > 0 ? t.importRejected(rejected.length) : t.importErrors(errors.length)}
      </ReportHeading>
      <ReportTable heads={[t.line, t.column, t.problem]}>
        {errors.slice(0, PROBLEMS_SHOWN).map((error) => (
          <Table.Tr key={`${error.line} ${error.field} ${error.type}`}>
            <Table.Td>{formatNumber(error.line)}</Table.Td>
            <Table.Td>
              {isColumn(error.field) ? columnNames[error.field] : error.field || t.wholeRow}
              <Text c="dimmed" size="xs" dir="auto" lineClamp={1}>
                {valueOf(error)}
              </Text>
            </Table.Td>
            <Table.Td dir="auto">{problemText(error)}</Table.Td>
          </Table.Tr>
        ))}
      </ReportTable>
      {errors.length > PROBLEMS_SHOWN && (
        <Text c="dimmed" size="xs">
          {t.moreProblems(errors.length - PROBLEMS_SHOWN)}
        </Text>
      )}
    </>
  );
}

interface ImportableRowsProps {
  summary: string;
  heads: readonly string[];
  /** Rows that the report does not show. */
  more?: number;
  children: ReactNode;
}

/** The rows that can be imported. */
export const ImportableRows = ({ summary, heads, more = 0, children }: ImportableRowsProps) => (
  <>
    <ReportHeading icon={IconCircleCheck} color="var(--accent-ink)">
      {summary}
    </ReportHeading>
    <ReportTable heads={heads}>{children}</ReportTable>
    {more > 0 && (
      <Text c="dimmed" size="xs">
        {t.moreRows(more)}
      </Text>
    )}
  </>
);

interface ReportHeadingProps {
  icon: typeof IconCircleCheck;
  color: string;
  children: ReactNode;
}

const ReportHeading = ({ icon: Icon, color, children }: ReportHeadingProps) => (
  <Group gap={6} mt="sm" wrap="nowrap" align="flex-start" c={color} fw={600}>
    <Icon size={17} style={{ flexShrink: 0, marginTop: 2 }} aria-hidden />
    {children}
  </Group>
);

/** Lines of the imported table. */
const ReportTable = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <Table className={classes.report ?? ''}>
    <Table.Thead>
      <Table.Tr>
        {heads.map((head) => (
          <Table.Th key={head} scope="col">
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>{children}</Table.Tbody>
  </Table>
);

/** Text of a problem that any table may have; undefined for others. */
export function commonProblemText({ type }: TableProblem): string | undefined {
  const known = COMMON.find((rule) => rule === type);
  return known && t[known];
}

const COMMON = [
  'unknown_column',
  'repeated_column',
  'column_count',
  'csv_parsing',
  'too_short',
  'too_many_columns',
  'failed_formula',
  'unreadable',
] as const;

export const wrongValue = (): string => t.wrong;
