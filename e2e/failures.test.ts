import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { cutAnswer, loseAnswer, settle, titleIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, requestsOf, stored } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member());
const colleague = () => inEnglish(product().t, product().t.colleague());
async function colleagueOfMembers(): Promise<Account> {
  await member();
  return colleague();
}
const visit = (page: Page, path: string) => page.goto(product().origin + path);

const refusal = (status: number, code: string) => ({
  status,
  json: { detail: code, code, request_id: 'request-0123456789' },
});
const HTML = { contentType: 'text/html', body: '<!doctype html><h1>Bad gateway</h1>' };

/** Kinds of failed requests, with the expected message, and if it includes the request id. */
const FAILURES: { of: string; fail: (route: Route) => Promise<void>; said: string; isNamed?: boolean }[] = [
  {
    of: 'no answer',
    fail: (route) => route.abort(),
    said: 'The service can’t be reached. Check your connection and try again.',
  },
  {
    of: '500',
    fail: (route) => route.fulfill(refusal(500, 'internal_error')),
    said: 'Something went wrong on our side. Try again in a moment.',
    isNamed: true,
  },
  {
    of: '503',
    fail: (route) => route.fulfill(refusal(503, 'service_unavailable')),
    said: 'The service is not available at the moment. Try again shortly.',
    isNamed: true,
  },
  {
    of: 'a page of a proxy',
    fail: (route) => route.fulfill({ status: 502, ...HTML }),
    said: 'Error 502 Bad Gateway',
  },
  {
    of: 'a page in place of data',
    fail: (route) => route.fulfill({ status: 200, ...HTML }),
    said: 'Something went wrong.',
  },
];

type Failure = (typeof FAILURES)[number];

const SCREENS: { path: string; call: string; shown: string; as: () => Promise<Account> }[] = [
  { path: '/dashboard', call: '/dashboard/', shown: 'Trends', as: colleague },
  { path: '/dashboard', call: '/items/', shown: '0 items', as: member },
  { path: '/members', call: '/users/', shown: 'A Member', as: colleagueOfMembers },
  { path: '/admin', call: '/users/', shown: 'admin@example.com', as: colleague },
  { path: '/items', call: '/items/', shown: 'No items yet', as: member },
  { path: '/settings', call: '/sessions/', shown: 'This browser', as: member },
  { path: '/settings', call: '/preferences/', shown: 'Single-key shortcuts', as: member },
  { path: '/items', call: '/users/me', shown: 'No items yet', as: member },
];

describe('a screen whose data cannot be read', () => {
  it.each(SCREENS)('$path without $call says why, and tries again', async (screen) => {
    const { path, call, as, shown } = screen;
    const page = await product().open('/login', { locale: 'en' });
    const { token } = await as();
    await page.evaluate((token) => localStorage.setItem('access_token', token), token);
    let answer: Failure['fail'] = (route) => route.fallback();
    await page.route(
      ({ pathname }) => pathname === `/api/v1${call}`,
      (route) => answer(route),
    );
    const content = page.getByText(shown, { exact: true }).first();
    const alert = page.getByRole('alert');
    const tryAgain = alert.getByRole('button', { name: 'Try again' });

    for (const [index, { of, fail, said, isNamed }] of FAILURES.entries()) {
      answer = fail;
      await (index === 0 ? visit(page, path) : tryAgain.click());
      await expectShown(
        alert.getByText(said, { exact: true }),
        alert.getByRole('heading', { name: 'Something went wrong!' }),
        tryAgain,
      );
      expect(await alert.getByText('Request request-0123456789').count(), of).toBe(isNamed ? 1 : 0);
      expect(await content.count(), of).toBe(0);
    }
    answer = (route) => route.fallback();
    await tryAgain.click();
    await expectShown(content);
    await expectSoon(() => alert.count(), 0);
    expect(await stored(page, 'access_token')).toBe(token);
  });

  it('asks three times at most by itself', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await expectShown(page.getByText('0 items'));
    const asked = requestsOf(page, 'GET', /\/items\/$/);
    await page.route('**/api/v1/items/?*', (route) => route.abort());
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.getByRole('alert').getByRole('button', { name: 'Try again' }));
    expect(asked).toHaveLength(3);
  });

  it('leaves the rest usable while no answer comes, and gives up in the end', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    product().own(page);
    await page.addInitScript(() => {
      // The page's timeout is thirty seconds; the test triggers it at once.
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => timeout('isImpatient' in window ? 1 : milliseconds);
    });
    await page.reload();
    await expectShown(page.getByText('0 items'));
    await page.route('**/api/v1/items/?*', () => undefined);
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.locator('main [aria-busy="true"]').first());
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Dashboard' }));

    await page.evaluate(() => Object.assign(window, { isImpatient: true }));
    await page.getByRole('link', { name: 'See my items' }).click();
    const alert = page.getByRole('alert');
    await expectShown(alert.getByText('The service takes too long to answer. Try again in a moment.'));
    await page.evaluate(() => Reflect.deleteProperty(window, 'isImpatient'));
    await page.unroute('**/api/v1/items/?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  });
});

describe('a part of a page that cannot be read', () => {
  const TOLD = 'Part of this page could not be loaded, or may be out of date.';
  const refused = refusal(500, 'internal_error');

  it('is told above the page, and tried again', async () => {
    const page = await product().open('/login', { locale: 'en' });
    const { token } = await colleague();
    await page.evaluate((token) => localStorage.setItem('access_token', token), token);
    await page.route('**/api/v1/ratings/summary*', (route) => route.fulfill(refused));
    await visit(page, '/dashboard');
    const notice = page.getByRole('status').filter({ hasText: TOLD });
    await expectShown(notice.getByText('Something went wrong on our side.'));
    await page.unroute('**/api/v1/ratings/summary*');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByRole('link', { name: /^Ratings.*0 ratings/ }));
    await expectSoon(() => notice.count(), 0);
  });

  it('is told once where it is told in its own place', async () => {
    const page = await product().open('/items', { as: await colleague(), locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    await page.route('**/api/v1/users/?*', (route) => route.fulfill(refused));
    await page.getByRole('link', { name: 'Members' }).click();
    await expectShown(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong!' }));
    expect(await page.getByText(TOLD).count()).toBe(0);
  });

  it('stays as it was read before, and says so', async () => {
    const page = await product().open('/members', { as: await colleagueOfMembers(), locale: 'en' });
    const rows = page.getByRole('table').getByRole('row');
    await expectShown(rows.filter({ hasText: 'A Member' }).first());
    await page.route('**/api/v1/users/?*', (route) => route.fulfill(refused));
    await product().t.member({ full_name: 'Came later' });
    const notice = page.getByRole('status').filter({ hasText: TOLD });
    await expectShown(notice, rows.filter({ hasText: 'A Member' }).first());
    await page.unroute('**/api/v1/users/?*');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expectShown(rows.filter({ hasText: 'Came later' }));
    await expectSoon(() => notice.count(), 0);
  });

  it('of the application leaves the page as it is', async () => {
    const page = await product().open('/broadcast/new', { as: await colleague(), locale: 'en' });
    product().own(page);
    // Were the service there, for which the page asks by HEAD, the page would be loaded again, as after a deploy.
    const away = /\/assets\/(help-sheet|palette)|\/boot\.js/;
    await page.route(away, (route) =>
      route.request().url().endsWith('boot.js') && route.request().method() === 'GET'
        ? route.continue()
        : route.abort(),
    );
    // The page loads some of it beforehand.
    await page.reload();
    await settle(page);
    const name = titleIn(page, 'French');
    await name.fill('Half written');
    await page.keyboard.press('Control+k');
    await expectToast(page, 'The service can’t be reached. Check your connection and try again.');
    expect(await name.inputValue()).toBe('Half written');
    await page.unroute(away);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await expectShown(page.getByRole('dialog').getByText('Keyboard shortcuts'));
  });

  it('of a calendar leaves the form as it is, and the date can be typed', async () => {
    const page = await product().open('/daily-message/new', { as: await colleague(), locale: 'en' });
    product().own(page);
    await settle(page);
    const title = titleIn(page, 'French');
    await title.fill('Half written');
    const away = /\/assets\/date-calendar|\/boot\.js/;
    await page.route(away, (route) => route.abort());
    const open = page.getByRole('button', { name: 'Day: calendar' });
    await open.click();
    await expectToast(page, 'The service can’t be reached. Check your connection and try again.');
    expect(await title.inputValue()).toBe('Half written');
    await page.unroute(away);
    await open.click();
    await expectShown(page.getByRole('dialog').getByRole('button', { name: /^15 / }));
  });

  it('of the palette is not said to be empty', async () => {
    const page = await product().open('/items', { as: await colleague(), locale: 'en' });
    await settle(page);
    await page.route('**/api/v1/search*', (route) => route.fulfill(refused));
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or go to…' }).fill('zzzz');
    await expectShown(page.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' }));
    expect(await page.getByText('Nothing found').count()).toBe(0);
  });
});

describe('a change that cannot be saved', () => {
  it.each(FAILURES.slice(0, 4))(
    'is told in a toast, is not repeated by itself and is still there: $of',
    async (how) => {
      const page = await product().open('/items', { as: await member(), locale: 'en' });
      await expectShown(page.getByRole('heading', { name: 'No items yet' }));
      let writes = 0;
      await page.route('**/api/v1/items/', (route) => {
        writes++;
        return how.fail(route);
      });
      const title = page.getByRole('textbox', { name: 'New item' });
      await title.fill('A notebook');
      await page.keyboard.press('Enter');
      await expectToast(page, 'Something went wrong!', how.said);
      expect(writes).toBe(1);
      expect(await title.inputValue()).toBe('A notebook');
      await page.unroute('**/api/v1/items/');
      await title.press('Enter');
      await expectShown(page.getByRole('cell', { name: 'A notebook', exact: true }));
      expect(await title.inputValue()).toBe('');
    },
  );

  it.each([
    ['its answer alone was lost', loseAnswer],
    ['its answer broke off', cutAnswer],
  ])('takes effect once where %s', async (_what, break_) => {
    const me = await member();
    const page = await product().open('/items', { as: me, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    await break_(page, '**/api/v1/items/');
    const title = page.getByRole('textbox', { name: 'New item' });
    const add = async () => {
      await title.fill('A notebook');
      await page.keyboard.press('Enter');
    };
    await add();
    await expectToast(page, 'Something went wrong!');
    await page.keyboard.press('Enter');
    await expectSoon(() => title.inputValue(), '');
    const count = async () => (await product().t.call('GET', '/items/', { token: me.token })).body.count;
    expect(await count()).toBe(1);

    // Once its answer is there, the same again is another one.
    await add();
    await expectSoon(count, 2);
  });
});

describe('an answer', () => {
  it('without a body is a success where it says so', async () => {
    const me = await member();
    for (const title of ['A notebook', 'A pencil'])
      await product().t.call('POST', '/items/', { token: me.token, json: { title } });
    const page = await product().open('/items', { as: me, locale: 'en' });
    await page.route('**/api/v1/items/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      await route.fetch();
      return route.fulfill({ status: 204 });
    });
    await page.getByRole('button', { name: 'Delete A pencil' }).click();
    await expectToast(page, 'Success!');
    await expectSoon(() => page.getByRole('cell', { name: 'A pencil', exact: true }).count(), 0);
    await expectShown(page.getByRole('cell', { name: 'A notebook', exact: true }));
  });

  it.each([
    [{ status: 409, json: {} }, 'This can’t be done at the moment. Reload the page, then try again.'],
    [{ status: 409, json: { detail: 'Not now' } }, 'Not now'],
    [{ status: 418, json: { reason: 'tea' } }, 'Error 418 I\'m a teapot: {"reason":"tea"}'],
    [{ status: 451, body: 'Not here' }, 'Error 451 Unavailable For Legal Reasons: Not here'],
  ])('of a kind that nothing is known of is told by what it says: %j', async (answer, said) => {
    const page = await product().open('/items', { as: await member(), locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    await page.route('**/api/v1/items/', (route) => route.fulfill(answer));
    await page.getByRole('textbox', { name: 'New item' }).fill('A notebook');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Something went wrong!', said);
    expect(await page.getByText(/somebody else/i).count()).toBe(0);
  });
});

describe('offline', () => {
  it('is said as long as it lasts, over data that stays readable', async () => {
    const account = await colleague();
    await product().t.call('POST', '/items/', { token: account.token, json: { title: 'A notebook' } });
    const page = await product().open('/items', { as: account, locale: 'en' });
    const notice = page.getByRole('status').getByText('You are offline.');
    for (const [path, content] of [
      ['/items', 'text="A notebook"'],
      ['/dashboard', 'main svg.recharts-surface'],
      ['/settings', 'text="This browser"'],
    ] as const) {
      await visit(page, path);
      await settle(page);
      if (path === '/dashboard')
        await page.getByRole('region', { name: 'Members', exact: true }).scrollIntoViewIfNeeded();
      await expectShown(page.locator(content).first());
      expect(await notice.count()).toBe(0);
      await page.context().setOffline(true);
      await expectShown(notice, page.locator(content).first());
      await page.context().setOffline(false);
      await expectSoon(() => notice.count(), 0);
    }
  });

  it('is told of a change in a page that stays, where the service is away and the network is not', async () => {
    const page = await product().open('/items', { as: await member(), locale: 'en' });
    await settle(page);
    const title = page.getByRole('textbox', { name: 'New item' });
    // The first key loads what tells of failures.
    const toaster = page.waitForEvent('requestfinished', {
      predicate: (request) => /toaster.*js/.test(request.url()),
      timeout: 2_000,
    });
    await title.press('A');
    await toaster;
    await page.route('**', (route) => route.abort());
    await title.fill('A notebook');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Something went wrong!');
    await page.unroute('**');
    await title.press('Enter');
    await expectShown(page.getByRole('cell', { name: 'A notebook', exact: true }));
  });

  it('a page that was not loaded yet is said to be missing, and comes after a reload', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await expectShown(page.getByText('0 items'));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.getByRole('heading', { name: 'This page can’t be shown' }));
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  });

  it('a dialog that was not loaded yet is told to be missing, the page stays, and it opens later', async () => {
    const { id } = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const path = `/members/${id}?view=account`;
    const page = await product().open(path, { as: await colleague(), locale: 'en' });
    const deactivate = page.getByRole('button', { name: 'Deactivate' });
    await expectShown(deactivate);
    // The toaster is loaded some seconds after the page.
    await page.waitForRequest(/toaster/);
    await settle(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await page.context().setOffline(true);
    await deactivate.click();
    await expectToast(page, 'The service can’t be reached. Check your connection and try again.');
    await expectShown(page.getByRole('heading', { name: 'Zoé Lefèvre' }));
    await page.context().setOffline(false);
    await deactivate.click();
    await expectShown(page.getByRole('dialog', { name: 'Deactivate Zoé Lefèvre?' }));
  });

  it('a part of a page that cannot be loaded leaves the rest, says why, and comes when asked again', async () => {
    await product().t.member({ full_name: 'Zoé Timeline' });
    const page = await product().open('/members?search=timeline', { as: await colleague(), locale: 'en' });
    await settle(page);
    let isAway = true;
    // Without the service, the page is not loaded anew as after a deploy.
    await page.route(/\/boot\.js|user-timeline/, (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole('link', { name: 'Zoé Timeline' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expectShown(alert.getByText('The service can’t be reached. Check your connection and try again.'));
    await expectShown(page.getByRole('heading', { name: 'Zoé Timeline' }));
    isAway = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByRole('heading', { name: 'Activity' }));
    expect(await alert.count()).toBe(0);
  });

  it.each([
    ['is shown', "export const Page = () => { throw new Error('rows is undefined'); };"],
    ['is loaded', "export const Page = undefined; throw new Error('rows is undefined');"],
  ])(
    'a page that fails when it %s is said to be so in French, too, the English error only in its details',
    async (_, body) => {
      const page = await product().open('/dashboard', { as: await product().t.member(), locale: 'fr' });
      // React and react-router write the error to the console.
      page.removeAllListeners('console');
      await page.route('**/assets/items.page-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      );
      await page.getByRole('link', { name: 'Voir mes éléments' }).click();
      const alert = page.getByRole('alert');
      await expectShown(
        alert.getByRole('heading', { name: 'Cette page ne peut pas s’afficher' }),
        alert.getByText('Si cela ne suffit pas'),
      );
      expect(await alert.innerText()).not.toContain('rows is undefined');
      await alert.getByText('Détails techniques').click();
      await expectShown(alert.getByText('rows is undefined'));
    },
  );
});
