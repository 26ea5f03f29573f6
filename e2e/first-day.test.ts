import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { paragraph } from './news-steps.ts';
import { civilDay, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish } from './watching.ts';

/** Contains only the first superuser. */
const product = useProduct();

it('shows a new team what is empty and how to start', async () => {
  const { t, origin } = product();
  const { token } = await t.superuser();
  const as = await inEnglish(t, t.superuser());
  const page = await product().open('/dashboard', { as, locale: 'en' });
  await expectShown(page.getByRole('region', { name: 'First steps' }).getByRole('listitem').first());
  const visit = async (path: string) => {
    await page.goto(origin + path);
    await settle(page);
  };
  await visit('/messages');
  await expectShown(page.getByText('No conversation yet'));
  expect(await page.getByText('Everybody has an answer').count()).toBe(0);
  for (const [path, name] of [
    ['/news', 'New article'],
    ['/daily-message?view=list', 'New message'],
    ['/daily-message?view=reserve', 'New message'],
  ] as const) {
    await visit(path);
    await expectSoon(() => page.getByRole('main').getByRole('link', { name }).count(), 2);
  }

  // The calendar opens on this week and the next three, and counts the days that can still be filled.
  const daysSinceMonday = (new Date(civilDay(t.config.TIME_ZONE)).getUTCDay() + 6) % 7;
  const left = 28 - daysSinceMonday;
  await visit('/daily-message');
  const gaps = page.getByRole('list', { name: 'Days by state' }).getByText(/^Gap/);
  await expectSoon(() => gaps.textContent(), `Gap${left}`);
  const translations = { fr: { title: '', body: 'Bonjour', author: '' } };
  await t.call('POST', '/daily-messages/', { token, json: { day: null, status: 'ready', translations } });
  await visit('/daily-message');
  await expectShown(page.getByText(/enough for 1.day .+ Then they repeat\./));

  // The form asks for a category only once one exists.
  const fr = { title: 'Bienvenue', excerpt: '', body: paragraph('À tous'), cover_alt: '', state: 'ready' };
  const content = { translations: { fr } };
  const { body: article } = await t.call('POST', '/news/', { token, json: { content } });
  const missing = page.getByRole('dialog').getByText('No category');
  const publish = async () => {
    await visit(`/news/${article.id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expectShown(page.getByRole('dialog').getByText('No cover'));
  };
  await publish();
  expect(await missing.count()).toBe(0);
  const json = { names: { fr: 'Sport', en: 'Sports' }, color: '#c62828' };
  expect((await t.call('POST', '/news-categories/', { token, json })).status).toBe(200);
  await publish();
  await expectShown(missing);
});
