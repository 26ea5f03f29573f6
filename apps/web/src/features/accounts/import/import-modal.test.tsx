import type { UserImportReport } from '@agora/contract/features/accounts/accounts.import.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aSuperuser } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { expectToast, fill, press } from '../../../../test/screen.ts';

const aReport = (own: Partial<UserImportReport> = {}): UserImportReport => ({
  count: 1,
  created: 0,
  headings: ['Courriel', 'full_name'],
  matched_columns: ['email', 'full_name'],
  samples: [['ada@example.com', 'Ada']],
  importable: 1,
  rows: [{ line: 2, email: 'ada@example.com', full_name: 'Ada', locale: 'fr' }],
  rejected: [],
  errors: [],
  ...own,
});

const answerImport = (report: UserImportReport) =>
  answer(contract.users.importUsers, { status: 200, body: report });

async function openImport(locale: 'en' | 'fr' = 'en') {
  const lists = answer(contract.users.readUsers, { status: 200, body: { data: [], count: 0 } });
  const page = await openPage('/members', { as: aSuperuser(), locale });
  await press(page.user, locale === 'fr' ? 'Importer' : 'Import');
  const dialog = within(await screen.findByRole('dialog'));
  const table = await dialog.findByLabelText(locale === 'fr' ? 'Tableau' : 'Table');
  return { ...page, dialog, table, lists };
}

const TABLE = 'email;full_name\nada@example.com;Ada';

it('checks a table of members, then imports it with invitations, and reads the list again', async () => {
  const { user, dialog, table, lists } = await openImport();
  await fill(user, table, TABLE);
  const checks = answerImport(aReport());
  await press(user, 'Check');
  expect(await dialog.findByText('1 member can be imported.')).toBeVisible();
  expect(dialog.getByRole('row', { name: 'ada@example.com Ada French' })).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Column “Courriel”' })).toHaveValue('email');
  expect(dialog.getByText('ada@example.com', { selector: 'p' })).toBeVisible();
  await user.click(dialog.getByLabelText('Send an invitation to each member'));
  await press(user, 'Check');
  await dialog.findByText('1 member can be imported.');
  const imports = answerImport(aReport({ created: 1 }));
  const before = lists.length;
  await press(user, 'Import 1\u00a0member');
  await expectToast('1 member imported and invited.');
  expect(checks.map(({ body }) => body)).toEqual([
    { csv: TABLE, columns: {}, invite: false, dry_run: true, partial: true },
    { csv: TABLE, columns: {}, invite: true, dry_run: true, partial: true },
  ]);
  expect(imports.map(({ body }) => body)).toMatchObject([{ invite: true, dry_run: false }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(lists.length).toBeGreaterThan(before));
});

it('shows the first hundred of many problems, and saves all rejected rows with their reasons', async () => {
  const files: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push((blob as Blob).text());
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, dialog, table } = await openImport('fr');
  await fill(user, table, TABLE);
  const lines = Array.from({ length: 102 }, (_, at) => at + 2);
  answerImport(
    aReport({
      importable: 0,
      rows: [],
      rejected: lines.map((line) => ({ line, cells: [`m${line}`, 'Membre'] })),
      errors: [
        { line: 2, field: 'email', type: 'repeated_email', msg: '', first_line: 9 },
        { line: 3, field: 'email', type: 'email_taken', msg: '' },
        { line: 4, field: 'locale', type: 'enum', msg: '' },
        ...lines.slice(3).map((line) => ({ line, field: 'email', type: 'value_error', msg: '' })),
      ],
    }),
  );
  await press(user, 'Vérifier');
  expect(await dialog.findByText(/^102.lignes ne peuvent pas être importées/)).toBeVisible();
  for (const name of [
    /^2 Email m2 Adresse déjà présente à la ligne 9$/,
    /^3 Email m3 Un compte utilise déjà cette adresse$/,
    /^4 Langue .*Écrivez «.français.» ou «.anglais.»$/,
    /^5 Email m5 Cette adresse n’est pas valide$/,
  ])
    expect(dialog.getByRole('row', { name })).toBeVisible();
  expect(within(dialog.getAllByRole('table').at(-1) as HTMLElement).getAllByRole('row')).toHaveLength(101);
  expect(dialog.getByText(/^2.autres problèmes, dans le fichier/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Vérifier' })).toBeDisabled();
  await press(user, 'Enregistrer 102\u00a0lignes refusées');
  expect(await files[0]).toContain('"m2";"Membre";"Adresse déjà présente à la ligne 9"');
  expect(await files[0]).toContain('"m103";"Membre";"Cette adresse n’est pas valide"');
});

it('shows how many more rows than the first hundred can be imported', async () => {
  const { user, dialog, table } = await openImport();
  await fill(user, table, TABLE);
  answerImport(aReport({ count: 250, importable: 250 }));
  await press(user, 'Check');
  expect(await dialog.findByText(/^249.more rows\.$/)).toBeVisible();
});
