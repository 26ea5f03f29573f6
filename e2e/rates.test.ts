import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { french } from '../apps/api/test/articles.ts';
import type { Account } from '../apps/api/test/harness.ts';
import { PHONE, useProduct } from './harness.ts';
import { marker, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, expectToast, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

const rate = async (member: Account, score: number, fields = {}) =>
  product().t.call('PUT', '/app/ratings', {
    token: member.token,
    json: { target_type: 'app', score, app_version: '2.4.0', platform: 'ios', ...fields },
  });

async function openRates(query = ''): Promise<Page> {
  const admin = await inEnglish(product().t, product().t.superuser());
  const page = await product().open(`/rates${query}`, { as: admin, locale: 'en' });
  await settle(page);
  return page;
}

const ratings = (page: Page) => page.getByRole('list', { name: 'Ratings' }).getByRole('listitem');
const bar = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'By score' }).getByRole('button', { name });
const average = (page: Page) => page.getByText('3.5 out of 5', { exact: true });

describe('the ratings', () => {
  const members: Account[] = [];
  beforeAll(async () => {
    for (const score of [5, 5, 4, 4, 2]) {
      const member = await product().t.member({ full_name: `Gives ${score}` });
      members.push(member);
      await rate(member, score, { comment: `Worth ${score}` });
    }
    const [changing] = [await product().t.member({ full_name: 'Changes' })];
    await rate(changing, 2, { app_version: '2.3.0' });
    await rate(changing, 1, { app_version: '2.3.0' });
  });

  it('that are a task are in sight where the dashboard leads to them, on a phone too', async () => {
    const admin = await inEnglish(product().t, product().t.superuser());
    const page = await product().open('/dashboard', { as: admin, locale: 'en', viewport: PHONE });
    await page.getByRole('link', { name: /^Reply: 1 comment with 1 or 2 stars/ }).click();
    const task = ratings(page).filter({ hasText: 'Worth 2' });
    await expectShown(task);
    await expectSoon(async () => ((await task.boundingBox())?.y ?? 999) < PHONE.height - 100, true);
  });

  it('are listed even where their summary cannot be read, which is tried again', async () => {
    const page = await openRates();
    const json = { detail: 'Not found', code: 'not_found' };
    await page.route('**/api/v1/ratings/summary*', (route) => route.fulfill({ status: 404, json }));
    await page.reload();
    const failure = page.getByRole('region', { name: 'Summary' }).getByRole('alert');
    await expectShown(failure.getByRole('heading', { name: 'Something went wrong!' }));
    expect(await ratings(page).count()).toBe(6);
    const search = page.getByRole('searchbox');
    await search.fill('Worth');
    await expectSoon(() => ratings(page).count(), 5);
    await expectFocused(search);
    const again = page.waitForResponse('**/api/v1/ratings/summary*');
    await search.fill('');
    await again;
    await page.unroute('**/api/v1/ratings/summary*');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expectShown(average(page));
  });

  it('are narrowed by the bars of their summary, which stays as it is', async () => {
    const page = await openRates();
    await expectShown(average(page));
    expect(await ratings(page).count()).toBe(6);
    await bar(page, /^5 out of 5: 2\sratings$/).click();
    await expectSoon(() => ratings(page).count(), 2);
    await bar(page, /^2 out of 5/).click();
    await expectSoon(() => ratings(page).count(), 3);
    expect(placeOf(page)).toBe('/rates?score=2%2C5');
    await expectShown(average(page));
    await page.goBack();
    await expectSoon(() => ratings(page).count(), 2);
    await page.getByRole('button', { name: 'All scores' }).click();
    await expectSoon(() => ratings(page).count(), 6);
  });

  it('are filtered and sorted by score, and their versions are in the order of their numbers', async () => {
    await rate(members[0] as Account, 5, { comment: 'Worth 5', app_version: '2.10.0' });
    await rate(members[1] as Account, 5, { comment: 'Worth 5', app_version: '2.10.0-beta.1' });
    const page = await openRates();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Lowest scores first');
    await expectSoon(() => ratings(page).first().getByText('changed from 2 to 1').count(), 1);
    expect(placeOf(page)).toBe('/rates?sort=score');
    const score = page.getByRole('combobox', { name: 'Score' });
    await score.selectOption('1 or 2 stars');
    await expectSoon(() => ratings(page).count(), 2);
    expect(placeOf(page)).toBe('/rates?sort=score&score=1%2C2');
    await score.selectOption('All scores');
    await expectSoon(() => ratings(page).count(), 6);
    const chart = page.getByRole('region', { name: 'By version' });
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    const rows = await chart.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['2.3.0', '1'],
      ['2.4.0', '3'],
      ['2.10.0-beta.1', '1'],
      ['2.10.0', '1'],
    ]);
    await chart.getByRole('link', { name: '2.3.0' }).click();
    await expectSoon(() => ratings(page).count(), 1);
    await expectShown(page.getByText('Not enough data'), ratings(page).getByText('changed from 2 to 1'));
    for (const member of members.slice(0, 2)) await rate(member, 5, { comment: 'Worth 5' });
  });

  it('have their average by month as a chart with a scale, and as a table', async () => {
    const rating = `(select id from ratings where comment = 'Worth 2')`;
    const move = (moment: string) =>
      product().t.db.execute(`update ratings set updated_at = ${moment} where id = ${rating}`);
    await move(`now() - interval '80 days'`);
    const page = await openRates();
    const chart = page.getByRole('region', { name: 'By month' });
    // Months on either side of a gap are points, which no line joins.
    await expectSoon(() => chart.locator('.recharts-line-dot').count(), 2);
    for (const score of ['1', '3', '5'])
      await chart.locator('svg').getByText(score, { exact: true }).first().waitFor({ state: 'attached' });
    await chart.locator('.recharts-line-dot').first().hover({ force: true });
    const tooltip = chart.locator('.recharts-tooltip-wrapper');
    await expectSoon(
      async () => (await tooltip.innerText()).split('\n').slice(1),
      ['Ratings', '1', 'Average', '2.0'],
    );
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    const rows = await chart.getByRole('row').allInnerTexts();
    expect(rows[1]).toMatch(/\t1\t2\.0$/);
    expect(rows.at(-1)).toMatch(/\t3\.8$/);
    await move('now()');
  });

  it('are exported as they are filtered', async () => {
    const page = await openRates('?score=4');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ratings.csv');
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows.slice(1).every((line) => line.includes('Worth 4'))).toBe(true);
  });

  it('are answered where they are listed, and then lead to their conversation', async () => {
    const { t } = product();
    await t.call('POST', '/reply-templates/', {
      token: (await t.superuser()).token,
      json: { title: 'Merci', bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' } },
    });
    const page = await openRates('?score=2');
    await page.getByRole('button', { name: 'Reply to Gives 2' }).click();
    await expectShown(page.getByRole('dialog').getByText('The app', { exact: true }));
    // Enter counts before the templates are there, too.
    const held = Promise.withResolvers<void>();
    await page.route('**/reply-templates**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Your reply').press('/');
    await page.getByRole('dialog', { name: /template/i }).waitFor();
    await page.keyboard.press('Enter');
    held.resolve();
    await expectSoon(() => page.getByLabel('Your reply').inputValue(), 'Merci Gives');
    await page.getByRole('button', { name: 'Insert a template' }).click();
    await page.getByRole('dialog', { name: /template/i }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: /template/i }).waitFor({ state: 'detached' });
    await page.getByLabel('Your reply').fill('What could be better?');
    await page.getByLabel('Your reply').press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    await expectShown(ratings(page).getByText('Replied', { exact: true }));
    expect(placeOf(page)).toBe('/rates?score=2');
    const token = members[4]?.token;
    const { body } = await product().t.call('GET', '/app/messages', { token });
    expect(body.data[0].excerpt).toBe('What could be better?');
    await page.getByRole('link', { name: 'Open the conversation' }).click();
    const log = page.getByRole('log');
    await expectShown(log.getByText('Worth 2'), log.getByText('What could be better?'));
    await expectShown(page.getByText('This conversation answers a rating of 2 out of 5.'));
  });

  it('are told to be missing where there are none, and lead from the dashboard', async () => {
    const page = await openRates('?search=zzzz');
    await expectShown(page.getByText('Nothing matches'), page.getByText('Not enough data'));
    await page.goto(`${product().origin}/dashboard`);
    await page.getByRole('link', { name: /^Ratings\s*3\.5/ }).click();
    await expectSoon(() => placeOf(page), '/rates?target_type=app');
    await expectSoon(() => ratings(page).count(), 6);
  });
});

describe('an article and a message of the day', () => {
  it.each(['news', 'daily_message'] as const)('lead to exactly their own ratings: %s', async (target) => {
    const { t } = product();
    const { token } = await t.superuser();
    const title = marker();
    const { body } =
      target === 'news'
        ? await t.call('POST', '/news/', { token, json: { content: french(title) } })
        : await t.call('POST', '/daily-messages/', {
            token,
            json: { translations: { fr: { title, body: 'Samedi' } } },
          });
    if (target === 'news') await t.call('POST', `/news/${body.id}/publish`, { token, json: {} });
    const admin = await inEnglish(t, t.colleague());
    const address = `/${target === 'news' ? 'news' : 'daily-message'}/${body.id}`;
    const page = await product().open(address, { as: admin, locale: 'en' });
    await settle(page);
    const panel = page.getByRole('region', { name: 'Ratings', exact: true });
    expect(await panel.count()).toBe(0);

    const { id } = await t.member();
    const { id: other } = await t.member();
    await t.db.execute(`insert into ratings (id, user_id, target_type, target_id, score, comment, locale, created_at, updated_at)
      select gen_random_uuid(), member::uuid, '${target}', '${body.id}', score, '', 'fr', now(), now()
      from (values ('${id}', 4), ('${other}', 1)) given (member, score)`);
    await page.reload();
    await expectShown(panel.getByText('2.5 out of 5'), panel.getByText(/^2\sratings$/));
    await panel.getByRole('link', { name: 'Read the ratings' }).click();
    await expectSoon(() => ratings(page).count(), 2);
    expect(placeOf(page)).toBe(`/rates?target_type=${target}&target_id=${body.id}`);
  });
});
