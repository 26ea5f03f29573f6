import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { expectShown, expectSoon, inEnglish, signIn, stored } from './watching.ts';

const product = useProduct();

const visit = (page: Page, path: string) => page.goto(product().origin + path);
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const classOf = (page: Page) => page.evaluate(() => document.documentElement.className);
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const read = async (path: string, token: string) => (await product().t.call('GET', path, { token })).body;

it('starts in French whatever the browser prefers, and applies choices made before sign-in to the account', async () => {
  const account = await product().t.member();
  const page = await product().open('/login', { extraHTTPHeaders: { 'accept-language': 'en' } });
  await expectShown(page.getByRole('heading', { name: 'Connexion' }));
  expect(await langOf(page)).toBe('fr');
  await page.getByRole('button', { name: 'EN, English' }).click();
  const light = await backgroundOf(page);
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expectSoon(async () => (await backgroundOf(page)) === light, false);
  await signIn(page, account);
  await expectShown(page.getByRole('button', { name: 'Account menu of A Member' }));
  await expectSoon(async () => (await read('/users/me', account.token)).locale, 'en');
  await expectSoon(async () => (await read('/preferences/', account.token)).theme, 'dark');
  await page.reload();
  await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
  expect([await langOf(page), await classOf(page)]).toEqual(['en', 'dark']);

  const elsewhere = await product().open('/dashboard', { as: account });
  await expectShown(elsewhere.getByRole('button', { name: 'Account menu of A Member' }));
  await expectSoon(() => classOf(elsewhere), 'dark');
  expect(await langOf(elsewhere)).toBe('en');
  expect(await stored(elsewhere, 'theme')).toBe('dark');
});

it('applies the stored colour mode before the first paint, without a flash of another one', async () => {
  const page = await product().open('/nowhere', { theme: 'dark' });
  product().own(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await expectSoon(() => classOf(page), 'dark');
  expect(await page.locator('#root').innerHTML()).toBe('');
  await page.unroute('**/assets/*.js');

  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { schemesSeen: seen });
    new MutationObserver(([change]) => {
      seen.push(change?.oldValue ?? null);
    }).observe(document, {
      subtree: true,
      attributeOldValue: true,
      attributeFilter: ['data-mantine-color-scheme'],
    });
  });
  await visit(page, '/login');
  await expectShown(page.getByRole('heading', { level: 1 }));
  const seen = await page.evaluate(() => (window as unknown as { schemesSeen: string[] }).schemesSeen);
  expect(new Set(seen)).toEqual(new Set([null, 'dark']));
});

it('follows changes of the system colour mode only if that option is selected', async () => {
  const page = await product().open('/settings', {
    as: await inEnglish(product().t, product().t.member()),
    locale: 'en',
    colorScheme: 'dark',
  });
  await expectShown(page.getByRole('heading', { name: 'Appearance and language' }));
  expect(await classOf(page)).toBe('light');
  await page.getByText('System', { exact: true }).click();
  await expectSoon(() => classOf(page), 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectSoon(() => classOf(page), 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSoon(() => classOf(page), 'dark');
  await page.reload();
  expect(await classOf(page)).toBe('dark');
});

it('applies the colour mode and language chosen in one tab to all tabs', async () => {
  const page = await product().open('/login', { locale: 'en' });
  const other = await page.context().newPage();
  product().watch(other);
  await visit(other, '/signup');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.getByRole('button', { name: 'FR, Français' }).click();
  await expectSoon(() => classOf(other), 'dark');
  await expectShown(other.getByRole('heading', { name: 'Créer un compte' }));
});
