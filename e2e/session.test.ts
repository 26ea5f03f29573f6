import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { drafts } from './steps.ts';
import { expectShown, expectSoon, inEnglish, placeOf, signIn, stored } from './watching.ts';

const product = useProduct();

const SIGNED_IN = ['dashboard', 'settings', 'daily-message', 'broadcast', 'news', 'messages', 'members'];
const MORE_SIGNED_IN = ['admin', 'items', 'rates', 'members/new', 'admin/new', 'members/some-id'];
const PUBLIC = ['login', 'signup', 'recover-password', 'reset-password', 'reset-password?token=any'];

const member = () => inEnglish(product().t, product().t.member());
const colleague = () => inEnglish(product().t, product().t.colleague());
const visit = (page: Page, path: string) => page.goto(product().origin + path);

/** Records the requests of a page to other origins, from now on. */
function requestsElsewhere(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== product().origin) seen.push(request.url());
  });
  return seen;
}

/** Ends every session of an account, as if from another browser. */
async function endElsewhere({ email, password }: Account): Promise<void> {
  const { t } = product();
  const token = await t.login(email, password);
  expect((await t.call('DELETE', '/sessions/', { token })).status).toBe(200);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
}

/** Records the browser's own prompts before a page is left. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

describe('without a token', () => {
  it.each(['', ...SIGNED_IN, ...MORE_SIGNED_IN])('/%s leads to the login', async (path) => {
    const page = await product().open(`/${path}`, { locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(placeOf(page)).toBe('/login');
  });

  it('a page that was asked for is shown after signing in', async () => {
    const account = await member();
    const page = await product().open('/items?search=blue', { locale: 'en' });
    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Items' }));
    expect(placeOf(page)).toBe('/items?search=blue');
  });

  it.each(['//evil.example', '//evil.example/dashboard?a=b', '/\\evil.example', '/.//evil.example'])(
    'no address leads to another site after signing in: %s',
    async (path) => {
      const account = await member();
      const page = await product().open('/login', { locale: 'en' });
      const elsewhere = requestsElsewhere(page);
      await page.evaluate((path) => sessionStorage.setItem('return_to', path), path);
      await signIn(page, account);
      await page.waitForURL((url) => url.pathname !== '/login');
      expect(new URL(page.url()).origin).toBe(product().origin);
      await expectSoon(() => stored(page, 'access_token'), expect.stringMatching(/^ey/));
      expect(elsewhere).toEqual([]);
    },
  );

  it('an address that reads like another site leads to the dashboard after signing in', async () => {
    const account = await member();
    const page = await product().open('//evil.example/items', { locale: 'en' });
    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    expect(placeOf(page)).toBe('/dashboard');
  });

  it('the root leads to the dashboard after signing in', async () => {
    const account = await member();
    const page = await product().open('/', { locale: 'en' });
    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    expect(placeOf(page)).toBe('/dashboard');
  });
});

describe('with a token', () => {
  it('and only then, the scripts of the back-office are asked for before the page runs', async () => {
    const scriptsOf = async (path: string, as?: Account) => {
      const page = await product().open(path, { locale: 'en', ...(as && { as }) });
      await expectShown(page.getByRole('heading', { level: 1 }));
      return page.evaluate(() => ({
        preloaded: [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(
          ({ href }) => href,
        ),
        loaded: performance.getEntriesByType('resource').map(({ name }) => name),
      }));
    };
    const isShell = (name: string) => /\/assets\/(back-office|shell)-[^/]*\.js$/.test(name);
    const signedIn = await scriptsOf('/items', await member());
    expect(signedIn.preloaded.filter(isShell)).toHaveLength(2);
    const signedOut = await scriptsOf('/login');
    expect([...signedOut.preloaded, ...signedOut.loaded].filter(isShell)).toEqual([]);
  });

  it('the calendar is asked for with its page, unless the address names another view', async () => {
    const calendarsOf = async (path: string) => {
      const page = await product().open(path, { as: await colleague(), locale: 'en' });
      await expectShown(page.getByRole('heading', { name: 'Daily message', level: 1 }));
      return page.locator('link[rel="modulepreload"][href*="/assets/calendar-view-"]').count();
    };
    expect(await calendarsOf('/daily-message')).toBe(1);
    expect(await calendarsOf('/daily-message?view=list')).toBe(0);
  });

  it('all scripts of a page that is opened later are asked for at once', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await page.getByRole('link', { name: 'Open my account' }).click();
    await expectShown(page.getByRole('heading', { name: 'My account', level: 1 }));
    const scripts = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href),
    );
    for (const name of ['settings.page', 'forms', 'time-zone-field'])
      expect(
        scripts.filter((href) => href.includes(`/assets/${name}-`)),
        name,
      ).toHaveLength(1);
  });

  it('and only then, the first reads begin before the page runs, each once', async () => {
    const readsOf = async (path: string, as?: Account) => {
      const page = await product().open(path, { locale: 'en', ...(as && { as }) });
      await expectShown(page.getByRole('heading', { level: 1 }));
      return page.evaluate(() => ({
        unused: (globalThis as { firstReads?: Map<string, unknown> }).firstReads?.size,
        sent: performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => /\/(users\/me|preferences\/)$/.test(path))
          .toSorted(),
      }));
    };
    const both = ['/api/v1/preferences/', '/api/v1/users/me'];
    expect(await readsOf('/items', await member())).toEqual({ unused: 0, sent: both });
    expect(await readsOf('/login')).toEqual({ unused: undefined, sent: [] });
  });

  it('the root and every public page lead to the dashboard', async () => {
    const page = await product().open('/', { as: await member(), locale: 'en' });
    for (const path of ['', ...PUBLIC]) {
      await visit(page, `/${path}`);
      await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
      expect(placeOf(page), path).toBe('/dashboard');
    }
  });

  it('that no session stands behind, the person is led to the login and the token is gone', async () => {
    const account = { ...(await member()), token: 'not.a.token' };
    const page = await product().open('/dashboard', { as: account, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(await stored(page, 'access_token')).toBeNull();
  });

  it('whose account was deactivated, the next call leads to the login', async () => {
    const account = await member();
    const page = await product().open('/items', { as: account, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    const { token } = await product().t.superuser();
    await product().t.call('POST', `/users/${account.id}/deactivate`, { token, json: {} });
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.waitForURL('**/login');
    expect(await stored(page, 'access_token')).toBeNull();
  });
});

describe('a call that is forbidden', () => {
  const FORBIDDEN = {
    status: 403,
    json: { detail: "The user doesn't have enough privileges", code: 'privileges_required' },
  };

  it.each([
    ['reads', 'GET', (page: Page) => page.getByRole('searchbox').fill('anything')],
    ['writes', 'POST', (page: Page) => page.getByRole('button', { name: 'Add', exact: true }).click()],
  ] as const)('ends the session where it %s, and signing in leads back', async (_, method, act) => {
    const account = await member();
    const page = await product().open('/items', { as: account, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    await page.getByRole('textbox', { name: 'New item' }).fill('A notebook');
    await page.route('**/api/v1/items/**', (route) =>
      route.request().method() === method ? route.fulfill(FORBIDDEN) : route.continue(),
    );
    await act(page);
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(placeOf(page)).toBe('/login');
    expect(await stored(page, 'access_token')).toBeNull();
    await page.unroute('**/api/v1/items/**');
    await signIn(page, account);
    await expectSoon(() => page.getByRole('textbox', { name: 'New item' }).inputValue(), 'A notebook');
    expect(new URL(page.url()).pathname).toBe('/items');
  });
});

describe('what was typed', () => {
  const DAY = 86_400_000;

  it.each([
    ['is there again within a week', 7 * DAY - 60_000, 'Blue'],
    ['is forgotten after a week', 7 * DAY + 60_000, ''],
  ])('%s', async (_, later, expected) => {
    const account = await member();
    const page = await product().open('/items', { as: account, locale: 'en' });
    await page.getByLabel('Description', { exact: true }).fill('Blue');
    await expectSoon(async () => (await drafts(page)).length, 1);
    const other = await page.context().newPage();
    product().watch(other);
    await page.close();
    product().own(page);
    await other.clock.install({ time: Date.now() + later });
    await visit(other, '/items');
    const field = other.getByLabel('Description', { exact: true });
    await expectShown(other.getByRole('heading', { name: 'No items yet' }), field);
    await expectSoon(() => field.inputValue(), expected);
    await expectSoon(async () => (await drafts(other)).length, expected ? 1 : 0);
  });
});

describe('somebody who signs in in another tab', () => {
  it('is the one whom every tab shows', async () => {
    const [one, other] = [await member(), await member()];
    const page = await product().open('/login', { locale: 'en' });
    const second = await page.context().newPage();
    product().watch(second);
    await visit(second, '/login');
    const emailIn = (shown: Page) => shown.getByLabel('Email', { exact: true });
    await signIn(page, one);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    await expectShown(second.getByRole('heading', { name: 'Dashboard' }));
    await visit(page, '/settings');
    await expectSoon(() => emailIn(page).inputValue(), one.email);
    await second.evaluate((token) => localStorage.setItem('access_token', token), other.token);
    await expectSoon(() => emailIn(page).inputValue(), other.email);
  });
});

describe('a page that the back button brings back from memory', () => {
  /** Simulates the back/forward cache, which the tests' browser disables. */
  const bringBack = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

  it('shows nothing of a session that ended meanwhile', async () => {
    const page = await product().open('/settings', { as: await member(), locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'My sessions' }));
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await bringBack(page);
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(placeOf(page)).toBe('/login');
  });

  it('is no login for somebody who signed in meanwhile', async () => {
    const { token } = await member();
    const page = await product().open('/login', { locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    await page.evaluate((token) => localStorage.setItem('access_token', token), token);
    await bringBack(page);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
  });

  it('stays as it is in the same session', async () => {
    const page = await product().open('/items', { as: await member(), locale: 'en' });
    const search = page.getByRole('searchbox');
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    await page.evaluate(() => Object.assign(window, { isKept: true }));
    await bringBack(page);
    await search.focus();
    expect(await page.evaluate(() => 'isKept' in window)).toBe(true);
  });
});

/** Ends the session elsewhere and presses a button, unless the event stream has led the page to the login before. */
async function leave(page: Page, account: Account, name: string): Promise<void> {
  // The element itself: a locator would go on to look for its like on the pages that come next.
  const button = await page.getByRole('button', { name, exact: true }).elementHandle();
  await endElsewhere(account);
  await button?.click().catch(() => undefined);
  await page.waitForURL('**/login');
}

describe('when the session ended elsewhere', () => {
  const FORMS = [
    { path: '/items', typed: { 'New item': 'A title', Description: 'Typed “with care” & é' }, submit: 'Add' },
    {
      path: '/members/new',
      typed: { 'Full name': 'Zoé Lefèvre', Email: 'zoe@example.com' },
      submit: 'Send the invitation',
    },
    { path: '/news/new', typed: { French: 'Le marché' }, submit: 'Start writing' },
    { path: '/settings', typed: { 'Full name': 'Another name' }, submit: 'Save' },
  ];

  it.each(FORMS)('what was typed into $path is there again after signing in', async (form) => {
    const account = await colleague();
    const page = await product().open(form.path, { as: account, locale: 'en' });
    const typed = Object.entries(form.typed);
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    for (const [label, text] of typed) await field(label).fill(text);
    const asked = questionsOf(page);
    await leave(page, account, form.submit);
    expect(asked).toEqual([]);
    expect(await stored(page, 'access_token')).toBeNull();

    await signIn(page, account);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(new URL(page.url()).pathname).toBe(form.path);
    for (const [label, text] of typed) expect(await field(label).inputValue()).toBe(text);

    await page.getByRole('button', { name: 'Discard this text' }).click();
    for (const [label] of typed) await expectSoon(() => field(label).inputValue(), '');
    await page.reload();
    for (const [label] of typed) await expectSoon(() => field(label).inputValue(), '');
  });

  it('the login is loaded once, however many calls are refused', async () => {
    const account = await colleague();
    const page = await product().open('/items', { as: account, locale: 'en' });
    const search = page.getByRole('searchbox');
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    const loads: string[] = [];
    const isTwiceRefused = Promise.withResolvers<void>();
    const refusals: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401 && refusals.push(response.url()) === 2) isTwiceRefused.resolve();
    });
    await page.route('**/login', async (route) => {
      loads.push(route.request().url());
      await isTwiceRefused.promise;
      await route.continue();
    });
    await page.route('**/api/v1/items/**', async (route) => {
      await expectSoon(() => loads.length, 1);
      await route.continue();
    });
    await search.fill('anything');
    await page.waitForRequest('**/api/v1/items/**');
    await endElsewhere(account);
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(loads).toHaveLength(1);
  });

  it('somebody else who signs in does not see what was typed', async () => {
    const [account, other] = [await colleague(), await colleague()];
    const page = await product().open('/members/new', { as: account, locale: 'en' });
    await page.getByLabel('Email').fill('secret@example.com');
    await leave(page, account, 'Send the invitation');

    await signIn(page, other);
    await expectShown(page.getByRole('heading', { name: 'New member' }));
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    expect(await page.getByText('has been restored').count()).toBe(0);
  });
});

describe('logging out', () => {
  it('forgets what was typed, and where', async () => {
    const account = await member();
    const page = await product().open('/items', { as: account, locale: 'en' });
    await page.getByLabel('Description', { exact: true }).fill('Only mine');
    await expectSoon(() => drafts(page), [expect.stringContaining('Only mine')]);
    await logOut(page);
    await page.waitForURL('**/login');
    expect(await drafts(page)).toEqual([]);
    expect((await product().t.call('GET', '/users/me', { token: account.token })).status).toBe(401);

    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
  });

  it('in one tab signs out the others', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    const other = await page.context().newPage();
    product().watch(other);
    await visit(other, '/settings');
    await expectShown(other.getByRole('heading', { name: 'My sessions' }));
    await logOut(page);
    await expectShown(other.getByRole('heading', { name: 'Log in' }));
    expect(placeOf(other)).toBe('/login');
  });

  it('in one tab leaves nothing behind that was typed into another, and asks nothing', async () => {
    const page = await product().open('/settings', { as: await member(), locale: 'en' });
    const asked = questionsOf(page);
    await page.getByLabel('Full name').fill('Another name');
    await expectSoon(async () => (await drafts(page)).length, 1);
    const other = await page.context().newPage();
    product().watch(other);
    await visit(other, '/dashboard');
    await logOut(other);
    await page.waitForURL('**/login');
    expect(asked).toEqual([]);
    expect(await drafts(page)).toEqual([]);
  });

  it('everywhere forgets what was typed', async () => {
    const page = await product().open('/settings', { as: await member(), locale: 'en' });
    await page.getByLabel('Full name').fill('Another name');
    await expectSoon(async () => (await drafts(page)).length, 1);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.waitForURL('**/login');
    expect(await drafts(page)).toEqual([]);
  });

  it('works although the service cannot be reached', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await page.getByRole('button', { name: /^Account menu of/ }).click();
    await page.route('**/sessions/current', (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
    await page.waitForURL('**/login');
    expect(await stored(page, 'access_token')).toBeNull();
  });

  it('leaves nothing to come back to with the back button', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await page.getByRole('link', { name: 'Open my account' }).click();
    await expectShown(page.getByRole('heading', { name: 'My sessions' }));
    await logOut(page);
    await page.waitForURL('**/login');
    await page.goBack();
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(placeOf(page)).toBe('/login');
  });
});
