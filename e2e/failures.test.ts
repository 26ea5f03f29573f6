import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { dropResponse, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish } from './watching.ts';

const product = useProduct();

const AWAY = 'The service can’t be reached. Check your connection and try again.';

it('keeps a page readable while the service is unreachable, and saves once after it returns', async () => {
  const { t } = product();
  const me = await inEnglish(t, t.member());
  await t.call('POST', '/items/', { token: me.token, json: { title: 'A pencil' } });
  const page = await product().open('/items', { as: me, locale: 'en' });
  await settle(page);
  const title = page.getByRole('textbox', { name: 'New item' });
  const notice = page.getByRole('status').getByText('You are offline.');
  await title.fill('A notebook');
  await page.context().setOffline(true);
  await expectShown(notice, page.getByRole('cell', { name: 'A pencil', exact: true }));
  await title.press('Enter');
  await expectToast(page, 'Something went wrong!', AWAY);
  expect(await title.inputValue()).toBe('A notebook');
  await page.context().setOffline(false);
  await expectSoon(() => notice.count(), 0);

  // The service receives the call, but its response is lost.
  await dropResponse(page, '**/api/v1/items/');
  await title.press('Enter');
  const count = async () => (await t.call('GET', '/items/', { token: me.token })).body.count;
  await expectSoon(count, 2);
  await title.press('Enter');
  await expectSoon(() => title.inputValue(), '');
  await expectShown(page.getByRole('cell', { name: 'A notebook', exact: true }));
  expect(await count()).toBe(2);
});

it('says that a page cannot be loaded while the service is away, and loads it afterwards', async () => {
  const { t } = product();
  const { id } = await t.member({ full_name: 'Zoé Lefèvre' });
  const as = await inEnglish(t, t.colleague());
  const page = await product().open(`/members/${id}?view=account`, { as, locale: 'en' });
  await expectShown(page.getByRole('button', { name: 'Make administrator' }));
  await settle(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'News', exact: true }).click();
  await expectShown(page.getByRole('heading', { name: 'This page can’t be shown' }));
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'News' }));
});
