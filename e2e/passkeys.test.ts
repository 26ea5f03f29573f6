import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, useProduct } from './harness.ts';
import { addPasskeyDevice, button } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf, signIn, stored } from './watching.ts';

const product = useProduct();

async function signOut(page: Page): Promise<void> {
  await button(page, /^Account menu of/).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

it('signs in by a passkey alone, or after the password, and is removed with it', async () => {
  const me = await inEnglish(product().t, product().t.colleague());
  const page = await product().open('/settings', { as: me, locale: 'en' });
  const device = await addPasskeyDevice(page);
  const panel = page.getByRole('region', { name: 'Passkeys' });
  await button(panel, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await expectAccessible(page);
  await button(dialog, 'Save').click();
  await expectShown(panel.getByText('Work laptop'));
  expect(await device.count()).toBe(1);
  await expectAccessible(page);

  await device.answer(false);
  await signOut(page);
  await page.goto(`${product().origin}/news?search=a`);
  const byPasskey = button(page, 'Use a passkey');
  await expectShown(byPasskey);
  await expectAccessible(page);
  await device.answer(true);
  await byPasskey.click();
  await page.waitForURL('**/news?search=a');

  await device.answer(false);
  await signOut(page);
  await signIn(page, me);
  await expectShown(page.getByRole('heading', { name: 'Two-step verification' }));
  expect(await stored(page, 'access_token')).toBeNull();
  await expectAccessible(page);
  await device.answer(true);
  await button(page, 'Use your passkey').click();
  await expectSoon(() => pathOf(page), '/dashboard');

  await page.goto(`${product().origin}/settings`);
  await button(panel, 'Remove the passkey “Work laptop”').click();
  await button(page.getByRole('dialog'), 'Remove').click();
  await expectShown(panel.getByText('You have no passkey yet.'));
});

it('is suggested by the browser at sign-in', async () => {
  const me = await inEnglish(product().t, product().t.colleague());
  const page = await product().open('/settings', { as: me, locale: 'en' });
  await addPasskeyDevice(page);
  await button(page, 'Add a passkey').click();
  await button(page.getByRole('dialog'), 'Save').click();
  await expectShown(page.getByText(/^Added/));
  await button(page, /^Account menu of/).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expectSoon(() => pathOf(page), '/dashboard');
});
