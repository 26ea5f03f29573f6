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
import { Group, Radio, Table, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Select } from '../../../components/select.tsx';
import {
  ImportableRows,
  TableImport,
  type TableValues,
} from '../../../components/table-import/table-import.tsx';
import { addDays, monthOf } from '../../../platform/civil-date.ts';
import { formatDay } from '../../../platform/dates.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { toastError, toastSuccess, toastWarning } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import {
  useBulkDailyMessages,
  useImportDailyMessages,
  useRefreshDailyMessages,
} from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.import.texts.ts';
import { problemText } from './import-problems.ts';

/** Any larger file exceeds the character limit: a character takes at most four bytes in UTF-8. */
const TABLE_BYTES_MAX = 4 * DAILY_IMPORT_MAX;

/** A day in the format of the reader's language. */
const dayCell = (day: string) => (getLocale() === 'fr' ? day.split('-').toReversed().join('/') : day);

/** Examples for a day and for the reserve. */
const examplesFrom = (day: string): Partial<Record<DailyColumn, string>>[] => [
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

const columnNames = () =>
  Object.fromEntries(
    (Object.keys(DAILY_COLUMNS) as DailyColumn[]).map((column) => [column, t[`column_${column}`]]),
  ) as Record<DailyColumn, string>;

interface Values extends TableValues<DailyColumn> {
  /** Empty unless the dates of the table are ambiguous. */
  day_order: '' | 'dmy' | 'mdy';
  status: DailyMessageImport['status'];
}

/** Imports messages from a table: a check first, then the import. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: importTable } = useImportDailyMessages();
  const me = useCurrentUser();
  const tomorrow = addDays(useToday(), 1);
  const form = useForm<Values>({
    initialValues: { csv: '', columns: {}, day_order: '', status: 'draft' },
    // The order belongs to the dates of the table.
    onValuesChange: ({ csv, day_order }, before) =>
      csv !== before.csv && day_order !== '' && form.setFieldValue('day_order', ''),
  });
  const draft = useDraft(`${me.id}:daily-messages/import`, form);
  const markReady = useMarkReady();
  const [, setParams] = useSearchParams();
  const { missing_locale: _rule, ...templateColumns } = DAILY_COLUMNS;

  function onImported({ created, rejected, rows }: DailyMessageImportReport): void {
    draft.forget();
    const drafts = rows.flatMap(({ id, status }) => (id && status === 'draft' ? [id] : []));
    toastSuccess(
      t.imported(created, rejected.length),
      drafts.length > 0 && drafts.length <= BULK_IDS_MAX
        ? { label: t.markReady(drafts.length), onClick: () => void markReady(drafts).catch(toastError) }
        : undefined,
    );
    const [first] = rows.flatMap(({ day }) => day ?? []).toSorted();
    setParams(first ? { month: monthOf(first) } : { view: 'reserve' });
  }

  return (
    <TableImport<DailyColumn, Values, DailyMessageImportReport['errors'][number], DailyMessageImportReport>
      title={t.importTitle}
      text={t.importText}
      formatText={t.importFormatText}
      columns={DAILY_COLUMNS}
      columnNames={columnNames()}
      template={{
        file: t.templateFile,
        columns: Object.keys(templateColumns) as DailyColumn[],
        rows: examplesFrom(tomorrow),
      }}
      maxSize={TABLE_BYTES_MAX}
      form={form}
      notice={<DraftNotice draft={draft} />}
      options={(report) => (
        <>
          <Radio.Group label={t.importAs} description={t.importAsHint} {...form.getInputProps('status')}>
            <Group mt="xs" gap="lg">
              <Radio value="draft" label={daily.draft} />
              <Radio value="ready" label={daily.ready} />
            </Group>
          </Radio.Group>
          {report && (report.day_order === null || form.values.day_order !== '') && (
            <Select
              label={t.dayOrder}
              value={form.values.day_order}
              onChange={(day_order) => form.setFieldValue('day_order', day_order)}
              options={[
                { value: '', label: t.chooseOrder },
                { value: 'dmy', label: formatDay('2027-02-01', { dateStyle: 'long' }) },
                { value: 'mdy', label: formatDay('2027-01-02', { dateStyle: 'long' }) },
              ]}
            />
          )}
        </>
      )}
      problemText={problemText}
      importableIn={({ day_order, rows }) => (day_order === null ? 0 : rows.length)}
      importText={t.importDo}
      rows={({ rows }) => rows.length > 0 && <Importable rows={rows} />}
      onRun={async ({ csv, columns, status, day_order }, isCheck) => {
        const body = { csv, columns, status, dry_run: isCheck, partial: true };
        return (await importTable({ body: { ...body, ...(day_order && { day_order }) } })).body;
      }}
      onImported={onImported}
      onClose={onClose}
    />
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

const Importable = ({ rows }: Pick<DailyMessageImportReport, 'rows'>) => (
  <ImportableRows
    summary={t.importFine(rows.length, rows.filter(({ status }) => status === 'ready').length)}
    heads={[daily.day, daily.fr, daily.en, daily.status]}
  >
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
  </ImportableRows>
);
