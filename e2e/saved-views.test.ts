import { expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, insertMembers, marker } from './steps.ts';
import { expectSoon, expectToast, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

it('shows a colleague the shared view that another saves, with its count, columns and address', async () => {
  const { t } = product();
  const open = (account: Account, path: string) => product().open(path, { as: account, locale: 'en' });
  const word = marker();
  await insertMembers(t, word, 3);
  const author = await inEnglish(t, t.superuser());
  const page = await open(author, `/members?search=${word}`);
  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await button(page, 'Move Last seen up').click();
  await page.keyboard.press('Escape');
  await button(page, 'Save the view').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Of ${word}`);
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await inDialog(page, 'Save').click();
  await expectToast(page, 'View saved.');

  const colleague = await open(await inEnglish(t, t.colleague()), '/members');
  const heads = async () =>
    (await colleague.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  await expectSoon(heads, ['Name', 'Status', 'Language', 'Joined', 'Last seen']);
  const tab = colleague.getByRole('link', { name: `Of ${word}` });
  await expectSoon(() => tab.innerText(), `Of ${word}\n3`);
  await tab.click();
  await expectSoon(heads, ['Name', 'Language', 'Last seen', 'Joined']);
  await expectSoon(
    () => pathOf(colleague),
    `/members?columns=locale%2Clast_seen_at%2Ccreated_at&search=${word}`,
  );
  expect(await tab.getAttribute('aria-current')).toBe('page');
});
