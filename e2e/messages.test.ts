import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { fileForm } from '../apps/api/test/samples.ts';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const colleague = () => inEnglish(product().t, product().t.colleague());
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => button(page.getByRole('dialog'), name);
const expectFocused = (element: Locator) =>
  expectSoon(() => element.evaluate((it) => it === document.activeElement), true);

async function openAs(path: string, account?: Account, options = {}): Promise<Page> {
  const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en', ...options });
  await settle(page);
  return page;
}

interface Sent {
  id: string;
  number: number;
  member: Account;
  subject: string;
}

/** A conversation that a member begins in the app. */
async function send(fields: Record<string, unknown> = {}, writer?: Account): Promise<Sent> {
  const member = writer ?? (await product().t.member({ full_name: 'Zoé Lefèvre' }));
  const json = { subject: marker(), body: 'Where is it?', client_token: crypto.randomUUID(), ...fields };
  const { body } = await product().t.call('POST', '/app/messages', { token: member.token, json });
  return { id: body.id, number: body.number, member, subject: body.subject };
}

async function api(method: string, path: string, json?: unknown, account?: Account) {
  const { token } = account ?? (await product().t.superuser());
  const { body } = await product().t.call(method, path, { token, json });
  return body;
}

/** A picture that a member sends before the message that it is for. @returns its id */
async function upload({ token }: Account, bytes: Buffer): Promise<string> {
  const { body } = await product().t.call('POST', '/message-images/', { token, ...fileForm(bytes) });
  return body.id;
}

/** How wide the pictures are that are shown somewhere. */
const widthsOf = (where: Locator) =>
  where.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));

/** What the first administrator is called. */
async function nameOf(): Promise<string> {
  const { full_name, email } = await api('GET', '/users/me');
  return full_name ?? email;
}

const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });
const replyField = (page: Page) => page.getByLabel('Reply to Zoé Lefèvre');
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Received messages/ });
const heading = (page: Page, subject: string) => page.getByRole('heading', { name: subject, exact: true });

describe('a message of a member', () => {
  it('raises the one number everywhere, is answered, and its answer is read in the app and by mail', async () => {
    const { id, member, subject } = await send({
      context: { platform: 'ios', app_version: '2.4.0', device: 'iPhone' },
    });
    const page = await openAs('/dashboard');
    await expectShown(menuEntry(page).getByText('1 awaiting reply'));
    await expectShown(page.getByRole('link', { name: /^Messages awaiting reply\s*1/ }));
    await menuEntry(page).click();
    await expectShown(page.getByRole('link', { name: 'Awaiting reply 1' }));
    await expectSoon(() => page.title(), '(1) Received messages · Agora');

    await row(page, subject).getByRole('link').click();
    await expectShown(heading(page, subject));
    await page.getByText('The member', { exact: true }).click();
    await expectShown(page.getByText('iOS · 2.4.0'), page.getByText('iPhone'));
    await replyField(page).fill('It is on the first screen.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    await expectSoon(() => menuEntry(page).textContent(), 'Received messages');
    await expectShown(page.getByText('Everybody has an answer'));
    expect(placeOf(page)).toBe('/messages');

    await button(page, 'See it').click();
    await expectShown(thread(page).getByText('Mail sent'), button(page, `Assigned to ${await nameOf()}`));
    const { entries } = await api('GET', `/app/messages/${id}`, undefined, member);
    expect(entries.map((entry: { body: string }) => entry.body)).toEqual([
      'Where is it?',
      'It is on the first screen.',
    ]);
    const mails = product().mails.received.filter(({ to }) => to.includes(member.email));
    expect(mails.map(({ text }) => text).join()).toContain('It is on the first screen.');
  });

  it('is answered once: the second of two who answer at the same time sees the first, and keeps the text', async () => {
    const { id } = await send();
    const [one, other] = [
      await openAs(`/messages/${id}`),
      await openAs(`/messages/${id}`, await colleague()),
    ];
    await replyField(one).fill('The first answer');
    await replyField(other).fill('The second answer');
    await button(one, 'Send').click();
    await expectToast(one, 'Reply sent.');
    await button(other, 'Send').click();
    const news = other.getByRole('alert').filter({ hasText: '1 new entry since you began to write' });
    await expectShown(news.getByText('The first answer'));
    expect(await replyField(other).inputValue()).toBe('The second answer');
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(2);

    await button(news, 'I have read it').click();
    await expectFocused(replyField(other));
    await button(other, 'Send').click();
    await expectToast(other, 'Reply sent.');
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(3);
  });

  it('is noted on in yellow, apart from replies, for the team alone', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).fill('For the member');
    await button(page, 'Internal note').click();
    const note = page.getByLabel('Note for the team, never sent');
    await expectFocused(note);
    expect(await note.inputValue()).toBe('');
    await note.fill('A secret');
    await page.keyboard.press('Control+Enter');
    await expectShown(thread(page).getByText('noted, for the team alone'));
    await button(page, 'Reply').click();
    expect(await replyField(page).inputValue()).toBe('For the member');
    expect(JSON.stringify(await api('GET', `/app/messages/${id}`, undefined, member))).not.toContain(
      'A secret',
    );
    expect((await api('GET', `/messages/${id}`)).awaiting).toBe(true);
  });

  it('keeps what was begun as an answer, each conversation its own, until it is sent', async () => {
    const [first, second] = [await send(), await send()];
    const page = await openAs(`/messages/${first.id}`);
    await replyField(page).fill('Not finished');
    await page.getByRole('link', { name: 'Previous conversation' }).click();
    await expectShown(heading(page, second.subject));
    expect(await replyField(page).inputValue()).toBe('');
    await page.goto(`${product().origin}/messages/${first.id}`);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(await replyField(page).inputValue()).toBe('Not finished');
  });

  it('shows its pictures, each large on demand', async () => {
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
    await expectAccessible(page);
    await button(dialog, 'Previous').click();
    await expectShown(page.getByRole('img', { name: 'Picture 1 of 2' }));
    const download = page.waitForEvent('download');
    await inDialog(page, 'Download').click();
    expect((await download).suggestedFilename()).toBe(`${images[0]}.webp`);
    await page.keyboard.press('Escape');
    await expectFocused(second);
  });

  it('may be refused from somebody, which is seen and undone', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`, undefined, { viewport: { width: 1440, height: 900 } });
    await button(page, 'Refuse their messages').click();
    await inDialog(page, 'Refuse').click();
    await expectShown(page.getByText(/^Messages of this member are refused since .*, by/));
    const token = { client_token: crypto.randomUUID(), body: 'Again' };
    expect((await api('POST', '/app/messages', token, member)).code).toBe('sender_blocked');
    await button(page, 'Accept again').click();
    await expectToast(page, 'Messages of this member are accepted again.');
    expect((await api('POST', '/app/messages', token, member)).code).toBeUndefined();
  });
});

describe('the command palette', () => {
  it('finds a conversation by its words and by its number', async () => {
    const { subject, number } = await send();
    const page = await openAs('/dashboard');
    for (const words of [subject, `#${number}`]) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search or go to').fill(words);
      await page.getByRole('button', { name: `#${number} · ${subject}` }).click();
      await expectShown(heading(page, subject));
      await page.goto(`${product().origin}/dashboard`);
      await settle(page);
    }
  });
});

describe('the inbox', () => {
  it('is sorted out without a mouse, opening what comes next', async () => {
    const word = marker();
    const subjects: string[] = [];
    for (const name of ['c', 'b', 'a'])
      subjects.unshift((await send({ subject: `${word} ${name}` })).subject);
    const [first = '', second = '', third = ''] = subjects;
    const page = await openAs(`/messages?search=${word}`);
    await expectShown(row(page, third));
    await page.keyboard.press('j');
    await expectFocused(heading(page, first));
    await page.keyboard.press('x');
    await expectShown(page.getByText('1 selected'));
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await expectFocused(heading(page, second));
    await page.keyboard.press('k');
    await expectFocused(heading(page, first));
    await page.keyboard.press('a');
    await expectToast(page, 'Assignment saved.');
    await page.keyboard.press('e');
    await expectFocused(heading(page, second));
    expect(new URL(page.url()).searchParams.get('search')).toBe(word);
    await page.keyboard.press('r');
    await expectFocused(replyField(page));
    await page.keyboard.type('jkex');
    await page.keyboard.press('Control+Enter');
    await expectFocused(heading(page, third));
    await page.keyboard.press('?');
    await expectShown(page.getByRole('dialog').getByText('In received messages'));
    await page.keyboard.press('Escape');
    const { data } = await api('GET', `/messages/?search=${word}`);
    const states = data.map((it: { subject: string; status: string }) => `${it.subject.at(-1)} ${it.status}`);
    expect(states.sort()).toEqual(['a closed', 'b waiting', 'c new']);
  });

  it('takes back what was closed, and what was thought unwanted', async () => {
    const { id, subject } = await send();
    const page = await openAs(`/messages/${id}?search=${subject}`);
    const status = async () => (await api('GET', `/messages/${id}`)).status;
    await button(page, 'Close without reply').click();
    await expectShown(page.getByText('Nothing matches'));
    expect(await status()).toBe('closed');
    await button(page, 'Undo').click();
    await expectSoon(status, 'open');
    await page.goto(`${product().origin}/messages/${id}?tab=all`);
    await button(page, 'Spam').click();
    await expectToast(page, 'Moved to spam.');
    await page.goto(`${product().origin}/messages/${id}?tab=spam`);
    await expectShown(
      page.getByText('A conversation in spam can’t be replied to. Move it out of there first.'),
    );
    await button(page, 'Not spam').click();
    await expectShown(page.getByText('No conversation here'));
    expect(await status()).toBe('open');
  });

  it('assigns, classifies and closes many at once, those on other pages too', async () => {
    const word = marker();
    const member = await product().t.member();
    for (let number = 0; number < 12; number++) await send({ subject: `${word} ${number}` }, member);
    const page = await openAs(`/messages?search=${word}&size=10`);
    await page.getByLabel('Select all conversations of this page').check();
    await button(page, 'Classify').click();
    await button(page, 'Idea').click();
    await expectToast(page, '10\u00a0conversations changed.');
    await page.getByLabel('Select all conversations of this page').check();
    await button(page, 'Select all 12 matching').click();
    await button(page, 'Assign').click();
    await button(page, 'Me').click();
    await expectToast(page, '12\u00a0conversations changed.');
    await page.getByLabel('Select all conversations of this page').check();
    await button(page, 'Select all 12 matching').click();
    await button(page, 'Close').click();
    await expectShown(page.getByText('Nothing matches'));
    const { data } = await api('GET', `/messages/?search=${word}`);
    const kinds = data.map((it: { status: string; category: string }) => `${it.status} ${it.category}`);
    expect(kinds.filter((kind: string) => kind === 'closed idea')).toHaveLength(10);
    expect(kinds.filter((kind: string) => kind.startsWith('closed'))).toHaveLength(12);
    const shown = await menuEntry(page).textContent();
    const { awaiting } = await api('GET', '/messages/counts');
    expect(shown).toContain(String(awaiting));
  });

  it('sends one text to several members, and tells whom it could not reach', async () => {
    const word = marker();
    const [one, other] = [await send({ subject: `${word} a` }), await send({ subject: `${word} b` })];
    const page = await openAs(`/messages?search=${word}`);
    await page.getByLabel('Select all conversations of this page').check();
    await button(page, 'Reply').click();
    const dialog = page.getByRole('dialog', { name: /^Reply to 2\sconversations$/ });
    await dialog.getByLabel(/^French · 2\smembers/).fill('Bonjour {prénom}.');
    await expectAccessible(page);
    const [entry] = (await api('GET', `/messages/${other.id}`)).entries;
    await api('POST', `/messages/${other.id}/replies`, { body: 'First', last_entry_id: entry.id });
    await dialog.getByRole('button', { name: /^Send 2\sreplies$/ }).click();
    const report = page.getByRole('dialog', { name: 'Result' });
    await expectShown(report.getByText('Done: 1'), report.getByText(/^The conversation has gone on/));
    const said = async ({ id }: Sent) => (await api('GET', `/messages/${id}`)).entries.at(-1).body;
    expect([await said(one), await said(other)]).toEqual(['Bonjour Zoé.', 'First']);
  });

  it('has reply templates in both languages, which arrive in that of the member', async () => {
    const { id, member } = await send();
    await api('PATCH', '/users/me', { locale: 'fr' }, member);
    const page = await openAs(`/messages/${id}`);
    const title = marker();
    await button(page, 'Reply templates').click();
    await inDialog(page, 'New template').click();
    await inDialog(page, 'Save').click();
    await expectFocused(page.getByLabel('Title, for the team'));
    await page.getByLabel('Title, for the team').fill(title);
    await page.getByLabel('Text in French').fill('Bonjour {prénom}, merci.');
    await page.getByLabel('Text in English').fill('Hello {first_name}, thanks.');
    await inDialog(page, 'Save').click();
    await expectShown(page.getByRole('dialog').getByText(title));
    await page.keyboard.press('Escape');
    await button(page, 'Templates').click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    const language = (await api('GET', `/messages/${id}`)).locale;
    expect(await replyField(page).inputValue()).toBe(
      language === 'fr' ? 'Bonjour Zoé, merci.' : 'Hello Zoé, thanks.',
    );
  });

  it('shows one pane on a phone, with the way back to the list', async () => {
    const { subject } = await send();
    const page = await openAs(`/messages?search=${subject}`, undefined, { viewport: PHONE });
    await row(page, subject).getByRole('link').click();
    await expectShown(heading(page, subject), replyField(page));
    expect(await row(page, subject).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expectShown(row(page, subject));
    expect(placeOf(page)).toBe(`/messages?search=${subject}`);
  });

  it('tells of a conversation that does not exist', async () => {
    const page = await openAs(`/messages/${crypto.randomUUID()}`);
    await expectShown(page.getByText('This conversation does not exist'));
  });
});
