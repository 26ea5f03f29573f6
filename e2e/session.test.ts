import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { drafts } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf, signIn, stored } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member());
const visit = (page: Page, path: string) => page.goto(product().origin + path);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Opens another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  product().watch(tab);
  await visit(tab, path);
  return tab;
}

/** Ends every session of an account, as if from another browser. */
async function endAllSessions({ email, password }: Account): Promise<void> {
  const { t } = product();
  const token = await t.login(email, password);
  expect((await t.call('DELETE', '/sessions/', { token })).status).toBe(200);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
}

/** Records the browser's `beforeunload` prompts. */
function recordPrompts(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

it('returns to the requested page after sign-in, and never to another site', async () => {
  const account = await member();
  const page = await product().open('/items?search=blue', { locale: 'en' });
  await signIn(page, account);
  await expectShown(heading(page, 'Items'));
  expect(pathOf(page)).toBe('/items?search=blue');
  await logOut(page);
  await expectShown(heading(page, 'Log in'));

  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== product().origin) elsewhere.push(request.url());
  });
  await visit(page, '//evil.example/items');
  await expectShown(heading(page, 'Log in'));
  await page.evaluate(() => sessionStorage.setItem('return_to', '//evil.example'));
  await signIn(page, account);
  await expectShown(heading(page, 'Dashboard'));
  expect(pathOf(page)).toBe('/dashboard');
  expect(elsewhere).toEqual([]);
});

it('keeps unsaved input without a prompt when the session ends elsewhere, and restores it after sign-in', async () => {
  const account = await member();
  const page = await product().open('/items', { as: account, locale: 'en' });
  const field = page.getByRole('textbox', { name: 'Description', exact: true });
  await field.fill('Typed “with care” & é');
  const asked = recordPrompts(page);
  // The element itself: a locator would match similar elements on the following pages.
  const add = await page.getByRole('button', { name: 'Add', exact: true }).elementHandle();
  await page.getByRole('textbox', { name: 'New item' }).fill('A notebook');
  await endAllSessions(account);
  await add?.click().catch(() => undefined);
  await page.waitForURL('**/login');
  expect(asked).toEqual([]);
  expect(await stored(page, 'access_token')).toBeNull();

  await signIn(page, account);
  await expectShown(page.getByText('What you had typed has been restored.'));
  expect(pathOf(page)).toBe('/items');
  expect(await field.inputValue()).toBe('Typed “with care” & é');
  await page.getByRole('button', { name: 'Discard this text' }).click();
  await page.reload();
  await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  expect(await field.inputValue()).toBe('');
});

it('shows an account that signs in in one tab in all tabs', async () => {
  const [one, other] = [await member(), await member()];
  const page = await product().open('/login', { locale: 'en' });
  const second = await openTab(page, '/login');
  const emailIn = (shown: Page) => shown.getByLabel('Email', { exact: true });
  await signIn(page, one);
  await expectShown(heading(page, 'Dashboard'), heading(second, 'Dashboard'));
  await visit(page, '/settings');
  await expectSoon(() => emailIn(page).inputValue(), one.email);
  await second.evaluate((token) => localStorage.setItem('access_token', token), other.token);
  await expectSoon(() => emailIn(page).inputValue(), other.email);
});

it('logs out all tabs at once without a prompt, and discards unsaved input in all of them', async () => {
  const account = await member();
  const page = await product().open('/settings', { as: account, locale: 'en' });
  const asked = recordPrompts(page);
  await page.getByLabel('Full name').fill('Another name');
  await expectSoon(() => drafts(page), [expect.stringContaining('Another name')]);
  const other = await openTab(page, '/dashboard');
  await logOut(other);
  await expectShown(heading(page, 'Log in'), heading(other, 'Log in'));
  expect(pathOf(page)).toBe('/login');
  expect(asked).toEqual([]);
  expect(await drafts(page)).toEqual([]);
  expect((await product().t.call('GET', '/users/me', { token: account.token })).status).toBe(401);
  await signIn(page, account);
  await expectShown(heading(page, 'Dashboard'));
});

it('shows no data of an ended session when the back button restores a page', async () => {
  const page = await product().open('/settings', { as: await member(), locale: 'en' });
  await expectShown(page.getByRole('heading', { name: 'My sessions' }));
  await page.evaluate(() => localStorage.removeItem('access_token'));
  // Simulates the back/forward cache, which the tests' browser disables.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expectShown(heading(page, 'Log in'));
  expect(pathOf(page)).toBe('/login');
});

it('redirects to sign-in once the account is deactivated', async () => {
  const account = await member();
  const page = await product().open('/items', { as: account, locale: 'en' });
  await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  const { token } = await product().t.superuser();
  await product().t.call('POST', `/users/${account.id}/deactivate`, { token, json: {} });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.waitForURL('**/login');
  expect(await stored(page, 'access_token')).toBeNull();
});
