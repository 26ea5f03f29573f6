import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createMarkedMember } from '../apps/api/test/attack/planting.ts';
import { type Account, eventually } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { linkInMail, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf, signIn, stored, toasts } from './watching.ts';

const product = useProduct({ PROJECT_NAME: 'Agora <img src=/canary onerror=document.title=1>' });

/** Markup that leaves a trace if it is parsed as markup, even if it is not executed. */
const MARKUP = '"><img src="/canary" onerror="window.hacked = true"><svg onload="window.hacked = true">';

/** Records all requests of a page since it was opened. */
function requestsOf(page: Page): { url: string; referer: string | undefined }[] {
  const seen: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) => seen.push({ url: request.url(), referer: request.headers()['referer'] }));
  return seen;
}

describe('markup in a text field', () => {
  async function expectHarmless(page: Page): Promise<string> {
    const { hacked, images, text } = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      images: document.querySelectorAll('[src*="canary"], [onerror], [onload]').length,
      text: document.body.innerText,
    }));
    expect([page.url(), hacked, images]).toEqual([page.url(), false, 0]);
    return text;
  }

  /** An account with markup in every stored text. */
  async function marked(): Promise<Account> {
    const { t } = product();
    const account = await createMarkedMember(t, MARKUP);
    await t.db.execute(`update users set is_superuser = true, locale = 'en' where id = '${account.id}'`);
    await t.db.execute(`update preferences set time_zone = 'Europe/Paris' where user_id = '${account.id}'`);
    return account;
  }

  it('is shown as text on every page that shows user input', async () => {
    const account = await marked();
    const page = await product().open('/dashboard', { as: account, locale: 'en' });
    const requests = requestsOf(page);
    for (const path of [
      `/members/${account.id}`,
      `/members?search=${encodeURIComponent(MARKUP)}&sort=${encodeURIComponent(MARKUP)}`,
      '/items',
      '/settings',
      '/news',
      '/messages',
      '/rates',
      `/${encodeURIComponent(MARKUP)}`,
    ]) {
      await page.goto(product().origin + path);
      await settle(page);
      const text = await expectHarmless(page);
      if (path === '/items') expect(text).toContain(MARKUP);
    }
    expect(requests.filter(({ url }) => new URL(url).pathname === '/canary')).toEqual([]);
  });

  it('is shown as text in a form and in an error message', async () => {
    const account = await marked();
    const page = await product().open('/items', { as: account, locale: 'en' });
    const row = page.locator('main tbody tr').first();
    await row.getByRole('button', { name: /^Edit/ }).click();
    expect(await row.getByLabel('Title', { exact: true }).inputValue()).toContain(MARKUP);
    await expectHarmless(page);
    await page.route('**/api/v1/items/*', (route) =>
      route.fulfill({ status: 400, json: { detail: MARKUP, code: MARKUP, request_id: MARKUP } }),
    );
    await row.getByRole('button', { name: 'Save' }).click();
    await expectShown(toasts(page).getByText(MARKUP).first());
    await expectHarmless(page);
  });

  it('is shown as text in an email', async () => {
    const { t, mails } = product();
    const account = await t.member({ full_name: MARKUP });
    await t.call('POST', `/password-recovery/${account.email}`);
    const mail = await eventually(async () => mails.received.find(({ to }) => to.includes(account.email)));
    const page = await product().open('/favicon.svg');
    await page.goto('about:blank');
    await page.setContent(mail.html);
    expect(await expectHarmless(page)).toContain('Agora <img src=/canary');
  });
});

describe('a script injected into a page', () => {
  const WAYS = {
    'markup set': () => (document.body.innerHTML = '<b>1</b>'),
    'markup inserted': () => document.body.insertAdjacentHTML('beforeend', '<b>1</b>'),
    'a document written': () => document.write('<b>1</b>'),
    'a script’s text': () => (document.createElement('script').textContent = '1'),
    'a script’s address': () => (document.createElement('script').src = '/assets/x.js'),
    'a policy of one’s own': () =>
      (
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
      ).trustedTypes.createPolicy('default', {}),
    'text run in a timer': () => Reflect.apply(setTimeout, window, ['1']),
  };

  it('cannot turn text into markup or code', async () => {
    const page = await product().open('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [way, attempt] of Object.entries(WAYS))
      await expect(page.evaluate(attempt), way).rejects.toThrow(/Trusted|polic/i);
    expect(await product().finish()).toHaveLength(Object.keys(WAYS).length);
  });

  it('cannot load or contact another origin', async () => {
    const page = await product().open('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const reached: string[] = [];
    await page.route('https://canary.example/**', (route) => {
      reached.push(route.request().url());
      return route.abort();
    });
    const refused = await page.evaluate(async () => {
      const all = Promise.withResolvers<string[]>();
      const directives = new Set<string>();
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
        directives.add(violatedDirective);
        if (directives.size === 5) all.resolve([...directives].sort());
      });
      const add = (name: string, attributes: object) =>
        document.body.append(Object.assign(document.createElement(name), attributes));
      add('img', { src: 'https://canary.example/x.png' });
      add('iframe', { src: 'https://canary.example/' });
      add('link', { rel: 'stylesheet', href: 'https://canary.example/x.css' });
      await fetch('https://canary.example/').catch(() => {});
      document.body.setAttribute('style', 'color: red');
      return all.promise;
    });
    expect(refused).toEqual(['connect-src', 'frame-src', 'img-src', 'style-src-attr', 'style-src-elem']);
    expect((await product().finish()).length).toBeGreaterThan(0);
    expect(reached).toEqual([]);
  });
});

describe('the page of a password recovery link', () => {
  it('removes the token from the address before anything else loads and sends it to no other origin', async () => {
    const { t, origin } = product();
    const account = await inEnglish(t, t.member());
    await t.call('POST', `/password-recovery/${account.email}`);
    const link = await linkInMail(product(), account.email, 'reset-password');
    const [, token = ''] = link.split('token=');

    const page = await product().open('/login', { locale: 'en' });
    await page.goto('about:blank');
    const requests = requestsOf(page);
    await page.route('**/assets/*.js', () => {});
    await page.goto(link, { waitUntil: 'commit' });
    await expectSoon(() => pathOf(page), '/reset-password');
    await page.unrouteAll();
    requests.length = 0;
    const document = await page.goto(link);
    expect(document?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByLabel('New password').fill('battery staple');
    await page.getByLabel('Confirm password').fill('battery staple');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expectShown(page.getByRole('heading', { name: 'Log in' }));

    const [first, ...others] = requests;
    expect(first?.url).toBe(link);
    expect(others.length).toBeGreaterThan(3);
    expect(others.filter(({ url }) => !url.startsWith(origin) || url.includes(token))).toEqual([]);
    expect(requests.filter(({ referer }) => referer)).toEqual([]);
  });
});

describe('signing out', () => {
  it('removes all personal data from the browser, and the back button shows none', async () => {
    const { t } = product();
    const account = await inEnglish(t, t.member({ full_name: 'Zoé Lefèvre' }));
    const page = await product().open('/login', { locale: 'en' });
    await signIn(page, account);
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    const token = (await stored(page, 'access_token')) ?? '';
    await page.getByRole('link', { name: 'Open my account' }).click();
    await page.getByLabel('Full name').fill('Typed and not saved');
    await page.getByRole('button', { name: /^Account menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out', exact: true }).click();
    await expectShown(page.getByRole('heading', { name: 'Log in' }));

    expect((await t.call('GET', '/users/me', { token })).status).toBe(401);
    const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secret of [token, account.email, account.id, 'Zoé', 'Typed'])
      expect(left).not.toContain(secret);
    const calls = requestsOf(page);
    await page.goBack();
    await expectShown(page.getByRole('heading', { name: 'Log in' }));
    expect(pathOf(page)).toBe('/login');
    const html = await page.content();
    for (const secret of [account.email, 'Zoé', 'Typed']) expect(html).not.toContain(secret);
    // The sign-in page asks for a challenge of its own, for passkeys.
    const paths = calls.map(({ url }) => new URL(url).pathname);
    expect(paths.filter((path) => path.startsWith('/api/') && !path.endsWith('/passkey-options'))).toEqual(
      [],
    );
  });
});
