import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { expectShown, inEnglish, pathOf, stored } from './watching.ts';

const product = useProduct();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product().origin + path, { headers: { accept: '*/*', ...headers } });
const getPage = (path: string) => get(path, { accept: 'text/html,application/xhtml+xml' });

/** Files that the page references. */
async function assets(): Promise<string[]> {
  const page = await (await getPage('/')).text();
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('the server of the web application', () => {
  it('serves the page on every path and forbids caching it', async () => {
    for (const path of ['/', '/login', '/members?page=2', '/no/such/page']) {
      const answer = await getPage(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toMatch(/^no-(cache|store)$/);
      expect(await answer.text()).toContain('<div id="root"></div>');
    }
  });

  it('serves hashed files with an unlimited cache lifetime, as Brotli or gzip', async () => {
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

  it('returns 404 as JSON for an unknown API route or file', async () => {
    for (const path of ['/api', '/api/no-such-call', '/api/v1/no-such-call', '/assets/no-such-file.js']) {
      const answer = await getPage(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await answer.json()).toMatchObject({ detail: 'Not Found', code: 'not_found' });
    }
  });

  it('returns 404 to clients that do not accept HTML', async () => {
    for (const accept of ['application/json', 'image/png']) {
      const answer = await get('/no/such/page', { accept });
      expect(answer.status, accept).toBe(404);
      expect(await answer.text()).not.toContain('<div id="root">');
    }
  });

  it('sends a strict Content-Security-Policy', async () => {
    for (const path of ['/', ...(await assets())]) {
      const policy = (await getPage(path)).headers.get('content-security-policy') ?? '';
      const directives = new Map(policy.split(';').map((it) => [it.split(' ')[0], it] as const));
      expect(directives.get('default-src')).toBe("default-src 'none'");
      expect(directives.get('script-src')).toBe("script-src 'self'");
      expect(directives.get('style-src')).toMatch(
        path === '/'
          ? /^style-src 'self' 'nonce-[\w+/]{22}=='( 'sha256-[\w+/]{43}='){2}$/
          : /^style-src 'self'( 'sha256-[\w+/]{43}='){2}$/,
      );
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    }
  });

  it('serves no source maps', () => {
    const dist = new URL('../apps/web/dist/', import.meta.url).pathname;
    const files = globSync('**/*.{js,css,map}', { cwd: dist });
    expect(files.length).toBeGreaterThan(20);
    const revealing = files.filter(
      (file) => file.endsWith('.map') || readFileSync(dist + file, 'utf8').includes('sourceMappingURL'),
    );
    expect(revealing).toEqual([]);
  });
});

/** Removes the script of a page, as a deploy does, permanently or until the page is reloaded. */
async function removeScript(page: Page, file: string, { forGood = false } = {}): Promise<() => number> {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(`**/assets/${file}-*.js`, (route) =>
    forGood || loads === 0
      ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' })
      : route.continue(),
  );
  return () => loads;
}

describe('a page whose script was replaced by a deploy', () => {
  const openDashboard = async () => {
    const as = await inEnglish(product().t, product().t.member());
    const page = await product().open('/dashboard', { as, locale: 'en' });
    await expectShown(page.getByRole('heading', { name: 'Dashboard' }));
    return page;
  };

  it('is loaded by one reload of the document', async () => {
    const page = await openDashboard();
    const loads = await removeScript(page, 'items.page');
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
    expect(pathOf(page)).toBe('/items');
    expect(loads()).toBe(1);
  });

  it('shows an error page when a reload does not help, and stays signed in', async () => {
    const page = await openDashboard();
    await removeScript(page, 'items.page', { forGood: true });
    await page.getByRole('link', { name: 'See my items' }).click();
    await expectShown(page.getByRole('heading', { name: 'This page can’t be shown' }));
    expect(await stored(page, 'access_token')).toMatch(/^ey/);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  });
});
