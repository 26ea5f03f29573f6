import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { expectShown, expectSoon, inEnglish, placeOf, stored } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member());
const visit = (page: Page, path: string) => page.goto(product().origin + path);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Names and URLs of the links in a menu. */
const entriesOf = (menu: Locator) =>
  menu.getByRole('link').evaluateAll((links) => links.map((it) => [it.textContent, it.getAttribute('href')]));

const MENU = {
  fr: [
    ['Dashboard', '/dashboard'],
    ['Message du jour', '/daily-message'],
    ['Notifications push', '/broadcast'],
    ['News', '/news'],
    ['Messages reçus', '/messages'],
    ['Membres', '/members'],
    ['Comptes administrateurs', '/admin'],
    ['Mon compte', '/settings'],
  ],
  en: [
    ['Dashboard', '/dashboard'],
    ['Daily message', '/daily-message'],
    ['Push notifications', '/broadcast'],
    ['News', '/news'],
    ['Received messages', '/messages'],
    ['Members', '/members'],
    ['Admin accounts', '/admin'],
    ['My account', '/settings'],
  ],
};

it('the search box begins where the page below does', async () => {
  const page = await product().open('/members', {
    as: await inEnglish(product().t, product().t.colleague()),
    locale: 'en',
  });
  const boxes = [page.getByRole('button', { name: /^Search or go to/ }), heading(page, 'Members')].map((it) =>
    it.boundingBox(),
  );
  const [search, title] = await Promise.all(boxes);
  expect(search?.x).toBe(title?.x);
});

describe('the menu', () => {
  it('of an ordinary user has the dashboard alone', async () => {
    for (const [locale, as] of [
      ['fr', await product().t.member()],
      ['en', await member()],
    ] as const) {
      const page = await product().open('/dashboard', { as, locale });
      await expectSoon(() => entriesOf(page.getByRole('navigation')), [['Dashboard', '/dashboard']]);
    }
  });

  it.each(['fr', 'en'] as const)(
    'of a superuser has eight entries in %s, each of which opens',
    async (locale) => {
      const admin = await product().t.colleague();
      await product().t.call('PATCH', '/users/me', { token: admin.token, json: { locale } });
      const page = await product().open('/dashboard', { as: admin, locale });
      const menu = page.getByRole('navigation', { name: locale === 'fr' ? 'Menu principal' : 'Main menu' });
      await expectSoon(() => entriesOf(menu), MENU[locale]);
      for (const [name = '', path] of MENU[locale]) {
        const entry = menu.getByRole('link', { name, exact: true });
        await entry.click();
        await expectShown(heading(page, name));
        expect(placeOf(page)).toBe(path);
        await expectSoon(() => entry.getAttribute('aria-current'), 'page');
        await expectSoon(() => page.title(), `${name} · Agora`);
      }
    },
  );

  it('leads an ordinary user to nothing else, though the other pages of theirs exist', async () => {
    const page = await product().open('/items', { as: await member(), locale: 'en' });
    await expectShown(heading(page, 'Items'));
    await visit(page, '/settings');
    await expectShown(heading(page, 'My account'));
  });
});

describe('a page of superusers', () => {
  it('is refused to an ordinary user in the page, without a call that would end the session', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    const refused: string[] = [];
    page.on('response', (answer) => {
      if ([401, 403].includes(answer.status())) refused.push(answer.url());
    });
    const paths = MENU.en.map(([, path]) => path ?? '').slice(1, -1);
    for (const path of [
      ...paths,
      '/rates',
      '/members/new',
      '/admin/new',
      `/members/${crypto.randomUUID()}`,
    ]) {
      await visit(page, path);
      await expectShown(
        heading(page, 'This page is for administrators'),
        page.getByText('Your account doesn’t have access to it. Ask an administrator if you need it.'),
      );
      expect(placeOf(page)).toBe(path);
    }
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expectShown(heading(page, 'Dashboard'));
    expect(refused).toEqual([]);
    expect(await stored(page, 'access_token')).toMatch(/^ey/);
  });

  it('is refused in French too', async () => {
    const page = await product().open('/members', { as: await product().t.member() });
    await expectShown(heading(page, 'Cette page est réservée aux administrateurs'));
  });
});

describe('the user menu', () => {
  it('is called User as long as the person has no name', async () => {
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await product().open('/dashboard', { as: account, locale: 'en' });
    const trigger = page.getByRole('button', { name: 'Account menu of User' });
    await expectSoon(() => trigger.textContent(), expect.stringMatching(/User$/));
    await trigger.click();
    await expectShown(page.getByRole('menu').getByText(account.email));
    await page.getByRole('button', { name: 'FR, Français' }).click();
    await expectShown(page.getByRole('button', { name: 'Menu du compte : Utilisateur' }));
  });

  it('leads to My Profile, then closes', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await page.getByRole('button', { name: 'Account menu of A Member' }).click();
    await page.getByRole('menuitem', { name: 'My Profile' }).click();
    await expectShown(heading(page, 'My account'));
    expect(placeOf(page)).toBe('/settings');
    await page.getByRole('menuitem', { name: 'My Profile' }).waitFor({ state: 'hidden' });
  });

  it('closes by Escape, and gives the focus back', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    const trigger = page.getByRole('button', { name: 'Account menu of A Member' });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('menu').locator(':focus'));
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Log Out', exact: true }).waitFor({ state: 'hidden' });
    expect(await trigger.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('ends the session at the service', async () => {
    const account = await member();
    const page = await product().open('/dashboard', { as: account, locale: 'en' });
    await page.getByRole('button', { name: 'Account menu of A Member' }).click();
    await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
    await page.waitForURL('**/login');
    expect((await product().t.call('GET', '/users/me', { token: account.token })).status).toBe(401);
  });
});

describe('an unknown page', () => {
  it('is told in French, and leads somebody who is not signed in to the login', async () => {
    const page = await product().open('/no/such/page');
    const notFound = page.getByTestId('not-found');
    await expectShown(
      notFound.getByText('404', { exact: true }),
      notFound.getByRole('heading', { name: 'Oups !' }),
      notFound.getByText('La page que vous cherchez est introuvable.'),
    );
    await notFound.getByRole('link', { name: 'Retour' }).click();
    await expectShown(page.getByRole('heading', { name: 'Connexion' }));
    expect(placeOf(page)).toBe('/login');
  });

  it('is told in English, and leads somebody who is signed in to the dashboard', async () => {
    const page = await product().open('/no-such-page', { as: await member(), locale: 'en' });
    const notFound = page.getByTestId('not-found');
    await expectShown(
      notFound.getByText('404', { exact: true }),
      notFound.getByRole('heading', { name: 'Oops!' }),
      notFound.getByText('The page you are looking for was not found.'),
    );
    const back = notFound.getByRole('link', { name: 'Go Back' });
    expect(await back.getAttribute('href')).toBe('/');
    await back.click();
    await expectShown(heading(page, 'Dashboard'));
    expect(placeOf(page)).toBe('/dashboard');
  });

  it.each(['/members/a/b', '/dashboard/more', '/news/a/b'])('%s is one too', async (path) => {
    const admin = await inEnglish(product().t, product().t.colleague());
    const page = await product().open(path, { as: admin, locale: 'en' });
    await expectShown(page.getByTestId('not-found'));
  });
});
