import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { insertMembers, marker, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member());
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Presses Tab until an element has the focus, like a user without a mouse. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press('Tab');
    if (await element.evaluate((it) => it === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${String(element)}`);
}

it('finds rows of all kinds in the command palette by words in any order and with a typo, and opens them', async () => {
  const { t } = product();
  const { token } = await t.superuser();
  await t.member({ full_name: 'Édouard Vauquelin' });
  const translations = { fr: { title: 'Pot de Vauquelin', body: 'Bonjour' } };
  await t.call('POST', '/daily-messages/', { token, json: { status: 'draft', translations } });
  const many = marker();
  await insertMembers(t, many, 6);
  const as = await inEnglish(t, t.colleague());
  const page = await product().open('/dashboard', { as, locale: 'en' });
  await settle(page);
  const dialog = page.getByRole('dialog');
  const results = dialog.getByRole('button');

  await page.keyboard.press('Control+k');
  await expectFocused(dialog.getByRole('textbox'));
  await page.keyboard.type('vauqeulin');
  await expectShown(
    dialog.getByRole('button', { name: 'Pot de Vauquelin' }),
    dialog.getByRole('button', { name: 'Édouard Vauquelin' }),
  );
  await expectSoon(() => dialog.locator('mark').allTextContents(), ['Vauquelin', 'Vauquelin']);
  await dialog.getByRole('textbox').fill('vauquelin edouard');
  await expectSoon(() => results.allTextContents(), [expect.stringContaining('Édouard Vauquelin')]);
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Édouard Vauquelin' }));

  await page.keyboard.press('Control+k');
  await dialog.getByRole('textbox').fill(many);
  await expectSoon(() => results.last().innerText(), 'Members: see all results');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expectSoon(() => pathOf(page), `/members?search=${many}`);
});

it('returns the focus to the element that opened a dialog or, if it is gone, to the next row or heading', async () => {
  const { t } = product();
  const me = await member();
  for (const title of ['Second', 'First'])
    await t.call('POST', '/items/', { token: me.token, json: { title } });
  const page = await product().open('/items', { as: me, locale: 'en' });
  await settle(page);
  const opener = page.getByRole('button', { name: 'Search or go to…' });
  await opener.click();
  await expectFocused(page.getByRole('dialog').getByRole('textbox'));
  await page.keyboard.press('Escape');
  await expectFocused(opener);

  await page.getByRole('checkbox', { name: 'Select First' }).check();
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await remove.press('Enter');
  await expectShown(page.getByRole('dialog', { name: /^Delete 1/ }));
  await page.keyboard.press('Escape');
  await expectFocused(remove);

  // Until the list is read again, the second deletion could show its row once more.
  const listIsReadAgain = page.waitForResponse(/\/api\/v1\/items\/\?/);
  await page.getByRole('button', { name: 'Delete First' }).press('Enter');
  await expectFocused(page.getByRole('row', { name: 'Second' }));
  await listIsReadAgain;
  await page.getByRole('button', { name: 'Delete Second' }).press('Enter');
  await expectFocused(page.getByRole('heading', { name: 'No items yet' }));
});

it('signs in and adds an item using only the keyboard', async () => {
  const { email, password } = await member();
  const page = await product().open('/login', { locale: 'en' });
  await expectFocused(page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expectShown(heading(page, 'Dashboard'));
  await tabTo(page, page.getByRole('link', { name: 'See my items' }));
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  await expectFocused(page.locator('#content'));
  const title = page.getByLabel('New item', { exact: true }).and(page.getByRole('textbox'));
  await tabTo(page, title);
  await page.keyboard.type('A notebook');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Blue');
  await tabTo(page, page.getByRole('button', { name: 'Add' }));
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('cell', { name: 'A notebook Blue' }));
  await expectFocused(title);
});
