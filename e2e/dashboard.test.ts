import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { french } from '../apps/api/test/articles.ts';
import { useProduct } from './harness.ts';
import { civilDay, dateField, insertMembers, marker, settle, shownDate } from './steps.ts';
import { expectShown, expectSoon, holdUp, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

async function openDashboard(): Promise<Page> {
  const { t } = product();
  const admin = await inEnglish(t, t.superuser());
  return product().open('/dashboard', { as: admin, locale: 'en' });
}

/** Accounts in every state, old and new: the figures only count some of them. */
async function populate(): Promise<void> {
  const { t } = product();
  const { token } = await t.superuser();
  await insertMembers(t, marker(), 30);
  const [shut, gone] = [await t.member(), await t.member()];
  await t.member();
  await t.call('POST', `/users/${shut.id}/deactivate`, { token, json: {} });
  await t.call('DELETE', `/users/${gone.id}`, { token });
  const colleague = await t.colleague();
  await t.call('POST', `/users/${colleague.id}/deactivate`, { token, json: {} });
  await t.colleague();
}

describe('the dashboard of a superuser', () => {
  it.each([
    { label: 'Members', place: /^\/members$/ },
    { label: 'New in 7 days', place: /^\/members\?from=\d{4}-\d{2}-\d{2}$/ },
    { label: 'Administrators', place: /^\/admin$/ },
  ])('leads from $label to exactly the accounts it counts', async ({ label, place }) => {
    await populate();
    const page = await openDashboard();
    await settle(page);
    const tile = page.getByRole('main').locator('a[href^="/"]').filter({ hasText: label });
    const count = /\d+/.exec((await tile.innerText()).replace(label, ''))?.[0];
    expect(Number(count)).toBeGreaterThan(1);
    await tile.click();
    await expectSoon(async () => place.test(placeOf(page)), true);
    const pager = page.locator('main footer').getByRole('status');
    await expectSoon(async () => (await pager.innerText()).split(' of ').at(-1), count);
  });

  it('names what goes out this week in a language that was just chosen', async () => {
    const { t } = product();
    const admin = await inEnglish(t, t.colleague());
    const [day, word] = [civilDay(t.config.TIME_ZONE, 5), marker()];
    await t.db.execute('delete from daily_messages');
    const text = (title: string) => ({ title: `${title} ${word}`, body: 'Bonjour', author: '' });
    await t.call('POST', '/daily-messages/', {
      token: admin.token,
      json: { day, status: 'ready', translations: { fr: text('Marché'), en: text('Market') } },
    });
    const page = await product().open('/dashboard', { as: admin, locale: 'en' });
    await expectShown(page.getByTitle(`Market ${word}`));
    // By the response alone, since live updates would bring the titles, too, in their time.
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.reload();
    await expectShown(page.getByTitle(`Market ${word}`));
    const letGo = await holdUp(page, 'PATCH', '**/users/me');
    await page.getByRole('button', { name: 'Français' }).click();
    await expectShown(page.getByRole('heading', { name: 'Les 7 prochains jours' }));
    letGo();
    await expectShown(page.getByTitle(`Marché ${word}`));
  });

  it('says what is to do today, each with the way to exactly what it counts', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const day = (later: number) => civilDay(t.config.TIME_ZONE, later);
    const texts = (title: string) => ({ fr: { title, body: 'Bonjour', author: '' } });
    await t.db.execute('delete from daily_messages');
    const plan = (later: number, status: string, title: string) =>
      t.call('POST', '/daily-messages/', {
        token,
        json: { day: day(later), status, translations: texts(title) },
      });
    const { body: today } = await plan(0, 'ready', 'Un jour comme un autre');
    for (const later of [2, 3]) await plan(later, 'draft', 'À relire');
    const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: 'Trop tard' } });
    await t.db.execute(`update broadcasts set status = 'missed' where id = '${body.id}'`);
    await t.db.execute('delete from message_threads');
    const write = { body: 'Bonjour ?', client_token: crypto.randomUUID() };
    await t.call('POST', '/app/messages', { token: (await t.member()).token, json: write });
    // A member who wrote again today still waits since then.
    await t.db.execute(`update message_threads set awaiting_since = now() - interval '3 days'`);

    const page = await openDashboard();
    const panel = page.getByRole('region', { name: 'To do today' });
    await panel.getByText('Un jour comme un autre').waitFor();
    for (const [name, count, address] of [
      ['Decide: 1 notification was not sent', '1', /^\/broadcast\?status=missed$/],
      ['Reply: 1 overdue conversation', '1', /^\/messages\?.*overdue=true/],
      ['Finish: 2 drafts due within 7 days', '2', /^\/daily-message\?view=list&/],
      ['Translate: 3 messages without English', '3', /^\/daily-message\?view=list&/],
    ] as const) {
      await panel.getByRole('link', { name }).click();
      const pager = page.locator('main footer').getByRole('status');
      await expectSoon(async () => (await pager.innerText()).split(' of ').at(-1), count);
      expect(placeOf(page)).toMatch(address);
      await page.goBack();
    }
    const toPlan = panel.getByRole('link', { name: /^Plan: \d+ days without a message$/ });
    const planned = Number(/\d+/.exec((await toPlan.getAttribute('aria-label')) ?? ''));
    await toPlan.click();
    // In one month or two; drafts are counted by their own task.
    const empty = page.locator('[data-look=empty], [data-look=reserve]');
    await expectSoon(() => empty.and(page.getByRole('gridcell')).count(), planned);
    await page.getByRole('button', { name: 'Fill the gaps' }).click();
    expect(await dateField(page.getByRole('dialog'), 'To').inputValue()).toBe(shownDate(day(13)));
    await page.keyboard.press('Escape');
    await page.goBack();
    await panel.getByRole('link', { name: 'Open: Daily message' }).click();
    await expectSoon(async () => placeOf(page), `/daily-message/${today.id}`);
  });

  it('shows what goes out in the next seven days, and that the reserve fills days with a mere draft', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    await t.db.execute('delete from daily_messages');
    const write = (day: string | null, status: string, title: string) =>
      t.call('POST', '/daily-messages/', {
        token,
        json: { day, status, translations: { fr: { title, body: 'Bonjour', author: '' } } },
      });
    const { body: draft } = await write(civilDay(t.config.TIME_ZONE, 2), 'draft', 'À relire');
    await write(civilDay(t.config.TIME_ZONE, 3), 'ready', 'Le marché');
    const moment = new Date(Date.now() + 2 * 86_400_000);
    const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: 'Marché de nuit' } });
    await t.db.execute(`update broadcasts set status = 'scheduled', schedule_mode = 'at',
      scheduled_at = '${moment.toISOString()}' where id = '${body.id}'`);
    const page = await openDashboard();
    const days = page
      .getByRole('region', { name: 'The next 7 days' })
      .getByRole('listitem')
      .filter({ has: page.locator(':scope > p') });
    await expectSoon(() => days.count(), 7);
    await expectSoon(() => days.nth(1).innerText(), expect.stringMatching(/\nNothing planned$/));
    await expectShown(days.nth(2).getByRole('link', { name: 'Draft: À relire' }));
    const today = page.getByRole('region', { name: 'To do today' }).getByRole('listitem').first();
    await expectShown(today.getByText('Members see nothing today.'));
    await write(null, 'ready', 'En réserve');
    await page.reload();
    await expectShown(today.getByText('Members get a message from the reserve.'));
    const fromReserve = page.getByText('Message from the reserve');
    await expectShown(days.nth(1).locator(fromReserve), days.nth(2).locator(fromReserve));
    await expectShown(days.nth(3).getByRole('link', { name: 'Daily message: Le marché' }));
    expect(await days.nth(3).locator(fromReserve).count()).toBe(0);
    await days.nth(2).getByRole('link', { name: 'Draft: À relire' }).click();
    await expectSoon(async () => placeOf(page), `/daily-message/${draft.id}`);
    await page.goBack();
    const push = days.nth(2).getByRole('link', { name: /^Notification: .*Marché de nuit$/ });
    await push.click();
    await expectSoon(async () => placeOf(page), `/broadcast/${body.id}`);
  });

  it('shows a push at each member’s own time on the day it was planned for, by its title', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const [day, title] = [civilDay(t.config.TIME_ZONE, 3), marker()];
    // Where it is 10:30 first, while it is the day before in the organisation's zone.
    const member = await t.member();
    const phone = {
      platform: 'ios',
      provider: 'fcm',
      token: crypto.randomUUID(),
      push_permission: 'granted',
      time_zone: 'Pacific/Kiritimati',
    };
    await t.call('PUT', `/app/devices/${crypto.randomUUID()}`, { token: member.token, json: phone });
    const text = { title, body: 'Bonjour' };
    const draft = { translations: { fr: text, en: text }, audience: { member_ids: [member.id] } };
    const { body } = await t.call('POST', '/broadcasts/', { token, json: draft });
    const { status } = await t.call('POST', `/broadcasts/${body.id}/schedule`, {
      token,
      json: {
        mode: 'local',
        local: `${day}T10:30`,
        time_zone: t.config.TIME_ZONE,
        expected_devices: 1,
        version: body.version,
      },
    });
    expect(status).toBe(200);
    const page = await openDashboard();
    const onDay = page
      .getByRole('region', { name: 'The next 7 days' })
      .getByRole('listitem')
      .filter({ has: page.locator(':scope > p') })
      .nth(3);
    await expectShown(onDay.getByRole('link', { name: `Notification: 10:30 ${title}`, exact: true }));
  });

  it('shows what was changed last, by everybody or by oneself, and leads to the whole log', async () => {
    const { t } = product();
    const [mine, theirs] = [marker(), marker()];
    const admin = await inEnglish(t, t.superuser());
    const colleague = await t.colleague();
    for (const [token, title] of [
      [admin.token, mine],
      [colleague.token, theirs],
    ])
      await t.call('POST', '/items/', { token, json: { title } });
    const page = await product().open('/dashboard', { as: admin, locale: 'en' });
    const panel = page.getByRole('region', { name: 'Recent activity' });
    await expectShown(panel.getByText(mine).first(), panel.getByText(theirs).first());
    await panel.getByText('Me', { exact: true }).click();
    await expectSoon(() => panel.getByText(theirs).count(), 0);
    await expectShown(panel.getByText(mine).first());
    await panel.getByRole('link', { name: 'Open the audit log' }).click();
    await expectSoon(async () => placeOf(page), '/audit-log');
  });

  it('shows figures of the period in the address, each leading to exactly what it counts', async () => {
    await populate();
    const page = await openDashboard();
    const periods = page.getByRole('radiogroup', { name: 'Period' });
    const members = page.getByRole('region', { name: 'Members', exact: true });
    const rows = members.getByRole('table').locator('tbody tr');
    await members.getByRole('button', { name: 'Show as a table' }).click();
    await expectSoon(() => rows.count(), 30);
    await periods.getByText('7 days').click();
    await expectSoon(() => rows.count(), 7);
    expect(placeOf(page)).toBe('/dashboard?range=7d');
    const days = await rows.locator('td:nth-child(2)').allInnerTexts();
    const total = days.reduce((sum, count) => sum + Number(count), 0);
    expect(total).toBeGreaterThan(1);
    await rows.last().getByText('(not over yet)').waitFor();

    const pager = page.locator('main footer').getByRole('status');
    const expectCounted = async (count: number) => {
      await expectSoon(async () => (await pager.innerText()).split(' of ').at(-1), String(count));
      await page.goBack();
      await expectSoon(() => periods.getByRole('radio', { name: '7 days' }).isChecked(), true);
    };
    await members.getByRole('link', { name: `New members: ${total}` }).click();
    await expectCounted(total);
    await members.scrollIntoViewIfNeeded();
    await members.locator('.recharts-bar-rectangle path').last().click();
    await expectCounted(Number(days.at(-1)));
    await members.getByRole('button', { name: 'Show as a table' }).click();
    await rows.last().getByRole('link').click();
    await expectCounted(Number(days.at(-1)));
    await members.getByText('Active', { exact: true }).click();
    const axis = members.locator('.recharts-yAxis-tick-labels');
    await expectSoon(() => axis.first().textContent(), expect.stringMatching(/^\d+$/));
    await members.getByRole('button', { name: 'Show as a table' }).click();
    await expectShown(members.getByRole('columnheader', { name: 'Active members', exact: true }));
    const active = await rows.last().locator('td:nth-child(2)').innerText();
    expect(active).toMatch(/^[1-9]\d*$/);
    await rows.last().getByRole('link').click();
    await expectCounted(Number(active));
  });

  it('leads to the conversation that waits longest first, though its member wrote again', async () => {
    const { t } = product();
    await t.db.execute('delete from message_threads');
    for (const [subject, hours] of [
      ['Since yesterday', 20],
      ['Since Monday', 90],
    ] as const) {
      const json = { subject, body: 'Hello?', client_token: crypto.randomUUID() };
      const { body } = await t.call('POST', '/app/messages', { token: (await t.member()).token, json });
      await t.db.execute(`update message_threads set awaiting_since = now() - interval '${hours} hours'
        where id = '${body.id}'`);
    }
    const page = await openDashboard();
    await page.getByRole('link', { name: 'The oldest one waiting' }).click();
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Since' });
    await expectSoon(
      async () => (await rows.allInnerTexts()).map((text) => /Since \w+/.exec(text)?.[0]),
      ['Since Monday', 'Since yesterday'],
    );
  });

  it('leads from each bar and figure of conversations to those that it counts', async () => {
    const { t } = product();
    const member = await t.member();
    const insert = (received: string, closed: string) =>
      t.db.execute(`insert into message_threads (id, user_id, subject, category, status, locale, app_context,
          created_at, received_at, last_at, entry_count, closed_at)
        values (gen_random_uuid(), '${member.id}', '', 'other', '${closed === 'null' ? 'open' : 'closed'}', 'fr', '{}',
          ${received}, ${received}, ${received}, 1, ${closed})`);
    await t.db.execute('delete from message_threads');
    const day = civilDay(t.config.TIME_ZONE, -2);
    const noon = `(timestamp '${day} 12:00' at time zone '${t.config.TIME_ZONE}')`;
    await insert(noon, 'null');
    for (const _ of [1, 2, 3]) await insert(`${noon} - interval '40 days'`, noon);
    const page = await product().open('/dashboard?range=7d', {
      as: await inEnglish(t, t.superuser()),
      locale: 'en',
    });
    const panel = page.getByRole('region', { name: 'Conversations', exact: true });
    await panel.scrollIntoViewIfNeeded();
    const bars = panel.locator('.recharts-bar-rectangle path');
    const [received, closed] = [
      `/messages?tab=all&received_from=${day}&received_to=${day}`,
      `/messages?tab=closed&closed_from=${day}&closed_to=${day}`,
    ];
    await expectSoon(() => bars.count(), 2);
    await bars.last().click();
    await expectSoon(async () => placeOf(page), closed);
    await page.goBack();
    await panel.scrollIntoViewIfNeeded();
    await expectSoon(() => bars.count(), 2);
    // Above the lower bar.
    const { x, y, width } = (await bars.first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.click(x + width / 2, y - 20);
    await expectSoon(async () => placeOf(page), received);
    await page.goBack();
    await panel.getByRole('button', { name: 'Show as a table' }).click();
    await panel.getByRole('link', { name: /, Closed: 3$/ }).click();
    await expectSoon(async () => placeOf(page), closed);
    await page.goBack();
    await panel.getByRole('button', { name: 'Show as a table' }).click();
    await panel.getByRole('link', { name: /, Received: 1$/ }).click();
    await expectSoon(async () => placeOf(page), received);
  });

  it('compares days of one’s own choice, and says what is wrong with them', async () => {
    const page = await openDashboard();
    const periods = page.getByRole('radiogroup', { name: 'Period' });
    await page.getByText(/ compared with .* until the same hour$/).waitFor();
    await periods.getByText('Custom').click();
    await page.getByRole('textbox', { name: 'From' }).fill('05/05/2026');
    await page.getByRole('textbox', { name: 'To' }).fill('07/05/2026');
    await page.getByText('5 May to 7 May, compared with 2 May to 4 May').waitFor();
    expect(placeOf(page)).toBe('/dashboard?from=2026-05-05&to=2026-05-07');
    await expectShown(page.getByText('Nothing in this period yet.').first());
    await page.getByRole('textbox', { name: 'To' }).fill('04/05/2026');
    await page.getByRole('alert').getByText('The first day is after the last one.').waitFor();
    await page.getByRole('textbox', { name: 'To' }).fill('04/05/2056');
    await page.getByRole('alert').getByText('The last day cannot be after today.').waitFor();
    await periods.getByText('7 days').click();
    await expectSoon(async () => placeOf(page), '/dashboard?range=7d');
    await page.goto(`${product().origin}/dashboard?from=0001-01-01&to=0001-01-05`);
    await page.getByRole('alert').getByText('Choose the first and the last day.').waitFor();
  });

  it('says why its statistics cannot be read, and tries again', async () => {
    const page = await openDashboard();
    await expectShown(page.getByText(/ compared with /));
    const json = { detail: 'Not found', code: 'not_found' };
    await page.route('**/api/v1/stats/**', (route) => route.fulfill({ status: 404, json }));
    const failure = page.getByRole('region', { name: 'Trends' }).getByRole('alert');
    await page.reload();
    await expectShown(failure.getByRole('heading', { name: 'Something went wrong!' }));
    await page.unroute('**/api/v1/stats/**');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByText(/ compared with /));
  });

  it('shows the first steps until all are done, and the state of the services', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const page = await openDashboard();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Publish an article' }).click();
    await expectSoon(async () => placeOf(page), '/news/new');
    await page.goBack();
    await expectShown(page.getByRole('region', { name: 'Services' }).getByText('Files', { exact: true }));
    const texts = { fr: { title: '', body: 'Bonjour', author: '' } };
    await t.call('POST', '/daily-messages/', {
      token,
      json: { day: null, status: 'ready', translations: texts },
    });
    const { body: article } = await t.call('POST', '/news/', {
      token,
      json: { content: french('Le marché') },
    });
    await t.call('POST', `/news/${article.id}/publish`, { token, json: {} });
    await t.colleague();
    await page.reload();
    await page.getByRole('region', { name: 'To do today' }).waitFor();
    await settle(page);
    expect(await steps.count()).toBe(0);
  });

  it('that can’t be loaded says so, and tries again when told to', async () => {
    const { t } = product();
    const admin = await inEnglish(t, t.superuser());
    const page = await product().open('/settings', { as: admin, locale: 'en' });
    await page.route('**/api/v1/dashboard/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await page.unroute('**/api/v1/dashboard/*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Trends' }).waitFor();
    expect(await alert.count()).toBe(0);
  });
});

describe('the dashboard of an ordinary user', () => {
  it('leads to their items and their account', async () => {
    const { t } = product();
    const me = await inEnglish(t, t.member({ full_name: 'Zoé Lefèvre' }));
    for (const title of ['One', 'Two']) await t.call('POST', '/items/', { token: me.token, json: { title } });
    const page = await product().open('/dashboard', { as: me, locale: 'en' });
    await page.getByText('Hello Zoé').waitFor();
    await page.getByText('2 items', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await page.getByRole('link', { name: 'See my items' }).click();
    await page.getByRole('heading', { name: 'Items', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByText(me.email).waitFor();
    await page.getByRole('link', { name: 'Open my account' }).click();
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    expect(placeOf(page)).toBe('/settings');
  });
});
