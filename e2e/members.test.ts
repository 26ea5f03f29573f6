import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, dateField, inDialog, insertMembers, linkInMail, marker, namesIn } from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  inEnglish,
  pathOf,
  signIn,
  toasts,
} from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const openAs = (account: Account, path: string) => product().open(path, { as: account, locale: 'en' });
const isAlive = async ({ token }: Account) =>
  (await product().t.call('GET', '/users/me', { token })).status === 200;
const range = (page: Page) => page.locator('main footer').getByRole('status').innerText();
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** The account from the API. */
async function read(id: string) {
  const { t } = product();
  const { token } = await t.superuser();
  return (await t.call('GET', `/users/${id}`, { token })).body;
}

it('searches, filters and sorts members, and restores the state of the list on return', async () => {
  const word = marker();
  await insertMembers(product().t, word, 30);
  const page = await openAs(await superuser(), '/members');
  const search = page.getByRole('searchbox');
  await search.fill(word.toUpperCase());
  await expectSoon(() => range(page), '1–25 of 30');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await button(page, 'More filters').click();
  await dateField(page, 'Joined from').fill('2020-01-06');
  await expectSoon(() => range(page), '1–13 of 13');
  await page.getByRole('combobox', { name: 'Per page' }).selectOption('10');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expectSoon(async () => (await namesIn(page))[0], `${word} 06`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expectSoon(() => namesIn(page), [`${word} 26`, `${word} 28`, `${word} 30`]);
  const place = pathOf(page);
  const link = page.getByRole('link', { name: `${word} 28` });
  await link.click();
  await heading(page, `${word} 28`).waitFor();
  await page.getByRole('link', { name: 'Back to members' }).click();
  await expectSoon(() => pathOf(page), place);
  await button(page, 'Clear the search').click();
  await expectFocused(search);
});

it('continues after the last row shown, even if rows were added before it', async () => {
  const { t } = product();
  const word = marker();
  await insertMembers(t, word, 30);
  const page = await openAs(await superuser(), `/members?search=${word}&size=10`);
  await expectSoon(async () => (await namesIn(page)).at(-1), `${word} 21`);
  // Live updates would show the newcomer on the first page.
  await page.route('**/api/v1/events', (route) => route.abort());
  await page.reload();
  await expectSoon(async () => (await namesIn(page)).at(-1), `${word} 21`);
  await t.member({ full_name: `${word} 99` });
  await page.getByRole('link', { name: 'Next page' }).click();
  await expectSoon(async () => (await namesIn(page))[0], `${word} 20`);
  await page.reload();
  await expectSoon(async () => (await namesIn(page))[0], `${word} 20`);
});

it.each([
  { locale: 'fr', name: 'Exporter en CSV', file: 'membres.csv', separator: ';', status: 'désactivé' },
  { locale: 'en', name: 'Export CSV', file: 'members.csv', separator: ',', status: 'deactivated' },
] as const)('exports the filtered list in its order, safe to open, in $locale', async (look) => {
  const { t } = product();
  const word = marker();
  await insertMembers(t, word, 11);
  await t.member({ full_name: `=1+1 ${word}` });
  await t.db.execute(
    `update users set is_active = false, deactivated_at = now() where full_name like '%${word}%'`,
  );
  await t.member({ full_name: `Active ${word}` });
  const colleague = await t.colleague();
  await t.call('PATCH', '/users/me', { token: colleague.token, json: { locale: look.locale } });
  const path = `/members?search=${word}&status=deactivated&sort=-full_name&size=10`;
  const page = await product().open(path, { as: colleague, locale: look.locale });
  const download = page.waitForEvent('download');
  await button(page, look.name).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(look.file);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  const cells = lines.map((line) => line.split(look.separator));
  expect(cells).toHaveLength(12);
  expect(cells.at(0)?.[2]).toBe(`${word} 11`);
  expect(cells.at(-1)?.[2]).toBe(`'=1+1 ${word}`);
  expect(new Set(cells.map((row) => row[3]))).toEqual(new Set([look.status]));
});

it('deactivates selected members together, undoes it, and deletes all that match', async () => {
  const { t } = product();
  const word = marker();
  const one = await t.member({ full_name: `One ${word}` });
  const other = await t.member({ full_name: `Other ${word}` });
  await insertMembers(t, word, 11);
  const page = await openAs(await superuser(), `/members?search=${word}&size=10`);
  await page.getByRole('checkbox', { name: `Select One ${word}` }).check();
  await button(page, 'Deactivate').click();
  await inDialog(page, 'Deactivate').click();
  await expectToast(page, `The account of One ${word} has been deactivated.`);
  expect([await isAlive(one), await isAlive(other)]).toEqual([false, true]);
  await button(toasts(page), 'Undo').click();
  await expectToast(page, '1 account has been reactivated.');
  expect(await t.login(one.email, one.password)).toMatch(/^ey/);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Select all 13 matching').click();
  await button(page, 'Delete').click();
  await inDialog(page, 'Delete').click();
  await expectToast(page, '13 accounts have been moved to the trash.');
  await heading(page, 'Nothing matches').waitFor();
  expect(await isAlive(other)).toBe(false);
});

it('invites a member, who chooses a password by the link of a mail and signs in with it', async () => {
  const email = randomEmail();
  const page = await openAs(await superuser(), '/members');
  await page.getByRole('link', { name: 'New member' }).first().click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Full name').fill('Zoé Lefèvre');
  await page.getByLabel('Language').last().selectOption('en');
  await button(page, 'Send the invitation').click();
  await heading(page, 'Zoé Lefèvre Invited').waitFor();

  const theirs = await product().open('/login', { locale: 'en' });
  await theirs.goto(await linkInMail(product(), email, 'reset-password'));
  await theirs.getByLabel('New password').fill('battery staple');
  await theirs.getByLabel('Confirm password').fill('battery staple');
  await button(theirs, 'Save the password').click();
  await theirs.waitForURL('**/login');
  await signIn(theirs, { email, password: 'battery staple' });
  await theirs.getByText('Hello Zoé').waitFor();
  await page.reload();
  await heading(page, 'Zoé Lefèvre Active').waitFor();
  expect(await product().t.login(email, 'battery staple')).toMatch(/^ey/);
});

it('sets a password that its owner has to replace before using anything else', async () => {
  const email = randomEmail();
  const page = await openAs(await superuser(), '/members/new');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Language').last().selectOption('en');
  await page.getByLabel('Set a password').check();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(page, 'Create the account').click();
  await heading(page, `${email} Active`).waitFor();

  const theirs = await product().open('/login', { locale: 'en' });
  await signIn(theirs, { email, password: 'correct horse' });
  await heading(theirs, 'Choose your own password').waitFor();
  await theirs.goto(`${product().origin}/items`);
  await heading(theirs, 'Choose your own password').waitFor();
  await theirs.getByLabel('Current password').fill('correct horse');
  await theirs.getByLabel('New password').fill('battery staple');
  await theirs.getByLabel('Confirm password').fill('battery staple');
  await button(theirs, 'Change the password').click();
  await theirs.getByRole('heading', { name: 'Items', exact: true }).waitFor();
  expect(await product().t.login(email, 'battery staple')).toMatch(/^ey/);
});

it('edits a member while a colleague edits them too, and shows the result to the colleague', async () => {
  const { t } = product();
  const { id, email } = await t.member({ full_name: 'Before' });
  const path = `/members/${id}?view=account`;
  const mine = await openAs(await superuser(), path);
  const theirs = await openAs(await inEnglish(t, t.colleague()), path);
  await mine.getByLabel('Full name').fill('Mine');
  await theirs.getByLabel('Full name').fill('Theirs');
  await button(theirs, 'Save').click();
  await expectToast(theirs, 'The changes are saved.');
  await button(mine, 'Save').click();
  await inDialog(mine, 'Save this choice').click();
  await expectToast(mine, 'The changes are saved.');
  expect(await read(id)).toMatchObject({ full_name: 'Mine', email, version: 3 });
  // The field has lost the focus: the saved value replaces the input.
  await expectSoon(() => theirs.getByLabel('Full name').inputValue(), 'Mine');
});

it('deactivates a member until a day, reactivates and deletes them, and restores them from the trash', async () => {
  const { t } = product();
  const word = marker();
  const member = await t.member({ full_name: word });
  const page = await openAs(await superuser(), `/members/${member.id}?view=account`);
  await button(page, 'Other actions').click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByLabel('Reason').fill('Asked for it');
  await dateField(page, 'Until').fill('2999-01-02');
  await inDialog(page, 'Deactivate').click();
  await expectShown(
    page.getByRole('status').getByText('until 2 January 2999'),
    heading(page, `${word} Deactivated`),
  );
  expect(await isAlive(member)).toBe(false);
  await button(page, 'Reactivate').click();
  await heading(page, `${word} Active`).waitFor();
  await button(page, 'Delete').click();
  await inDialog(page, 'Delete').click();
  await page.waitForURL('**/members');
  await page.goto(`${product().origin}/members?search=${word}&status=deleted`);
  await page.getByRole('checkbox', { name: `Select ${word}` }).check();
  await button(page, 'Restore').click();
  await inDialog(page, 'Restore').click();
  await heading(page, 'Nothing matches').waitFor();
  expect(await t.login(member.email, member.password)).toMatch(/^ey/);
});

it('shows the activity of a member and the note about them, and sends them a message', async () => {
  const { t } = product();
  const { id, token } = await t.member({ full_name: 'Zoé Lefèvre' });
  for (let n = 1; n <= 21; n++) await t.call('POST', '/items/', { token, json: { title: `Note ${n}` } });
  const page = await openAs(await superuser(), `/members/${id}`);
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Helps at the library');
  await button(page, 'Save the note').click();
  await expectToast(page, 'Note saved.');
  const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expectShown(entries.getByText('Note 21', { exact: true }));
  await button(page, 'Show older activity').click();
  await expectShown(entries.getByText('Note 1', { exact: true }));
  await page.getByRole('link', { name: 'Sign-ins 1', exact: true }).click();
  await expectSoon(() => entries.count(), 1);
  await button(page, 'Send a message').click();
  const dialog = page.getByRole('dialog', { name: 'Write to Zoé Lefèvre' });
  await dialog.getByLabel('Subject').fill('Welcome');
  await dialog.getByLabel('Message').fill('Hello Zoé');
  await button(dialog, 'Send').click();
  await expectToast(page, 'Message sent.');
  const { body } = await t.call('GET', '/app/messages', { token });
  expect(body.data).toMatchObject([{ subject: 'Welcome', is_unread: true }]);
  await expectShown(page.getByRole('link', { name: 'Conversations 1' }));
});

it('imports members from a file, saves the rejected rows, and mails the invitations', async () => {
  const { t } = product();
  const word = marker();
  const email = `${word}@example.com`;
  const { email: taken } = await t.member();
  const page = await openAs(await superuser(), '/members');
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import members' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email;Prénom;Nom;Groupe\n${email};Zoé;${word};A\n${taken};Sam;;B`),
  });
  await button(dialog, 'Check').click();
  await dialog.getByRole('combobox', { name: 'Column “Groupe”' }).selectOption('Ignore this column');
  await dialog.getByLabel('Send an invitation to each member').check();
  await button(dialog, 'Check').click();
  await expectShown(dialog.getByText('An account already uses this address'));
  const download = page.waitForEvent('download');
  await button(dialog, /^Import 1.member$/).click();
  await expectToast(page, '1\u00a0member imported and invited. 1\u00a0rejected row saved as a file.');
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    `"${taken}","Sam","","B","An account already uses this address"`,
  );
  await page.getByRole('searchbox').fill(word);
  await expectSoon(() => namesIn(page), [`Zoé ${word}`]);
  expect(await linkInMail(product(), email, 'reset-password')).toBeTruthy();
});
