import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, PHONE } from './harness.ts';
import { heading, menuEntry, replyField, row, type Sent, useMessages } from './messages-steps.ts';
import { button, inDialog, loseAnswer, marker } from './steps.ts';
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

const { product, openAs, send, api } = useMessages();

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

  it('selects no more what leaves the list because a colleague closes it', async () => {
    const word = marker();
    const [one, other] = [await send({ subject: `${word} a` }), await send({ subject: `${word} b` })];
    const page = await openAs(`/messages?search=${word}`);
    await page.getByLabel('Select all', { exact: true }).check();
    await expectShown(page.getByText('2 selected'));
    await api('PATCH', `/messages/${one.id}`, { status: 'closed' });
    await expectShown(page.getByText('1 selected'));
    await api('PATCH', `/messages/${other.id}`, { status: 'closed' });
    await expectSoon(() => page.getByText(/selected$/).count(), 0);
  });

  it('stays with what somebody opens while a closed conversation leaves the list', async () => {
    const word = marker();
    const [third, , first] = [
      await send({ subject: `${word} c` }),
      await send({ subject: `${word} b` }),
      await send({ subject: `${word} a` }),
    ];
    const page = await openAs(`/messages/${first.id}?search=${word}`);
    await expectShown(heading(page, first.subject), row(page, third.subject));
    const letGo = await holdUp(page, 'GET', '**/api/v1/messages/?*');
    const asked = page.waitForRequest('**/api/v1/messages/?*');
    await page.keyboard.press('e');
    await asked;
    await row(page, third.subject).getByRole('link').click();
    await expectShown(heading(page, third.subject));
    letGo();
    await expectSoon(() => row(page, first.subject).count(), 0);
    await replyField(page).fill('About this one');
    expect(placeOf(page)).toBe(`/messages/${third.id}?search=${word}`);
    await expectShown(heading(page, third.subject));
  });

  it('leaves keys that are pressed in an open menu to the menu', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    const changes = requestsOf(page, 'PATCH', /\/messages\//);
    await button(page, 'Question').click();
    await expectShown(page.getByRole('menuitem', { name: 'Idea' }));
    for (const key of ['e', 'a', 's']) await page.keyboard.press(key);
    await page.getByRole('menuitem', { name: 'Idea' }).click();
    await expectToast(page, 'Category saved.');
    expect(changes).toHaveLength(1);
    expect(await api('GET', `/messages/${id}`)).toMatchObject({
      status: 'new',
      assignee: null,
      category: 'idea',
    });
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
    await button(page, 'Mark as spam').click();
    await expectToast(page, 'Moved to spam.');
    await page.goto(`${product().origin}/messages/${id}?tab=spam`);
    await expectShown(page.getByText('This conversation is in spam. Move it out first to reply.'));
    await button(page, 'Move out of spam').click();
    await expectShown(page.getByText('No conversation here'));
    expect(await status()).toBe('open');
  });

  it('assigns, classifies and closes many at once, those on other pages too', async () => {
    const word = marker();
    const member = await product().t.member();
    for (let number = 0; number < 12; number++) await send({ subject: `${word} ${number}` }, member);
    const page = await openAs(`/messages?search=${word}&size=10`);
    await page.getByLabel('Select all', { exact: true }).check();
    await button(page, 'Classify').click();
    await page.getByRole('menuitem', { name: 'Idea' }).click();
    await expectToast(page, '10\u00a0conversations changed.');
    await page.getByLabel('Select all', { exact: true }).check();
    await button(page, 'Select all 12 matching').click();
    await button(page, 'Assign').click();
    await page.getByRole('menuitem', { name: 'Me', exact: true }).click();
    await expectToast(page, '12\u00a0conversations changed.');
    await page.getByLabel('Select all', { exact: true }).check();
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
    await api('POST', '/reply-templates/', { title: word, bodies: { fr: 'À bientôt.' } });
    const page = await openAs(`/messages?tab=all&search=${word}`);
    await page.getByLabel('Select all', { exact: true }).check();
    await button(page, 'Reply to each').click();
    const dialog = page.getByRole('dialog', { name: /^Reply to 2\sconversations$/ });
    await dialog.getByLabel(/^French · 2\smembers/).fill('Bonjour {prénom}.');
    await expectAccessible(page);
    expect(await dialog.getByText(/the French text/).count()).toBe(0);
    const [entry] = (await api('GET', `/messages/${other.id}`)).entries;
    await api('POST', `/messages/${other.id}/replies`, { body: 'First', last_entry_id: entry.id });
    await dialog.getByRole('button', { name: /^Send 2\sreplies$/ }).click();
    const report = page.getByRole('dialog', { name: 'Result' });
    await expectShown(report.getByText('Done: 1'), report.getByText(/^The conversation has moved on/));
    const said = async ({ id }: Sent) => (await api('GET', `/messages/${id}`)).entries.at(-1).body;
    expect([await said(one), await said(other)]).toEqual(['Bonjour Zoé.', 'First']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Select all', { exact: true }).check();
    await button(page, 'Reply to each').click();
    const text = page.getByRole('dialog').getByLabel(/^French/);
    await expectSoon(() => text.inputValue(), 'Bonjour {prénom}.');
    await page.getByRole('dialog').getByLabel('Insert a template').selectOption(word);
    await expectSoon(() => text.inputValue(), 'Bonjour {prénom}.\n\nÀ bientôt.');
  });

  it('sends one text once, and only where nothing was written since it was begun', async () => {
    const word = marker();
    const [one, other] = [await send({ subject: `${word} a` }), await send({ subject: `${word} b` })];
    const page = await openAs(`/messages?tab=all&search=${word}`);
    await page.getByLabel('Select all', { exact: true }).check();
    await button(page, 'Reply to each').click();
    const dialog = page.getByRole('dialog', { name: /^Reply to 2\sconversations$/ });
    await dialog.getByLabel(/^French · 2\smembers/).fill('We are looking.');
    const { token } = one.member;
    const json = { body: 'I found it!', client_token: crypto.randomUUID() };
    await product().t.call('POST', `/app/messages/${one.id}/replies`, { token, json });
    await expectShown(page.getByText('I found it!'));
    await loseAnswer(page, '**/bulk-replies');
    const press = dialog.getByRole('button', { name: /^Send 2\sreplies$/ });
    await press.click();
    await expectShown(page.getByText('We are looking.').last());
    await expectSoon(() => press.isEnabled(), true);
    await press.click();
    await expectShown(page.getByRole('dialog', { name: 'Result' }).getByText('Done: 1'));
    const said = async ({ id }: Sent) => (await api('GET', `/messages/${id}`)).entries.slice(1);
    expect(await said(one)).toMatchObject([{ body: 'I found it!' }]);
    expect(await said(other)).toMatchObject([{ body: 'We are looking.' }]);
  });

  it('has reply templates in both languages, which arrive in that of the member', async () => {
    const { id, member } = await send();
    await api('PATCH', '/users/me', { locale: 'fr' }, member);
    const page = await openAs(`/messages/${id}`);
    const title = marker();
    await button(page, 'Other actions').click();
    await page.getByRole('menuitem', { name: 'Reply templates' }).click();
    await inDialog(page, 'New template').click();
    await inDialog(page, 'Save').click();
    await expectFocused(page.getByLabel('Title, for the team'));
    await page.getByLabel('Title, for the team').fill(title);
    await page.getByLabel('Text in French').fill('Bonjour {prénom}, merci.');
    await page.getByLabel('Text in English').fill('Hello {first_name}, thanks.');
    await inDialog(page, 'Save').click();
    await expectShown(page.getByRole('dialog').getByText(title));
    await page.keyboard.press('Escape');
    await replyField(page).focus();
    await button(page, 'Insert a template').click();
    await page.getByRole('option', { name: title }).click();
    const language = (await api('GET', `/messages/${id}`)).locale;
    expect(await replyField(page).inputValue()).toBe(
      language === 'fr' ? 'Bonjour Zoé, merci.' : 'Hello Zoé, thanks.',
    );
  });

  it('keeps both texts of a template that a colleague changes while one’s own is a draft', async () => {
    const { id } = await send();
    const title = marker();
    const bodies = { fr: 'Bonjour.', en: 'Hello.' };
    const template = await api('POST', '/reply-templates/', { title, bodies });
    const page = await openAs(`/messages/${id}`);
    const edit = async () => {
      await button(page, 'Other actions').click();
      await page.getByRole('menuitem', { name: 'Reply templates' }).click();
      await inDialog(page, `Edit ${title}`).click();
    };
    await edit();
    const french = page.getByLabel('Text in French');
    await french.fill('Bonjour, de ma part.');
    await page.keyboard.press('Escape');
    await expectSoon(() => french.count(), 0);
    await api('PATCH', `/reply-templates/${template.id}`, { bodies: { fr: 'Bonjour, de sa part.' } });
    await page.reload();
    await edit();
    await expectSoon(() => french.inputValue(), 'Bonjour, de ma part.');
    await inDialog(page, 'Save').click();
    await expectShown(page.getByText('Bonjour, de sa part.'));
    await button(page, 'Save this choice').click();
    await expectToast(page, 'Template saved.');
    expect((await api('GET', `/reply-templates/${template.id}`)).bodies).toEqual({
      fr: 'Bonjour, de ma part.',
      en: 'Hello.',
    });
  });

  it('inserts a template by keyboard alone', async () => {
    const { id } = await send();
    const word = marker();
    for (const title of ['First', 'Second'])
      await api('POST', '/reply-templates/', {
        title: `${title} ${word}`,
        bodies: { fr: `${title} corps`, en: `${title} body` },
      });
    const page = await openAs(`/messages/${id}`);
    const search = page.getByRole('dialog').getByRole('textbox');
    await replyField(page).focus();
    await button(page, 'Insert a template').click();
    await expectFocused(search);
    // Nothing is missing while it is chosen.
    expect(await problemAt(replyField(page))).toBeUndefined();
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    await expectFocused(replyField(page));
    await page.keyboard.press('/');
    await expectFocused(search);
    expect(await problemAt(replyField(page))).toBeUndefined();
    await page.keyboard.type(word);
    await expectSoon(() => page.getByRole('dialog').getByRole('option').count(), 2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectSoon(
      () =>
        replyField(page)
          .inputValue()
          .then((text) => /^Second (body|corps)$/.test(text)),
      true,
    );
    await page.keyboard.type(' / more');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await expectFocused(search);
    await page.keyboard.type(`First ${word}`);
    await page.keyboard.press('Enter');
    await expectFocused(replyField(page));
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    const { entries } = await api('GET', `/messages/${id}`);
    expect(entries.at(-1).body).toMatch(/^Second (body|corps) \/ more\n\nFirst (body|corps)$/);
  });

  it('leaves room to read at 1366 by 768, until somebody writes', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`, undefined, { viewport: { width: 1366, height: 768 } });
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
    const entries = page.getByRole('log').locator('xpath=../..');
    await expectSoon(async () => (await heightOf(entries)) > 300, true);
    expect(await button(page, 'Send').isVisible()).toBe(false);
    await page.keyboard.press('r');
    await expectShown(button(page, 'Send'));
    await expectFocused(replyField(page));
  });

  it('shows the period of a link without unfolding the filters', async () => {
    await send();
    const today = new Date().toISOString().slice(0, 10);
    const page = await openAs(
      `/messages?tab=all&received_from=${today.slice(0, 4)}-01-01&received_to=${today}`,
    );
    await expectShown(page.getByRole('button', { name: /^Received: 1 January/ }));
    expect(await button(page, 'Filters').getAttribute('aria-expanded')).toBe('false');
    await page.getByRole('button', { name: 'Remove this filter' }).click();
    await expectSoon(() => placeOf(page), '/messages?tab=all');
  });

  it('scrolls its list within the window of a laptop, above the number of its rows', async () => {
    const word = marker();
    for (let count = 0; count < 9; count += 1) await send({ subject: `${word} ${count}` });
    const page = await openAs(`/messages?search=${word}`);
    const total = page.getByText('1–9 of 9');
    await expectShown(total);
    const { y = 999, height = 0 } = (await total.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(800);
    const oldest = row(page, `${word} 0`);
    expect((await oldest.boundingBox())?.y).toBeGreaterThan(800);
    await row(page, `${word} 8`).hover();
    await page.mouse.wheel(0, 2_000);
    await expectSoon(async () => ((await oldest.boundingBox())?.y ?? 999) < y, true);
  });

  it('has an arrow to tabs that no longer fit beside their numbers', async () => {
    const page = await openAs('/messages', undefined, { viewport: { width: 1152, height: 768 } });
    const arrow = page.locator('[data-position="end"]');
    await arrow.waitFor({ state: 'hidden' });
    await page.route('**/messages/counts', async (route) => {
      const counts: object = await (await route.fetch()).json();
      const json = Object.fromEntries(Object.keys(counts).map((name) => [name, 99_999]));
      await route.fulfill({ json });
    });
    await send();
    await expectShown(arrow);
  });

  it('shows all tabs at once on a small laptop, in French too', async () => {
    await send();
    const account = await product().t.colleague();
    const page = await product().open('/messages', { as: account, locale: 'fr' });
    const tabs = page.getByRole('navigation', { name: 'Conversations' });
    await expectShown(tabs.getByRole('link', { name: /^À traiter\s*\d/ }));
    await page.locator('[data-position="end"]').waitFor({ state: 'hidden' });
    expect(await tabs.getByRole('link').allInnerTexts()).toHaveLength(7);
    await page.getByRole('link', { name: 'Évaluations' }).click();
    await expectSoon(() => placeOf(page), '/rates');
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
