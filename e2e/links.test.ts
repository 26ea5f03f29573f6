import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { expectShown, expectSoon, inEnglish, placeOf, stored } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member());

async function resetWith(page: Page): Promise<void> {
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Save the password' }).click();
}

describe('the link of a mail', () => {
  it('without a token says that it is incomplete, and how to get another', async () => {
    const page = await product().open('/reset-password', { locale: 'en' });
    await expectShown(
      page.getByRole('heading', { name: 'This link doesn’t work' }),
      page.getByText('The address of this page is incomplete: open the link in the email again.'),
    );
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expectShown(page.getByRole('heading', { name: 'Forgot your password?' }));
    expect(placeOf(page)).toBe('/recover-password');
  });

  it.each([
    ['reset-password', ''],
    ['undo-email-change', 'Undo the change'],
    ['confirm-email-change', 'Confirm the address'],
  ])('%s that nobody was sent says so', async (path, action) => {
    const page = await product().open(`/${path}?token=${'x'.repeat(43)}`, { locale: 'en' });
    if (path === 'reset-password') await resetWith(page);
    else await page.getByRole('button', { name: action }).click();
    await expectShown(
      page.getByRole('heading', { name: 'This link doesn’t work' }),
      page.getByText('It has expired, was already used, or a newer one was sent.'),
    );
    expect(placeOf(page)).toBe(`/${path}`);
  });

  it('keeps its token through a reload, and out of the address', async () => {
    const page = await product().open('/reset-password?token=any', { locale: 'en' });
    await expectSoon(() => placeOf(page), '/reset-password');
    await page.reload();
    await expectShown(page.getByLabel('New password'));
  });
});

/**
 * Removes a file of the page, as a deploy does, until the page is reloaded, or permanently.
 * @returns the page loads from now on
 */
async function takeAway(page: Page, file: string, { forGood = false } = {}): Promise<Request[]> {
  const loads: Request[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request));
  await page.route(`**/assets/${file}-*.js`, (route) =>
    forGood || loads.length === 0
      ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  return loads;
}

describe('a page whose module was replaced by a deploy', () => {
  it('is loaded again once, and then shown', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    const loads = await takeAway(page, 'items.page');
    let isKept: boolean | undefined;
    await page.route('**/boot.js', async (route) => {
      if (route.request().method() === 'HEAD') {
        for (let frame = 0; frame < 3; frame += 1)
          await page.evaluate(() => new Promise(requestAnimationFrame));
        isKept = await page.getByRole('heading', { name: 'Dashboard' }).isVisible();
      }
      await route.continue();
    });
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    expect(isKept, 'the page before stays until then').toBe(true);
    expect(placeOf(page)).toBe('/items');
    expect(loads).toHaveLength(1);
  });

  it('is shown too when it is one before signing in', async () => {
    const page = await product().open('/login', { locale: 'en' });
    const loads = await takeAway(page, 'signup.page');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expectShown(page.getByRole('heading', { name: 'Create an account' }));
    expect(loads).toHaveLength(1);
  });

  it('says that it cannot be shown when loading again does not help, and is still signed in', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    const loads = await takeAway(page, 'items.page', { forGood: true });
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectSoon(() => loads.length, 1);
    await expectShown(page.getByRole('heading', { name: 'This page can’t be shown' }));
    expect(await stored(page, 'access_token')).toMatch(/^ey/);
    await page.unroute(`**/assets/items.page-*.js`);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  });
});

describe('a list', () => {
  it.each([
    ['a member', 'Items', '/items', 'items.page', /\/api\/v1\/items\/\?/],
    [
      'an administrator',
      'Members',
      '/members?status=active',
      'members.page',
      /\/api\/v1\/users\/\?status=active/,
    ],
  ])('of %s is asked for while its module is loaded', async (who, title, path, module, rows) => {
    const { t } = product();
    const as = who === 'a member' ? await member() : await inEnglish(t, t.colleague());
    const page = await product().open('/dashboard', { as, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    const asked = page.waitForRequest((request) => rows.test(request.url()));
    await page.route(`**/assets/${module}-*.js`, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(product().origin + path);
    await expectShown(page.getByRole('heading', { level: 1, name: title }));
  });
});
