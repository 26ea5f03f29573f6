import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { Account, TestService } from '../apps/api/test/harness.ts';

/** Asks again and again until the answer is right; for far longer than it ever takes. */
export async function expectSoon(ask: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(ask, { timeout: 10_000 }).toEqual(expected);
}

/** Waits until each of these can be seen. */
export async function expectShown(...elements: Locator[]): Promise<void> {
  for (const element of elements) await element.waitFor();
}

/** What is said to be wrong with a field; nothing while it is right. */
export const problemAt = (field: Locator): Promise<string | undefined> =>
  field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return undefined;
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    const problem = ids.find((id) => id.endsWith('-error'));
    return problem && document.getElementById(problem)?.textContent;
  });

/** The toasts on the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/** Waits for a toast that says all of this, word for word. */
export const expectToast = (page: Page, ...texts: string[]): Promise<void> =>
  expectShown(...texts.map((text) => toasts(page).getByText(text, { exact: true })));

/** Requests of one kind from now on. */
export function requestsOf(page: Page, method: string, path: RegExp): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) seen.push(request);
  });
  return seen;
}

/** Holds up requests of one kind until they are let go. */
export async function holdUp(page: Page, method: string, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), key);

/** Where the page is, without its origin. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** An account whose language is English. */
export async function inEnglish(t: TestService, account: Promise<Account>): Promise<Account> {
  const { token } = await account;
  await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
  return account;
}

/** Signs in on a page in English, wherever that leads. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
