import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, eventually, randomEmail } from '../apps/api/test/harness.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { button, chooseZone, inDialog, linkInMail } from './steps.ts';
import {
  expectShown,
  expectSoon,
  expectToast,
  holdUp,
  inEnglish,
  placeOf,
  problemAt,
  stored,
} from './watching.ts';

const product = useProduct();

const member = () => inEnglish(product().t, product().t.member({ full_name: 'Zoé Lefèvre' }));
const openSettings = (account: Account) => product().open('/settings', { as: account, locale: 'en' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const read = async ({ token }: Account, path = '/users/me') => product().t.call('GET', path, { token });
const isAlive = async (token: string) =>
  (await product().t.call('GET', '/users/me', { token })).status === 200;

describe('My account', () => {
  it('changes the name, which shows at once everywhere', async () => {
    const me = await member();
    const page = await openSettings(me);
    await field(page, 'Full name').fill('Zoé Martin');
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    await page.getByRole('button', { name: 'Account menu of Zoé Martin' }).waitFor();
    expect((await read(me)).body.full_name).toBe('Zoé Martin');
  });

  it('loses nothing of what is typed while it is saved', async () => {
    const me = await member();
    const page = await openSettings(me);
    const name = field(page, 'Full name');
    await name.fill('Zoé');
    const letGo = await holdUp(page, 'PATCH', '**/users/me');
    await button(page, 'Save').click();
    await name.fill('Zoé Martin');
    letGo();
    await expectToast(page, 'The changes are saved.');
    expect((await read(me)).body.full_name).toBe('Zoé');
    expect(await name.inputValue()).toBe('Zoé Martin');
    await page.reload();
    await expectSoon(() => name.inputValue(), 'Zoé Martin');
  });

  it('takes over what was changed elsewhere, and leaves what is typed', async () => {
    const me = await inEnglish(product().t, product().t.colleague());
    const change = (full_name: string) =>
      product().t.call('PATCH', '/users/me', { token: me.token, json: { full_name } });
    const page = await openSettings(me);
    const [name, address] = [field(page, 'Full name'), field(page, 'Email')];
    await expectSoon(() => address.inputValue(), me.email);
    await change('Zoé Martin');
    await expectSoon(() => name.inputValue(), 'Zoé Martin');
    await expectSoon(() => button(page, 'Save').isEnabled(), false);
    const email = randomEmail();
    await address.fill(email);
    await change('Zoé Dubois');
    await expectSoon(() => name.inputValue(), 'Zoé Dubois');
    expect(await address.inputValue()).toBe(email);
  });

  it('changes the address with the password only; the former one can undo it', async () => {
    const me = await member();
    const email = randomEmail();
    const page = await openSettings(me);
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
    await expectToast(page, 'The changes are saved.');
    expect((await read(me)).body.email).toBe(email);

    const other = await product().open('/login', { locale: 'en' });
    await other.goto(await linkInMail(product(), me.email, 'undo-email-change'));
    await button(other, 'Undo the change').click();
    await other.getByRole('heading', { name: 'The change of address is undone' }).waitFor();
    expect(await isAlive(me.token)).toBe(false);
    expect(await product().t.login(me.email, me.password)).toMatch(/^ey/);
    expect(await product().t.login(email, me.password)).toBeUndefined();
  });

  it('shows the address that was given in the app, until it is confirmed by the link', async () => {
    const { t } = product();
    const me = await member();
    const email = randomEmail();
    await t.letPasswordAge(me);
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

  it('keeps the address where the one that was given in the app is not to be confirmed', async () => {
    const { t } = product();
    const me = await member();
    await t.letPasswordAge(me);
    await t.call('PATCH', '/users/me', { token: me.token, json: { email: randomEmail() } });
    const page = await openSettings(me);
    await button(page, 'Keep my address').click();
    await expectToast(page, 'Your address stays as it is.');
    await expectSoon(() => button(page, 'Keep my address').count(), 0);
    expect((await read(me)).body).toMatchObject({ email: me.email, pending_email: null });
  });

  it('changes the password, which ends every session but this one', async () => {
    const me = await member();
    const other = await product().t.login(me.email, me.password);
    const page = await openSettings(me);
    const change = async (current: string, next: string) => {
      await field(page, 'Current password').fill(current);
      await field(page, 'New password').fill(next);
      await field(page, 'Confirm password').fill(next);
      await button(page, 'Change the password').click();
    };
    await change('not this one', 'battery staple');
    await expectSoon(() => problemAt(field(page, 'Current password')), 'Incorrect password');
    await change(me.password, me.password);
    await expectSoon(
      () => problemAt(field(page, 'New password')),
      'New password cannot be the same as the current one',
    );
    expect(await isAlive(other)).toBe(true);
    await change(me.password, 'battery staple');
    await expectToast(page, 'Your password has been changed.');
    expect(await field(page, 'Current password').inputValue()).toBe('');
    expect([await isAlive(other), await isAlive(me.token)]).toEqual([false, true]);
    expect(await product().t.login(me.email, me.password)).toBeUndefined();
    expect(await product().t.login(me.email, 'battery staple')).toMatch(/^ey/);
  });

  it('keeps how the pages look with the account, for every new browser', async () => {
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
    expect(placeOf(elsewhere)).toBe('/settings');
  });

  it('shows what another window chose as soon as one comes back to it', async () => {
    const me = await member();
    const [one, other] = [await openSettings(me), await openSettings(me)];
    const compact = one.getByRole('radio', { name: 'Compact' });
    await expectSoon(() => compact.isChecked(), false);
    await other.getByRole('radiogroup', { name: 'Lists' }).getByText('Compact').click();
    await expectSoon(async () => (await read(me, '/preferences/')).body.density, 'compact');
    await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expectSoon(() => compact.isChecked(), true);
  });

  it('takes a choice back that can’t be stored, and only that', async () => {
    const me = await member();
    const page = await openSettings(me);
    const { promise: seen, resolve: refuse } = Promise.withResolvers<void>();
    await page.route('**/api/v1/preferences/', async (route) => {
      if (!route.request().postData()?.includes('theme')) return route.continue();
      await seen;
      return route.fulfill({ status: 500, json: {} });
    });
    const theme = () => page.evaluate(() => document.documentElement.className);
    await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark').click();
    await expectSoon(theme, 'dark');
    await page.getByRole('radiogroup', { name: 'Lists' }).getByText('Compact').click();
    await expectSoon(async () => (await read(me, '/preferences/')).body.density, 'compact');
    refuse();
    await expectToast(page, 'Something went wrong!');
    await expectSoon(theme, 'light');
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Compact' }).isChecked()).toBe(true);
  });

  it('lists where one is signed in, and ends one session or all', async () => {
    const me = await member();
    const form = { username: me.email, password: me.password };
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
    const signIn = await product().t.call('POST', '/login/access-token', { form, headers });
    const page = await openSettings(me);
    const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' });
    await expectShown(sessions.filter({ hasText: 'This browser' }));
    expect(await sessions.count()).toBe(2);
    await button(page, 'End the session: Firefox on Windows').click();
    await expectToast(page, 'The session has ended.');
    await expectSoon(() => sessions.count(), 1);
    expect([await isAlive(signIn.body.access_token), await isAlive(me.token)]).toEqual([false, true]);

    const other = await product().t.login(me.email, me.password);
    await button(page, 'Log out everywhere').click();
    await inDialog(page, 'Log out everywhere').click();
    await page.waitForURL('**/login');
    expect(await stored(page, 'access_token')).toBeNull();
    expect([await isAlive(other), await isAlive(me.token)]).toEqual([false, false]);
  });

  it('deletes the account once the word and the password are typed', async () => {
    const me = await member();
    const page = await openSettings(me);
    const open = async () => {
      await button(page, 'Erase my account for good').click();
      await field(page, 'Type erase to confirm').fill('erase');
      await inDialog(page, 'Erase my account for good').click();
    };
    await open();
    await field(page, 'Your password').fill('not this one');
    await inDialog(page, 'Confirm').click();
    await expectSoon(() => problemAt(field(page, 'Your password')), 'Incorrect password');
    await inDialog(page, 'Cancel').click();
    expect(await isAlive(me.token)).toBe(true);
    await open();
    await field(page, 'Your password').fill(me.password);
    await inDialog(page, 'Confirm').click();
    await page.waitForURL('**/login');
    expect(await product().t.login(me.email, me.password)).toBeUndefined();
    const { t } = product();
    const { token } = await t.superuser();
    await eventually(async () =>
      (await t.call('GET', `/users/${me.id}`, { token })).status === 404 ? true : undefined,
    );
  });

  it('tells a superuser why theirs can’t be deleted here', async () => {
    const admin = await inEnglish(product().t, product().t.superuser());
    const page = await openSettings(admin);
    await page.getByText('You are an administrator: you can’t erase your own account').waitFor();
    expect(await button(page, 'Erase my account for good').isDisabled()).toBe(true);
  });
});

describe('the weekly summary', () => {
  it('is no choice of members', async () => {
    const page = await openSettings(await member());
    await expectShown(page.getByText('Single-key shortcuts'));
    expect(await page.getByText('Weekly summary').count()).toBe(0);
  });

  it('is chosen, read in any mail program, and ended by its link', async () => {
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
    await expectSoon(
      () => reader.getByRole('switch', { name: 'Weekly summary by email' }).isChecked(),
      false,
    );
  });
});
