import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { panel, useBroadcasts } from './broadcast-steps.ts';
import { expectAccessible, PHONE } from './harness.ts';
import { button, expectBigTargets, inDialog, insertMembers, loseAnswer, marker, settle } from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  holdUp,
  placeOf,
  problemAt,
  requestsOf,
} from './watching.ts';

const { product, api, openAs, givePhone, reader, draftTo, read } = useBroadcasts({
  PUSH_MESSAGES_PER_SECOND: '100',
});

/** Sending is stopped after the first 500: the rest lasts for 25 seconds. */
const PHONES = 3000;

/** Members with another app version, which only `everyone` includes. */
beforeAll(async () => {
  const { t } = product();
  await insertMembers(t, 'crowd', PHONES);
  await t.db.execute(`insert into devices (id, installation_id, user_id, platform, provider, token, token_hash,
      locale, app_version, push_permission, created_at, last_seen_at)
    select gen_random_uuid(), gen_random_uuid(), id, 'android', 'fcm', id::text, id::text, locale, '3.0.0', 'granted', now(), now()
    from users where full_name like 'crowd %'`);
});

/** Fills in both languages. */
async function write(
  page: Page,
  title: string,
  languages = ['French', 'English'],
  labels = ['Title', 'Text'],
) {
  for (const [index, name] of languages.entries()) {
    const [titleLabel = '', bodyLabel = ''] = labels;
    const at = panel(page, name);
    await at.getByLabel(titleLabel, { exact: true }).fill(`${title} ${index}`);
    await at.getByLabel(bodyLabel, { exact: true }).fill(`Body 👩‍👧 ${index}`);
  }
}

/** True if nothing lies over the lower edge of an element, such as the bar of a form. */
function isUncovered(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 8, bottom - 4));
}

describe('a push', () => {
  it.each([
    {
      locale: 'fr',
      languages: ['Français', 'Anglais'],
      labels: ['Titre', 'Texte'],
      everyone: 'Tous les membres',
      test: 'Tester…',
      sendTest: 'Envoyer le test',
      tested: /Envoyé.: 2.tests marqués \[TEST\]\./,
      send: 'Envoyer…',
      type: /^Beaucoup de téléphones vont sonner/,
      password: 'Votre mot de passe',
      sure: 'Confirmer',
      confirm: /^Envoyer à 3.00\d.appareils$/,
      pause: 'Mettre en pause',
      paused: 'L’envoi est en pause',
      resume: 'Reprendre',
      stop: 'Arrêter',
      stopDo: 'Arrêter pour de bon',
      isStopped: 'L’envoi est arrêté.',
      stopped: 'Annulée',
    },
    {
      locale: 'en',
      languages: ['French', 'English'],
      labels: ['Title', 'Text'],
      everyone: 'All members',
      test: 'Test…',
      sendTest: 'Send the test',
      tested: /Sent: 2.tests marked \[TEST\]\./,
      send: 'Send…',
      type: /^Many phones will ring/,
      password: 'Your password',
      sure: 'Confirm',
      confirm: /^Send to 3.00\d.devices$/,
      pause: 'Pause',
      paused: 'Sending is paused',
      resume: 'Resume',
      stop: 'Stop',
      stopDo: 'Stop for good',
      isStopped: 'The sending is stopped.',
      stopped: 'Cancelled',
    },
  ] as const)('is written, tested, sent, followed, paused, resumed and stopped, in $locale', async (says) => {
    const { t } = product();
    const account = await t.colleague();
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale: says.locale } });
    const title = marker();
    const page = await product().open('/broadcast/new', { as: account, locale: says.locale });
    await settle(page);
    await write(page, title, [...says.languages], [...says.labels]);
    await expectShown(page.getByRole('figure').getByText(`${title} ${says.locale === 'fr' ? 0 : 1}`));
    await page.getByRole('radio', { name: says.everyone, exact: true }).check();
    await givePhone(account, { platform: 'ios' });
    await button(page, says.test).click();
    await inDialog(page, says.sendTest).click();
    await page.waitForURL(/broadcast\/[\da-f-]{36}$/);
    const id = placeOf(page).split('/')[2] ?? '';
    await expectShown(page.getByText(says.tested));
    expect((await read(id)).status).toBe('draft');

    await t.db.execute(
      `update sessions set password_at = now() - interval '1 hour' where user_id = '${account.id}'`,
    );
    await button(page, says.send).click();
    const confirm = inDialog(page, says.confirm);
    await confirm.waitFor();
    const typed = page.getByLabel(says.type);
    expect(await confirm.isDisabled()).toBe(true);
    // The new phone may only be counted while this is typed.
    await expectSoon(async () => {
      await typed.fill(((await confirm.innerText()).match(/\d[\d\s.,]*/)?.[0] ?? '').trim());
      return confirm.isEnabled();
    }, true);
    await confirm.click();
    await page.getByLabel(says.password, { exact: true }).fill(account.password);
    await inDialog(page, says.sure).click();

    const bar = page.getByRole('main').getByRole('progressbar');
    await expectSoon(async () => Number(await bar.getAttribute('aria-valuenow')) >= 500, true);
    // By keyboard: a toast is just moving out of the way, and the driver scrolls the page after a first miss.
    await button(page, says.pause).press('Enter');
    await expectShown(page.getByText(says.paused, { exact: true }));
    await button(page, says.resume).press('Enter');
    await expectSoon(async () => (await read(id)).status, 'sending');
    // A key that is pressed before the page has its answer is lost.
    await expectSoon(() => button(page, says.stop).isEnabled(), true);
    await button(page, says.stop).press('Enter');
    await inDialog(page, says.stopDo).click();
    await expectShown(page.getByText(says.isStopped));
    await expectShown(page.locator('h1').getByText(says.stopped, { exact: true }));
    await expectSoon(async () => {
      const { sent, cancelled, targeted } = await read(id);
      return cancelled > 0 && sent + cancelled === targeted;
    }, true);
  });

  it('is previewed on a phone of today, in the language of the member', async () => {
    const page = await product().open('/broadcast/new', { as: await product().t.colleague(), locale: 'fr' });
    product().own(page);
    await page.clock.setFixedTime('2031-06-01T10:00:00Z');
    await page.reload();
    await expectShown(page.getByRole('figure').getByText(/^dimanche 1er\sjuin$/));
    await page.getByRole('radiogroup').getByText('Anglais', { exact: true }).click();
    await expectShown(page.getByRole('figure').getByText('Sunday 1 June'));
  });

  it('is tested on the phones of chosen testers, once however often it is asked for', async () => {
    const token = randomUUID();
    const tester = await reader({ token });
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    const calls = requestsOf(page, 'POST', /\/test$/);
    await loseAnswer(page, '**/test');
    await button(page, 'Test…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'To chosen testers' }).check();
    const send = inDialog(page, 'Send the test');
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('combobox').fill(tester.email);
    await dialog.getByRole('option').first().click();
    await expectShown(dialog.getByText(/^Goes to 1.device\.$/));
    await send.click();
    await expectToast(page, 'Something went wrong!');
    await send.click();
    await expectShown(page.getByText(/Sent: 2.tests marked \[TEST\]\./));
    const keys = calls.map((call) => call.headers()['idempotency-key']);
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([2, 1, 'string']);
    const tests = await product().t.db.execute(`select title from local_pushes where token = '${token}'`);
    expect(tests.length).toBe(2);
  });

  it('goes to members found and chosen by keyboard alone', async () => {
    const name = marker();
    const { t } = product();
    const { id: second } = await t.member({ full_name: `${name} Zoe` });
    await t.member({ full_name: `${name} Anna` });
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    await page.getByRole('radio', { name: /^Some members/ }).check();
    const field = page.getByRole('combobox', { name: 'Members chosen by hand' });
    const options = page.getByRole('listbox', { name: 'Members chosen by hand' }).getByRole('option');
    await field.focus();
    await page.keyboard.type(name);
    await expectSoon(() => options.count(), 2);
    await expectAccessible(page);
    const zoe = (await options.first().innerText()).includes('Zoe') ? 0 : 1;
    for (let times = 0; times <= zoe; times++) await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await options.nth(zoe).getAttribute('id'));
    expect(await options.nth(zoe).evaluate(isUncovered)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectShown(button(page, `Remove ${name} Zoe`));
    expect(await field.inputValue()).toBe('');
    // The one chosen is not offered again; Enter takes nothing before an arrow key.
    await page.keyboard.type(name);
    await expectSoon(() => options.allInnerTexts().then((texts) => texts.join().includes('Zoe')), false);
    await expectSoon(() => options.count(), 1);
    await page.keyboard.press('Enter');
    expect(await options.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expectSoon(() => options.count(), 0);
    expect(await field.inputValue()).toBe('');
    await button(page, 'Save').press('Enter');
    await expectSoon(async () => (await read(id)).audience, { member_ids: [second] });
  });

  it('for some members but one says which ones before it is saved, and keeps the exception', async () => {
    const { id: excepted, email } = await reader();
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    const some = page.getByRole('radio', { name: /^Some members/ });
    await some.check();
    await page.getByRole('combobox', { name: 'Except' }).fill(email);
    await page.getByRole('listbox', { name: 'Except' }).getByRole('option').first().click();
    const chosen = page.getByRole('button', { name: /^Remove / });
    await expectShown(chosen);
    await button(page, 'Save').click();
    const problem = page.getByText(/^Say which members: /);
    await expectShown(problem, chosen);
    await expectFocused(some);
    expect((await read(id)).audience).toBeNull();
    await page.getByRole('checkbox', { name: 'French' }).check();
    await expectSoon(() => problem.count(), 0);
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).audience).toEqual({ locales: ['fr'], exclude_member_ids: [excepted] });
  });

  it('is kept back by no condition that is wrong and no longer asked for', async () => {
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    await page.getByRole('radio', { name: /^Some members/ }).check();
    const version = page.getByLabel('From', { exact: true }).first();
    const reach = page.getByRole('region', { name: 'Reachable now' });
    await version.fill('v2');
    await expectShown(reach.getByText('Correct the conditions: the count appears here.'));
    await button(page, 'Save').click();
    await expectFocused(version);
    await page.getByRole('radio', { name: /^All members/ }).check();
    await expectShown(reach.getByText(/devices? of/));
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).audience).toEqual({ everyone: true });
  });

  it('is for nobody until it says whom, and counts them while conditions are chosen', async () => {
    const some = await Promise.all([reader({ app_version: '7.1.0' }), reader({ app_version: '7.2.0' })]);
    const page = await openAs('/broadcast/new');
    const reach = page.getByRole('region', { name: 'Reachable now' });
    await expectShown(reach.getByText('Choose the recipients: the count appears here.'));
    await page.getByRole('radio', { name: /^Some members/ }).check();
    await expectShown(reach.getByText('Add at least one condition, or choose members by hand.'));
    await page.getByLabel('From', { exact: true }).first().fill('7');
    await expectShown(reach.getByText(/^2.devices of 2.members$/));
    // Further down, the names would read as those who get nothing.
    await expectShown(reach.locator('[role=status] + *').filter({ hasText: /^Recipients, for example: / }));
    await page.getByLabel('Before', { exact: true }).fill('7.2');
    await expectShown(reach.getByText(/^1.device of 1.member$/));
    await api('PATCH', '/app/notification-preferences', { announcement: false }, some[0]);
    await page.getByLabel('Before', { exact: true }).fill('7.3');
    await expectShown(
      reach.getByText(/^1.device of 1.member$/),
      reach.getByText('opted out of this category'),
    );
  });

  it('says in which language it is too large for phones', async () => {
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    const body = panel(page, 'English').getByLabel('Text', { exact: true });
    await body.fill('👩‍👩‍👧‍👦'.repeat(200));
    await button(page, 'Save').click();
    await expectSoon(
      async () => (await problemAt(body))?.startsWith('In English, texts and link take'),
      true,
    );
  });

  it('shows its picture on the phone, and keeps it', async () => {
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    const buffer = await page.screenshot({ type: 'jpeg' });
    const chooser = page.waitForEvent('filechooser');
    await panel(page, 'Picture').getByRole('button').click();
    await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('figure').locator('img[src^="/media/"]').waitFor();
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).image).toMatch(/^\/media\//);
    await page.reload();
    await page.getByRole('figure').locator('img[src^="/media/"]').waitFor();
    await button(page, 'Remove the picture').click();
    await button(page, 'Save').click();
    await expectSoon(async () => (await read(id)).image_id, null);
  });

  it('is neither sent nor left while its picture is on its way', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    const buffer = await page.screenshot({ type: 'jpeg' });
    const letGo = await holdUp(page, 'POST', '**/media/');
    const chooser = page.waitForEvent('filechooser');
    await panel(page, 'Picture').getByRole('button').click();
    await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer });
    await expectShown(page.getByRole('status').getByText('The picture is being uploaded.'));
    for (const name of ['Save', 'Test…', 'Schedule…', 'Send…'])
      expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
    await page.getByRole('link', { name: 'Back to the notifications' }).click();
    await expectShown(page.getByRole('dialog', { name: 'Leave without saving?' }));
    await page.keyboard.press('Escape');
    letGo();
    await page.getByRole('figure').locator('img[src^="/media/"]').waitFor();
    await button(page, 'Send…').click();
    await inDialog(page, /^Send to 1.device$/).waitFor();
    expect((await read(id)).image).toMatch(/^\/media\//);
  });

  it('is created with its picture only, also by a key', async () => {
    const page = await openAs('/broadcast/new');
    const buffer = await page.screenshot({ type: 'jpeg' });
    const letGo = await holdUp(page, 'POST', '**/media/');
    const chooser = page.waitForEvent('filechooser');
    await panel(page, 'Picture').getByRole('button').click();
    await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByLabel('Name for the team').fill(marker());
    await page.keyboard.press('Control+s');
    await expectShown(page.getByRole('alert').getByText('The picture is being uploaded.'));
    letGo();
    await expectShown(button(page, 'Remove the picture'));
    await page.keyboard.press('Control+s');
    await page.waitForURL(/[\da-f-]{36}$/);
    expect((await read(page.url().split('/').at(-1) ?? '')).image).toMatch(/^\/media\//);
  });
});

describe('the list of pushes', () => {
  it('keeps its filters in the address, and says what there is', async () => {
    const name = marker();
    await draftTo([], { name });
    const page = await openAs('/broadcast');
    await page.getByRole('searchbox').fill(name);
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await expectSoon(() => rows.count(), 1);
    await page.getByLabel('Status').selectOption('sent');
    await expectShown(page.getByText('Nothing matches'));
    expect(placeOf(page)).toBe(`/broadcast?search=${name}&status=sent`);
    await page.goBack();
    await rows.getByRole('link', { name }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: new RegExp(name) }));
    await page.getByRole('link', { name: 'Back to the notifications' }).click();
    expect(placeOf(page)).toBe(`/broadcast?search=${name}`);
  });

  it('follows what others do', async () => {
    const name = marker();
    const page = await openAs('/broadcast');
    const listening = page.waitForResponse('**/api/v1/events');
    await page.goto(`${product().origin}/broadcast?search=${name}`);
    await listening;
    await expectShown(page.getByText('Nothing matches'));
    await draftTo([], { name });
    await expectShown(page.getByRole('link', { name }));
  });
});

describe('on a phone', () => {
  async function openOnPhone(path: string): Promise<Page> {
    return openAs(path, undefined, { viewport: PHONE });
  }
  async function expectUsable(page: Page): Promise<void> {
    await settle(page);
    await expectAccessible(page);
    await expectBigTargets(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  const draft = async () => draftTo([await reader()]);

  it('the composer can be used', async () => {
    const page = await openOnPhone(`/broadcast/${(await draft()).id}`);
    await expectUsable(page);
    await page.getByRole('radio', { name: /^Some members/ }).check();
    await expectUsable(page);
  });

  it('the confirmation can be used', async () => {
    const page = await openOnPhone(`/broadcast/${(await draft()).id}`);
    await button(page, 'Preview').click();
    await expectShown(page.getByRole('dialog').getByRole('figure'));
    await page.keyboard.press('Escape');
    await button(page, 'Other actions').click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    await inDialog(page, /^Schedule for/).waitFor();
    await expectUsable(page);
  });

  it('the result and the list can be used', async () => {
    const { id } = await draft();
    const page = await openOnPhone(`/broadcast/${id}`);
    await button(page, 'Send…').click();
    await inDialog(page, /^Send to 1.device$/).click();
    await expectShown(page.getByText(/^Took/), page.getByText('100% of 1 device'));
    await expectUsable(page);
    await page.goto(`${product().origin}/broadcast`);
    await expectUsable(page);
  });
});
