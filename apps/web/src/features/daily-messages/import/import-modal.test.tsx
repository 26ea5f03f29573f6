import type { DailyMessageImportReport } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract, hold } from '../../../../test/api.ts';
import { answerCalendar, openDaily, setToday } from '../../../../test/daily-messages.ts';
import { button, expectToast, fill, press } from '../../../../test/screen.ts';

beforeEach(() => setToday());

const COLUMNS: Record<string, string> = { jour: 'day', Notes: '-', Problem: '-' };

const aReport = (own: Partial<DailyMessageImportReport> = {}): DailyMessageImportReport => ({
  count: 0,
  created: 0,
  headings: [],
  matched_columns: (own.headings ?? []).map((heading) =>
    own.errors?.some(({ type, field }) => type === 'unknown_column' && field === heading)
      ? null
      : (COLUMNS[heading] ?? heading),
  ),
  samples: [],
  day_order: 'dmy',
  rows: [],
  rejected: [],
  errors: [],
  ...own,
});

const FINE = aReport({
  count: 2,
  headings: ['day', 'fr_body'],
  rows: [
    { line: 2, id: null, day: '2031-06-02', titles: { fr: 'Juin', en: 'June' }, status: 'ready' },
    { line: 3, id: null, day: null, titles: { fr: 'Un jour', en: '' }, status: 'draft' },
  ],
});

const TABLE = 'day;fr_body\n2031-06-02;Juin\n;Un jour';

const answerImport = (report: DailyMessageImportReport) =>
  answer(contract.dailyMessages.importDailyMessages, { status: 200, body: report });

async function openImport(locale: 'en' | 'fr' = 'en') {
  answerCalendar();
  const page = await openDaily('', { locale });
  await press(page.user, locale === 'fr' ? 'Importer' : 'Import');
  const dialog = within(await screen.findByRole('dialog'));
  const table = await dialog.findByLabelText(locale === 'fr' ? 'Tableau' : 'Table');
  return { ...page, dialog, table };
}

/** The texts of the files that are saved. */
function savedFiles(): Promise<string>[] {
  const files: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push((blob as Blob).text());
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return files;
}

it('checks a table before it imports it, and shows the month of the first message', async () => {
  const { user, dialog, table, router } = await openImport();
  expect(await button('Check')).toBeDisabled();
  await fill(user, table, TABLE);
  const checks = answerImport(FINE);
  await press(user, 'Check');
  expect(await dialog.findByText('2 messages can be imported: 1 ready, 1 draft.')).toBeVisible();
  expect(dialog.getByRole('row', { name: '2 Jun 2031 Juin June Ready' })).toBeVisible();
  expect(dialog.getByRole('row', { name: 'In reserve Un jour Text missing Draft' })).toBeVisible();
  expect(checks.map(({ body }) => body)).toEqual([
    { csv: TABLE, columns: {}, status: 'draft', dry_run: true, partial: true },
  ]);
  const imports = answerImport({ ...FINE, created: 2 });
  await press(user, /^Import 2.messages$/);
  await expectToast('2 messages imported.');
  expect(imports.map(({ body }) => body)).toEqual([
    { csv: TABLE, columns: {}, status: 'draft', dry_run: false, partial: true },
  ]);
  await waitFor(() => expect(router.state.location.search).toBe('?month=2031-06'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the reserve after an import of messages without a day', async () => {
  const { user, table, router } = await openImport();
  await fill(user, table, 'fr_body\nUn jour');
  const rows = [
    { line: 2, id: null, day: null, titles: { fr: 'Un jour', en: '' }, status: 'draft' as const },
  ];
  answerImport(aReport({ rows }));
  await press(user, 'Check');
  await button('Import 1\u00a0message');
  answerImport(aReport({ rows, created: 1 }));
  await press(user, 'Import 1\u00a0message');
  await waitFor(() => expect(router.state.location.search).toBe('?view=reserve'));
});

it('asks which of day and month comes first if the dates are ambiguous, before it imports', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, TABLE);
  answerImport({ ...FINE, day_order: null });
  await press(user, 'Check');
  const order = await dialog.findByLabelText('In this table, 1/2/2027 is');
  expect(dialog.getByRole('button', { name: 'Check' })).toBeDisabled();
  await user.selectOptions(order, '2 January 2027');
  const checks = answerImport({ ...FINE, day_order: 'mdy' });
  await press(user, 'Check');
  const doImport = await button('Import 2\u00a0messages');
  await waitFor(() => expect(doImport).toBeEnabled());
  expect(checks.map(({ body }) => body)).toMatchObject([{ day_order: 'mdy', dry_run: true }]);
  expect(order).toBeVisible();
});

it('imports messages without a status as ready if that is chosen, after another check', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, TABLE);
  answerImport(FINE);
  await press(user, 'Check');
  await dialog.findByText('2 messages can be imported: 1 ready, 1 draft.');
  await user.click(within(dialog.getByRole('radiogroup', { name: /^Import as/ })).getByLabelText('Ready'));
  const checks = answerImport({ ...FINE, rows: FINE.rows.map((row) => ({ ...row, status: 'ready' })) });
  await press(user, 'Check');
  expect(await dialog.findByText('2 messages can be imported: 2 ready.')).toBeVisible();
  expect(checks.map(({ body }) => body)).toMatchObject([{ status: 'ready', dry_run: true }]);
});

it('opens the format without an error about the empty table', async () => {
  const { user, dialog, table } = await openImport();
  await user.click(table);
  await user.click(dialog.getByText('The format'));
  expect(table).toBeValid();
});

it('shows the errors by row, and imports nothing', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, 'day;fr_body;status');
  answerImport(
    aReport({
      headings: ['day', 'fr_body', 'status'],
      rejected: [
        { line: 2, cells: ['2031-06-01', 'a', 'ready'] },
        { line: 3, cells: ['soon', 'a', 'ready'] },
      ],
      errors: [
        { line: 2, field: 'day', type: 'day_taken', msg: '', occupant: 'Occupant' },
        { line: 3, field: 'day', type: 'date_parsing', msg: '' },
        { line: 3, field: 'fr_body', type: 'default_locale_missing', msg: '' },
        { line: 4, field: '', type: 'column_count', msg: '' },
        { line: 5, field: 'status', type: 'enum', msg: '' },
        { line: 5, field: 'missing_locale', type: 'enum', msg: '' },
      ],
    }),
  );
  await press(user, 'Check');
  expect(await dialog.findByText(/^2 rows can’t be imported\. Correct them in the table, or/)).toBeVisible();
  for (const name of [
    '2 Day 2031-06-01 This day has a message already: “Occupant”',
    '3 Day soon No such day: write it as 2026-12-31 or 31/12/2026',
    '3 Text, French a Add this text, or write draft as the status',
    '4 whole row The row has more or fewer cells than the first line',
    '5 Status Write draft or ready',
    '5 When a language is missing Write fallback or hide',
  ])
    expect(dialog.getByRole('row', { name })).toBeVisible();
  expect(await button('Check')).toBeDisabled();
  expect(table).not.toBeInTheDocument();
  await press(user, 'Edit the table');
  const again = dialog.getByLabelText('Table');
  expect(again).toHaveFocus();
  expect(again).toHaveValue('day;fr_body;status');
  expect(dialog.queryByRole('table')).toBeNull();
});

it('asks what unknown columns contain, and checks again with the choices', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, 'jour;Contenu;Notes\n;Texte;x');
  const headings = ['jour', 'Contenu', 'Notes'];
  const unknown = ['Contenu', 'Notes'].map((field) => ({ line: 1, field, type: 'unknown_column', msg: '' }));
  answerImport(aReport({ headings, errors: unknown }));
  await press(user, 'Check');
  const contents = await dialog.findByRole('combobox', { name: 'Column “Contenu”' });
  expect(contents).toHaveFocus();
  expect(dialog.getByRole('combobox', { name: 'Column “jour”' })).toHaveValue('day');
  await user.selectOptions(contents, 'Text, French');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Column “Notes”' }), 'Ignore this column');
  const checks = answerImport(
    aReport({ headings, errors: [{ line: 1, field: 'fr_body', type: 'repeated_column', msg: '' }] }),
  );
  await press(user, 'Check');
  expect(await dialog.findByText('This column appears twice')).toBeVisible();
  expect(checks.map(({ body }) => body)).toMatchObject([{ columns: { Contenu: 'fr_body', Notes: '-' } }]);
  // The choices stay, so that they can be corrected.
  expect(dialog.getByRole('combobox', { name: 'Column “Contenu”' })).toHaveValue('fr_body');
});

it('saves the rejected rows with the reasons, under the names of the chosen columns', async () => {
  const files = savedFiles();
  const { user, dialog, table } = await openImport();
  await fill(user, table, 'jour;Contenu;Notes\n;Texte;x');
  const headings = ['jour', 'Contenu', 'Notes', 'Problem'];
  answerImport(
    aReport({ headings, errors: [{ line: 1, field: 'Contenu', type: 'unknown_column', msg: '' }] }),
  );
  await press(user, 'Check');
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Column “Contenu”' }), 'Text, French');
  answerImport(
    aReport({
      headings,
      rejected: [{ line: 2, cells: ['soon', 'Texte', 'x', 'former reason'] }],
      errors: [
        { line: 2, field: 'day', type: 'date_too_early', msg: '' },
        { line: 2, field: 'fr_body', type: 'string_too_long', msg: '' },
        { line: 9, field: 'day', type: 'day_taken', msg: '' },
      ],
    }),
  );
  await press(user, 'Check');
  await press(user, 'Save 1\u00a0rejected row');
  expect(await files[0]).toContain(
    '"jour","fr_body","Notes","problem"\r\n"soon","Texte","x","This day is over · The text is too long"',
  );
});

it('imports the valid rows and saves the others as a file', async () => {
  const files = savedFiles();
  const { user, table } = await openImport();
  await fill(user, table, TABLE);
  const partly = {
    ...FINE,
    rejected: [{ line: 4, cells: ['2031-06-03', 'Pris'] }],
    errors: [{ line: 4, field: 'day', type: 'day_taken', msg: '', occupant: 'Occupant' }],
  };
  answerImport(partly);
  await press(user, 'Check');
  await button('Import 2\u00a0messages');
  answerImport({ ...partly, created: 2 });
  await press(user, 'Import 2\u00a0messages');
  await expectToast('2 messages imported. 1 rejected row saved as a file.');
  expect(await files[0]).toContain('"2031-06-03","Pris","This day has a message already: “Occupant”"');
});

it('checks a table again if it was changed during the check', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, TABLE);
  const { calls, release } = hold(contract.dailyMessages.importDailyMessages, { status: 200, body: FINE });
  await press(user, 'Check');
  await waitFor(() => expect(calls).toHaveLength(1));
  await fill(user, table, 'fr_body\nAutre');
  release();
  await waitFor(async () => expect(await button('Check')).toBeEnabled());
  expect(dialog.queryByRole('table')).toBeNull();
});

it('keeps the table and the chosen columns while the dialog is closed, until they are discarded', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, 'fr_body;Notes\nTexte;x');
  answerImport(
    aReport({
      headings: ['fr_body', 'Notes'],
      errors: [{ line: 1, field: 'Notes', type: 'unknown_column', msg: '' }],
    }),
  );
  await press(user, 'Check');
  await user.selectOptions(
    await dialog.findByRole('combobox', { name: 'Column “Notes”' }),
    'Ignore this column',
  );
  await press(user, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(user, 'Import');
  const again = within(await screen.findByRole('dialog'));
  expect(await again.findByText('What you had typed has been restored.')).toBeVisible();
  expect(again.getByLabelText('Table')).toHaveValue('fr_body;Notes\nTexte;x');
  const checks = answerImport(aReport({ headings: ['fr_body', 'Notes'] }));
  await press(user, 'Check');
  await waitFor(() => expect(checks[0]?.body).toMatchObject({ columns: { Notes: '-' } }));
  await press(user, 'Discard this text');
  expect(again.getByLabelText('Table')).toHaveValue('');
});

it.each([
  ['UTF-8', new TextEncoder().encode('fr_body\nÉté')],
  ['Windows-1252', new Uint8Array([...'fr_body\n'].map((c) => c.charCodeAt(0)).concat(0xc9, 0x74, 0xe9))],
])('reads a file in %s', async (_name, bytes) => {
  const { user, table } = await openImport();
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File([bytes], 'messages.csv', { type: 'text/csv' }));
  await waitFor(() => expect(table).toHaveValue('fr_body\nÉté'));
});

it('saves a template with French names and days', async () => {
  const files = savedFiles();
  const { user, dialog } = await openImport('fr');
  expect(dialog.getByText(/^jour, titre_fr, texte_fr/)).toBeInTheDocument();
  await press(user, 'Télécharger un modèle');
  expect(await files[0]).toMatch(
    /^\W*"jour";"titre_fr";"texte_fr".+"statut"\s+"16\/05\/2031";"Bonne journée"/,
  );
});

it('marks the imported drafts as ready, and no others', async () => {
  const { user, table } = await openImport('fr');
  await fill(user, table, 'fr_body\nUn jour');
  const [ready, draft] = FINE.rows;
  const rows = [
    { ...ready, id: idOf(601) },
    { ...draft, id: idOf(602) },
    { ...draft, line: 4, id: idOf(603) },
  ] as DailyMessageImportReport['rows'];
  answerImport(aReport({ rows }));
  await press(user, 'Vérifier');
  await button('Importer 3\u00a0messages');
  answerImport(aReport({ rows, created: 3 }));
  await press(user, 'Importer 3\u00a0messages');
  const bulk = answer(contract.dailyMessages.bulkDailyMessages, {
    status: 200,
    body: { count: 2, done: 1, skipped: [{ id: idOf(603), label: 'x', code: 'default_locale_missing' }] },
  });
  await press(user, 'Marquer ces 2 prêts');
  await expectToast('1 message marqué prêt.');
  expect(screen.getByText(/^1.message ne peut pas encore être prêt/)).toBeVisible();
  expect(bulk.map(({ body }) => body)).toEqual([{ action: 'ready', ids: [idOf(602), idOf(603)] }]);
});
