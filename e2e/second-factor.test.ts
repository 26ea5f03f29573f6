import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { codeAt, STEP } from '../apps/api/test/second-factors.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { button } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf, signIn, stored } from './watching.ts';

const product = useProduct();

async function enter(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await button(page, 'Log In').click();
}

async function signOut(page: Page): Promise<void> {
  await button(page, /^Account menu of/).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

it('is set up in the account, then asked for at each sign-in, as a code of the app or a recovery code', async () => {
  const me = await inEnglish(product().t, product().t.colleague());
  const page = await product().open('/settings', { as: me, locale: 'en' });
  const panel = page.getByRole('region', { name: 'Two-step verification' });
  await button(panel, 'Set up').click();
  await expectShown(panel.getByRole('img', { name: 'QR code of the key' }));
  await expectAccessible(page);
  const secret = (await panel.locator('code').first().innerText()).replaceAll(' ', '');
  await panel.getByLabel('Code shown by the app').fill(codeAt(secret, new Date()));
  await button(panel, 'Turn on').click();
  const codes = panel.getByRole('listitem');
  await expectSoon(() => codes.count(), 10);
  await expectAccessible(page);
  const recoveryCode = await codes.first().innerText();
  await button(panel, 'I have kept these codes').click();
  await expectShown(panel.getByText(/10.recovery codes left/));
  await signOut(page);

  await page.goto(`${product().origin}/news?search=a`);
  await signIn(page, me);
  await expectShown(page.getByRole('heading', { name: 'Two-step verification' }));
  expect(await stored(page, 'access_token')).toBeNull();
  await expectAccessible(page);
  await enter(page, 'Code', codeAt(secret, new Date(Date.now() + STEP * 1000)));
  await page.waitForURL('**/news?search=a');
  await signOut(page);

  await signIn(page, me);
  await button(page, 'Use a recovery code instead').click();
  await enter(page, 'Recovery code', recoveryCode);
  await expectSoon(() => pathOf(page), '/dashboard');
  await page.goto(`${product().origin}/settings`);
  await expectShown(page.getByText(/9.recovery codes left/));
});
