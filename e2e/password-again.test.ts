import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, problemAt } from './watching.ts';

const product = useProduct();

const QUESTION = 'Confirm your password to make this change.';
const question = (page: Page, text = QUESTION) => page.getByRole('dialog').filter({ hasText: text });

/** An administrator who signed in more than five minutes ago. */
async function administrator(): Promise<Account> {
  const { t } = product();
  const admin = await inEnglish(t, t.colleague());
  await t.letPasswordAge(admin);
  return admin;
}

async function answer(page: Page, { password }: Account) {
  await question(page).getByLabel('Your password').fill(password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
}

const read = async (id: string) => {
  const { t } = product();
  return (await t.call('GET', `/users/${id}`, { token: (await t.superuser()).token })).body;
};

it('another address for somebody takes the password, and loses nothing of what was typed without it', async () => {
  const { t } = product();
  const [admin, member, email] = [await administrator(), await t.member(), randomEmail()];
  const page = await product().open(`/members/${member.id}?view=account`, { as: admin, locale: 'en' });
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await button(page, 'Save').click();
  await expectShown(question(page));
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
  expect((await read(member.id)).email).toBe(member.email);

  await button(page, 'Save').click();
  await question(page).getByLabel('Your password').fill('not this one');
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expectSoon(() => problemAt(question(page).getByLabel('Your password')), 'Incorrect password');
  await answer(page, admin);
  await expectToast(page, 'The changes are saved.');
  expect(await read(member.id)).toMatchObject({ email, full_name: 'Ada Lovelace' });
});

it('the link of an invitation takes the password', async () => {
  const { t } = product();
  const admin = await administrator();
  const json = { email: randomEmail() };
  const { id } = (await t.call('POST', '/users/invite', { token: admin.token, json })).body;
  const page = await product().open(`/members/${id}?view=account`, { as: admin, locale: 'en' });
  await button(page, 'Copy the invitation link').click();
  await answer(page, admin);
  const shown = page.getByRole('dialog', { name: 'Invitation link' }).getByRole('textbox');
  expect(await shown.inputValue()).toContain('/reset-password?token=');
});

it('an administrator is let in again with the password, by their page and among others', async () => {
  const { t } = product();
  const [admin, one, two] = [await administrator(), await t.colleague(), await t.colleague()];
  await t.call('POST', `/users/${one.id}/deactivate`, { token: admin.token, json: {} });
  await t.call('DELETE', `/users/${two.id}`, { token: admin.token });
  const page = await product().open(`/admin/${one.id}`, { as: admin, locale: 'en' });
  await button(page, 'Reactivate').click();
  await answer(page, admin);
  await expectToast(page, `The account of ${one.email} has been reactivated.`);
  expect((await read(one.id)).is_active).toBe(true);

  await t.letPasswordAge(admin);
  await page.goto(`${product().origin}/admin?status=deleted&search=${two.email}`);
  await page.getByRole('checkbox', { name: two.email }).check();
  await button(page, 'Restore').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await answer(page, admin);
  await expectSoon(async () => (await read(two.id)).deleted_at, null);
});

it('an undo that lets an administrator in again takes the password, and says so where it cannot be asked', async () => {
  const { t } = product();
  const [admin, one] = [await administrator(), await t.colleague()];
  const page = await product().open(`/admin?search=${one.email}`, { as: admin, locale: 'en' });
  const deactivate = async () => {
    await page.getByRole('checkbox', { name: one.email }).check();
    await button(page, 'Deactivate').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await button(page, 'Undo').waitFor();
  };
  await deactivate();
  await button(page, 'Undo').click();
  await answer(page, admin);
  await expectToast(page, '1 account has been reactivated.');
  expect((await read(one.id)).is_active).toBe(true);

  await t.letPasswordAge(admin);
  await deactivate();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await button(page, 'Undo').click();
  await expectToast(page, 'Enter your password again to continue.');
  expect((await read(one.id)).is_active).toBe(false);
});

it('asks in French, too', async () => {
  const { t } = product();
  const [admin, member] = [await t.colleague(), await t.member()];
  await t.letPasswordAge(admin);
  const page = await product().open(`/members/${member.id}?view=account`, { as: admin, locale: 'fr' });
  await page.getByLabel('Email', { exact: true }).fill(randomEmail());
  await button(page, 'Enregistrer').click();
  const asked = question(page, 'Confirmez votre mot de passe pour appliquer ce changement.');
  await asked.getByLabel('Votre mot de passe').fill(admin.password);
  await asked.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Les modifications sont enregistrées.');
});
