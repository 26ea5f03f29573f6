import { expect, it } from 'vitest';
import { PHONE, useProduct } from './harness.ts';
import { expectFocused, expectShown, expectSoon, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

it('shows the menu in a drawer and collapses the filters on a phone', async () => {
  const as = await inEnglish(product().t, product().t.colleague());
  const page = await product().open('/dashboard', { as, locale: 'en', viewport: PHONE });
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await expectShown(opener);
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
  await opener.click();
  const drawer = page.getByRole('dialog');
  await expectShown(drawer.getByText(`Logged in as: ${as.email}`));
  await page.keyboard.press('Escape');
  await expectSoon(() => drawer.count(), 0);
  await expectFocused(opener);

  await page.goto(`${product().origin}/rates?platform=ios`);
  const score = page.getByRole('combobox', { name: 'Score' });
  const unfold = page.getByRole('button', { name: 'Filters (1)' });
  await expectShown(unfold, page.getByRole('searchbox'));
  expect(await score.isVisible()).toBe(false);
  await unfold.click();
  await score.selectOption('1 or 2 stars');
  await expectSoon(() => pathOf(page), '/rates?platform=ios&score=1%2C2');
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  await score.waitFor({ state: 'hidden' });
});
