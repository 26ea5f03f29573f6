import { describe, expect, it } from 'vitest';
import { panel, TEXTS, useBroadcasts } from './broadcast-steps.ts';
import { button, drafts, inDialog, insertMembers, loseAnswer, marker, titleIn, titlesIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, placeOf, requestsOf } from './watching.ts';

const { product, api, openAs, givePhone, reader, draftTo, read } = useBroadcasts();

describe('a push', () => {
  it('REL-BC-4: is sent once when the answer is lost and somebody presses again', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs('/broadcast');
    // Without this, the page learns that the push is being sent before anybody can click again.
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.goto(`${product().origin}/broadcast/${id}`);
    const calls = requestsOf(page, 'POST', /\/send$/);
    await loseAnswer(page, '**/send');
    await button(page, 'Send…').click();
    const go = inDialog(page, /^Send to 1.device$/);
    await go.click();
    await expectToast(page, 'Something went wrong!');
    await go.click();
    await expectToast(page, 'Sending has started.');
    const keys = calls.map((call) => call.headers()['idempotency-key']);
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([2, 1, 'string']);
    await expectSoon(async () => {
      const { status, targeted, sent } = await read(id);
      return [status, targeted, sent];
    }, ['sent', 1, 1]);
  });

  it('tells that the crowd is another one, and asks again', async () => {
    const city = marker();
    await insertMembers(product().t, city, 40);
    const phones = (where: string) =>
      product().t.db.execute(`insert into devices (id, installation_id, user_id, platform, provider, token, token_hash,
          locale, app_version, push_permission, created_at, last_seen_at)
        select gen_random_uuid(), gen_random_uuid(), id, 'web', 'fcm', id::text, id::text, 'fr', '9.0.0', 'granted', now(), now()
        from users where full_name like '${city} %' and ${where}`);
    await phones(`right(full_name, 2)::int <= 5`);
    const { id } = await draftTo([], { audience: { app_version: { gte: '9' } } });
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Send…').click();
    await inDialog(page, /^Send to 5.devices$/).waitFor();
    await phones(`right(full_name, 2)::int > 5`);
    await inDialog(page, /^Send to/).click();
    await expectShown(page.getByText(/It is now 40.devices instead of 5\. Nothing was sent/));
    expect((await read(id)).status).toBe('draft');
    await inDialog(page, /^Send to 40.devices$/).click();
    await expectToast(page, 'Sending has started.');
  });

  it('goes out as it was read, or not at all', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await button(page, 'Send…').click();
    const go = inDialog(page, /^Send to 1.device$/);
    await go.waitFor();
    await api('PATCH', `/broadcasts/${id}`, {
      translations: { fr: { title: 'Autrement', body: 'Et là' } },
    });
    await expectSoon(
      () => panel(page, 'French').getByLabel('Title', { exact: true }).inputValue(),
      'Autrement',
    );
    await expectShown(page.getByRole('dialog').getByText('À tous'));
    await go.click();
    await expectToast(page, 'Somebody else has just saved a change: check it, then try again.');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    expect((await read(id)).status).toBe('draft');
  });

  it('shows both what two have written, and overwrites nothing', async () => {
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    const title = panel(page, 'French').getByLabel('Title', { exact: true });
    await title.fill('Le mien');
    await api('PATCH', `/broadcasts/${id}`, {
      name: 'Renamed',
      translations: { fr: { title: 'Le sien', body: 'À tous' } },
    });
    await expectShown(page.getByText(/changed this draft .+ nothing is overwritten without you/));
    expect(await title.inputValue()).toBe('Le mien');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog');
    await expectShown(dialog.getByText('Le mien'), dialog.getByText('Le sien'));
    await inDialog(page, 'Save this choice').click();
    await expectToast(page, 'The changes are saved.');
    expect(await read(id)).toMatchObject({
      name: 'Renamed',
      translations: { fr: { title: 'Le mien', body: 'À tous' }, en: TEXTS.en },
    });
  });

  it('that a colleague has sent meanwhile leaves what was typed, to be kept as another', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await panel(page, 'French').getByLabel('Title', { exact: true }).fill('Trop tard');
    await api('POST', `/broadcasts/${id}/send`, { expected_devices: 1 });
    await expectShown(page.getByText(/^It is no longer a draft/));
    await button(page, 'Keep what I typed as a new draft').click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    expect(await read(placeOf(page).split('/')[2] ?? '')).toMatchObject({
      status: 'draft',
      translations: { fr: { title: 'Trop tard' } },
    });
  });

  it('that a colleague has sent in the absence of somebody leaves what they had typed, too', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await titleIn(page, 'French').fill('Trop tard');
    await expectSoon(async () => (await drafts(page)).length, 1);
    await page.goto(`${product().origin}/favicon.svg`);
    await api('POST', `/broadcasts/${id}/send`, { expected_devices: 1 });
    await page.goto(`${product().origin}/broadcast/${id}`);
    await expectShown(page.getByText(/^It is no longer a draft/));
    expect(await titlesIn(page)).toEqual(['Trop tard', 'Hello']);
    await button(page, 'Discard my changes').click();
    await expectShown(page.getByRole('list', { name: 'Device by device' }));
    expect(await drafts(page)).toEqual([]);
  });

  it('counts the members who opened it, and of whom: they may have several phones', async () => {
    const member = await reader();
    await givePhone(member);
    const { id } = await draftTo([member]);
    await api('POST', `/broadcasts/${id}/send`, { expected_devices: 2 });
    await expectSoon(async () => (await read(id)).status, 'sent');
    const page = await openAs(`/broadcast/${id}`);
    const devices = page.getByRole('list', { name: 'Device by device' });
    await expectShown(devices.getByRole('listitem').first());
    await page.evaluate(() => {
      const dimmed = () => document.querySelector('#deliveries [data-stale]');
      const watch = new MutationObserver(() => dimmed() && document.body.setAttribute('data-dimmed', ''));
      watch.observe(document.body, { subtree: true, attributeFilter: ['data-stale'] });
    });
    await api('POST', `/app/notifications/${id}/opened`, undefined, member);
    await expectShown(
      panel(page, 'Result').getByText(/^100.?% of the members reached$/),
      devices.getByText(/opened/i).first(),
    );
    expect(await page.locator('[data-dimmed]').count(), 'a list that was dimmed').toBe(0);
    const compared = panel(page, 'Breakdown');
    await compared.getByRole('button', { name: 'Show as a table' }).click();
    await expectShown(compared.getByRole('row', { name: 'iOS 2 2 1' }));
    for (const [part, row] of [
      ['Language', 'French 2 2 1'],
      ['Version', 'Unknown 2 2 1'],
    ] as const) {
      await compared.getByText(part, { exact: true }).first().click();
      await expectShown(compared.getByRole('row', { name: row }));
    }
    expect(await read(id)).toMatchObject({ sent: 2, reached: 1, opened: 1 });
  });

  it('leads back to the list as it was filtered, whatever is filtered meanwhile', async () => {
    const name = marker();
    const { id } = await draftTo([await reader()], { name });
    await api('POST', `/broadcasts/${id}/send`, { expected_devices: 1 });
    await expectSoon(async () => (await read(id)).status, 'sent');
    const list = `/broadcast?search=${name}&status=sent`;
    const page = await openAs(list);
    await page.getByRole('link', { name }).click();
    const devices = page.getByRole('list', { name: 'Device by device' }).getByRole('listitem');
    await expectSoon(() => devices.count(), 1);
    await page.getByLabel('Outcome').selectOption('failed');
    await expectSoon(() => placeOf(page), `/broadcast/${id}?outcome=failed`);
    await expectSoon(() => devices.count(), 0);
    await page.getByRole('link', { name: 'Back to the notifications' }).click();
    await expectSoon(() => placeOf(page), list);
  });

  it('counts its first 48 hours to their end, also those in which nothing more came', async () => {
    const member = await reader();
    const { id } = await draftTo([member]);
    await api('POST', `/broadcasts/${id}/send`, { expected_devices: 1 });
    await expectSoon(async () => (await read(id)).status, 'sent');
    await api('POST', `/app/notifications/${id}/opened`, undefined, member);
    const ago = (hours: number) =>
      product().t.db.execute(`update broadcast_deliveries set sent_at = now() - interval '${hours} hours',
        opened_at = now() - interval '${hours - 1} hours' where broadcast_id = '${id}'`);
    await ago(5);
    const page = await openAs(`/broadcast/${id}`);
    const hours = panel(page, 'Hour by hour');
    const rowsOf = async () => {
      await hours.getByRole('button', { name: 'Show as a table' }).click();
      return (await hours.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split('\t').slice(1));
    };
    const flat = (length: number) => Array.from({ length }, () => ['1', '1']);
    expect(await rowsOf()).toEqual([['1', '0'], ...flat(5)]);
    await ago(100);
    await page.reload();
    expect(await rowsOf()).toEqual([['1', '0'], ...flat(47)]);
  });

  it('that was missed can be sent at once', async () => {
    const { id } = await draftTo([await reader()]);
    await product().t.db.execute(
      `update broadcasts set status = 'scheduled', scheduled_at = now() - interval '2 hours', schedule_mode = 'at',
        scheduled_local = '2026-01-01T09:00', time_zone = 'Europe/Paris' where id = '${id}'`,
    );
    await expectSoon(async () => (await read(id)).status, 'missed');
    const page = await openAs(`/broadcast/${id}`);
    await expectShown(page.getByText('It was not sent', { exact: true }));
    await button(page, 'Send now…').click();
    await inDialog(page, /^Send to 1.device$/).click();
    await expectSoon(async () => (await read(id)).status, 'sent');
    await expectShown(page.locator('h1').getByText('Sent', { exact: true }));
  });

  it('names a time only for devices that got it or are to get it, and is done once nothing is left', async () => {
    const member = await reader();
    const { id } = await draftTo([member]);
    await product().t.db.execute(
      `update broadcasts set status = 'paused', started_at = now(), targeted = 358, sent = 355, skipped = 1, cancelled = 1
        where id = '${id}'`,
    );
    for (const status of ['sent', 'skipped', 'cancelled', 'pending'])
      await product().t.db.execute(`insert into broadcast_deliveries
          (broadcast_id, device_id, user_id, platform, locale, status, sent_at, not_before)
        values ('${id}', gen_random_uuid(), '${member.id}', 'ios', 'fr', '${status}',
          case when '${status}' = 'sent' then now() end, now() + interval '9 hours 30 minutes')`);
    const page = await openAs(`/broadcast/${id}`);
    const devices = page.getByRole('list', { name: 'Device by device' }).getByRole('listitem');
    await expectSoon(() => devices.count(), 4);
    await expectShown(
      devices.filter({ hasText: 'Waiting' }).getByText('in 9 hours'),
      devices.filter({ hasText: 'Accepted' }).getByRole('time'),
      panel(page, 'Progress').getByText(/^99.?%$/),
    );
    expect(await devices.getByRole('time').count()).toBe(2);
  });

  it('that a provider brought to a stop says why, in plain words, and what became of each device', async () => {
    const member = await reader();
    const { id } = await draftTo([member]);
    await product().t.db.execute(
      `update broadcasts set status = 'paused', last_error = 'THIRD_PARTY_AUTH_ERROR', started_at = now(), targeted = 3,
        invalid = 1, failed = 1 where id = '${id}'`,
    );
    const codes = { invalid: 'UNREGISTERED', failed: 'provider_timeout', pending: null };
    for (const [status, code] of Object.entries(codes))
      await product().t.db.execute(`insert into broadcast_deliveries
          (broadcast_id, device_id, user_id, platform, locale, status, error_code, not_before)
        values ('${id}', gen_random_uuid(), '${member.id}', 'ios', 'fr', '${status}', ${code ? `'${code}'` : 'null'}, now() + interval '1 day')`);
    const page = await openAs(`/broadcast/${id}`);
    await expectShown(
      page.getByText(/It stopped by itself: the provider refuses the keys/),
      page.getByText(/the app was removed from the phone/).first(),
      page.getByText(/the provider could not be reached/).first(),
    );
    const reasons = panel(page, 'Why devices were not reached');
    await reasons.getByRole('listitem').filter({ hasText: 'UNREGISTERED' }).getByRole('link').click();
    await expectSoon(
      () => page.getByRole('list', { name: 'Device by device' }).getByRole('listitem').count(),
      1,
    );
    expect(placeOf(page)).toContain('outcome=invalid');
    const heading = page.getByRole('heading', { name: 'Device by device' });
    await expectSoon(
      () => heading.evaluate((it) => it.getBoundingClientRect().bottom <= window.innerHeight),
      true,
    );
  });
});
