import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

it('opens the bad ratings from the dashboard, and filters, exports and answers them', async () => {
  const { t } = product();
  const members = [];
  for (const score of [5, 5, 4, 4, 2, 1]) {
    const member = await t.member({ full_name: `Gives ${score}` });
    members.push(member);
    await t.call('PUT', '/app/ratings', {
      token: member.token,
      json: { target_type: 'app', score, comment: `Worth ${score}`, app_version: '2.4.0', platform: 'ios' },
    });
  }
  const as = await inEnglish(t, t.superuser());
  const page = await product().open('/dashboard', { as, locale: 'en' });
  await settle(page);
  await page.getByRole('link', { name: /^Reply: 2 comments with 1 or 2 stars/ }).click();
  const ratings = page.getByRole('list', { name: 'Ratings' }).getByRole('listitem');
  await expectSoon(() => ratings.count(), 2);
  await expectShown(ratings.getByText('Worth 2'), page.getByText('3.5 out of 5', { exact: true }));

  await button(page, 'Breakdown and trends').click();
  const bars = page.getByRole('group', { name: 'By score' });
  await bars.getByRole('button', { name: /^1 out of 5/ }).click();
  await expectSoon(() => ratings.count(), 1);
  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('ratings.csv');
  const [, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(rows).toEqual([expect.stringContaining('Worth 2')]);
  const filtered = pathOf(page);

  await button(page, 'Reply to Gives 2').click();
  await page.getByLabel('Your reply').fill('What could be better?');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Your reply goes out in 10 seconds.');
  expect(pathOf(page)).toBe(filtered);
  await page.goto(`${product().origin}/rates?score=2`);
  await page.getByRole('link', { name: 'Open the conversation' }).click();
  const log = page.getByRole('log');
  await expectShown(
    log.getByText('Worth 2'),
    log.getByText('What could be better?'),
    page.getByText('This conversation answers a rating of 2 out of 5.'),
  );
  await log.getByText('Email sent').waitFor({ timeout: 30_000 });
  const { body } = await t.call('GET', '/app/messages', { token: members[4]?.token });
  expect(body.data[0].excerpt).toBe('What could be better?');
});
