import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { panel, useBroadcasts } from './broadcast-steps.ts';
import { expectAccessible, PHONE } from './harness.ts';
import {
  button,
  chooseZone,
  civilDay,
  dateField,
  expectBigTargets,
  inDialog,
  insertMembers,
  lastSundayOf,
  loseAnswer,
  marker,
  settle,
} from './steps.ts';
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

/** Body of an article that members can read; its slug comes from the title. */
const BODY = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] }] };

const contentOf = (name: string, state = 'ready') => ({
  translations: {
    fr: { title: name, excerpt: `About ${name}`, body: BODY, state: 'ready' },
    en: { title: `${name} in English`, excerpt: `About ${name} in English`, body: BODY, state },
  },
});

async function publish(title: string): Promise<string> {
  const { id, version } = await api('POST', '/news/', { content: contentOf(title) });
  await api('POST', `/news/${id}/publish`, { version });
  return id;
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
    await button(page, says.pause).click();
    await expectShown(page.getByText(says.paused, { exact: true }));
    // By keyboard: a toast is just moving out of the way, and the driver scrolls the page after a first miss.
    await button(page, says.resume).press('Enter');
    await expectSoon(async () => (await read(id)).status, 'sending');
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

  it('that is planned is kept or not sent, by two buttons that say so', async () => {
    const { id, version } = await draftTo([await reader()]);
    const local = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T12:00`;
    const plan = { version, local, time_zone: 'Europe/Paris', expected_devices: 1 };
    expect((await api('POST', `/broadcasts/${id}/schedule`, plan)).status).toBe('scheduled');
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Cancel sending').click();
    await inDialog(page, 'Keep it').click();
    expect((await read(id)).status).toBe('scheduled');
    await button(page, 'Cancel sending').click();
    await inDialog(page, 'Don’t send it').click();
    await expectSoon(async () => (await read(id)).status, 'cancelled');
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

  it('is not scheduled while it is not known whom it reaches at that time', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Schedule…').click();
    const go = inDialog(page, /^Schedule for 1.device$/);
    await expectShown(go);
    await page.route('**/api/v1/broadcasts/audience-preview', (route) =>
      route.fulfill({ status: 503, json: { detail: '', code: 'service_unavailable' } }),
    );
    await dateField(page, 'Day and time').fill(`${civilDay('Europe/Paris', 90)}T09:00`);
    const failure = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'not available' });
    await expectShown(failure);
    expect(await go.isDisabled()).toBe(true);
    await page.unroute('**/api/v1/broadcasts/audience-preview');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await go.click();
    await expectToast(page, 'The notification is scheduled.');
  });

  it('is scheduled, its time said in words, and made a draft again', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Schedule…').click();
    const time = dateField(page, 'Day and time');
    const go = inDialog(page, /^Schedule for 1.device$/);
    await time.fill('0002-01-01T09:00');
    await time.fill('2020-01-01T09:00');
    await go.click();
    await expectSoon(() => problemAt(time), 'This time has passed: choose another');
    const [spring, autumn] = [lastSundayOf('03'), lastSundayOf('10')];
    const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    const day = format(new Date(autumn));
    await time.fill(`${spring}T02:30`);
    await chooseZone(page, 'Paris');
    await expectSoon(() => problemAt(time), 'Clocks skip this time on that day: choose another');
    expect(await go.isDisabled()).toBe(true);
    expect(await page.getByRole('dialog').innerText()).not.toContain(format(new Date(spring)));
    await time.fill(`${autumn}T02:30`);
    expect(await problemAt(time)).toBeUndefined();
    await go.click();
    await expectFocused(page.getByRole('radio', { name: 'The first time (UTC+02:00)' }));
    await page.getByRole('radio', { name: 'The second time (UTC+01:00)' }).check();
    await chooseZone(page, 'New York');
    await expectShown(
      page
        .getByRole('dialog')
        .getByRole('status')
        .filter({ hasText: RegExp(`Sunday,? ${day}.+New.York.time.+in.\\d`) }),
    );
    await chooseZone(page, 'Paris');
    await go.click();
    await page.getByRole('radio', { name: 'The second time (UTC+01:00)' }).check();
    await go.click();
    await expectToast(page, 'The notification is scheduled.');
    expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: `${autumn}T01:30:00.000Z` });
    await expectShown(
      page.getByText(RegExp(`^Goes out Sunday,? ${day}.+\\(Paris.time, UTC\\+01:00\\), in.\\d`)),
    );
    await api('PATCH', '/preferences/', { time_zone: 'Asia/Tokyo' });
    await page.reload();
    await expectShown(
      page.getByText(RegExp(`\\(Paris.time, UTC\\+01:00\\), that is ${day} at 10:30`)).first(),
    );
    await api('PATCH', '/preferences/', { time_zone: null });
    await button(page, 'Move back to draft').click();
    await expectShown(button(page, 'Schedule…'));
    expect((await read(id)).status).toBe('draft');
  });

  it('goes out at each recipient’s own time, counted down to the first of them', async () => {
    const some = await Promise.all(
      ['Pacific/Pago_Pago', 'Asia/Tokyo'].map((time_zone) => reader({ time_zone })),
    );
    const { id } = await draftTo(some);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Schedule…').click();
    await page.getByRole('radio', { name: /^At this time for each recipient/ }).check();
    await dateField(page, 'Day and time').fill(`${civilDay('UTC', 90)}T09:00`);
    // The only one that names the time.
    await expectShown(page.getByText(/09:00, on each recipient’s own clock/));
    expect(await page.getByText('that time has already passed').count()).toBe(0);
    await inDialog(page, /^Schedule for/).click();
    await expectToast(page, 'The notification is scheduled.');
    expect(await read(id)).toMatchObject({ schedule_mode: 'local', late_policy: 'skip' });
    await expectShown(
      page.getByText(/^Goes out .+clock: in.\d.+ for the first recipients \(Tokyo.time\)\.$/),
    );
  });

  it.each([
    [
      'fr',
      /^Part le .+ \(heure.de.Paris\) · dans.\d/,
      'membres utilisant l’application en français, sur iOS, avec la version 2 ou plus récente, 1 membre choisi à la main',
      'L’écran d’accueil',
    ],
    [
      'en',
      /^Goes out .+ \(Paris.time\) · in.\d/,
      'members using the app in French, on iOS, with version 2 or later, 1 member chosen by hand',
      'The home screen',
    ],
  ] as const)(
    'tells when it goes out, to whom and what a tap opens, in %s',
    async (locale, when, whom, opens) => {
      const { id: member } = await reader({ locale: 'fr', app_version: '2.1.0' });
      const audience = {
        locales: ['fr'],
        platforms: ['ios'],
        app_version: { gte: '2' },
        member_ids: [member],
      };
      const { id, version } = await draftTo([], { audience, link: '/' });
      await api('POST', `/broadcasts/${id}/schedule`, {
        local: `${civilDay('UTC', 90)}T09:00`,
        time_zone: 'Europe/Paris',
        expected_devices: 1,
        version,
      });
      const account = await product().t.colleague();
      await api('PATCH', '/users/me', { locale }, account);
      const page = await openAs(`/broadcast/${id}`, account, { locale });
      await expectShown(
        page.getByText(when),
        page.getByRole('definition').getByText(whom),
        page.getByRole('definition').getByText(opens),
      );
    },
  );

  it('says beforehand who is left out because that time is over where they are', async () => {
    const some = await Promise.all(
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((time_zone) => reader({ time_zone })),
    );
    const { id } = await draftTo(some);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Schedule…').click();
    await page.getByRole('radio', { name: /^At this time for each recipient/ }).check();
    // Two hours ago in Kiritimati (UTC+14).
    const local = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(0, 16);
    await dateField(page, 'Day and time').fill(local);
    const leftOut = page.getByText(/^1.device won’t get it: that time has already passed there\.$/);
    await expectShown(leftOut);
    await page.getByRole('radio', { name: /^Send at once/ }).check();
    await expectSoon(() => leftOut.count(), 0);
    await page.getByRole('radio', { name: /^Skip them/ }).check();
    await expectShown(leftOut);
    await inDialog(page, /^Schedule for 2.devices$/).click();
    await expectToast(page, 'The notification is scheduled.');
    await expectSoon(async () => (await read(id)).skipped, 1);
  });

  it('is not sent at once to those who are late by a choice that another time has hidden', async () => {
    const { id } = await draftTo([await reader({ time_zone: 'Pacific/Pago_Pago' })]);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Schedule…').click();
    await page.getByRole('radio', { name: /^At this time for each recipient/ }).check();
    await dateField(page, 'Day and time').fill(`${civilDay('UTC')}T00:00`);
    const sendLate = page.getByRole('radio', { name: /^Send at once/ });
    await sendLate.check();
    await dateField(page, 'Day and time').fill(`${civilDay('UTC', 90)}T09:00`);
    await expectSoon(() => sendLate.count(), 0);
    await inDialog(page, /^Schedule for 1.device$/).click();
    await expectToast(page, 'The notification is scheduled.');
    expect(await read(id)).toMatchObject({ schedule_mode: 'local', late_policy: 'skip' });
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

  it('is for nobody until it says whom, and counts them while conditions are chosen', async () => {
    const some = await Promise.all([reader({ app_version: '7.1.0' }), reader({ app_version: '7.2.0' })]);
    const page = await openAs('/broadcast/new');
    const reach = page.getByRole('region', { name: 'Reachable now' });
    await expectShown(reach.getByText('Choose the recipients: the count appears here.'));
    await page.getByRole('radio', { name: /^Some members/ }).check();
    await page.getByLabel('From', { exact: true }).first().fill('7');
    await expectShown(reach.getByText(/^2.devices of 2.members$/));
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

  it('leads to an article, to a page, or to a site that the service knows', async () => {
    const title = marker();
    await publish(title);
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    await page.getByRole('radio', { name: 'An article', exact: true }).check();
    await page.getByLabel('Search among published articles').first().fill(title);
    await page.getByRole('option', { name: title }).click();
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).link).toBe(`/news/${title}`);
    await page.getByRole('radio', { name: 'Another address', exact: true }).check();
    const address = page.getByLabel('Path in the app, or address');
    await address.fill('https://evil.example/');
    await button(page, 'Save').click();
    await expectSoon(async () => (await problemAt(address))?.startsWith('Enter a path in the app'), true);
  });
});

describe('a published article', () => {
  it('is pushed once, with what it says', async () => {
    const title = marker();
    const article = await publish(title);
    const { version } = await api('GET', `/news/${article}`);
    await api('PATCH', `/news/${article}`, { version, content: contentOf('Not published', 'draft') });
    const member = await reader();
    const page = await openAs(`/news/${article}`);
    await page.getByRole('link', { name: 'Send a notification…' }).click();
    await page.waitForURL('**/broadcast/new?**');
    await expectSoon(
      () => panel(page, 'English').getByLabel('Title', { exact: true }).inputValue(),
      `${title} in English`,
    );
    await page.getByRole('radio', { name: /^Some members/ }).check();
    await page.getByLabel('Members chosen by hand').first().fill(member.email);
    await page.getByRole('listbox', { name: 'Members chosen by hand' }).getByRole('option').click();
    await button(page, 'Save').click();
    await page.waitForURL(/broadcast\/[\da-f-]{36}$/);
    const id = placeOf(page).split('/')[2] ?? '';
    expect(await read(id)).toMatchObject({
      source: 'news',
      source_id: article,
      category: 'news',
      link: `/news/${title}`,
      translations: { fr: { title, body: `About ${title}` } },
    });
    await button(page, 'Send…').click();
    await inDialog(page, /^Send to 1.device$/).click();
    await expectSoon(async () => (await read(id)).status, 'sent');
    await page.goto(`${product().origin}/news/${article}`);
    await settle(page);
    await expectShown(page.getByRole('link', { name: /^Sent on/ }));
    await page.goto(`${product().origin}/broadcast/new?article=${article}`);
    await expectShown(page.getByText(/^This article already has its notification/));
    await page.getByRole('link', { name: 'See that notification' }).click();
    await page.waitForURL(`**/broadcast/${id}`);
  });
});

describe('a push about an article that can’t be read at the moment', () => {
  it('says so, and is written once it can be', async () => {
    const title = marker();
    const article = await publish(title);
    const page = await openAs('/broadcast');
    let isAway = true;
    await page.route(`**/api/v1/news/${article}**`, (route) =>
      isAway
        ? route.fulfill({ status: 503, json: { detail: 'Not now', code: 'service_unavailable' } })
        : route.continue(),
    );
    await page.goto(`${product().origin}/broadcast/new?article=${article}`);
    const again = button(page, 'Try again');
    await again.waitFor();
    expect(await page.getByLabel('Title', { exact: true }).count()).toBe(0);
    isAway = false;
    await again.click();
    await expectSoon(
      () => panel(page, 'English').getByLabel('Title', { exact: true }).inputValue(),
      `${title} in English`,
    );
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
