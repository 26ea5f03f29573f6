import { describe, expect, it } from 'vitest';
import { type OpenOptions, useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, inEnglish } from './watching.ts';

/** Nothing is in it but the first superuser. */
const product = useProduct();

async function openAs(path: string, options: OpenOptions = {}) {
  const as = await inEnglish(product().t, product().t.superuser());
  const page = await product().open(path, { as, locale: 'en', ...options });
  await settle(page);
  return page;
}

describe('on the first day of a team', () => {
  it('nobody has an answer where nobody has asked', async () => {
    const page = await openAs('/messages');
    await expectShown(page.getByText('No conversation yet'));
    expect(await page.getByText('Everybody has an answer').count()).toBe(0);
  });

  it('a broadcast that nobody can get says that no provider is connected', async () => {
    const page = await openAs('/dashboard');
    const data = [{ code: 'push', state: 'missing' }];
    await page.route('**/api/v1/stats/health', (route) => route.fulfill({ json: { data, count: 1 } }));
    await page.goto(`${product().origin}/broadcast/new`);
    await settle(page);
    await page.getByRole('radio', { name: 'All members' }).check();
    const french = page.getByRole('region', { name: 'French', exact: true });
    await french.getByLabel('Title').fill('Bonjour');
    await french.getByLabel('Text').fill('À tous');
    const reason = /^No push provider is connected: /;
    await expectShown(page.getByRole('region', { name: 'Reachable now' }).getByText(reason));
    await page.getByRole('button', { name: 'Send…' }).click();
    await expectShown(page.getByRole('dialog').getByRole('alert').getByText(reason));
  });
});
