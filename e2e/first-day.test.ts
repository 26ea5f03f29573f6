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
});
