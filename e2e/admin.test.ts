import { describe, expect, it } from 'vitest';
import { type Account, eventually, randomEmail, SUPERUSER } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, linkInMail, marker } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf, problemAt } from './watching.ts';

const product = useProduct();

const superuser = (service = product) => inEnglish(service().t, service().t.superuser());
const openAs = (account: Account, path: string, service = product) =>
  service().open(path, { as: account, locale: 'en' });

/** Accounts with this text in the name or address. */
async function find(search: string) {
  const { t } = product();
  const { token } = await t.superuser();
  return (await t.call('GET', `/users/?search=${search}`, { token })).body.data;
}

async function invite(fields: object): Promise<{ id: string; email: string }> {
  const { t } = product();
  const { token } = await t.superuser();
  const json = { email: randomEmail(), is_superuser: true, locale: 'en', ...fields };
  return (await t.call('POST', '/users/invite', { token, json })).body;
}

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

describe('an administrator', () => {
  it('is invited with one’s own password only', async () => {
    const email = randomEmail();
    const page = await openAs(await superuser(), '/admin');
    await page.getByRole('link', { name: 'Invite an administrator' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await button(page, 'Send the invitation').click();
    const password = page.getByLabel('Your password', { exact: true });
    await password.fill('not this one');
    await inDialog(page, 'Confirm').click();
    await expectSoon(() => problemAt(password), 'Incorrect password');
    expect(await find(email)).toEqual([]);
    await password.fill(SUPERUSER.password);
    await inDialog(page, 'Confirm').click();
    await page.getByRole('heading', { name: 'Ada Lovelace Invited' }).waitFor();
    expect(await find(email)).toMatchObject([{ full_name: 'Ada Lovelace', is_superuser: true }]);
    expect(await accept(await linkInMail(product(), email, 'reset-password'))).toBe(true);
  });

  it('is made of a member with one’s own password, told to the others by mail, and unmade', async () => {
    const { t, mails } = product();
    const name = marker();
    const member = await t.member({ full_name: name });
    const colleague = await t.colleague();
    const page = await openAs(await superuser(), `/members/${member.id}?view=account`);
    await button(page, 'Make administrator').click();
    await page.getByRole('dialog').getByText(`${name} will be able to see and change everything`).waitFor();
    await page.getByLabel('Your password', { exact: true }).fill(SUPERUSER.password);
    await inDialog(page, 'Confirm').click();
    await expectToast(page, `${name} is now an administrator.`);
    await expectSoon(() => placeOf(page), `/admin/${member.id}?view=account`);
    expect(await find(name)).toMatchObject([{ is_superuser: true }]);
    await eventually(async () =>
      mails.received.find(({ to, text }) => to.includes(colleague.email) && text?.includes(name)),
    );

    await button(page, 'Remove administrator rights').click();
    await page.getByRole('dialog', { name: `Remove the administrator rights of ${name}?` }).waitFor();
    await inDialog(page, 'Remove administrator rights').click();
    await expectToast(page, `${name} is now an ordinary member.`);
    await expectSoon(() => placeOf(page), `/members/${member.id}?view=account`);
    expect(await find(name)).toMatchObject([{ is_superuser: false }]);
    expect((await t.call('GET', '/users/me', { token: member.token })).status).toBe(401);
  });

  it('stays what they are when the question is answered with no', async () => {
    const { t } = product();
    const { id, email } = await t.colleague();
    const page = await openAs(await superuser(), `/admin/${id}`);
    await button(page, 'Remove administrator rights').click();
    await inDialog(page, 'Cancel').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await find(email)).toMatchObject([{ is_superuser: true, version: 1 }]);
    expect(await button(page, 'Remove administrator rights').isEnabled()).toBe(true);
  });
});

describe('one’s own account', () => {
  const CONTROLS = ['Remove administrator rights', 'Deactivate', 'Delete', 'Erase for good'];
  const alone = useProduct();

  it('is marked in the list', async () => {
    await product().t.colleague();
    const page = await openAs(await superuser(), '/admin');
    const table = page.getByRole('table', { name: 'Admin accounts' });
    await table
      .getByRole('row')
      .filter({ hasText: SUPERUSER.email })
      .getByText('You', { exact: true })
      .waitFor();
    expect(await table.getByText('You', { exact: true }).count()).toBe(1);
  });

  it('is left to another administrator, and says so', async () => {
    await product().t.colleague();
    const admin = await superuser();
    const page = await openAs(admin, `/admin/${admin.id}`);
    await page
      .getByText('Not possible on your own account: another administrator can do it.')
      .first()
      .waitFor();
    for (const name of CONTROLS) expect(await button(page, name).isDisabled(), name).toBe(true);
  });

  it('can’t be given up by the last active administrator, and says why', async () => {
    const { t } = alone();
    const shut = await t.colleague();
    const admin = await superuser(alone);
    await t.call('POST', `/users/${shut.id}/deactivate`, { token: admin.token, json: {} });
    const page = await openAs(admin, `/admin/${admin.id}`, alone);
    await page.getByText('This is the last active administrator').first().waitFor();
    for (const name of CONTROLS) expect(await button(page, name).isDisabled(), name).toBe(true);
    const json = { is_superuser: false };
    const refused = await t.call('PATCH', `/users/${admin.id}`, { token: admin.token, json });
    expect([refused.status, refused.body.code]).toEqual([409, 'last_superuser']);
  });
});

describe('an invitation', () => {
  it('is sent again by a new mail, whose link replaces the former one', async () => {
    const { mails } = product();
    const { id, email } = await invite({ full_name: 'Ada Lovelace' });
    const first = await linkInMail(product(), email, 'reset-password');
    const page = await openAs(await superuser(), `/admin/${id}`);
    await button(page, 'Send the invitation again').click();
    await expectToast(page, 'A new invitation is on its way; the former link no longer works.');
    await expectSoon(() => mails.received.filter(({ to }) => to.includes(email)).length, 2);
    expect(await accept(first)).toBe(false);
    expect(await accept(await linkInMail(product(), email, 'reset-password'))).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Ada Lovelace Active' }).waitFor();
    expect(await button(page, 'Send the invitation again').count()).toBe(0);
  });

  it('is handed over as a link when there is no mail', async () => {
    const { id } = await invite({});
    const page = await openAs(await superuser(), `/admin/${id}`);
    product().own(page);
    await page
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product().origin });
    await button(page, 'Copy the invitation link').click();
    const shown = await page.getByRole('dialog').getByRole('textbox').inputValue();
    await inDialog(page, 'Copy the invitation link').click();
    await expectToast(page, 'The link is copied; former ones no longer work.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(shown);
    expect(copied).toContain(`${product().origin}/reset-password?token=`);
    expect(await accept(copied)).toBe(true);
  });

  it('says so when the browser refuses to copy the link, which stays', async () => {
    const { id } = await invite({});
    const page = await openAs(await superuser(), `/admin/${id}`);
    product().own(page);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await button(page, 'Copy the invitation link').click();
    await inDialog(page, 'Copy the invitation link').click();
    await expectToast(page, 'Something went wrong!');
    await expectShown(page.getByRole('dialog').getByRole('textbox'));
  });

  it('that has expired is marked so, and opened again by another', async () => {
    const name = marker();
    const { id } = await invite({ full_name: name });
    await product().t.db.execute(`update users set invitation_expires_at = '2020-01-01' where id = '${id}'`);
    const page = await openAs(await superuser(), `/admin?search=${name}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('Invitation expired', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await expectShown(
      page.getByRole('heading', { name: `${name} Invitation expired` }),
      page.getByText('The invitation has expired: send it again.'),
    );
    await button(page, 'Send the invitation again').click();
    await page.getByRole('heading', { name: `${name} Invited` }).waitFor();
  });
});
