import { expect, it } from 'vitest';
import { eventually, randomEmail, SUPERUSER } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, linkInMail, marker } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const openAsMe = async (path: string) => product().open(path, { as: await superuser(), locale: 'en' });

/** True if the link of an invitation sets a working password. */
async function accept(link: string): Promise<boolean> {
  const page = await product().open('/login', { locale: 'en' });
  await page.goto(link);
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await button(page, 'Save the password').click();
  const refusal = page.getByRole('heading', { name: 'This link doesn’t work' });
  await refusal.or(page.getByRole('heading', { name: 'Log in' })).waitFor();
  return (await refusal.count()) === 0;
}

it('invites an administrator by mail, and again by a copied link that replaces the mailed one', async () => {
  const email = randomEmail();
  const page = await openAsMe('/admin');
  product().own(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product().origin });
  await page.getByRole('link', { name: 'Invite an administrator' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('What may they do?').selectOption('Administrator: everything');
  await button(page, 'Send the invitation').click();
  await page.getByLabel('Your password', { exact: true }).fill(SUPERUSER.password);
  await inDialog(page, 'Confirm').click();
  await page.getByRole('heading', { name: 'Ada Lovelace Invited' }).waitFor();
  const mailed = await linkInMail(product(), email, 'reset-password');
  await button(page, 'Copy the invitation link').click();
  await inDialog(page, 'Copy the invitation link').click();
  await expectToast(page, 'The link is copied; former ones no longer work.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(await accept(mailed)).toBe(false);
  expect(await accept(copied)).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Ada Lovelace Active' }).waitFor();
});

it('promotes a member to administrator, notifies the other administrators by mail, and demotes the member again', async () => {
  const { t, mails } = product();
  const name = marker();
  const member = await t.member({ full_name: name });
  const colleague = await t.colleague();
  const page = await openAsMe(`/members/${member.id}?view=account`);
  await button(page, 'Make administrator').click();
  await page.getByLabel('Your password', { exact: true }).fill(SUPERUSER.password);
  await inDialog(page, 'Confirm').click();
  await expectToast(page, `${name} is now an administrator.`);
  await expectSoon(() => pathOf(page), `/admin/${member.id}?view=account`);
  await eventually(async () =>
    mails.received.find(({ to, text }) => to.includes(colleague.email) && text?.includes(name)),
  );
  await button(page, 'Remove administrator rights').click();
  await inDialog(page, 'Remove administrator rights').click();
  await expectSoon(() => pathOf(page), `/members/${member.id}?view=account`);
  expect((await t.call('GET', '/users/me', { token: member.token })).status).toBe(401);
});

it('does not remove the last active administrator, neither on the page nor in the service', async () => {
  const { t } = product();
  const { id, token } = await superuser();
  await t.db.execute(`update users set is_active = false where is_superuser and id <> '${id}'`);
  const page = await openAsMe(`/admin/${id}`);
  await expectShown(page.getByText('This is the last active administrator').first());
  for (const name of ['Remove administrator rights', 'Delete', 'Erase for good'])
    expect(await button(page, name).isDisabled(), name).toBe(true);
  const refused = await t.call('PATCH', `/users/${id}`, { token, json: { is_superuser: false } });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_superuser']);
});
