import type { DailyMessageImportReport } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { DAILY_IMPORT_MAX } from '@agora/contract/features/daily-messages/daily-messages.rules';
import { Button, Text, Textarea } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FileDrop } from '../../../components/file-drop.tsx';
import { afterPress } from '../../../platform/after-press.ts';
import { addDays } from '../../../platform/civil-date.ts';
import { formatDay } from '../../../platform/dates.ts';
import { formatNumber } from '../../../platform/i18n.ts';
import { required } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import classes from '../daily-messages.module.css';
import { useImportDailyMessages, useToday } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.import.texts.ts';

const COLUMNS =
  'day, fr_title, fr_body, fr_author, en_title, en_body, en_author, link, status, missing_locale';

const TABLE_TYPES = { 'text/csv': ['.csv'], 'text/tab-separated-values': ['.tsv'], 'text/plain': ['.txt'] };

/** A larger file has too many characters: none takes more than four bytes in UTF-8. */
const TABLE_BYTES_MAX = 4 * DAILY_IMPORT_MAX;

const exampleOf = (day: string) => `day;fr_title;fr_body;fr_author;en_title;en_body;status
${day};Bonne journée;Un café vous attend à la maison de quartier.;L’équipe;Have a good day;Coffee is waiting for you at the community centre.;ready
;Pensée;Un bonjour suffit parfois.;;;;draft`;

/** Imports messages from a table: a check first, then the import. */
export default function ImportModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: importTable } = useImportDailyMessages();
  const form = useForm({
    initialValues: { csv: '' },
    validate: { csv: required(() => t.importEmpty) },
  });
  const { csv } = form.values;
  const [checked, setChecked] = useState<{ csv: string; report: DailyMessageImportReport }>();
  /** Report of the current table, which may differ from the checked one. */
  const report = checked?.csv === csv ? checked.report : undefined;
  const canImport = report !== undefined && report.errors.length === 0;

  const [isBusy, run] = useBusy(async () => {
    try {
      const { body: report } = await importTable({ body: { csv, dry_run: !canImport } });
      setChecked({ csv, report });
      if (report.created === 0) return;
      toastSuccess(t.imported(report.created));
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
          {canImport ? t.importDo(report.count) : t.check}
        </Button>
      }
    >
      <p>{t.importText}</p>
      <Format />
      <Table
        {...form.getInputProps('csv')}
        value={csv}
        onChange={(text) => form.setFieldValue('csv', text)}
      />
      <div role="status">{report && <Report report={report} />}</div>
    </Dialog>
  );
}

/** Format of the table, with an example to start from. */
function Format() {
  const example = exampleOf(addDays(useToday(), 1));
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(example);
    toastSuccess(t.exampleCopied);
  }
  return (
    <details className={classes.format}>
      <summary>{t.importFormat}</summary>
      <p>{t.importFormatText}</p>
      <p>
        {t.importColumns} <code>{COLUMNS}</code>
      </p>
      <pre tabIndex={0}>{example}</pre>
      <Button variant="default" size="compact-sm" onClick={() => void copy().catch(toastError)}>
        {t.copyExample}
      </Button>
    </details>
  );
}

interface TableProps {
  value: string;
  error?: ReactNode;
  onChange: (csv: string) => void;
  onBlur?: () => void;
}

const Table = ({ value, error, onChange, onBlur }: TableProps) => (
  <>
    <FileDrop
      action={t.chooseFile}
      accept={TABLE_TYPES}
      maxSize={TABLE_BYTES_MAX}
      types={t.tableTypes}
      onChoose={(file) => void read(file).then(onChange).catch(toastError)}
    />
    <Textarea
      label={t.importTable}
      rows={8}
      styles={{ input: { fontFamily: 'monospace' } }}
      spellCheck={false}
      wrap="off"
      data-autofocus
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => afterPress(() => onBlur?.())}
    />
  </>
);

/** Decodes a file as UTF-8 or, for spreadsheets on Windows, as Windows-1252. */
async function read(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Result of the check: the messages to import or, if any, the errors. */
function Report({ report: { count, rows, errors } }: { report: DailyMessageImportReport }) {
  if (errors.length > 0)
    return (
      <>
        <Text c="var(--danger-ink)" fw={600}>
          <IconAlertCircle size={17} aria-hidden /> {t.importErrors(errors.length)}
        </Text>
        <Lines heads={[t.line, t.column, t.problem]}>
          {errors.map(({ line, field, type, occupant }) => (
            <tr key={`${line} ${field} ${type}`}>
              <td>{formatNumber(line)}</td>
              <td>{field ? <code>{field}</code> : t.wholeRow}</td>
              <td dir="auto">{occupant ? t.dayTakenBy(occupant) : ruleText(type, field)}</td>
            </tr>
          ))}
        </Lines>
      </>
    );
  return (
    <>
      <Text c="var(--accent-ink)" fw={600}>
        <IconCircleCheck size={17} aria-hidden /> {t.importFine(count)}
      </Text>
      <Lines heads={[t.line, daily.day, daily.message]}>
        {rows.map(({ line, day, title }) => (
          <tr key={line}>
            <td>{formatNumber(line)}</td>
            <td>{day ? formatDay(day, { dateStyle: 'medium' }) : daily.reserveDay}</td>
            <td dir="auto">{title}</td>
          </tr>
        ))}
      </Lines>
    </>
  );
}

/** Lines of the imported table. */
const Lines = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <div className={classes.report} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const RULES = [
  'unknown_column',
  'repeated_column',
  'column_count',
  'csv_parsing',
  'too_short',
  'too_long',
  'default_locale_missing',
  'day_taken',
  'date_parsing',
  'date_too_early',
  'date_too_late',
  'string_too_long',
  'enum',
  'url_parsing',
] as const;

/** Text of a cell's error. */
function ruleText(type: string, field: string): string {
  if (type === 'missing') return t.missingText;
  if (type === 'enum' && field === 'missing_locale') return t.enumMissing;
  const known = RULES.find((rule) => rule === type);
  return known ? t[known] : t.wrong;
}
