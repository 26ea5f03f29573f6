import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch } from './chromium.ts';
import { useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, signIn, stored } from './watching.ts';

const product = useProduct();

const visit = (page: Page, path: string) => page.goto(product().origin + path);
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const classOf = (page: Page) => page.evaluate(() => document.documentElement.className);
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const localeOf = async (token: string) => (await product().t.call('GET', '/users/me', { token })).body.locale;
const themeOf = async (token: string) =>
  (await product().t.call('GET', '/preferences/', { token })).body.theme;

const TITLES = {
  '/login': ['Connexion', 'Log in'],
  '/signup': ['Créer un compte', 'Create an account'],
  '/recover-password': ['Mot de passe oublié ?', 'Forgot your password?'],
  '/reset-password?token=any': ['Choisissez un nouveau mot de passe', 'Choose a new password'],
  '/dashboard': ['Dashboard', 'Dashboard'],
  '/daily-message': ['Message du jour', 'Daily message'],
  '/broadcast': ['Notifications push', 'Push notifications'],
  '/news': ['News', 'News'],
  '/messages': ['Messages reçus', 'Received messages'],
  '/rates': ['Évaluations', 'Ratings'],
  '/members': ['Membres', 'Members'],
  '/members/new': ['Nouveau membre', 'New member'],
  '/admin': ['Comptes administrateurs', 'Admin accounts'],
  '/admin/new': ['Inviter un administrateur', 'Invite an administrator'],
  '/items': ['Éléments', 'Items'],
  '/settings': ['Mon compte', 'My account'],
} as const;

/** Switches a page to English and back, and checks its heading, title and document language. */
async function expectSwitched(page: Page, [french, english]: readonly [string, string]): Promise<void> {
  const toEnglish = page.getByRole('button', { name: 'EN, English' });
  const toFrench = page.getByRole('button', { name: 'FR, Français' });
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  for (const [button, lang, title] of [
    [toEnglish, 'en', english],
    [toFrench, 'fr', french],
  ] as const) {
    await button.click();
    await expectShown(page.getByRole('heading', { level: 1, name: title, exact: true }));
    await expectSoon(async () => plain(await page.title()), `${title} · Agora`);
    expect(await langOf(page)).toBe(lang);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  }
}

describe('the language', () => {
  const paths = Object.keys(TITLES) as (keyof typeof TITLES)[];
  const isPublic = (path: string) => paths.indexOf(path as keyof typeof TITLES) < 4;

  it.each(paths.filter(isPublic))('of %s is switched at once', async (path) => {
    await expectSwitched(await product().open(path), TITLES[path]);
  });

  it('of every page of the back-office is switched at once', async () => {
    const page = await product().open('/dashboard', { as: await product().t.colleague() });
    for (const path of paths.filter((path) => !isPublic(path))) {
      await visit(page, path);
      await expectSwitched(page, TITLES[path]);
    }
  });

  it('that is chosen is kept after a reload, and by the account', async () => {
    const account = await product().t.member();
    const page = await product().open('/dashboard', { as: account });
    await page.getByRole('button', { name: 'EN, English' }).click();
    await expectSoon(() => localeOf(account.token), 'en');
    await page.reload();
    await expectShown(page.getByRole('button', { name: 'Account menu of A Member' }));
    expect(await langOf(page)).toBe('en');

    const elsewhere = await product().open('/dashboard', { as: account });
    await expectShown(elsewhere.getByRole('button', { name: 'Account menu of A Member' }));
    expect(await langOf(elsewhere)).toBe('en');
  });

  it('that is chosen before signing in becomes that of the account', async () => {
    const account = await product().t.member();
    const page = await product().open('/login');
    await page.getByRole('button', { name: 'EN, English' }).click();
    await signIn(page, account);
    await expectSoon(() => localeOf(account.token), 'en');
    await expectShown(page.getByRole('button', { name: 'Account menu of A Member' }));
  });

  it('is French unless something else was chosen, whatever the browser prefers', async () => {
    const page = await product().open('/login', { extraHTTPHeaders: { 'accept-language': 'en' } });
    await expectShown(page.getByRole('heading', { name: 'Connexion' }));
    expect(await langOf(page)).toBe('fr');
  });
});

describe('the colours', () => {
  it('are light by default, also where the system is dark', async () => {
    const page = await product().open('/login', { colorScheme: 'dark' });
    expect(await classOf(page)).toBe('light');
    expect(await stored(page, 'theme')).toBeNull();
  });

  it.each([
    { where: 'before signing in', path: '/login', isSignedIn: false },
    { where: 'in the back-office', path: '/dashboard', isSignedIn: true },
  ])('are switched $where by the toggle, and stay so after a reload', async ({ path, isSignedIn }) => {
    const as = isSignedIn ? { as: await inEnglish(product().t, product().t.member()) } : {};
    const page = await product().open(path, { locale: 'en', ...as });
    const light = await backgroundOf(page);
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    expect(await classOf(page)).toBe('dark');
    expect(await stored(page, 'theme')).toBe('dark');
    await expectSoon(async () => (await backgroundOf(page)) === light, false);
    if (as.as) await expectSoon(() => themeOf(as.as.token), 'dark');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
    expect(await classOf(page)).toBe('light');
    expect(await stored(page, 'theme')).toBe('light');
    await expectSoon(() => backgroundOf(page), light);
  });

  it('that are stored are there before anything is drawn', async () => {
    const page = await product().open('/login', { theme: 'dark' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expectSoon(() => classOf(page), 'dark');
    expect(await page.locator('#root').innerHTML()).toBe('');
  });

  it('that are stored never give way to others while the page starts', async () => {
    const page = await product().open('/nowhere', { theme: 'dark' });
    product().own(page);
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

  it('of the system are followed by whoever chose that, as they change', async () => {
    const page = await product().open('/settings', {
      as: await inEnglish(product().t, product().t.member()),
      locale: 'en',
      colorScheme: 'dark',
    });
    await expectShown(page.getByRole('heading', { name: 'Appearance and language' }));
    expect(await classOf(page)).toBe('light');
    await page.getByText('System', { exact: true }).click();
    await expectSoon(() => classOf(page), 'dark');
    expect(await stored(page, 'theme')).toBe('system');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectSoon(() => classOf(page), 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectSoon(() => classOf(page), 'dark');
    await page.reload();
    expect(await classOf(page)).toBe('dark');
  });

  it('that are chosen before signing in become those of the account', async () => {
    const account = await inEnglish(product().t, product().t.member());
    const page = await product().open('/login', { locale: 'en' });
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await signIn(page, account);
    await expectSoon(() => themeOf(account.token), 'dark');
    expect(await classOf(page)).toBe('dark');
  });

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
    ['dark', 'system'],
  ] as const)('of an account, %s, leave a browser alone whose own are %s', async (theirs, own) => {
    const account = await inEnglish(product().t, product().t.member());
    const { token } = account;
    await product().t.call('PATCH', '/preferences/', { token, json: { theme: theirs } });
    const page = await product().open('/dashboard', { as: account, locale: 'en' });
    const known = page.getByRole('button', { name: 'Account menu of A Member' });
    await expectShown(known);
    await expectSoon(() => stored(page, 'theme'), theirs);
    await page.evaluate((own) => localStorage.setItem('theme', own), own);
    for (const path of ['/dashboard', '/settings']) {
      await visit(page, path);
      await expectShown(page.locator('[data-density]'), known);
      expect(await classOf(page)).toBe(own === 'system' ? 'light' : own);
      expect(await stored(page, 'theme')).toBe(own);
    }
    const name = { light: 'Light', dark: 'Dark', system: 'System' }[own];
    await expectSoon(() => page.getByRole('radio', { name }).isChecked(), true);
    expect(await themeOf(token)).toBe(theirs);
  });

  it('of the account are those of a browser that has none, and then its own', async () => {
    const account = await inEnglish(product().t, product().t.member());
    const { token } = account;
    await product().t.call('PATCH', '/preferences/', { token, json: { theme: 'dark' } });
    const page = await product().open('/login', { locale: 'en' });
    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    await expectSoon(() => classOf(page), 'dark');
    expect(await stored(page, 'theme')).toBe('dark');
    await product().t.call('PATCH', '/preferences/', { token, json: { theme: 'light' } });
    await page.reload();
    await expectShown(page.locator('[data-density]'));
    expect(await classOf(page)).toBe('dark');
  });

  it('follow in the other tabs', async () => {
    const page = await product().open('/login', { locale: 'en' });
    const other = await page.context().newPage();
    product().watch(other);
    await visit(other, '/signup');
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await page.getByRole('button', { name: 'FR, Français' }).click();
    await expectSoon(() => classOf(other), 'dark');
    await expectShown(other.getByRole('heading', { name: 'Créer un compte' }));
  });
});

describe('the accent', () => {
  const ACCENT = 'rgb(0, 150, 136)';
  const styleOf = (element: Locator) =>
    element.evaluate((it) => {
      const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(it);
      return {
        backgroundColor,
        color,
        fontSize: Number.parseFloat(fontSize),
        fontWeight: Number(fontWeight),
      };
    });
  /** Large text by WCAG 2.2: a contrast of 3:1 is enough, which white on the accent has. */
  const isLarge = ({ fontSize, fontWeight }: { fontSize: number; fontWeight: number }) =>
    fontSize >= 24 || (fontSize >= 18.66 && fontWeight >= 700);

  it.each([
    ['/login', 'Log In'],
    ['/signup', 'Sign up'],
    ['/recover-password', 'Send the link'],
    ['/reset-password?token=any', 'Save the password'],
  ])('is what the button of %s shows, whose text is large', async (path, name) => {
    const page = await product().open(path, { locale: 'en' });
    const style = await styleOf(page.getByRole('button', { name, exact: true }));
    expect(style).toMatchObject({ backgroundColor: ACCENT, color: 'rgb(255, 255, 255)' });
    expect(isLarge(style)).toBe(true);
  });

  it.each(['/nowhere', '/reset-password'])('is what the way on from %s shows', async (path) => {
    const page = await product().open(path, { locale: 'en' });
    const way = page.getByRole('link', { name: /^(Go Back|Ask for a new link)$/ });
    const style = await styleOf(way);
    expect(style.backgroundColor).toBe(ACCENT);
    expect(isLarge(style)).toBe(true);
  });

  it('gives way to a darker shade of itself below and in smaller text', async () => {
    const as = await inEnglish(product().t, product().t.superuser());
    const page = await product().open('/members', { as, locale: 'en' });
    const button = await styleOf(page.getByRole('link', { name: 'New member' }).first());
    await visit(page, '/members/new');
    const link = await styleOf(page.getByRole('link', { name: 'Members', exact: true }).last());
    expect(isLarge(button)).toBe(false);
    expect(isLarge(link)).toBe(false);
    expect(button.backgroundColor).toBe('rgb(0, 132, 120)');
    expect(link.color).toBe('rgb(0, 123, 112)');
  });

  it('is what marks show that are no text', async () => {
    const as = await inEnglish(product().t, product().t.superuser());
    const page = await product().open('/members/new', { as, locale: 'en' });
    const radio = page.getByRole('radio', { name: 'By invitation' }).or(page.getByRole('radio').first());
    await expectSoon(async () => (await styleOf(radio.first())).backgroundColor, ACCENT);
    // A state begins with a dot, which no font has to have.
    await product().t.member();
    await visit(page, '/members');
    const dot = page.locator('.mantine-Badge-section > span').first();
    expect((await dot.boundingBox())?.width).toBe(6);
    expect((await styleOf(dot)).backgroundColor).toBe('rgb(0, 123, 112)');
  });
});

it('what is chosen before the choices of the account have arrived stands', async () => {
  const account = await product().t.member();
  const page = await product().open('/login');
  await page.evaluate((token) => localStorage.setItem('access_token', token), account.token);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/preferences/', async (route) => {
    if (route.request().method() === 'GET') await promise;
    await route.continue();
  });
  await visit(page, '/dashboard');
  await page.getByRole('button', { name: 'EN, English' }).click();
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expectSoon(() => localeOf(account.token), 'en');
  await expectSoon(() => themeOf(account.token), 'dark');
  resolve();
  await expectShown(page.locator('[data-density]'));
  expect(await langOf(page)).toBe('en');
  expect(await classOf(page)).toBe('dark');
});

it('an open dialog moves nothing behind it where scrollbars take room, be there one or none', async () => {
  const { t, origin } = product();
  const { token } = await inEnglish(t, t.superuser());
  const browser = await launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    product().watch(page);
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((token) => localStorage.setItem('access_token', token), token);
    const places = () =>
      page
        .locator('#root :is(header, nav a, main, h1, button, input, table)')
        .evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
    const isScrolled = () =>
      page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);
    for (const path of ['/members', '/members/new'])
      for (const height of [400, 2000]) {
        await page.setViewportSize({ width: 1280, height });
        await visit(page, path);
        await settle(page);
        const before = await places();
        expect(await isScrolled()).toBe(height === 400);
        await page.getByRole('button', { name: 'Help' }).click();
        await expectShown(page.getByRole('dialog'));
        expect(await places()).toEqual(before);
      }
  } finally {
    await browser.close();
  }
});
