import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button } from './steps.ts';
import { expectShown, expectSoon, inEnglish } from './watching.ts';

const product = useProduct();

it('opens the audit log from the history of a member, filters it and exports it', async () => {
  const { t } = product();
  const admin = await inEnglish(t, t.colleague());
  const member = await t.member({ full_name: 'Before' });
  const by = { token: admin.token };
  await t.call('PATCH', '/users/me', { ...by, json: { full_name: 'Grace Hopper' } });
  await t.call('PATCH', `/users/${member.id}`, { ...by, json: { full_name: 'After' } });
  await t.call('POST', `/users/${member.id}/sign-out`, by);

  const page = await product().open(`/members/${member.id}?view=account`, { as: admin, locale: 'en' });
  const history = page.getByRole('region', { name: 'History' });
  const changed = history.getByRole('listitem').filter({ hasText: 'changed the account After' });
  await button(changed, 'Details').click();
  await expectShown(changed.getByRole('row', { name: 'Full name Before After' }));
  await changed.getByRole('link', { name: 'Everything by this person' }).click();
  await page.waitForURL(`**/audit-log?actor_id=${admin.id}`);

  const entries = page.getByRole('main').locator('ol > li');
  await expectShown(entries.getByText('logged the account out everywhere:'));
  await page.getByRole('searchbox').fill(member.email);
  await page.getByLabel('Action', { exact: true }).selectOption('updated');
  await expectSoon(() => entries.count(), 2);
  await button(page, 'Dates').click();
  await button(page, 'Yesterday').click();
  await expectShown(page.getByRole('heading', { name: 'Nothing matches' }));
  await button(page, 'Dates: Yesterday').click();
  await button(page, 'Today').click();
  await expectSoon(() => entries.count(), 2);
  await button(page, 'Dates: Today').click();
  // The calendar is within the popover, which stays open.
  await button(page, 'From: calendar').click();
  await page.keyboard.press('Enter');
  await expectShown(button(page, 'Dates: Today'), button(page, 'Today'));
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => line.includes(`,person,Grace Hopper (${admin.email}),change,account,`))).toBe(
    true,
  );
  expect(lines.join()).toContain('Full name: Before → After');
});
