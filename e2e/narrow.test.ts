import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { french } from '../apps/api/test/articles.ts';
import type { Account } from '../apps/api/test/harness.ts';
import { PHONE, useProduct } from './harness.ts';
import { insertMembers, marker, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, placeOf } from './watching.ts';

const product = useProduct();
const colleague = () => inEnglish(product().t, product().t.colleague());

const visit = (page: Page, path: string) => page.goto(product().origin + path);

/** Horizontal overflow of a page, in pixels. */
const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Names of the buttons whose text is cut. */
const cutButtonsOf = (page: Page) =>
  page
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
    );

/** Pixels of an element's content that are beside it. */
const beside = (element: Locator) => element.evaluate((it) => it.scrollWidth - it.clientWidth);

describe('the menu of a phone', () => {
  it.each([
    ['fr', 'Ouvrir le menu', 'Connecté en tant que :', 'Membres'],
    ['en', 'Open the menu', 'Logged in as:', 'Members'],
  ] as const)('shows the entries and who is logged in, in %s', async (locale, open, who, members) => {
    const account = await product().t.colleague();
    await product().t.call('PATCH', '/users/me', { token: account.token, json: { locale } });
    const page = await product().open('/dashboard', { as: account, locale, viewport: PHONE });
    await page.getByRole('button', { name: open }).click();
    const drawer = page.getByRole('dialog');
    await expectShown(drawer.getByText(`${who} ${account.email}`));
    expect(await drawer.getByRole('link').count()).toBe(8);
    await drawer.getByRole('link', { name: members }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: members }));
    expect(placeOf(page)).toBe('/members');
    await expectSoon(() => drawer.count(), 0);
  });

  it('closes by Escape, and gives the focus back', async () => {
    const page = await product().open('/dashboard', { as: await colleague(), locale: 'en', viewport: PHONE });
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await opener.click();
    await expectShown(page.getByRole('dialog').getByText('Logged in as:'));
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    await expectSoon(() => opener.evaluate((it) => it === document.activeElement), true);
  });

  it('is in the place of the sidebar', async () => {
    const page = await product().open('/dashboard', { as: await colleague(), locale: 'en', viewport: PHONE });
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await expectShown(opener);
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectShown(page.getByRole('navigation', { name: 'Main menu' }));
    await opener.waitFor({ state: 'hidden' });
  });
});

it('filters are folded on a phone, and counted where some are in use', async () => {
  const page = await product().open('/rates?platform=ios', {
    as: await colleague(),
    locale: 'en',
    viewport: PHONE,
  });
  const score = page.getByRole('combobox', { name: 'Score' });
  const unfold = page.getByRole('button', { name: 'Filters (1)' });
  await expectShown(unfold, page.getByRole('searchbox'));
  expect(await score.isVisible()).toBe(false);
  await unfold.click();
  await score.selectOption('1 or 2 stars');
  await expectSoon(() => placeOf(page), '/rates?platform=ios&score=1%2C2');
  const fold = page.getByRole('button', { name: 'Filters (2)' });
  // On the line of the search.
  await expectSoon(
    () =>
      fold.evaluate((it) => {
        const search = it.parentElement?.querySelector('input')?.getBoundingClientRect();
        return search && Math.abs(it.getBoundingClientRect().top - search.top) < 8;
      }),
    true,
  );
  await fold.click();
  await score.waitFor({ state: 'hidden' });
});

it('filters of conversations unfold at the first tap on a phone', async () => {
  const page = await product().open('/messages', { as: await colleague(), locale: 'en', viewport: PHONE });
  const unfold = page.getByRole('button', { name: 'Filters' });
  await unfold.click();
  await expectShown(page.getByRole('combobox', { name: 'Category' }));
  expect(await unfold.count()).toBe(1);
  await unfold.click();
  await page.getByRole('combobox', { name: 'Category' }).waitFor({ state: 'hidden' });
});

it('the reserve can be searched on a phone without unfolding filters', async () => {
  const as = await colleague();
  const page = await product().open('/daily-message?view=reserve', { as, locale: 'en', viewport: PHONE });
  await expectShown(page.getByRole('searchbox'));
});

it('the views of a page stay on one line of a phone, the current one in sight', async () => {
  const as = await colleague();
  const page = await product().open('/daily-message?view=trash', { as, locale: 'en', viewport: PHONE });
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  const current = links.and(page.locator('[aria-current]'));
  await expectShown(current);
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(tops.length).toBe(5);
  expect(new Set(tops).size).toBe(1);
  const box = await current.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true);
});

it('the pages of a long list stay on one line of a phone', async () => {
  const word = marker();
  await insertMembers(product().t, word, 300);
  const as = await colleague();
  const page = await product().open(`/members?search=${word}&page=6`, { as, locale: 'en', viewport: PHONE });
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expectShown(links.getByText('12'));
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

it('articles, what chooses their reads, and the order of messages fit where there is little room', async () => {
  const as = await product().t.colleague();
  const { token } = as;
  const call = (method: string, path: string, json: object = {}) =>
    product().t.call(method, path, { token, ...(method !== 'GET' && { json }) });
  const content = french('Une fresque pour la médiathèque du quartier des Lilas');
  const { id, version } = (await call('POST', '/news/', { content })).body;
  await call('POST', `/news/${id}/publish`);
  await call('PATCH', `/news/${id}`, { version, content: french('Une fresque pour la médiathèque') });
  await product().t.db.execute(
    `insert into news_reads (article_id, user_id, locale, at) values ('${id}', '${as.id}', 'fr', now())`,
  );
  await call('POST', '/app/messages', {
    subject: 'Bonjour',
    body: 'Où ?',
    client_token: crypto.randomUUID(),
  });

  const page = await product().open(`/news/${id}`, { as, viewport: PHONE });
  const ranges = page.getByRole('radiogroup', { name: 'Période' });
  await expectShown(ranges);
  expect(await beside(ranges)).toBe(0);

  await visit(page, '/dashboard');
  const title = page.getByRole('region', { name: 'Articles les plus lus' }).getByRole('link');
  await expectShown(title);
  const lines = await title.evaluate(
    (it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);

  const order = page.getByRole('combobox', { name: 'Ordre' });
  for (const viewport of [PHONE, { width: 1024 - 15, height: 768 }]) {
    await page.setViewportSize(viewport);
    await visit(page, '/messages');
    await expectShown(order);
    const middleOf = (element: Locator) =>
      element.evaluate((it) => it.getBoundingClientRect().top + it.getBoundingClientRect().bottom);
    const all = page.getByRole('checkbox', { name: 'Tout cocher' });
    expect(Math.abs((await middleOf(order)) - (await middleOf(all)))).toBeLessThan(20);
    const lack = await order.evaluate((it) => {
      const { width } = it.getBoundingClientRect();
      it.style.width = 'max-content';
      return it.getBoundingClientRect().width - width;
    });
    expect(lack).toBeLessThanOrEqual(0);
  }

  // The scrollbar of a tablet's browser takes 15 pixels.
  await page.setViewportSize({ width: 768 - 15, height: 1024 });
  await visit(page, '/news');
  const table = page.getByRole('table');
  await expectShown(table.getByText('Modifications à publier').first());
  expect(await beside(table.locator('xpath=..'))).toBe(0);
});

/** Names and titles of maximum length without a place to break. */
async function populate(admin: Account): Promise<string> {
  const { t } = product();
  const { token } = admin;
  // Another session, with a button that ends it.
  await t.login(admin.email, admin.password);
  const { id } = await t.member({ full_name: 'W'.repeat(255) });
  await t.call('PATCH', '/users/me', { token, json: { full_name: 'M'.repeat(255) } });
  await t.call('POST', '/items/', {
    token,
    json: { title: 'X'.repeat(255), description: `${'y'.repeat(120)} ${'z'.repeat(130)}` },
  });
  return id;
}

describe.each([360, 320])('no page has to be scrolled sideways at %i pixels', (width) => {
  const viewport = { width, height: 740 };

  it('before signing in', async () => {
    const page = await product().open('/login', { viewport });
    for (const path of [
      '/login',
      '/signup',
      '/recover-password',
      '/reset-password',
      '/reset-password?token=any',
      '/no',
    ]) {
      await visit(page, path);
      await settle(page);
      expect(await excessOf(page), path).toBe(0);
    }
  });

  it('in the back-office, whatever the length of names and titles', async () => {
    const admin = await product().t.colleague();
    const id = await populate(admin);
    const { body: article } = await product().t.call('POST', '/news/', {
      token: admin.token,
      json: { content: { translations: { fr: { title: 'W'.repeat(160), excerpt: 'W'.repeat(300) } } } },
    });
    const page = await product().open('/dashboard', { as: admin, viewport });
    for (const path of [
      '/dashboard',
      '/daily-message',
      '/daily-message?view=list',
      '/daily-message?view=history',
      '/daily-message/new',
      '/news',
      '/news/new',
      `/news/${article.id}`,
      '/broadcast',
      '/messages',
      '/rates',
      '/members',
      '/members?search=zzzz',
      '/members?from=2020-01-01',
      '/members/new',
      `/members/${id}`,
      '/admin',
      `/admin/${admin.id}`,
      '/admin/new',
      '/items',
      '/settings',
    ]) {
      await visit(page, path);
      await settle(page);
      expect(await excessOf(page), path).toBe(0);
      expect(await cutButtonsOf(page), path).toEqual([]);
    }
  });

  it('as a member, whatever the length of the address', async () => {
    const email = `${'m'.repeat(60)}@example.org`;
    const page = await product().open('/dashboard', { as: await product().t.member({ email }), viewport });
    for (const path of ['/dashboard', '/items', '/settings']) {
      await visit(page, path);
      await settle(page);
      expect(await excessOf(page), path).toBe(0);
    }
  });
});

it.each(['/daily-message/new', '/broadcast/new'])(
  'both languages of %s stand side by side at 1366 pixels, less a scrollbar',
  async (path) => {
    const viewport = { width: 1366 - 17, height: 768 };
    const page = await product().open(path, { as: await colleague(), locale: 'en', viewport });
    const titles = page.getByRole('textbox', { name: 'Title' });
    await expectShown(titles.first());
    const tops = await titles.evaluateAll((all) => all.map((title) => title.getBoundingClientRect().top));
    expect(tops.length).toBe(2);
    expect(new Set(tops).size).toBe(1);
  },
);

it('the buttons of a dialog stay in view in a low window', async () => {
  const viewport = { width: 1024, height: 400 };
  const page = await product().open('/daily-message', { as: await colleague(), locale: 'en', viewport });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expectShown(cancel);
  const table = dialog.getByRole('textbox');
  for (const goTo of [() => table.focus(), () => dialog.getByText('Paste').scrollIntoViewIfNeeded()]) {
    await goTo();
    const box = await cancel.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(viewport.height);
  }
});

describe('the palette of a phone', () => {
  it('truncates what is too long for it', async () => {
    const member = await product().t.member({ full_name: 'Apolline' });
    const page = await product().open('/dashboard', { as: await colleague(), locale: 'en', viewport: PHONE });
    await page.getByRole('button', { name: 'Search or go to…' }).click();
    const palette = page.getByRole('dialog');
    await palette.getByRole('textbox').fill('apolline');
    const address = palette.getByText(member.email);
    await expectShown(address);
    const [text, frame] = await Promise.all([address.boundingBox(), palette.boundingBox()]);
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
  });
});
