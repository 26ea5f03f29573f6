import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { GUEST_PAGES, MEMBER_PAGES, populate, type Rows, TEAM_PAGES } from './crawl.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { expectBigTargets, settle } from './steps.ts';
import { expectSoon } from './watching.ts';

const product = useProduct();

const DESKTOP = { width: 1280, height: 800 };
/** As wide as a page of 1280 pixels at 400 % (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** Colours do not depend on the language: each language is checked in one colour mode. */
const LOOKS = [
  ['fr', 'light'],
  ['en', 'dark'],
] as const;

let admin: Account;
let member: Account;
let rows: Rows;
beforeAll(async () => {
  const { t } = product();
  admin = await t.superuser();
  member = await t.member();
  rows = await populate(t, admin);
});

/** Changes the language or the colour mode of a page, as another tab does. */
async function change(page: Page, key: 'locale' | 'theme', value: string): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => window.dispatchEvent(new StorageEvent('storage', { key, newValue })),
    [key, value] as const,
  );
  const attribute = key === 'locale' ? 'lang' : 'class';
  await expectSoon(() => page.locator('html').getAttribute(attribute), value);
}

/** Pixels by which a page overflows its window, and the names of buttons whose text is cut off. */
const findOverflow = (page: Page) =>
  page.evaluate(() => ({
    // Less than 0 if the gutter of the scrollbar is kept.
    beside: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    cut: [...document.querySelectorAll('.mantine-Button-label')]
      .filter((label) => label.scrollWidth > label.clientWidth)
      .map((label) => label.textContent),
  }));

/** Checks a page in each language and colour mode. Errors on its console also fail the test. */
async function expectUsable(page: Page): Promise<void> {
  await settle(page);
  for (const [locale, theme] of LOOKS) {
    await change(page, 'locale', locale);
    await change(page, 'theme', theme);
    await settle(page);
    await expectAccessible(page);
    await expectBigTargets(page);
    await page.setViewportSize(NARROW);
    await expectSoon(() => findOverflow(page), { beside: 0, cut: [] });
    await page.setViewportSize(DESKTOP);
  }
}

async function expectAllUsable(addresses: readonly string[], as?: Account): Promise<void> {
  for (const address of addresses) {
    const page = await product().open(address, { theme: 'light', locale: 'fr', ...(as && { as }) });
    await expectUsable(page);
  }
}

it.each(Object.entries(GUEST_PAGES))('%s is usable by a visitor', (_path, addresses) =>
  expectAllUsable(addresses(rows)),
);

it.each(Object.entries(MEMBER_PAGES))('%s is usable by a member', (_path, addresses) =>
  expectAllUsable(addresses(rows), member),
);

it.each(Object.entries(TEAM_PAGES))('%s is usable by a superuser', (_path, addresses) =>
  expectAllUsable(addresses(rows), admin),
);

it('visits every page that a feature declares', () => {
  const declared = globSync('../apps/web/src/features/*/*.routes.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    .flatMap((source) => [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path));
  const visited = new Set([...Object.keys(GUEST_PAGES), ...Object.keys(TEAM_PAGES)]);
  expect(declared.filter((path) => path && !visited.has(path))).toEqual([]);
});
