import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, marker, namesIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf, problemAt, toasts } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member({ full_name: 'Zoé Lefèvre' }));

async function add({ token }: Account, ...titles: string[]): Promise<void> {
  for (const title of titles) await product().t.call('POST', '/items/', { token, json: { title } });
}

/** The items of an account from the API, by title. */
async function itemsOf({ token, id }: Account) {
  const { body } = await product().t.call('GET', `/items/?sort=title&owner_id=${id}`, { token });
  return body.data as { title: string; description: string | null }[];
}
const titlesOf = async (account: Account) => (await itemsOf(account)).map(({ title }) => title);

const openItems = (account: Account, query = '') =>
  product().open(`/items${query}`, { as: account, locale: 'en' });

describe('items', () => {
  it('are added one after the other by the keyboard', async () => {
    const me = await member();
    const page = await openItems(me);
    await page.getByRole('heading', { name: 'No items yet' }).waitFor();
    const title = page.getByLabel('New item').getByRole('textbox').first();
    await title.fill('  A notebook ');
    await page.getByLabel('Description', { exact: true }).fill('Blue');
    await title.press('Enter');
    await expectToast(page, 'The item is added.');
    await expectSoon(() => namesIn(page), ['A notebook', 'Blue']);
    expect(await itemsOf(me)).toMatchObject([{ title: 'A notebook', description: 'Blue' }]);
    await expectSoon(() => title.evaluate((input) => input === document.activeElement), true);
    expect(await title.inputValue()).toBe('');
    await title.press('Enter');
    await expectSoon(() => problemAt(title), 'A title is required');
    expect(await titlesOf(me)).toEqual(['A notebook']);
  });

  it('are edited in their row; Escape leaves them as they were', async () => {
    const me = await member();
    await add(me, 'A notebook');
    const page = await openItems(me);
    await button(page, 'Edit A notebook').click();
    const title = page.getByRole('row').getByLabel('Title');
    await title.fill('Something else');
    await title.press('Escape');
    await expectSoon(() => namesIn(page), ['A notebook']);
    await button(page, 'Edit A notebook').click();
    await title.fill('A pencil');
    await title.press('Enter');
    await expectSoon(() => namesIn(page), ['A pencil']);
    await expectSoon(() => titlesOf(me), ['A pencil']);
  });

  it('keep what was typed in their row until it is saved or given up', async () => {
    const me = await member();
    await add(me, 'A notebook', 'A pencil');
    const page = await openItems(me);
    await button(page, 'Edit A notebook').click();
    const title = page.getByRole('row').getByLabel('Title');
    await title.fill('A red notebook');
    await button(page, 'Edit A pencil').click();
    await expectSoon(() => title.inputValue(), 'A pencil');
    await button(page, 'Edit A notebook').click();
    await expectShown(page.getByRole('row').getByText('What you had typed has been restored.'));
    expect(await title.inputValue()).toBe('A red notebook');
    await title.press('Escape');
    await button(page, 'Edit A notebook').click();
    expect(await title.inputValue()).toBe('A notebook');
  });

  it('are deleted at once, and brought back by the toast', async () => {
    const me = await member();
    await add(me, 'A notebook', 'A pencil');
    const page = await openItems(me);
    await button(page, 'Delete A notebook').click();
    await expectToast(page, '1 item deleted.');
    await expectSoon(() => namesIn(page), ['A pencil']);
    expect(await titlesOf(me)).toEqual(['A pencil']);
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '1 item restored.');
    await expectSoon(() => namesIn(page), ['A pencil', 'A notebook']);
    expect(await titlesOf(me)).toEqual(['A notebook', 'A pencil']);
  });

  it('are deleted together once confirmed, and brought back together', async () => {
    const me = await member();
    await add(me, 'One', 'Two', 'Three');
    const page = await openItems(me);
    for (const title of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await button(page, 'Delete').click();
    await page.getByRole('dialog', { name: 'Delete 2 items?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    await button(page, 'Delete').click();
    await inDialog(page, 'Delete').click();
    await expectSoon(() => namesIn(page), ['Three']);
    expect(await titlesOf(me)).toEqual(['Three']);
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '2 items restored.');
    expect(await titlesOf(me)).toEqual(['One', 'Three', 'Two']);
  });

  it('that were the last of the last page lead to the page before', async () => {
    const me = await member();
    await add(me, ...Array.from({ length: 11 }, (_, index) => `Item ${String(index).padStart(2, '0')}`));
    const page = await openItems(me, '?sort=title&size=10&page=2');
    await button(page, 'Delete Item 10').click();
    await expectSoon(async () => (await namesIn(page)).length, 10);
    expect(placeOf(page)).toBe('/items?sort=title&size=10');
  });

  it('are searched without regard to accents, sorted, and found again after a reload', async () => {
    const me = await member();
    await add(me, 'Crème brûlée', 'Éclair', 'Crêpe');
    const page = await openItems(me);
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await expectSoon(() => namesIn(page), ['Crème brûlée', 'Crêpe', 'Éclair']);
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.getByRole('searchbox').fill('CRE');
    await expectSoon(() => namesIn(page), ['Crêpe', 'Crème brûlée']);
    expect(placeOf(page)).toBe('/items?sort=-title&search=CRE');
    await page.reload();
    await expectSoon(() => namesIn(page), ['Crêpe', 'Crème brûlée']);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await button(page, 'Clear the filters').click();
    await expectSoon(async () => (await namesIn(page)).length, 3);
  });

  it('are exported as the list shows them', async () => {
    const me = await member();
    await add(me, '=1+1', 'Éclair', 'Étoile');
    const page = await openItems(me, '?search=e&sort=-title');
    await expectSoon(() => namesIn(page), ['Étoile', 'Éclair']);
    const download = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('items.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(',Étoile,');
    expect(lines[2]).toContain(',Éclair,');
  });

  it('are those of everybody for a superuser, who can look at one owner’s', async () => {
    const { t } = product();
    const word = marker();
    const owner = await t.member({ full_name: `Owner ${word}` });
    const admin = await inEnglish(t, t.superuser());
    await add(owner, `Theirs ${word}`);
    await add(admin, `Mine ${word}`);
    const page = await openItems(admin, `?search=${word}`);
    const names = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
    await expectSoon(names, [`Mine ${word}`, `Theirs ${word}`]);
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Mine');
    await expectSoon(names, [`Mine ${word}`]);
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Everybody’s');
    await page.getByRole('link', { name: `Owner ${word}` }).click();
    await expectSoon(names, [`Theirs ${word}`]);
    expect(placeOf(page)).toContain(`owner_id=${owner.id}`);
    await page.getByRole('button', { name: `Owner: Owner ${word}` }).click();
    await expectSoon(async () => (await names()).includes(`Mine ${word}`), true);
    await page.goto(`${product().origin}/members/${owner.id}?view=account`);
    await page.getByRole('link', { name: 'Show the items' }).click();
    await expectSoon(names, [`Theirs ${word}`]);
    expect(await page.getByRole('button', { name: `Delete Theirs ${word}` }).count()).toBe(1);
  });

  it('are only one’s own for everybody else', async () => {
    const me = await member();
    await add(await member(), 'A secret');
    await add(me, 'A notebook');
    const page = await openItems(me);
    await expectSoon(() => namesIn(page), ['A notebook']);
    expect(await page.getByRole('columnheader', { name: 'Owner' }).count()).toBe(0);
  });

  it('go back to what they were when a change is refused', async () => {
    const me = await member();
    await add(me, 'A notebook');
    const page = await openItems(me);
    await expectSoon(() => namesIn(page), ['A notebook']);
    const { promise: seen, resolve: refuse } = Promise.withResolvers<void>();
    await page.route('**/api/v1/items/*-*', async (route) => {
      await seen;
      await route.fulfill({ status: 500, json: { code: 'internal_error' } });
    });
    await button(page, 'Delete A notebook').click();
    await expectSoon(() => namesIn(page), []);
    refuse();
    await expectToast(
      page,
      'Something went wrong!',
      'Something went wrong on our side. Try again in a moment.',
    );
    await expectSoon(() => namesIn(page), ['A notebook']);
    await button(page, 'Edit A notebook').click();
    const title = page.getByRole('row').getByLabel('Title');
    await title.fill('A pencil');
    await title.press('Enter');
    await expectSoon(() => toasts(page).count(), 2);
    expect(await title.inputValue()).toBe('A pencil');
    await title.press('Escape');
    await expectSoon(() => namesIn(page), ['A notebook']);
    expect(await titlesOf(me)).toEqual(['A notebook']);
  });

  it('keep what was typed of a new one through a reload, until it is added or given up', async () => {
    const me = await member();
    const page = await openItems(me);
    const title = page.getByLabel('New item').getByRole('textbox').first();
    await title.fill('Half a tho');
    await page.reload();
    await expectSoon(() => title.inputValue(), 'Half a tho');
    await expectShown(page.getByText('What you had typed has been restored.'));
    await title.fill('Half a thought');
    await title.press('Enter');
    await expectToast(page, 'The item is added.');
    await page.reload();
    await expectSoon(() => namesIn(page), ['Half a thought']);
    expect(await title.inputValue()).toBe('');

    await title.fill('Another');
    await page.reload();
    await button(page, 'Discard this text').click();
    expect(await title.inputValue()).toBe('');
    await page.reload();
    await expectSoon(() => namesIn(page), ['Half a thought']);
    expect(await title.inputValue()).toBe('');
  });
});
