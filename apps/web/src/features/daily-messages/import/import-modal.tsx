import {
  DAILY_COLUMNS,
  DAILY_IMPORT_MAX,
  type DailyColumn,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import type {
  DailyMessageImport,
  DailyMessageImportReport,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { BULK_IDS_MAX } from '@agora/contract/shared/limits';
import { LOCALES } from '@agora/contract/shared/locales';
import { isSame } from '@agora/contract/shared/merge';
import { Button, Group, Radio, Table, Text, Textarea } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconDownload, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Dialog } from '../../../components/dialog.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { FileDrop } from '../../../components/file-drop.tsx';
import { Select } from '../../../components/select.tsx';
import { addDays, monthOf } from '../../../platform/civil-date.ts';
import { csvFile } from '../../../platform/csv.ts';
import { formatDay } from '../../../platform/dates.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import { save } from '../../../platform/download.ts';
import { formatNumber, getLocale } from '../../../platform/i18n.ts';
import { toastError, toastSuccess, toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import classes from '../daily-messages.module.css';
import {
  useBulkDailyMessages,
  useImportDailyMessages,
  useRefreshDailyMessages,
} from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { type ChosenColumns, ColumnMapping } from './column-mapping.tsx';
import { t } from './daily-messages.import.texts.ts';
import { problemText } from './import-problems.ts';
import { rejectedCsv } from './rejected-rows.ts';

/** Names of the columns in the language of the interface. */
const columnsOf = () => Object.values(DAILY_COLUMNS).map((names) => names[getLocale()]);

const TABLE_TYPES = { 'text/csv': ['.csv'], 'text/tab-separated-values': ['.tsv'], 'text/plain': ['.txt'] };

/** Any larger file exceeds the character limit: a character takes at most four bytes in UTF-8. */
const TABLE_BYTES_MAX = 4 * DAILY_IMPORT_MAX;

/** A day in the format of the reader's language. */
const dayCell = (day: string) => (getLocale() === 'fr' ? day.split('-').toReversed().join('/') : day);

/** A table to fill in, with an example for a day and one for the reserve. */
const templateFrom = (day: string) => {
  const { missing_locale: _rule, ...columns } = DAILY_COLUMNS;
  const examples: Partial<Record<DailyColumn, string>>[] = [
    {
      day: dayCell(day),
      fr_title: 'Bonne journée',
      fr_body: 'Un café vous attend à la maison de quartier.',
      fr_author: 'L’équipe',
      en_title: 'Have a good day',
      en_body: 'Coffee is waiting for you at the community centre.',
      en_author: 'The team',
      status: daily.ready.toLowerCase(),
    },
    { fr_title: 'Pensée', fr_body: 'Un bonjour suffit parfois.', status: daily.draft.toLowerCase() },
  ];
  const names = Object.keys(columns) as DailyColumn[];
  return csvFile([
    names.map((name) => DAILY_COLUMNS[name][getLocale()]),
    ...examples.map((example) => names.map((name) => example[name] ?? '')),
  ]);
};

/** A table, and how to read it. */
interface Values extends Record<string, unknown> {
  csv: string;
  columns: ChosenColumns;
  /** Empty unless the dates of the table are ambiguous. */
  day_order: '' | 'dmy' | 'mdy';
  status: DailyMessageImport['status'];
}

/** A table that was checked with these choices. */
interface Checked {
  values: Values;
  unknown: readonly string[];
  report: DailyMessageImportReport;
}

/** Imports messages from a table: a check first, then the import. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: importTable } = useImportDailyMessages();
  const me = useCurrentUser();
  const form = useForm<Values>({ initialValues: { csv: '', columns: {}, day_order: '', status: 'draft' } });
  const draft = useDraft(`${me.id}:daily-messages/import`, form);
  const { values } = form;
  const { csv, columns, day_order, status } = values;
  const [checked, setChecked] = useState<Checked>();
  const isChecked = checked?.values.csv === csv;
  /** True if the table is shown again to be corrected. */
  const [isCorrecting, setCorrecting] = useState(false);
  const showsResult = isChecked && !isCorrecting;
  const result = useRef<HTMLButtonElement>(null);
  // A long table was scrolled.
  useEffect(() => {
    if (showsResult) result.current?.scrollIntoView();
  }, [showsResult]);
  const markReady = useMarkReady();
  const unknown = isChecked ? checked.unknown : [];
  const isOrderUnknown = isChecked && (checked.report.day_order === null || day_order !== '');
  /** Report of the current table and choices, which may differ from the checked ones. */
  const report = isChecked && isSame(checked.values, values) ? checked.report : undefined;
  const canImport = report !== undefined && report.rows.length > 0 && report.day_order !== null;
  const [, setParams] = useSearchParams();

  const [isBusy, run] = useBusy(async () => {
    try {
      const body = { csv, columns, status, dry_run: !canImport, partial: true };
      const { body: report } = await importTable({ body: { ...body, ...(day_order && { day_order }) } });
      setChecked({ values, unknown: unknownHeadings(report, columns), report });
      setCorrecting(false);
      if (report.created === 0) return;
      draft.forget();
      form.reset();
      if (report.rejected.length > 0) save(rejectedCsv(report, columns), t.rejectedFile);
      const drafts = report.rows.flatMap(({ id, status }) => (id && status === 'draft' ? [id] : []));
      toastSuccess(
        t.imported(report.created, report.rejected.length),
        drafts.length > 0 && drafts.length <= BULK_IDS_MAX
          ? { label: t.markReady(drafts.length), onClick: () => void markReady(drafts).catch(toastError) }
          : undefined,
      );
      const [first] = report.rows.flatMap(({ day }) => day ?? []).toSorted();
      setParams(first ? { month: monthOf(first) } : { view: 'reserve' });
      onClose();
    } catch (error) {
      toastError(error);
    }
  });

  return (
    <Dialog
      title={t.importTitle}
      size="xl"
      onClose={onClose}
      onSubmit={() => csv.trim() && void run()}
      actions={
        <Button type="submit" loading={isBusy} disabled={!csv.trim() || (report && !canImport)}>
          {canImport ? t.importDo(report.rows.length) : t.check}
        </Button>
      }
    >
      <DraftNotice draft={draft} />
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
          <p>{t.importText}</p>
          <Format />
          <Source
            value={csv}
            isCorrecting={isCorrecting}
            onChange={(text) => form.setValues({ csv: text, day_order: '' })}
          />
        </>
      )}
      <Radio.Group label={t.importAs} description={t.importAsHint} {...form.getInputProps('status')}>
        <Group mt="xs" gap="lg">
          <Radio value="draft" label={daily.draft} />
          <Radio value="ready" label={daily.ready} />
        </Group>
      </Radio.Group>
      <div role="status">
        {unknown.length > 0 && (
          <ColumnMapping
            headings={unknown}
            value={columns}
            onChange={(columns) => form.setValues({ columns })}
          />
        )}
        {isOrderUnknown && (
          <Select
            label={t.dayOrder}
            value={day_order}
            onChange={(day_order) => form.setFieldValue('day_order', day_order)}
            options={[
              { value: '', label: t.chooseColumn },
              { value: 'dmy', label: formatDay('2027-02-01', { dateStyle: 'long' }) },
              { value: 'mdy', label: formatDay('2027-01-02', { dateStyle: 'long' }) },
            ]}
          />
        )}
        {report && showsResult && (
          <Report report={report} onSave={() => save(rejectedCsv(report, columns), t.rejectedFile)} />
        )}
      </div>
    </Dialog>
  );
}

/** Marks imported messages as ready, and no others. */
function useMarkReady() {
  const { mutateAsync } = useBulkDailyMessages();
  const refresh = useRefreshDailyMessages();
  return async (ids: string[]): Promise<void> => {
    const { done, skipped } = (await mutateAsync({ body: { action: 'ready', ids } })).body;
    await refresh();
    if (skipped.length > 0) toastWarning(t.notMarkedReady(skipped.length));
    if (done > 0) toastSuccess(daily.markedReady(done));
  };
}

/** Unknown headings, including those with a chosen column. */
function unknownHeadings({ headings, errors }: DailyMessageImportReport, columns: ChosenColumns): string[] {
  const unknown = new Set(Object.keys(columns));
  for (const { type, field } of errors) if (type === 'unknown_column') unknown.add(field);
  return [...new Set(headings.map((heading) => heading.trim()))].filter((heading) => unknown.has(heading));
}

/** Format of the table, and a file to start from. */
function Format() {
  const day = addDays(useToday(), 1);
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconDownload size={17} aria-hidden />}
        onClick={() => save(templateFrom(day), t.templateFile)}
      >
        {t.downloadTemplate}
      </Button>
      <details className={classes.format}>
        <summary>{t.importFormat}</summary>
        <p>{t.importFormatText}</p>
        <p>
          {t.importColumns} <code>{columnsOf().join(', ')}</code>
        </p>
      </details>
    </>
  );
}

interface SourceProps {
  value: string;
  /** True if the table was checked before. */
  isCorrecting: boolean;
  onChange: (csv: string) => void;
}

const Source = ({ value, isCorrecting, onChange }: SourceProps) => (
  <>
    <FileDrop
      action={t.chooseFile}
      accept={TABLE_TYPES}
      maxSize={TABLE_BYTES_MAX}
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

interface ReportProps {
  report: DailyMessageImportReport;
  /** Saves the rejected rows. */
  onSave: () => void;
}

/** Result of the check: errors by row, and the messages to import. */
function Report({ report: { errors, rejected, rows }, onSave }: ReportProps) {
  if (errors.some(({ type }) => type === 'unknown_column')) return null;
  return (
    <>
      {errors.length > 0 && <Problems errors={errors} rejected={rejected.length} />}
      {rejected.length > 0 && (
        <Button variant="default" size="compact-sm" my="xs" onClick={onSave}>
          {t.saveRejected(rejected.length)}
        </Button>
      )}
      {rows.length > 0 && <Importable rows={rows} />}
    </>
  );
}

const Problems = ({ errors, rejected }: { errors: DailyMessageImportReport['errors']; rejected: number }) => (
  <>
    <ReportHeading icon={IconAlertCircle} color="var(--danger-ink)">
      {rejected > 0 ? t.importRejected(rejected) : t.importErrors(errors.length)}
    </ReportHeading>
    <ReportTable heads={[t.line, t.column, t.problem]}>
      {errors.map((error) => (
        <Table.Tr key={`${error.line} ${error.field} ${error.type}`}>
          <Table.Td>{formatNumber(error.line)}</Table.Td>
          <Table.Td>{error.field ? columnName(error.field) : t.wholeRow}</Table.Td>
          <Table.Td dir="auto">{problemText(error)}</Table.Td>
        </Table.Tr>
      ))}
    </ReportTable>
  </>
);

const columnName = (field: string) => (field in DAILY_COLUMNS ? t[`column_${field as DailyColumn}`] : field);

const Importable = ({ rows }: Pick<DailyMessageImportReport, 'rows'>) => (
  <>
    <ReportHeading icon={IconCircleCheck} color="var(--accent-ink)">
      {t.importFine(rows.length, rows.filter(({ status }) => status === 'ready').length)}
    </ReportHeading>
    <ReportTable heads={[daily.day, daily.fr, daily.en, daily.status]}>
      {rows.map(({ line, day, titles, status }) => (
        <Table.Tr key={line}>
          <Table.Td>{day ? formatDay(day, { dateStyle: 'medium' }) : daily.reserveDay}</Table.Td>
          {LOCALES.map((locale) => (
            <Table.Td key={locale} lang={locale} dir="auto">
              {titles[locale] || (
                <Text span inherit c="var(--warning-ink)">
                  {t.textMissing}
                </Text>
              )}
            </Table.Td>
          ))}
          <Table.Td>{daily[status]}</Table.Td>
        </Table.Tr>
      ))}
    </ReportTable>
  </>
);

interface ReportHeadingProps {
  icon: typeof IconCircleCheck;
  color: string;
  children: ReactNode;
}

const ReportHeading = ({ icon: Icon, color, children }: ReportHeadingProps) => (
  <Group gap={6} mt="sm" wrap="nowrap" c={color} fw={600}>
    <Icon size={17} style={{ flexShrink: 0 }} aria-hidden />
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
