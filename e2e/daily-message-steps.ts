import type { Locator, Page } from 'playwright-core';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { civilDay, settle } from './steps.ts';
import { inEnglish } from './watching.ts';

/** The cell of a day in the calendar. */
export const dayIn = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

export const textOf = async (locator: Locator) => (await locator.textContent())?.replaceAll(/\s+/g, ' ');

export const bilingual = (title: string) => ({
  fr: { title, body: `Corps de ${title}` },
  en: { title: `${title} in English`, body: `Body of ${title}` },
});

/** Returns a function that counts its calls. */
function counter(): () => number {
  let calls = 0;
  return () => ++calls;
}

/** Starts the product, with helpers for journeys about the message of the day. */
export function useDailyMessages(settings: Record<string, string> = {}) {
  const product = useProduct(settings);
  const monthAhead = counter();
  const superuser = () => inEnglish(product().t, product().t.superuser());
  const openAs = async (path: string, account?: Account) => {
    const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en' });
    await settle(page);
    return page;
  };
  async function api(method: string, path: string, json?: unknown) {
    const { token } = await product().t.superuser();
    const { status, body } = await product().t.call(method, path, { token, json });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }
  /** Today in the organisation's time zone. */
  const today = () => civilDay(product().t.config.TIME_ZONE);
  /** A future month that no other test of the file uses; its days by number. Few fit before the last that can be planned. */
  function freshMonth(): { month: string; day: (number: number) => string } {
    const date = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + monthAhead());
    const month = date.toISOString().slice(0, 7);
    return { month, day: (number) => `${month}-${String(number).padStart(2, '0')}` };
  }
  /** Creates a message through the API. */
  const write = async (day: string | null, title: string, fields = {}) =>
    api('POST', '/daily-messages/', { day, status: 'ready', translations: bilingual(title), ...fields });
  const dayOf = async ({ id }: { id: string }): Promise<string | null> =>
    (await api('GET', `/daily-messages/${id}`)).day;
  return { product, superuser, openAs, api, today, freshMonth, write, dayOf };
}
