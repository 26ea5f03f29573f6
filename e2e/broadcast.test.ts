import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import {
  button,
  chooseZone,
  civilDay,
  dateField,
  inDialog,
  insertMembers,
  lastSundayOf,
  marker,
  settle,
} from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  inEnglish,
  pathOf,
  problemAt,
} from './watching.ts';

const product = useProduct({ PUSH_QUIET_HOURS: '00:00-00:00', PUSH_MESSAGES_PER_SECOND: '100' });

const TEXTS = {
  fr: { title: 'Bonjour', body: 'À tous' },
  en: { title: 'Hello', body: 'Everybody' },
};

const admins = new Map<'admin', Account>();
const admin = () => admins.get('admin') as Account;

async function api(method: string, path: string, json?: unknown, as = admin()) {
  const { body } = await product().t.call(method, path, { token: as.token, json });
  return body;
}

async function openAs(path: string): Promise<Page> {
  const page = await product().open(path, { as: admin(), locale: 'en' });
  await settle(page);
  return page;
}

const registerPhone = (to: Account) =>
  api(
    'PUT',
    `/app/devices/${randomUUID()}`,
    { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted' },
    to,
  );

/** A member with a phone. */
async function reader(): Promise<Account> {
  const member = await product().t.member();
  await registerPhone(member);
  return member;
}

/** A draft to the given members only. */
const draftTo = async (...some: readonly Account[]): Promise<{ id: string; name: string }> =>
  api('POST', '/broadcasts/', {
    name: marker(),
    translations: TEXTS,
    audience: { member_ids: some.map(({ id }) => id) },
  });
const read = (id: string) => api('GET', `/broadcasts/${id}`);
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Sending is paused after the first 500: the rest takes 25 seconds. */
const PHONES = 3000;

/** Members included only by `everyone`. */
beforeAll(async () => {
  const { t } = product();
  admins.set('admin', await inEnglish(t, t.superuser()));
  await insertMembers(t, 'crowd', PHONES);
  await t.db.execute(`insert into devices (id, installation_id, user_id, platform, provider, token, token_hash,
      locale, app_version, push_permission, created_at, last_seen_at)
    select gen_random_uuid(), gen_random_uuid(), id, 'android', 'fcm', id::text, id::text, locale, '3.0.0', 'granted', now(), now()
    from users where full_name like 'crowd %'`);
});

/** Fills in both languages. */
async function write(page: Page, title: string) {
  for (const [index, name] of ['French', 'English'].entries()) {
    const at = panel(page, name);
    await at.getByLabel('Title', { exact: true }).fill(`${title} ${index}`);
    await at.getByLabel('Text', { exact: true }).fill(`Body 👩‍👧 ${index}`);
  }
}

it('writes, tests, sends, pauses, resumes and cancels a broadcast to many devices, after a password check', async () => {
  const { t } = product();
  const account = await t.colleague();
  await t.call('PATCH', '/users/me', { token: account.token, json: { locale: 'en' } });
  const title = marker();
  const page = await product().open('/broadcast/new', { as: account, locale: 'en' });
  await settle(page);
  await write(page, title);
  await expectShown(page.getByRole('figure').getByText(`${title} 1`));
  await page.getByRole('radio', { name: 'All members', exact: true }).check();
  await registerPhone(account);
  await button(page, 'Test…').click();
  await inDialog(page, 'Send the test').click();
  await page.waitForURL(/broadcast\/[\da-f-]{36}$/);
  const id = pathOf(page).split('/')[2] ?? '';
  await expectShown(page.getByText(/Sent: 2.tests marked \[TEST\]\./));
  expect((await read(id)).status).toBe('draft');

  await t.db.execute(
    `update sessions set password_at = now() - interval '1 hour' where user_id = '${account.id}'`,
  );
  await button(page, 'Send…').click();
  const confirm = inDialog(page, /^Send to 3.00\d.devices$/);
  await confirm.waitFor();
  const typed = page.getByLabel(/^Many phones will ring/);
  expect(await confirm.isDisabled()).toBe(true);
  // The new phone may only be counted while this is typed.
  await expectSoon(async () => {
    await typed.fill(((await confirm.innerText()).match(/\d[\d\s.,]*/)?.[0] ?? '').trim());
    return confirm.isEnabled();
  }, true);
  await confirm.click();
  await page.getByLabel('Your password', { exact: true }).fill(account.password);
  await inDialog(page, 'Confirm').click();

  const bar = page.getByRole('main').getByRole('progressbar');
  await expectSoon(async () => Number(await bar.getAttribute('aria-valuenow')) >= 500, true);
  // By keyboard: a toast is still moving away, and the driver scrolls the page after a missed click.
  await button(page, 'Pause').press('Enter');
  await expectShown(page.getByText('Sending is paused', { exact: true }));
  await button(page, 'Resume').press('Enter');
  await expectSoon(async () => (await read(id)).status, 'sending');
  // Keys pressed before the page has the response are lost.
  await expectSoon(() => button(page, 'Stop').isEnabled(), true);
  await button(page, 'Stop').press('Enter');
  await inDialog(page, 'Stop for good').click();
  await expectShown(page.getByText('It goes to nobody else.'));
  await expectShown(page.locator('h1').getByText(/^Stopped · [\d,]+ of [\d,]+$/));
  await expectSoon(async () => {
    const { sent, cancelled, targeted } = await read(id);
    return cancelled > 0 && sent + cancelled === targeted;
  }, true);
});

it('sends a picture to a member, and shows that they opened it', async () => {
  const member = await reader();
  const { id, name } = await draftTo(member);
  const page = await openAs('/broadcast');
  await page.getByRole('searchbox').fill(name);
  await expectSoon(() => pathOf(page), `/broadcast?search=${name}`);
  await page.getByRole('link', { name }).click();
  await page.waitForURL(`**/broadcast/${id}`);
  const buffer = await page.screenshot({ type: 'jpeg' });
  const chooser = page.waitForEvent('filechooser');
  await panel(page, 'Picture').getByRole('button').click();
  await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('figure').locator('img[src^="/media/"]').waitFor();
  await button(page, 'Send…').click();
  await inDialog(page, /^Send to 1.device$/).click();
  await expectToast(page, 'Sending has started.');
  await expectShown(page.locator('h1').getByText('Sent', { exact: true }));
  expect((await read(id)).image).toMatch(/^\/media\//);
  await api('POST', `/app/notifications/${id}/opened`, undefined, member);
  const devices = page.getByRole('list', { name: 'Device by device' }).getByRole('listitem');
  await expectShown(
    panel(page, 'Result').getByText(/^100.?% of the members reached$/),
    devices.getByText(/opened/i).first(),
  );
  await page.getByLabel('Outcome').selectOption('failed');
  await expectSoon(() => devices.count(), 0);
  await page.getByRole('link', { name: 'Back to the notifications' }).click();
  await expectSoon(() => pathOf(page), `/broadcast?search=${name}`);
});

it('schedules a notification at a local time that occurs twice in the chosen time zone, and unschedules it', async () => {
  const { id } = await draftTo(await reader());
  const page = await openAs(`/broadcast/${id}`);
  await button(page, 'Schedule…').click();
  const time = dateField(page, 'Day and time');
  await button(page, 'Day and time: calendar').click();
  const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const today = format(new Date(civilDay('Europe/Paris')));
  await expectFocused(page.getByRole('button', { name: today, exact: true }));
  await page.keyboard.press('Escape');
  const autumn = lastSundayOf('10');
  await time.fill(`${lastSundayOf('03')}T02:30`);
  await chooseZone(page, 'Berlin');
  await expectSoon(() => problemAt(time), 'Clocks skip this time on that day: choose another');
  await time.fill(`${autumn}T02:30`);
  const go = inDialog(page, /^Schedule for 1.device$/);
  await go.click();
  await expectFocused(page.getByRole('radio', { name: 'The first time (UTC+02:00)' }));
  await page.getByRole('radio', { name: 'The second time (UTC+01:00)' }).check();
  await go.click();
  await expectToast(page, 'The notification is scheduled.');
  expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: `${autumn}T01:30:00.000Z` });
  await expectShown(page.getByText(/^Goes out .+\(Berlin.time, UTC\+01:00\)/).first());
  await button(page, 'Move back to draft').click();
  await expectShown(button(page, 'Schedule…'));
  expect((await read(id)).status).toBe('draft');
});

it('sends the only notification of a published article, prefilled with its text', async () => {
  const title = marker();
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] }],
  };
  const content = { translations: { fr: { title, excerpt: 'Demain', body, state: 'ready' } } };
  const article = await api('POST', '/news/', { content });
  await api('POST', `/news/${article.id}/publish`, { version: article.version });
  const member = await reader();
  const page = await openAs(`/news/${article.id}`);
  await page.getByRole('link', { name: 'Notify members…' }).click();
  await page.waitForURL('**/broadcast/new?**');
  await expectSoon(() => panel(page, 'French').getByLabel('Title', { exact: true }).inputValue(), title);
  await page.getByRole('radio', { name: /^Some members/ }).check();
  await button(page, 'Add a filter').click();
  await page.getByRole('menuitem', { name: 'Members chosen by hand' }).click();
  await page.getByLabel('Members chosen by hand').first().fill(member.email);
  await page.getByRole('listbox', { name: 'Members chosen by hand' }).getByRole('option').click();
  await button(page, 'Send…').click();
  await inDialog(page, /^Send to 1.device$/).click();
  await expectShown(page.locator('h1').getByText('Sent', { exact: true }));
  const id = pathOf(page).slice(-36);
  expect(await read(id)).toMatchObject({
    source_id: article.id,
    link: `/news/${title}`,
    translations: { fr: { title, body: 'Demain' } },
  });
  await page.goto(`${product().origin}/news/${article.id}`);
  await page.getByRole('link', { name: /^Sent on/ }).click();
  await page.waitForURL(`**/broadcast/${id}`);
});

it('saves filters as a segment, shows as many members in their list, and sends them a notification with their first names', async () => {
  const { t } = product();
  const name = marker();
  const [named, nameless, other] = [
    await t.member({ full_name: 'Éloïse Martin', locale: 'fr' }),
    await t.member({ full_name: null, locale: 'fr' }),
    await reader(),
  ];
  const tokens: string[] = [randomUUID(), randomUUID()];
  for (const [index, member] of [named, nameless].entries())
    await api(
      'PUT',
      `/app/devices/${randomUUID()}`,
      { platform: 'ios', provider: 'fcm', token: tokens[index], locale: 'fr', app_version: '77.1' },
      member,
    );
  const page = await openAs('/broadcast/new');
  await page.getByRole('radio', { name: /^Some members/ }).check();
  await button(page, 'Add a filter').click();
  await page.getByRole('menuitem', { name: 'Version of the app' }).click();
  await page.getByLabel('From', { exact: true }).fill('77');
  await expectShown(panel(page, 'Reachable now').getByText(/^2.devices of 2.members$/));
  await button(page, 'Save as a segment').click();
  await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill(name);
  await inDialog(page, 'Save').click();
  await expectToast(page, 'The segment is saved.');
  await expectSoon(
    () => page.getByRole('combobox', { name: 'Segment' }).locator('option:checked').textContent(),
    name,
  );
  const title = panel(page, 'French').getByLabel('Title', { exact: true });
  await title.fill('Bonjour ');
  await button(page, 'Insert the first name into the field “Title” in French').click();
  await page.keyboard.type('toi');
  await panel(page, 'French').getByLabel('Text', { exact: true }).fill('À demain');
  await page.getByRole('figure').getByText('Bonjour Camille', { exact: true }).waitFor();
  await button(page, 'Send…').click();
  await inDialog(page, /^Send to 2.devices$/).click();
  await expectShown(page.locator('h1').getByText('Sent', { exact: true }));
  await expectShown(page.getByText(new RegExp(`^segment “${name}”, members with version 77 or later$`)));
  const { body } = await t.call('GET', '/private/pushes', { token: admin().token });
  const received = body.data.filter(({ token }: { token: string }) => tokens.includes(token));
  expect(received.map(({ title: text }: { title: string }) => text).sort()).toEqual([
    'Bonjour toi',
    'Bonjour Éloïse',
  ]);
  expect((await api('GET', '/app/notifications', undefined, named)).data[0].title).toBe('Bonjour Éloïse');
  expect((await api('GET', '/app/notifications', undefined, other)).count).toBe(0);

  await page.goto(`${product().origin}/broadcast?view=segments`);
  await page.getByRole('link', { name: `See the members of ${name}` }).click();
  await expectShown(
    page.getByText('1–2 of 2', { exact: true }),
    page.getByRole('link', { name: 'Éloïse Martin' }),
  );
});
