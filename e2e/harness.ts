import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Account, TestService } from '../apps/api/test/harness.ts';
import { freePort } from '../apps/api/test/ports.ts';
import { SmtpSink } from '../apps/api/test/smtp-sink.ts';
import { launch } from './chromium.ts';

export const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
/** Timeout of a step: shorter than a test's, so that a failure names the step. */
const STEP_TIMEOUT_MS = 30_000;

export interface OpenOptions extends BrowserContextOptions {
  locale?: 'fr' | 'en';
  theme?: 'light' | 'dark' | 'system';
  /** Account that is already signed in. */
  as?: Account;
  /** Origin of an instance other than the first. */
  origin?: string;
}

/** Ignored browser errors: any other fails its test. */
const IGNORED = [
  // Chromium reports every failed request like this; the tests check how the page handles it.
  /Failed to load resource/,
];

/** One browser for all files of a worker; it closes with the worker. */
let browser: Promise<Browser> | undefined;

/** Disables V8's optimising compilers: pages live for seconds, and are a seventh faster without them. */
const WITHOUT_OPTIMISING = '--js-flags=--no-opt --no-maglev --no-flush-bytecode';

/**
 * Pages that no journey uses, each in its own browser context. A page in a new context needs a process that compiles
 * all scripts again, and takes three times as long as one that has shown the product before.
 */
const idlePages: Page[] = [];

/** Ports of stopped products. At a reused origin, pages find their scripts in the browser's cache. */
const idlePorts: number[] = [];

/** A page of the product without scripts, from which its storage can be written. */
const BARE = '/favicon.svg';

/** Resets a page to the state of a new one, except for its process. */
async function clean(page: Page, origin: string): Promise<void> {
  for (const event of ['console', 'pageerror', 'request', 'response', 'dialog'])
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.goto(origin + BARE);
  await page.mouse.move(-1, -1);
  const isTimeReal = await page.evaluate(() => {
    sessionStorage.clear();
    return String(Date).includes('[native code]');
  });
  if (!isTimeReal) throw new Error('A journey that sets the clock of a page must call own() first.');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
}

/** Opens a URL as the first entry of the tab's history. */
async function enter(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  const loaded = page.waitForEvent('load');
  await page.evaluate((url) => window.location.replace(url), url);
  await loaded;
}

/** The product as deployed: built pages, its own database and mail server. */
export class Product {
  readonly t: TestService;
  readonly origin: string;
  readonly mails: SmtpSink;
  readonly #browser: Browser;
  /** Open pages, with the origin at which each is cleaned; null for pages that are not reused. */
  readonly #pages = new Map<Page, string | null>();
  readonly #problems: string[] = [];

  private constructor(t: TestService, origin: string, mails: SmtpSink, browser: Browser) {
    this.t = t;
    this.origin = origin;
    this.mails = mails;
    this.#browser = browser;
  }

  static async start(settings: Record<string, string> = {}): Promise<Product> {
    const port = idlePorts.pop() ?? (await freePort());
    const mails = new SmtpSink(await freePort());
    await mails.on();
    const origin = `http://localhost:${port}`;
    const t = await TestService.start({
      worker: true,
      settings: {
        FRONTEND_HOST: origin,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(mails.port),
        SMTP_TLS: 'false',
        ...settings,
      },
    });
    await t.app.listen({ port, host: '127.0.0.1' });
    browser ??= launch({ args: [WITHOUT_OPTIMISING] });
    return new Product(t, origin, mails, await browser);
  }

  async stop(): Promise<void> {
    await this.finish();
    await this.t.stop();
    await this.mails.off();
    idlePorts.push(Number(new URL(this.origin).port));
  }

  /** Opens a page in an unused browser context. */
  async open(path: string, options: OpenOptions = {}): Promise<Page> {
    const { locale, theme, as, origin = this.origin, viewport = DESKTOP, ...rest } = options;
    const { colorScheme = 'light', ...context } = rest;
    const isDefault = Object.keys(context).length === 0;
    const page = (isDefault && idlePages.pop()) || (await this.#newPage(context));
    this.#pages.set(page, isDefault ? origin : null);
    this.watch(page);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (page.url() !== origin + BARE) await page.goto(origin + BARE);
    await page.evaluate(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) if (value) localStorage.setItem(key, value);
      },
      { locale, theme, access_token: as?.token },
    );
    await enter(page, origin + path);
    return page;
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext(options);
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    return context.newPage();
  }

  /** Prevents the reuse of a page whose clock, scripts or permissions a journey changes. */
  own(page: Page): void {
    this.#pages.set(page, null);
  }

  watch(page: Page): void {
    page.on('console', (message) => {
      const text = message.text();
      if (!['error', 'warning'].includes(message.type()) || IGNORED.some((pattern) => pattern.test(text)))
        return;
      this.#problems.push(`${message.type()}: ${text}`);
    });
    page.on('pageerror', (error) => this.#problems.push(`uncaught: ${error.stack ?? error.message}`));
  }

  /** The accessibility tree of each open page as text, since CI logs contain no pictures. */
  async describePages(): Promise<string> {
    const pages = [...this.#pages.keys()].flatMap((page) => page.context().pages());
    const texts = await Promise.all(
      pages.map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}`),
    );
    return texts.join('\n\n');
  }

  /** Ends the pages of a test and returns browser errors. */
  async finish({ hasFailed = false } = {}): Promise<string[]> {
    for (const [page, origin] of this.#pages) {
      if (hasFailed || origin === null || page.isClosed()) await page.context().close();
      else {
        await clean(page, origin);
        idlePages.push(page);
      }
    }
    this.#pages.clear();
    return this.#problems.splice(0);
  }
}

/** Starts the product for the journeys of one file. Each test fails on any browser error. */
export function useProduct(settings: Record<string, string> = {}): () => Product {
  let product: Product | undefined;
  beforeAll(async () => {
    product = await Product.start(settings);
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) process.stderr.write(`${await product?.describePages()}\n`);
    expect(await product?.finish({ hasFailed }), 'errors and warnings in the browser').toEqual([]);
  });
  afterAll(() => product?.stop());
  return () => product as Product;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Rules of WCAG 2.2 AA, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks a page for accessibility. @param rules names of axe's rules or of groups of them */
export async function expectAccessible(page: Page, rules = RULES): Promise<void> {
  // Loaded once per page: its half megabyte takes as long as the check of most pages.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, {
    runOnly: rules,
    resultTypes: ['violations' as const],
  });
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}
