import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, linkInMail, marker } from './steps.ts';
import { expectShown, expectToast, inEnglish } from './watching.ts';

const product = useProduct();

it('mails a member a link to a copy of their data, which they download without signing in', async () => {
  const { t } = product();
  const member = await inEnglish(t, t.member({ full_name: marker() }));
  const mine = await product().open('/settings', { as: member, locale: 'en' });
  await button(mine, 'Send me a copy').click();
  await expectToast(mine, 'A link comes by email in a few minutes.');
  const link = await linkInMail(product(), member.email, 'data-export');

  const page = await product().open('/login', { locale: 'en' });
  await page.goto(link);
  const downloading = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('my-data.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  await expectShown(page.getByRole('heading', { name: 'Your data is downloaded' }));
});
