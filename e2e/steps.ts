import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addDays, dayAt } from '../apps/api/src/platform/time/civil-date.ts';
import { eventually, fill, type TestService } from '../apps/api/test/harness.ts';
import type { Product } from './harness.ts';

/** A day in a time zone, `YYYY-MM-DD`: today, or a number of days later. */
export const civilDay = (timeZone: string, later = 0): string => addDays(dayAt(new Date(), timeZone), later);

/** The day of next year on which daylight saving time changes in this month. */
export function lastSundayOf(month: '03' | '10'): string {
  const day = new Date(`${new Date().getUTCFullYear() + 1}-${month}-31T00:00:00Z`);
  day.setUTCDate(31 - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

/** Drops the response to the next call of a URL, which still takes effect. */
export const dropResponse = (page: Page, address: string): Promise<unknown> =>
  page.route(address, (route) => route.fetch().then(() => route.abort()), { times: 1 });

/** Waits until a page shows its heading and has finished loading. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]'),
  );
}

/**
 * Checks that every target is at least 24 × 24 CSS pixels (WCAG 2.2, 2.5.8). A label counts as part of its
 * field; links within a text are exempt.
 */
export async function expectBigTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"], [tabindex="0"]',
    );
    const isBig = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 23.9 && height > 23.9;
    };
    const isInText = (element: HTMLElement) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    const isShown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
    return [...controls]
      .filter((element) => isShown(element) && !isInText(element))
      .filter((element) => {
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        return ![element, ...labels].some(isBig);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.outerHTML.slice(0, 160)} is ${Math.round(width)} × ${Math.round(height)}`;
      });
  });
  expect(small, `targets of ${page.url()}`).toEqual([]);
}

/** Names of the rows of a list, from top to bottom. */
export const namesIn = (page: Page): Promise<string[]> =>
  page.locator('main tbody tr td:nth-child(2) [dir="auto"]').allInnerTexts();

/**
 * Inserts members 1 to `count`, named `marker` and their number, who joined on consecutive days of January
 * 2020 and were last seen in reverse; every third was never seen, and the even ones read French.
 */
export const insertMembers = (t: TestService, marker: string, count: number): Promise<void> =>
  fill(
    t,
    `insert into users (id, email, email_key, password_hash, full_name, locale, created_at, last_seen_at)
    select gen_random_uuid(), address, address, 'x', '${marker} ' || lpad(n::text, 2, '0'),
      case when n % 2 = 0 then 'fr' else 'en' end, timestamptz '2020-01-01 12:00Z' + n * interval '1 day',
      case when n % 3 <> 0 then timestamptz '2021-01-01 12:00Z' - n * interval '1 day' end
    from generate_series(1, ${count}) n, lateral (select lower('${marker}') || n || '@example.com' address) a`,
  );

/** A button by its full name. */
export const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true });

/** The same in the open dialog. */
export const inDialog = (page: Page, name: string | RegExp) => button(page.getByRole('dialog'), name);

/** A unique word. */
export const marker = () => `m${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** The first link in the mail to an address that contains `path`. */
export async function linkInMail(product: Product, to: string, path: string): Promise<string> {
  const link = new RegExp(`http://localhost:\\d+/${path}\\?token=[\\w-]+`);
  return eventually(async () =>
    product.mails.received
      .filter((mail) => mail.to.includes(to))
      .map(({ text }) => link.exec(text ?? '')?.[0])
      .findLast((found) => found !== undefined),
  );
}

/** Title field of a language, on a page in English. */
export const titleIn = (page: Page, language: string) =>
  page.getByRole('region', { name: language, exact: true }).getByLabel('Title', { exact: true });

/** The drafts stored in the browser, as JSON. */
export const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries<string>(localStorage).flatMap(([key, draft]) => (key.startsWith('draft:') ? draft : [])),
  );

/** A date field, which also accepts dates as `YYYY-MM-DD`; its calendar button has the same name. */
export const dateField = (where: Page | Locator, label: string) =>
  where.getByRole('textbox', { name: label, exact: true });

/** Selects a time zone by the name of its place, on a page in English. */
export async function chooseZone(page: Page, place: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill(place);
  await page.getByRole('option', { name: place }).click();
}

/** A date as displayed by its field, on a page in English. */
export const shownDate = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** Gives the page a device that keeps passkeys and recognises its user. */
export async function addPasskeyDevice(
  page: Page,
): Promise<{ count(): Promise<number>; answer(enabled: boolean): Promise<unknown> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Whether the user touches the device when it asks. */
    answer: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
