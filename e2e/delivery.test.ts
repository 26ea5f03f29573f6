import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { french } from '../apps/api/test/articles.ts';
import type { Account } from '../apps/api/test/harness.ts';
import { PHONE, useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { holdUp } from './watching.ts';

const product = useProduct();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product().origin + path, { headers: { accept: '*/*', ...headers } });
const getPage = (path: string) => get(path, { accept: 'text/html,application/xhtml+xml' });

/** Files that the page references. */
async function assets(): Promise<string[]> {
  const page = await (await getPage('/')).text();
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('what the browser is given', () => {
  it('is a page that is asked for again each time, on every path', async () => {
    for (const path of ['/', '/login', '/members?page=2', '/no/such/page']) {
      const answer = await getPage(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toMatch(/^no-(cache|store)$/);
      expect(await answer.text()).toContain('<div id="root"></div>');
    }
  });

  it('are files that it may keep for good, compressed as well as it can take them', async () => {
    const paths = await assets();
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const answer = await get(path, { 'accept-encoding': 'gzip, br' });
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding'), path).toBe('br');
      const zipped = await get(path, { 'accept-encoding': 'gzip' });
      expect(zipped.headers.get('content-encoding'), path).toBe('gzip');
      const plain = await get(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await answer.text());
    }
  });

  it('is not the page where an API or a file is asked for', async () => {
    for (const path of ['/api', '/api/no-such-call', '/api/v1/no-such-call', '/assets/no-such-file.js']) {
      const answer = await getPage(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await answer.json()).toMatchObject({ detail: 'Not Found', code: 'not_found' });
    }
  });

  it('is not the page for a program that asks for something else', async () => {
    for (const accept of ['*/*', 'application/json', 'image/png']) {
      const answer = await get('/no/such/page', { accept });
      expect(answer.status, accept).toBe(404);
      expect(await answer.text()).not.toContain('<div id="root">');
    }
  });

  it('may do nothing but what a strict policy allows', async () => {
    for (const path of ['/', ...(await assets())]) {
      const policy = (await getPage(path)).headers.get('content-security-policy') ?? '';
      const directives = new Map(policy.split(';').map((it) => [it.split(' ')[0], it] as const));
      expect(directives.get('default-src')).toBe("default-src 'none'");
      expect(directives.get('script-src')).toBe("script-src 'self'");
      expect(directives.get('style-src')).toMatch(
        path === '/' ? /^style-src 'self' 'nonce-[\w+/]{22}=='$/ : /^style-src 'self'$/,
      );
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    }
  });
});

describe('the policy', () => {
  let admin: Account;
  let id: string;
  beforeAll(async () => {
    admin = await product().t.colleague();
    ({ id } = await product().t.member());
    await product().t.call('POST', '/items/', { token: admin.token, json: { title: 'A notebook' } });
  });

  /** Opens a page and records violations of the policy. */
  async function openWatched(path: string, as?: Account): Promise<{ page: Page; broken: string[] }> {
    const page = await product().open('/login');
    if (as) await page.evaluate((token) => localStorage.setItem('access_token', token), as.token);
    const broken: string[] = [];
    product().own(page);
    await page.exposeFunction('tell', (what: string) => broken.push(what));
    await page.addInitScript(() => {
      const tell = (window as unknown as { tell: (what: string) => Promise<void> }).tell;
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, blockedURI, sourceFile }) => {
          void tell(`${window.location.pathname}: ${violatedDirective} ${blockedURI} ${sourceFile}`);
        },
      );
    });
    await page.goto(product().origin + path.replace(':id', id));
    await settle(page);
    return { page, broken };
  }

  it.each(['/login', '/signup', '/recover-password', '/reset-password?token=any', '/no'])(
    'is kept by %s, for people who are not signed in',
    async (path) => {
      const { broken } = await openWatched(path);
      expect(broken).toEqual([]);
    },
  );

  it.each([
    '/dashboard',
    '/daily-message',
    '/broadcast',
    '/news',
    '/messages',
    '/rates',
    '/members',
    '/admin',
    '/members/new',
    '/members/:id',
    '/admin/new',
    '/news/new',
    '/items',
    '/settings',
  ])('is kept by %s', async (path) => {
    const { broken } = await openWatched(path, admin);
    expect(broken).toEqual([]);
  });

  it('is kept by what opens over a page', async () => {
    const { page, broken } = await openWatched('/dashboard', admin);
    for (const key of ['Control+k', 'Shift+?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^Menu du compte/ }).click();
    expect(broken).toEqual([]);
  });

  it('is told of when it is broken', async () => {
    const { page, broken } = await openWatched('/login');
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(() => broken).toEqual([expect.stringContaining('style-src')]);
    expect(await product().finish()).toEqual([expect.stringMatching(/Content Security Policy/i)]);
  });
});

describe('the frame of a page', () => {
  const boxesOf = async (page: Page, parts: string[]) =>
    Promise.all(parts.map((part) => page.locator(part).filter({ visible: true }).first().boundingBox()));
  const BAR = '.frame > :first-child';
  const MENU = '.frame > :last-child';
  const LOGO = '.frame img';

  it.each([
    ['the back-office', '/members', undefined, [BAR, MENU, LOGO], ['header', 'nav', 'header a img']],
    ['the back-office on a phone', '/members', PHONE, [BAR, LOGO], ['header', 'header a img']],
    ['sign-in', '/login', undefined, [BAR, LOGO], ['aside', 'aside img']],
    ['sign-in on a phone', '/login', PHONE, [LOGO], ['header img']],
  ])('of %s is there before the scripts, where they draw it', async (_, path, viewport, frame, drawn) => {
    const as = path === '/login' ? {} : { as: await product().t.colleague() };
    const page = await product().open('/favicon.svg', { ...as, ...(viewport && { viewport }) });
    const letLoad = await holdUp(page, 'GET', '**/assets/index-*.js');
    await page.goto(product().origin + path, { waitUntil: 'commit' });
    await page.locator(LOGO).waitFor();
    const before = await boxesOf(page, frame);
    letLoad();
    await settle(page);
    // The header of sign-in is as high as its text, which another font shows first.
    await page.evaluate(() => document.fonts.ready);
    expect(before).toEqual(await boxesOf(page, drawn));
    expect(await page.locator('.frame').isVisible()).toBe(false);
  });
});

describe('a page that is loading', () => {
  /** Milliseconds of each read: long enough for what stands in its place to be drawn. */
  const DELAY = 150;
  let admin: Account;
  let article: string;
  beforeAll(async () => {
    const { t } = product();
    admin = await t.colleague();
    const { token } = admin;
    for (let number = 1; number <= 12; number += 1) {
      const json = { title: `Item ${number}`, description: 'A description that takes a line' };
      await t.call('POST', '/items/', { token, json });
    }
    const member = await t.member();
    const rating = { target_type: 'app', score: 4, app_version: '2.4.0', platform: 'ios' };
    await t.call('PUT', '/app/ratings', { token: member.token, json: rating });
    const { body } = await t.call('POST', '/news/', {
      token,
      json: { content: { translations: { fr: french('La fête du quartier') } } },
    });
    article = body.id;
  });

  /** How much of a page moved by itself: its Cumulative Layout Shift, of which 0.1 is good (web.dev/articles/cls). */
  const shiftOf = (page: Page) => page.evaluate(() => window.shift);

  it.each([
    ['on a phone', PHONE],
    ['on a desktop', undefined],
  ])('does not move what it has drawn, %s', async (_, viewport) => {
    const page = await product().open('/settings', { as: admin, ...(viewport && { viewport }) });
    product().own(page);
    await settle(page);
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
          window.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('**/api/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY));
      await route.continue();
    });
    const seen: Record<string, number> = {};
    for (const path of [
      '/dashboard',
      '/items',
      '/daily-message',
      '/rates',
      '/broadcast/new',
      `/news/${article}`,
    ]) {
      await page.goto(product().origin + path);
      await settle(page);
      seen[path] = await shiftOf(page);
    }
    expect(Object.entries(seen).filter(([, shift]) => shift > 0.05)).toEqual([]);
  });
});

declare global {
  interface Window {
    shift: number;
  }
}
