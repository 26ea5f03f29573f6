import { describe, expect, it } from 'vitest';
import { type OpenOptions, PHONE, useProduct } from './harness.ts';
import { paragraph } from './news-steps.ts';
import { civilDay, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish } from './watching.ts';

/** Nothing is in it but the first superuser. */
const product = useProduct();

async function openAs(path: string, options: OpenOptions = {}) {
  const as = await inEnglish(product().t, product().t.superuser());
  const page = await product().open(path, { as, locale: 'en', ...options });
  await settle(page);
  return page;
}

describe('on the first day of a team', () => {
  it('each first step stands beside its mark, on a phone too', async () => {
    const page = await openAs('/dashboard', { viewport: PHONE });
    for (const step of await page.getByRole('region', { name: 'First steps' }).getByRole('listitem').all()) {
      const mark = await step.locator('[aria-hidden]').first().boundingBox();
      const text = await step.locator('p').first().boundingBox();
      expect(text?.x).toBeGreaterThan((mark?.x ?? 0) + (mark?.width ?? 0));
    }
  });

  it('nobody has an answer where nobody has asked', async () => {
    const page = await openAs('/messages');
    await expectShown(page.getByText('No conversation yet'));
    expect(await page.getByText('Everybody has an answer').count()).toBe(0);
  });

  it('the calendar counts the days that can still be filled, and shows what it says of the others whole', async () => {
    const { TIME_ZONE } = product().t.config;
    const [before, today] = [civilDay(TIME_ZONE, -31).slice(0, 7), civilDay(TIME_ZONE)];
    const page = await openAs('/daily-message');
    const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
    const left = new Date(Date.UTC(year, month, 0)).getUTCDate() - day + 1;
    const gaps = page.getByRole('list', { name: 'This month' }).getByText(/^Gap/);
    await expectSoon(() => gaps.textContent(), `Gap${left}`);
    await page.goto(`${product().origin}/daily-message?month=${before}`);
    await settle(page);
    await expectSoon(() => gaps.textContent(), 'Gap0');
    const words = page.getByText('Nothing shown').first();
    expect(await words.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it('the reserve says that it begins again where it ends', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const translations = { fr: { title: '', body: 'Bonjour', author: '' } };
    const json = { day: null, status: 'ready', translations };
    const { body: message } = await t.call('POST', '/daily-messages/', { token, json });
    const tomorrow = civilDay(t.config.TIME_ZONE, 1);
    const shown = await t.call('GET', `/daily-messages/preview?day=${tomorrow}&locale=fr`, { token });
    expect(shown.body.id).toBe(message.id);
    const page = await openAs('/daily-message');
    await expectShown(page.getByText(/enough for 1.day .+ Then the same messages come again\./));
  });

  it('an article is not asked for a category while there is none', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const fr = { title: 'Bienvenue', excerpt: '', body: paragraph('À tous'), cover_alt: '', state: 'ready' };
    const { body: article } = await t.call('POST', '/news/', {
      token,
      json: { content: { translations: { fr } } },
    });
    const page = await openAs(`/news/${article.id}`);
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expectShown(page.getByRole('dialog').getByText('No cover'));
    };
    await publish();
    expect(await page.getByText('No category').count()).toBe(0);
    const json = { names: { fr: 'Sport', en: 'Sports' }, color: '#c62828' };
    expect((await t.call('POST', '/news-categories/', { token, json })).status).toBe(200);
    await page.reload();
    await publish();
    await expectShown(page.getByRole('dialog').getByText('No category'));
  });

  it('a broadcast that nobody can get says that no provider is connected', async () => {
    const page = await openAs('/dashboard');
    const data = [{ code: 'push', state: 'missing' }];
    await page.route('**/api/v1/stats/health', (route) => route.fulfill({ json: { data, count: 1 } }));
    await page.reload();
    const services = page.getByRole('region', { name: 'Services' });
    await expectShown(
      services.getByText('Push notifications: not set up'),
      services.getByText(/under “Health”/),
    );
    await page.goto(`${product().origin}/broadcast/new`);
    await settle(page);
    await page.getByRole('radio', { name: 'All members' }).check();
    const french = page.getByRole('region', { name: 'French', exact: true });
    await french.getByLabel('Title').fill('Bonjour');
    await french.getByLabel('Text').fill('À tous');
    const reason = /^No push provider is connected: /;
    await expectShown(page.getByRole('region', { name: 'Reachable now' }).getByText(reason));
    await page.getByRole('button', { name: 'Test…' }).click();
    const dialog = page.getByRole('dialog');
    await expectShown(dialog.getByRole('alert').getByText(reason));
    expect(await dialog.getByRole('button', { name: 'Send the test' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send…' }).click();
    await expectShown(
      page.getByRole('dialog', { name: 'Send this notification' }).getByRole('alert').getByText(reason),
    );
  });

  it.each([
    ['/news', 'New article'],
    ['/daily-message?view=list', 'New message'],
    ['/daily-message?view=reserve', 'New message'],
  ])('the empty list of %s offers to begin it', async (path, name) => {
    await product().t.db.execute('delete from news_articles');
    await product().t.db.execute('delete from daily_messages');
    const page = await openAs(path);
    expect(await page.getByRole('main').getByRole('link', { name }).count()).toBe(2);
  });
});
