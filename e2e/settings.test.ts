import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Account, eventually, randomEmail } from '../apps/api/test/harness.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { button, chooseZone, inDialog, linkInMail } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, pathOf, problemAt } from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member({ full_name: 'Zoé Lefèvre' }));
const openSettings = (account: Account) => product().open('/settings', { as: account, locale: 'en' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const read = async ({ token }: Account, path = '/users/me') => product().t.call('GET', path, { token });
const isAlive = async (token: string) =>
  (await product().t.call('GET', '/users/me', { token })).status === 200;

it('changes name and address with the password, and undoes the change by a link to the former address', async () => {
  const me = await member();
  const email = randomEmail();
  const page = await openSettings(me);
  await field(page, 'Full name').fill('Zoé Martin');
  await button(page, 'Save').click();
  await expectToast(page, 'The changes are saved.');
  await page.getByRole('button', { name: 'Account menu of Zoé Martin' }).waitFor();
  await field(page, 'Email').fill(email);
  await button(page, 'Save').click();
  await page.getByRole('dialog').getByText(`Your address becomes ${email}.`).waitFor();
  await inDialog(page, 'Cancel').click();
  expect((await read(me)).body.email).toBe(me.email);
  await button(page, 'Save').click();
  await field(page, 'Your password').fill('not this one');
  await inDialog(page, 'Confirm').click();
  await expectSoon(() => problemAt(field(page, 'Your password')), 'Incorrect password');
  expect((await read(me)).body.email).toBe(me.email);
  await field(page, 'Your password').fill(me.password);
  await inDialog(page, 'Confirm').click();
  await expectSoon(async () => (await read(me)).body.email, email);

  const other = await product().open('/login', { locale: 'en' });
  await other.goto(await linkInMail(product(), me.email, 'undo-email-change'));
  await button(other, 'Undo the change').click();
  await other.getByRole('heading', { name: 'The change of address is undone' }).waitFor();
  expect(await isAlive(me.token)).toBe(false);
  expect(await product().t.login(me.email, me.password)).toMatch(/^ey/);
  expect(await product().t.login(email, me.password)).toBeUndefined();
});

it('confirms an address entered in the app by the latest link', async () => {
  const { t } = product();
  const me = await member();
  const email = randomEmail();
  await t.expirePasswordEntry(me);
  await t.call('PATCH', '/users/me', { token: me.token, json: { email } });
  const page = await openSettings(me);
  const notice = page.getByText(`${email} replaces your address once you have opened the link`);
  await expectShown(notice);
  expect(await field(page, 'Email').inputValue()).toBe(me.email);
  const before = await linkInMail(product(), email, 'confirm-email-change');
  await button(page, 'Send the link again').click();
  await expectToast(page, 'A new link is on its way; the former one no longer works.');
  await expectSoon(
    async () => (await linkInMail(product(), email, 'confirm-email-change')) === before,
    false,
  );

  const other = await product().open('/login', { locale: 'fr' });
  await other.goto(before);
  await button(other, 'Confirmer l’adresse').click();
  await expectShown(other.getByRole('heading', { name: 'Ce lien ne fonctionne pas' }));
  await other.goto(await linkInMail(product(), email, 'confirm-email-change'));
  await button(other, 'Confirmer l’adresse').click();
  await expectShown(other.getByRole('heading', { name: 'Votre nouvelle adresse est active' }));
  expect((await read(me)).body).toMatchObject({ email, pending_email: null });
  await other.getByRole('link', { name: 'Aller à mon compte' }).click();
  await expectShown(other.getByRole('heading', { name: 'Connexion' }));
  await page.reload();
  await expectSoon(() => field(page, 'Email').inputValue(), email);
  expect(await notice.count()).toBe(0);
});

it('applies the preferences of the account in a new browser', async () => {
  const me = await member();
  const page = await openSettings(me);
  const group = (name: string) => page.getByRole('radiogroup', { name });
  await group('Colours').getByText('Dark').click();
  await group('Lists').getByText('Compact').click();
  await chooseZone(page, 'Auckland');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await group('Language').getByText('Français').click();
  await page.getByRole('heading', { name: 'Mon compte', exact: true }).waitFor();
  const preferences = async () => (await read(me, '/preferences/')).body;
  await expectSoon(async () => (await preferences()).shortcuts, false);
  expect(await preferences()).toMatchObject({
    theme: 'dark',
    density: 'compact',
    time_zone: 'Pacific/Auckland',
  });
  await expectSoon(async () => (await read(me)).body.locale, 'fr');

  const elsewhere = await product().open('/settings', { as: me, locale: 'en' });
  await elsewhere.getByRole('heading', { name: 'Mon compte', exact: true }).waitFor();
  await expectSoon(() => elsewhere.evaluate(() => document.documentElement.className), 'dark');
  await elsewhere.locator('[data-density="compact"]').waitFor();
  const zone = elsewhere.getByRole('combobox', { name: 'Fuseau horaire' });
  expect(await zone.inputValue()).toBe('Nouvelle-Zélande');
  await zone.fill('afrique du');
  await expectShown(elsewhere.getByRole('option', { name: 'Afrique du Sud' }));
  await zone.fill('pérou');
  expect(await elsewhere.getByRole('option').allTextContents()).toEqual(['PérouAmerica/Lima']);
  await expectAccessible(elsewhere);
  await zone.blur();
  expect(await zone.inputValue()).toBe('Nouvelle-Zélande');
  expect(await elsewhere.getByRole('switch').isChecked()).toBe(false);
  for (const key of ['g', 'd']) await elsewhere.keyboard.press(key);
  await elsewhere.keyboard.press('Control+k');
  await elsewhere.getByRole('dialog', { name: 'Rechercher ou aller à…' }).waitFor();
  expect(pathOf(elsewhere)).toBe('/settings');
});

it('sends the weekly summary by mail, and unsubscribes by the link in the mail', async () => {
  const { t, mails, origin } = product();
  const me = await inEnglish(t, t.colleague());
  const page = await openSettings(me);
  const choice = page.getByRole('switch', { name: 'Weekly summary by email' });
  await choice.press('Space');
  await expectSoon(async () => (await read(me, '/preferences/')).body.weekly_summary, true);
  await t.db.execute(`select graphile_worker.add_job('dashboard.weekly_summary_mail',
    json_build_object('user_id', '${me.id}', 'monday', date_trunc('week', now())::date))`);
  const mail = await eventually(async () => mails.received.find(({ to }) => to.includes(me.email)));

  const reader = await product().open('/login', { as: me, locale: 'en' });
  await reader.route('**/mail', (route) => route.fulfill({ contentType: 'text/html', body: mail.html }));
  await reader.goto(`${origin}/mail`);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [700, 320]) {
      await reader.emulateMedia({ colorScheme });
      await reader.setViewportSize({ width, height: 900 });
      await expectAccessible(reader, ['wcag2a', 'wcag2aa', 'wcag21aa']);
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  await expectShown(reader.getByRole('rowheader', { name: 'New members' }));
  await reader.getByRole('link', { name: 'Open the dashboard' }).click();
  await expectShown(reader.getByText(/compared with/));
  await reader.goto(`${origin}/mail`);
  await reader.getByRole('link', { name: 'Stop getting this summary' }).click();
  await reader.getByRole('button', { name: 'Stop getting it' }).click();
  await expectShown(reader.getByRole('heading', { name: 'That was the last one' }));
  await reader.getByRole('link', { name: 'Go to my account' }).click();
  await expectSoon(() => reader.getByRole('switch', { name: 'Weekly summary by email' }).isChecked(), false);
});
