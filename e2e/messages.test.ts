import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { fileForm } from '../apps/api/test/requests.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, marker, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, expectToast, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

const SENDS_SOON = 'Your reply goes out in 10 seconds.';
/** Milliseconds within which a reply has gone out. */
const UNDO_MS = 30_000;

const superuser = () => inEnglish(product().t, product().t.superuser());
const colleague = () => inEnglish(product().t, product().t.colleague());

async function openAs(path: string, account?: Account): Promise<Page> {
  const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en' });
  await settle(page);
  return page;
}

/** Starts a conversation as a member of the app. */
async function send(fields: Record<string, unknown> = {}, writer?: Account) {
  const member = writer ?? (await product().t.member({ full_name: 'Zoé Lefèvre' }));
  const json = { subject: marker(), body: 'Where is it?', client_token: crypto.randomUUID(), ...fields };
  const { body } = await product().t.call('POST', '/app/messages', { token: member.token, json });
  return { id: body.id as string, member, subject: body.subject as string };
}

async function api(method: string, path: string, json?: unknown, account?: Account) {
  const { token } = account ?? (await product().t.superuser());
  return (await product().t.call(method, path, { token, json })).body;
}

/** Uploads a picture of a member, before its message. @returns its id */
async function upload({ token }: Account, bytes: Buffer): Promise<string> {
  const { body } = await product().t.call('POST', '/message-images/', { token, ...fileForm(bytes) });
  return body.id;
}

/** Name of the first administrator. */
async function adminName(): Promise<string> {
  const { full_name, email } = await api('GET', '/users/me');
  return full_name ?? email;
}

/** Widths of the pictures shown in an element. */
const widthsOf = (where: Locator) =>
  where.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });
const replyField = (page: Page) => page.getByLabel('Reply to Zoé Lefèvre');
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const heading = (page: Page, subject: string) => page.getByRole('heading', { name: subject, exact: true });
const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Inbox/ });

it('counts a message everywhere until it is answered, and delivers the reply in the app and by mail', async () => {
  await product().t.db.execute('delete from message_threads');
  const { id, member, subject } = await send({
    context: { platform: 'ios', app_version: '2.4.0', device: 'iPhone', screen: 'daily-message' },
  });
  const page = await openAs('/dashboard');
  await expectShown(
    menuEntry(page).getByText('1 awaiting reply'),
    page.getByRole('link', { name: /^Conversations awaiting reply\s*1/ }),
  );
  await menuEntry(page).click();
  await expectShown(page.getByRole('link', { name: 'Awaiting reply 1' }));
  await expectSoon(() => page.title(), '(1) Inbox · Agora');

  await row(page, subject).getByRole('link').click();
  await expectShown(heading(page, subject));
  await page.getByText('The member', { exact: true }).click();
  await expectShown(page.getByText('iOS · 2.4.0'), page.getByRole('definition').getByText('Daily message'));
  await replyField(page).fill('It is on the first screen.');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, SENDS_SOON);
  await expectSoon(() => menuEntry(page).textContent(), 'Inbox');
  await expectShown(page.getByText('Everybody has an answer'));
  await expectSoon(() => pathOf(page), '/messages');

  await button(page, 'See it').click();
  await expectShown(thread(page).getByText('Goes out in a few seconds'));
  expect((await api('GET', `/app/messages/${id}`, undefined, member)).entries).toHaveLength(1);
  await thread(page).getByText('Email sent').waitFor({ timeout: UNDO_MS });
  await expectShown(button(page, `Assigned to ${await adminName()}`));
  const { entries } = await api('GET', `/app/messages/${id}`, undefined, member);
  expect(entries.map((entry: { body: string }) => entry.body)).toEqual([
    'Where is it?',
    'It is on the first screen.',
  ]);
  const mails = product().mails.received.filter(({ to }) => to.includes(member.email));
  expect(mails.map(({ text }) => text).join()).toContain('It is on the first screen.');
});

it('shows the reply of a colleague to the second of two who reply at the same time', async () => {
  const { id } = await send();
  const [one, other] = [await openAs(`/messages/${id}`), await openAs(`/messages/${id}`, await colleague())];
  await replyField(one).fill('The first answer');
  await replyField(other).fill('The second answer');
  // Without live updates, only the rejection reveals it.
  await other.route('**/api/v1/events', (route) => route.abort());
  await button(one, 'Send').click();
  await expectToast(one, SENDS_SOON);
  await button(other, 'Send').click();
  const news = other.getByRole('alert').filter({ hasText: '1 new entry since you started writing' });
  await expectShown(news.getByText('The first answer'));
  await expectFocused(news);
  expect(await replyField(other).inputValue()).toBe('The second answer');
  expect((await api('GET', `/messages/${id}`)).pending_replies).toHaveLength(1);

  await button(news, 'Mark as read').click();
  await expectFocused(replyField(other));
  await button(other, 'Send').click();
  await expectToast(other, SENDS_SOON);
  expect((await api('GET', `/messages/${id}`)).pending_replies).toHaveLength(2);
});

it('shows the private pictures of a message, enlarges them on request, and downloads one', async () => {
  const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
  const page = await openAs('/dashboard');
  const picture = await page.screenshot();
  const images = [await upload(member, picture), await upload(member, picture)];
  const { id } = await send({ images }, member);
  await page.goto(`${product().origin}/messages/${id}`);
  await expectSoon(() => widthsOf(thread(page).getByRole('log')), [320, 320]);
  const second = button(page, 'Open picture 2 of 2');
  await second.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Picture 2 of 2' });
  await expectSoon(() => widthsOf(dialog), [1280]);
  await button(dialog, 'Previous').click();
  await expectShown(page.getByRole('img', { name: 'Picture 1 of 2' }));
  const download = page.waitForEvent('download');
  await inDialog(page, 'Download').click();
  expect((await download).suggestedFilename()).toBe(`${images[0]}.webp`);
  await page.keyboard.press('Escape');
  await expectFocused(second);
});

it('alerts a colleague at once about an assignment and about a note that mentions them', async () => {
  const { t } = product();
  const she = await colleague();
  await t.call('PATCH', '/users/me', { token: she.token, json: { full_name: 'Éloïse Martin' } });
  const { id, subject } = await send();
  const hers = await openAs('/settings', she);
  await expectShown(button(hers, 'Alerts'));
  const mine = await openAs(`/messages/${id}?tab=all`);
  await button(mine, 'Unassigned').click();
  await mine.getByRole('menuitem', { name: 'Éloïse Martin' }).click();
  await expectToast(mine, 'Assignment saved.');
  await expectShown(button(hers, 'Alerts: 1 unread'));

  await button(mine, 'Internal note').click();
  const note = mine.getByLabel('Note for the team, never sent');
  await note.pressSequentially('Hello @eloi');
  await expectShown(mine.getByRole('option', { name: 'Éloïse Martin' }));
  await mine.keyboard.press('Enter');
  await expectSoon(() => note.inputValue(), 'Hello @Éloïse Martin ');
  await note.press('Control+Enter');
  await expectToast(mine, 'Note added.');
  await button(hers, 'Alerts: 2 unread').click();
  const alerts = hers.getByRole('dialog', { name: 'Alerts' });
  await expectShown(alerts.getByText(`${await adminName()} mentioned you in “${subject}”`));
  await alerts.getByRole('link', { name: /assigned you/ }).click();
  await expectShown(heading(hers, subject), button(hers, 'Alerts: 1 unread'));
  expect(pathOf(hers)).toBe(`/messages/${id}?tab=all`);
});

it('processes the inbox using only the keyboard', async () => {
  const word = marker();
  const subjects: string[] = [];
  for (const name of ['c', 'b', 'a']) subjects.unshift((await send({ subject: `${word} ${name}` })).subject);
  const [first = '', second = '', third = ''] = subjects;
  const page = await openAs(`/messages?search=${word}`);
  await expectShown(row(page, third));
  await page.keyboard.press('j');
  await expectFocused(heading(page, first));
  await page.keyboard.press('x');
  await expectShown(page.getByText('1 selected'));
  await page.keyboard.press('x');
  await page.keyboard.press('e');
  await expectToast(page, 'Conversation closed.');
  await expectFocused(heading(page, second));
  await page.keyboard.press('r');
  await expectFocused(replyField(page));
  await page.keyboard.type('jkex');
  await page.keyboard.press('Control+Enter');
  await expectFocused(heading(page, third));
  await page.keyboard.press('?');
  await expectShown(page.getByRole('dialog').getByText('In received messages'));
  const { data } = await api('GET', `/messages/?search=${word}`);
  const states = data.map(
    (it: { subject: string; status: string; reply_at: string | null }) =>
      `${it.subject.at(-1)} ${it.status}, ${it.reply_at ? 'answered' : 'unanswered'}`,
  );
  expect(states.sort()).toEqual(['a closed, unanswered', 'b new, answered', 'c new, unanswered']);
});

it('inserts a newly created template into a reply, and replies to several members at once', async () => {
  const word = marker();
  const [one, other] = [await send({ subject: `${word} a` }), await send({ subject: `${word} b` })];
  const page = await openAs(`/messages/${one.id}?tab=all&search=${word}`);
  await button(page, 'Other actions').click();
  await page.getByRole('menuitem', { name: 'Reply templates' }).click();
  await inDialog(page, 'New template').click();
  await page.getByLabel('Title, for the team').fill(word);
  await page.getByLabel('Text in French').fill('Bonjour {prénom}, merci.');
  await page.getByLabel('Text in English').fill('Hello {first_name}, thanks.');
  await inDialog(page, 'Save').click();
  await expectShown(page.getByRole('dialog').getByText(word));
  await page.keyboard.press('Escape');

  await replyField(page).focus();
  await page.keyboard.press('/');
  await expectFocused(page.getByRole('dialog').getByRole('textbox'));
  await page.keyboard.type(word);
  await expectSoon(() => page.getByRole('dialog').getByRole('option').count(), 1);
  await page.keyboard.press('Enter');
  await expectFocused(replyField(page));
  const { locale } = await api('GET', `/messages/${one.id}`);
  const said = { fr: 'Bonjour Zoé, merci.', en: 'Hello Zoé, thanks.' }[locale as 'fr' | 'en'];
  await expectSoon(() => replyField(page).inputValue(), said);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, SENDS_SOON);

  await page.getByLabel('Select all', { exact: true }).check();
  await button(page, 'Reply to each').click();
  const dialog = page.getByRole('dialog', { name: /^Reply to 2\sconversations$/ });
  await dialog.getByLabel('Insert a template').selectOption(word);
  await dialog.getByRole('button', { name: /^Send 2\sreplies$/ }).click();
  await expectToast(page, '2\u00a0replies sent.');
  for (const [{ id }, count] of [
    [one, 1],
    [other, 0],
  ] as const) {
    const { entries, pending_replies } = await api('GET', `/messages/${id}`);
    expect([entries.length, entries.at(-1).body, pending_replies.length]).toEqual([2, said, count]);
  }
});
