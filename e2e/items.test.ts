import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, inDialog, namesIn } from './steps.ts';
import { expectSoon, expectToast, inEnglish, pathOf, toasts } from './watching.ts';

const product = useProduct();

it('adds, edits, finds, exports, deletes and restores items', async () => {
  const { t } = product();
  const me = await inEnglish(t, t.member());
  await t.call('POST', '/items/', { token: (await t.member()).token, json: { title: 'Crème of another' } });
  const page = await product().open('/items', { as: me, locale: 'en' });
  const title = page.getByLabel('New item').getByRole('textbox').first();
  for (const text of ['Crème brûlée', 'Éclair', 'Crêp']) {
    await title.fill(text);
    await title.press('Enter');
    await expectSoon(async () => (await namesIn(page))[0], text);
  }
  await button(page, 'Edit Crêp').click();
  await page.getByRole('row').getByLabel('Title').fill('Crêpe');
  await page.keyboard.press('Enter');
  await expectSoon(() => namesIn(page), ['Crêpe', 'Éclair', 'Crème brûlée']);

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await expectSoon(() => namesIn(page), ['Crème brûlée', 'Crêpe', 'Éclair']);
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await page.getByRole('searchbox').fill('CRE');
  await expectSoon(() => namesIn(page), ['Crêpe', 'Crème brûlée']);
  await page.reload();
  await expectSoon(() => namesIn(page), ['Crêpe', 'Crème brûlée']);
  expect(pathOf(page)).toBe('/items?sort=-title&search=CRE');

  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('items.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toEqual([
    expect.any(String),
    expect.stringContaining(',Crêpe,'),
    expect.stringContaining(',Crème brûlée,'),
  ]);

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Delete').click();
  await inDialog(page, 'Delete').click();
  await expectToast(page, '2 items deleted.');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '2 items restored.');
  await expectSoon(() => namesIn(page), ['Crêpe', 'Crème brûlée']);
  const { body } = await t.call('GET', '/items/?sort=title', { token: me.token });
  expect(body.data.map((item: { title: string }) => item.title)).toEqual(['Crème brûlée', 'Crêpe', 'Éclair']);
});
