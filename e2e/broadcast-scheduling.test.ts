import { describe, expect, it } from 'vitest';
import { useBroadcasts } from './broadcast-steps.ts';
import { button, chooseZone, civilDay, dateField, inDialog, lastSundayOf } from './steps.ts';
import { expectFocused, expectShown, expectSoon, expectToast, problemAt } from './watching.ts';

const { product, api, openAs, reader, draftTo, read } = useBroadcasts();

describe('a push', () => {
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
    const [spring, autumn] = [lastSundayOf('03'), lastSundayOf('10')];
    const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    await time.fill('0002-01-01T09:00');
    await time.fill('2020-01-01T09:00');
    await expectSoon(() => problemAt(time), 'This time has passed: choose another');
    expect(await go.isDisabled()).toBe(true);
    expect(await page.getByRole('dialog').innerText()).not.toMatch(/2020|Paris.time/);
    await button(page, 'Day and time: calendar').click();
    const today = civilDay('Europe/Paris');
    await expectFocused(page.getByRole('button', { name: format(new Date(today)), exact: true }));
    expect(await button(page, 'Previous month').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: /^At this time for each recipient/ }).check();
    await expectSoon(() => problemAt(time), 'This time has passed: choose another');
    expect(await go.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /^At one moment for all/ }).check();
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
        page.getByRole('definition').getByText(whom, { exact: true }),
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
});
