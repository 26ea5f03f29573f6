import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Account, TestService } from '../apps/api/test/harness.ts';

/** Polls until the expected result. */
export async function expectSoon(ask: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(ask).toEqual(expected);
}

/** Waits until each element is visible. */
export async function expectShown(...elements: Locator[]): Promise<void> {
  for (const element of elements) await element.waitFor();
}

/** Waits until an element has the focus. */
export const expectFocused = (element: Locator): Promise<void> =>
  expectSoon(() => element.evaluate((it) => it === document.activeElement), true);

/** Error message of a field; undefined if valid. */
export const problemAt = (field: Locator): Promise<string | undefined> =>
  field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return undefined;
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    const problem = ids.find((id) => id.endsWith('-error'));
    return problem && document.getElementById(problem)?.textContent;
  });

/** The toasts on the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Confirmations/ }).getByRole('listitem');

/** Waits for a toast with exactly these texts. */
export const expectToast = (page: Page, ...texts: string[]): Promise<void> =>
  expectShown(...texts.map((text) => toasts(page).getByText(text, { exact: true })));

/** Delays matching requests until released. */
export async function holdRequest(page: Page, method: string, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), key);

/** URL of the page, without its origin. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** An account whose language is English. */
export async function inEnglish(t: TestService, account: Promise<Account>): Promise<Account> {
  const { token } = await account;
  await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
  return account;
}

/** Signs in on a page in English, with any destination. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
