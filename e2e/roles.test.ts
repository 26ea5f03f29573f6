import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, inDialog, marker, settle } from './steps.ts';
import { expectShown, expectToast, inEnglish } from './watching.ts';

const product = useProduct();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

it('makes a role, gives it to a member, and takes it away from under their open page', async () => {
  const { t } = product();
  const name = marker();
  const role = `Press ${name}`;
  const member = await inEnglish(t, t.member({ full_name: name }));
  const mine = await product().open('/admin', { as: await inEnglish(t, t.superuser()), locale: 'en' });
  await mine.getByRole('link', { name: 'Roles' }).click();
  await button(mine, 'New role').click();
  await mine.getByLabel('Name', { exact: true }).fill(role);
  await mine.getByRole('group', { name: 'News' }).getByLabel('Write').check();
  await inDialog(mine, 'Create').click();
  await expectToast(mine, 'The role is saved. It applies at once.');
  await expectShown(mine.getByRole('listitem').filter({ hasText: role }).getByText('Write articles'));

  await mine.goto(`${product().origin}/members/${member.id}?view=account`);
  await mine.getByLabel('Role', { exact: true }).selectOption(role);
  await expectToast(mine, `${name} now has the role “${role}”.`);

  const theirs = await product().open('/news', { as: member, locale: 'en' });
  await settle(theirs);
  await expectShown(theirs.getByRole('link', { name: 'New article' }).first());
  expect(await menu(theirs).getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'News', 'My account']);
  await theirs.goto(`${product().origin}/broadcast`);
  await expectShown(theirs.getByRole('heading', { name: 'Your role doesn’t include this page' }));
  await theirs.goto(`${product().origin}/news`);
  await settle(theirs);

  await mine.getByLabel('Role', { exact: true }).selectOption('None: member');
  await expectToast(mine, `${name} is now an ordinary member.`);
  await expectShown(theirs.getByRole('heading', { name: 'This page is for the team' }));
  expect(await menu(theirs).getByRole('link').allInnerTexts()).toEqual(['Dashboard']);
});
