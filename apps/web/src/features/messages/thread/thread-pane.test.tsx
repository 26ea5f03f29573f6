import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, loseConnection, refuse } from '../../../../test/api.ts';
import { anEntry } from '../../../../test/audit.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aConversation, aMessageEntry, aSender, aThread } from '../../../../test/messages.ts';
import { openPage, sendEvent } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';
import type { Locale } from '../../../platform/i18n.ts';

const ME = aSuperuser();
const OTHER = aThread({ id: idOf(301), number: 8, subject: 'The other' });

async function open(thread = aThread(), locale: Locale = 'en') {
  const inbox = answerInbox(thread, OTHER);
  const page = await openPage(`/messages/${thread.id}?tab=all`, { as: ME, locale });
  await screen.findByRole('heading', { level: 2 });
  return { ...page, ...inbox };
}

const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;
const log = () => screen.getByRole('log');

function onPhone(): void {
  const media = window.matchMedia('all');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(media, { matches: query.startsWith('(max-width') }),
  );
}

/** The head of the conversation on a phone. */
const bar = () => within(screen.getByRole('heading', { level: 2 }).closest('header') as HTMLElement);

it.each([
  ['at its top on a phone', true, 0],
  ['at the latest entry in a pane beside the list', false, 1],
])('opens a conversation %s, and scrolls new entries into view', async (_name, isNarrow, scrolls) => {
  if (isNarrow) onPhone();
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const scrolled = () => scroll.mock.contexts.filter((element) => log().contains(element as Element)).length;
  const thread = aThread();
  await open(thread);
  expect(await screen.findByRole('log')).toBeVisible();
  expect(scrolled()).toBe(scrolls);
  const entries = [...thread.entries, aMessageEntry({ id: idOf(1999), body: 'Just arrived' })];
  answer(contract.messages.readMessage, { status: 200, body: { ...thread, entries } });
  sendEvent('changed', { entity: 'message', id: thread.id });
  expect(await screen.findByText('Just arrived')).toBeVisible();
  expect(scrolled()).toBe(scrolls + 1);
});

it('shows earlier entries on request even if a live update aborts the first request', async () => {
  const entry = (number: number) => aMessageEntry({ id: idOf(1000 + number), body: `Message ${number}` });
  const latest = aThread({ entries: [entry(51), entry(52)], has_earlier: true });
  const { user } = await open(latest);
  const before: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  answer(contract.messages.readMessage, async ({ query }) => {
    if (!query['before']) return { status: 200, body: latest };
    before.push(query['before']);
    await held;
    return { status: 200, body: aThread({ entries: [entry(49), entry(50)], has_earlier: false }) };
  });
  await user.click(await button('Show earlier messages'));
  await expect.poll(() => before).toHaveLength(1);
  sendEvent('changed', { entity: 'message', id: latest.id });
  await expect.poll(() => before.length, { timeout: 5_000 }).toBeGreaterThan(1);
  release();
  const texts = () =>
    within(log())
      .getAllByRole('listitem')
      .map((one) => /Message \d+/.exec(one.textContent)?.[0]);
  await expect.poll(texts).toEqual(['Message 49', 'Message 50', 'Message 51', 'Message 52']);
  expect(new Set(before)).toEqual(new Set([entry(51).id]));
  expect(isOffered('Show earlier messages')).toBe(false);
  expect(within(log()).getAllByRole('listitem')[2]).toHaveFocus();
});

it('marks a conversation as read when it is opened and when others write, but not for the user’s entries', async () => {
  const first = aMessageEntry();
  const note = aMessageEntry({ id: idOf(311), kind: 'note', author: ME, body: 'Mine' });
  const { seen, change } = await open(aThread({ entries: [first] }));
  await expect.poll(() => seen.map(({ params }) => params)).toEqual([{ id: aThread().id }]);
  change(aThread().id, { entries: [first, note] });
  sendEvent('changed', { entity: 'message', id: aThread().id });
  expect(await within(log()).findByText('Mine')).toBeVisible();
  change(aThread().id, { entries: [first, note, aMessageEntry({ id: idOf(312), body: 'Thanks' })] });
  sendEvent('changed', { entity: 'message', id: aThread().id });
  expect(await within(log()).findByText('Thanks')).toBeVisible();
  await expect.poll(() => seen).toHaveLength(2);
});

it.each([
  [
    aThread(),
    ['Assign to me', 'Close without reply', 'Mark as spam'],
    ['Reopen', 'Close', 'Move out of spam'],
  ],
  [aThread({ awaiting: false, status: 'waiting' }), ['Close'], ['Close without reply', 'Reopen']],
  [
    aThread({ status: 'closed', awaiting: false }),
    ['Reopen', 'Mark as spam'],
    ['Close', 'Close without reply'],
  ],
  [
    aThread({ status: 'spam' }),
    ['Move out of spam'],
    ['Assign to me', 'Mark as spam', 'Close', 'Reopen', 'Unassigned'],
  ],
  [aThread({ assignee: ME, assignee_id: ME.id }), ['Assigned to Grace Hopper'], ['Assign to me']],
  [aThread({ assignee: ELOISE, assignee_id: ELOISE.id }), ['Assigned to Éloïse Martin', 'Assign to me'], []],
])('offers the actions for the status of the conversation: case %#', async (thread, offered, others) => {
  await open(thread);
  for (const name of offered) expect([name, isOffered(name)]).toEqual([name, true]);
  for (const name of others) expect([name, isOffered(name)]).toEqual([name, false]);
});

it.each([
  ['Close without reply', aThread(), 'Conversation closed.', { status: 'closed' }, { status: 'open' }],
  ['Close', aThread({ awaiting: false }), 'Conversation closed.', { status: 'closed' }, { status: 'open' }],
  [
    'Reopen',
    aThread({ status: 'closed', awaiting: false }),
    'Conversation reopened.',
    { status: 'open' },
    { status: 'closed' },
  ],
  ['Assign to me', aThread(), 'Assignment saved.', { assignee_id: ME.id }, { assignee_id: null }],
  [
    'Assign to me',
    aThread({ assignee: ELOISE, assignee_id: ELOISE.id }),
    'Assignment saved.',
    { assignee_id: ME.id },
    { assignee_id: ELOISE.id },
  ],
])(
  'changes the conversation with “%s”, and restores the previous state on undo: case %#',
  async (name, thread, toast, sent, undone) => {
    const { user, updates } = await open(thread);
    await user.click(await button(name));
    await expectToast(toast);
    await user.click(await button('Undo'));
    await expect
      .poll(() => updates.map(({ params, body }) => [params['id'], body]))
      .toEqual([
        [thread.id, sent],
        [thread.id, undone],
      ]);
  },
);

it.each([
  ['Mark as spam', aThread(), 'Moved to spam.', 'markMessageSpam', 'markMessageNotSpam'],
  [
    'Move out of spam',
    aThread({ status: 'spam' }),
    'Moved out of spam.',
    'markMessageNotSpam',
    'markMessageSpam',
  ],
] as const)('undoes “%s”', async (name, thread, toast, act, undo) => {
  const { user } = await open(thread);
  const done = answer(contract.messages[act], { status: 200, body: thread });
  const undone = answer(contract.messages[undo], { status: 200, body: thread });
  await user.click(await button(name));
  await expectToast(toast);
  expect(undone).toEqual([]);
  await user.click(await button('Undo'));
  await expect.poll(() => undone.map(({ params }) => params)).toEqual([{ id: thread.id }]);
  expect(done.map(({ params }) => params)).toEqual([{ id: thread.id }]);
});

it('assigns a conversation to a colleague or to nobody, and classifies it, from menus', async () => {
  const { user, updates } = await open(aThread({ assignee: ELOISE, assignee_id: ELOISE.id }));
  await user.click(await button('Assigned to Éloïse Martin'));
  const options = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Me', 'Nobody', 'Éloïse Martin']);
  await user.click(screen.getByRole('menuitem', { name: 'Nobody' }));
  await expectToast('Assignment saved.');
  await waitFor(() => expect(isOffered('Question')).toBe(true));
  await user.click(await button('Question'));
  await user.click(await screen.findByRole('menuitem', { name: 'Idea' }));
  await expectToast('Category saved.');
  expect(updates.map(({ body }) => body)).toEqual([{ assignee_id: null }, { category: 'idea' }]);
});

it.each([
  [aThread(), ['Snooze', 'Close without reply'], ['Mark as unread', 'Mark as spam']],
  [aThread({ status: 'closed', awaiting: false }), ['Reopen'], ['Mark as unread', 'Mark as spam']],
  [aThread({ status: 'spam' }), ['Move out of spam'], ['Category: Question', 'Mark as unread']],
])('has one row of actions on a phone, the others in a menu: case %#', async (thread, main, inMenu) => {
  onPhone();
  const { user } = await open(thread);
  expect(bar().getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', '/messages?tab=all');
  const names = bar()
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual([...main, 'Other actions']);
  await user.click(bar().getByRole('button', { name: 'Other actions' }));
  for (const name of inMenu) expect(await screen.findByRole('menuitem', { name })).toBeVisible();
});

it('assigns and classifies a conversation on a phone from the menu, and by key', async () => {
  onPhone();
  const { user, updates } = await open(aThread({ assignee: ELOISE, assignee_id: ELOISE.id }));
  const choose = async (item: string, option: string) => {
    await user.click(bar().getByRole('button', { name: 'Other actions' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: option }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await choose('Assigned to Éloïse Martin', 'Nobody');
  await expectToast('Assignment saved.');
  await choose('Category: Question', 'Idea');
  await expectToast('Category saved.');
  // The key does nothing while the change is being saved.
  await waitFor(() => expect(bar().getByRole('button', { name: 'Close without reply' })).toBeEnabled());
  await user.keyboard('a');
  await expect
    .poll(() => updates.map(({ body }) => body))
    .toEqual([{ assignee_id: null }, { category: 'idea' }, { assignee_id: ME.id }]);
});

it('ignores shortcuts while a menu is open', async () => {
  const { user, updates } = await open();
  await user.click(await button('Question'));
  await screen.findByRole('menuitem', { name: 'Idea' });
  await user.keyboard('eas');
  await user.click(screen.getByRole('menuitem', { name: 'Idea' }));
  await expectToast('Category saved.');
  expect(updates.map(({ body }) => body)).toEqual([{ category: 'idea' }]);
});

it('marks a conversation as unread and returns to the list', async () => {
  const { user, router } = await open();
  const calls = answer(contract.messages.markMessageUnread, { status: 200, body: { message: 'Unread' } });
  await user.click(await button('Mark as unread'));
  await expect.poll(() => router.state.location.pathname).toBe('/messages');
  expect(router.state.location.search).toBe('?tab=all');
  expect(calls.map(({ params }) => params)).toEqual([{ id: aThread().id }]);
});

it('shows why an action was refused, and reloads the conversation', async () => {
  const { user, change } = await open();
  refuse(contract.messages.updateMessage, 'message_not_found');
  change(aThread().id, { subject: 'Renamed' });
  await user.click(await button('Close without reply'));
  await expectToast('This conversation is gone.');
  expect(await screen.findByRole('heading', { name: 'Renamed' })).toBeVisible();
});

it.each([
  {
    locale: 'en',
    texts: [
      /Zoé Lefèvre.*wrote.*Where is it\?/,
      /Zoé Lefèvre.*automatic answer.*Away\./,
      /Éloïse Martin.*replied.*Email on its way/,
      /Éloïse Martin.*replied.*Email sent/,
      /could not be delivered: the member sees this reply only in the app\./,
      /did not arrive: the member sees this reply only in the app\./,
      /did not arrive: the mailbox is full\./,
      /Deleted account.*left an internal note/,
    ],
  },
  {
    locale: 'fr',
    texts: [
      /Zoé Lefèvre.*a écrit.*Where is it\?/,
      /Zoé Lefèvre.*réponse automatique.*Away\./,
      /Éloïse Martin.*a répondu.*E-mail en cours d’envoi/,
      /Éloïse Martin.*a répondu.*E-mail envoyé/,
      /n’a pas pu être remis.*que dans l’application\./,
      /n’est pas arrivé.*que dans l’application\./,
      /n’est pas arrivé.*la boîte de réception est pleine\./,
      /Compte supprimé.*a laissé une note interne/,
    ],
  },
] as const)(
  'shows the author of each entry, and the delivery of its email, in $locale',
  async ({ locale, texts }) => {
    const reply = { kind: 'reply', author: ELOISE, body: 'Here.' } as const;
    const entries = [
      {},
      { kind: 'automatic', body: 'Away.' },
      { ...reply, delivery: 'queued' },
      { ...reply, delivery: 'sent' },
      { ...reply, delivery: 'failed' },
      { ...reply, delivery: 'bounced' },
      { ...reply, delivery: 'bounced', bounce_reason: 'mailbox_full' },
      { kind: 'note', author: null },
    ] as const;
    await open(
      aThread({ entries: entries.map((own, index) => aMessageEntry({ id: idOf(330 + index), ...own })) }),
      locale,
    );
    const shown = within(screen.getByRole('log')).getAllByRole('listitem');
    expect(shown).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) expect(shown[index]).toHaveTextContent(text);
  },
);

it.each([
  { locale: 'en', show: 'Show the whole email', hide: 'Hide the whole email' },
  { locale: 'fr', show: 'Afficher l’e-mail complet', hide: 'Masquer l’e-mail complet' },
] as const)('shows the whole email of a shortened entry on request, in $locale', async (texts) => {
  const short = aMessageEntry({ id: idOf(350), has_mail: true });
  const { user } = await open(aThread({ entries: [short, aMessageEntry({ id: idOf(351) })] }), texts.locale);
  const requests = answer(contract.messages.readMessageMail, {
    status: 200,
    body: { text: 'Where is it?\n\n-- \nZoé' },
  });
  expect(screen.getAllByRole('button', { name: texts.show })).toHaveLength(1);
  await user.click(await button(texts.show));
  expect(await within(log()).findByText(/-- Zoé/)).toBeVisible();
  expect(requests.map(({ params }) => params)).toEqual([{ id: short.id }]);
  await user.click(await button(texts.hide));
  expect(within(log()).queryByText(/-- Zoé/)).toBeNull();
  await user.click(await button(texts.show));
  expect(await within(log()).findByText(/-- Zoé/)).toBeVisible();
  expect(requests).toHaveLength(1);
});

it('shows why the whole email could not be loaded, and reloads it on request', async () => {
  const { user } = await open(aThread({ entries: [aMessageEntry({ has_mail: true })] }));
  refuse(contract.messages.readMessageMail, 'message_not_found');
  await user.click(await button('Show the whole email'));
  expect(await within(log()).findByRole('alert')).toHaveTextContent('This conversation is gone.');
  answer(contract.messages.readMessageMail, { status: 200, body: { text: 'All of it' } });
  await user.click(await button('Try again'));
  expect(await within(log()).findByText('All of it')).toBeVisible();
});

it('polls a conversation while the email of its latest reply is queued', async () => {
  const queued = aMessageEntry({
    id: idOf(340),
    kind: 'reply',
    author: ELOISE,
    body: 'Here.',
    delivery: 'queued',
  });
  const { change } = await open(aThread({ entries: [queued] }));
  expect(await screen.findByText('Email on its way')).toBeVisible();
  change(aThread().id, { entries: [{ ...queued, delivery: 'sent' }] });
  expect(await screen.findByText('Email sent', undefined, { timeout: 6_000 })).toBeVisible();
});

it('shows which conversation or rating a conversation follows, if its first entry is shown', async () => {
  const about = { reopened_from_id: idOf(399), rating: { id: idOf(600), score: 2, comment: 'Slow' } };
  const { change } = await open(aThread(about));
  expect(screen.getByRole('link', { name: 'Read that one' })).toHaveAttribute(
    'href',
    `/messages/${idOf(399)}?tab=all`,
  );
  expect(screen.getByText('This conversation answers a rating of 2 out of 5.')).toBeVisible();
  change(aThread().id, { has_earlier: true });
  sendEvent('changed', { entity: 'message', id: aThread().id });
  expect(await button('Show earlier messages')).toBeVisible();
  expect(screen.queryByText(/^This conversation answers/)).toBeNull();
});

it('shows the member, their app and phone, with links to their other data', async () => {
  await open(
    aThread({
      locale: 'fr',
      sender: aSender({ messages: 3, ratings: 1 }),
      context: {
        platform: 'ios',
        app_version: '2.4.0',
        os: '26.1',
        device: 'iPhone',
        screen: 'daily-message',
      },
    }),
  );
  const card = screen.getByText('The member').closest('details') as HTMLElement;
  const facts = [...card.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['LanguageFrench', 'AppiOS · 2.4.0', 'DeviceiPhone · 26.1', 'ScreenDaily message']);
  const links = [...card.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  const id = aSender().id;
  expect(links).toEqual([`/members/${id}`, `/rates?user_id=${id}`]);
});

it('lists the latest other conversations of the member on request, each with its status and date', async () => {
  const { user } = await open(aThread({ sender: aSender({ messages: 9 }) }));
  const rows = [300, 301, 302, 303, 304, 305].map((number) =>
    aConversation({ id: idOf(number), subject: `Subject ${number}`, status: 'closed' }),
  );
  const calls = answer(contract.messages.readMessages, { status: 200, body: { data: rows, count: 9 } });
  await user.click(screen.getByText('The member'));
  await user.click(await button('Previous conversations (8)'));
  const list = await screen.findByRole('list', { name: 'Previous conversations (8)' });
  expect(calls.at(-1)?.query).toEqual({ user_id: aSender().id, sort: '-last_at', limit: '6' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual(
    [301, 302, 303, 304, 305].map((number) => [`Subject ${number}`, `/messages/${idOf(number)}?tab=all`]),
  );
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(/Closed · 3\sJan\s2026$/);
  expect(screen.getByRole('link', { name: 'All their conversations' })).toHaveAttribute(
    'href',
    `/messages?tab=all&user_id=${aSender().id}`,
  );
});

it('offers no previous conversations of a member with only one', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /^Previous conversations/ })).toBeNull();
});

it('blocks messages from a member after a confirmation, and unblocks them', async () => {
  const { user, change } = await open();
  const blocks = answer(contract.messages.blockMessages, () => {
    change(aThread().id, { sender: aSender({ blocked_at: '2026-01-04T10:00:00.000Z', blocked_by: ME }) });
    return { status: 200, body: anAccount() };
  });
  await user.click(screen.getByText('The member'));
  await user.click(await button('Block messages'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(blocks).toEqual([]);
  await user.click(await button('Block messages'));
  const confirmation = await screen.findByRole('dialog', { name: 'Block messages from Zoé Lefèvre?' });
  await user.click(within(confirmation).getByRole('button', { name: 'Block' }));
  const notice = await screen.findByText('Grace Hopper blocked messages from this member on 4 January 2026.');
  expect(notice).toBeVisible();
  expect(isOffered('Block messages')).toBe(false);
  const unblocks = answer(contract.messages.unblockMessages, () => {
    change(aThread().id, { sender: aSender() });
    return { status: 200, body: anAccount() };
  });
  await user.click(await button('Unblock'));
  await expectToast('Messages from this member are no longer blocked.');
  await waitFor(() => expect(notice).not.toBeInTheDocument());
  expect([...blocks, ...unblocks].map(({ params }) => params)).toEqual([
    { user_id: aSender().id },
    { user_id: aSender().id },
  ]);
});

it('shows the history of the conversation on request', async () => {
  const { user } = await open();
  const calls = answer(contract.auditLogs.readAuditLogs, {
    status: 200,
    body: { data: [anEntry()], count: 1 },
  });
  await user.click(await button('History'));
  expect(await screen.findByRole('list', { name: 'History' })).toHaveTextContent('Grace Hopper');
  expect(calls[0]?.query).toMatchObject({ entity_type: 'message', entity_id: aThread().id });
});

it('reports that a conversation does not exist, and offers a retry after other failures', async () => {
  answerInbox(OTHER);
  const page = await openPage(`/messages/${idOf(999)}?tab=all`, { as: ME });
  expect(await screen.findByText('This conversation does not exist')).toBeVisible();
  loseConnection(contract.messages.readMessage);
  await page.router.navigate(`/messages/${OTHER.id}?tab=all`);
  const retry = await button('Try again');
  answerInbox(OTHER);
  await page.user.click(retry);
  expect(await screen.findByRole('heading', { name: 'The other' })).toBeVisible();
});

const IMAGES = [1, 2].map((number) => ({ id: idOf(350 + number), width: 1280, height: 720 }));

it('shows thumbnails of pictures, opens one large, switches to another and downloads it', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const calls = answer(contract.messageImages.readMessageImage, { status: 200, body: 'picture' });
  const { user } = await open(aThread({ entries: [aMessageEntry({ images: IMAGES })] }));
  const read = () => calls.map(({ params, query }) => [params['id'], query['size']]).sort();
  await expect.poll(read).toEqual(IMAGES.map(({ id }) => [id, 'small']));
  await user.click(await button('Open picture 2 of 2'));
  const dialog = await screen.findByRole('dialog', { name: 'Picture 2 of 2' });
  expect(await within(dialog).findByRole('img', { name: 'Picture 2 of 2' })).toBeInTheDocument();
  await expect.poll(read).toContainEqual([IMAGES[1]?.id, 'large']);
  expect(within(dialog).getByRole('button', { name: 'Next' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('img', { name: 'Picture 1 of 2' })).toBeInTheDocument();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Download' }));
  await expect.poll(() => click.mock.contexts).toHaveLength(1);
  expect(click.mock.contexts[0]).toHaveProperty('download', `${IMAGES[0]?.id}.webp`);
});

it('reports that a picture could not be loaded', async () => {
  refuse(contract.messageImages.readMessageImage, 'message_image_not_found');
  const { user } = await open(aThread({ entries: [aMessageEntry({ images: IMAGES.slice(0, 1) })] }));
  await user.click(await button('Open picture 1 of 1'));
  const dialog = await screen.findByRole('dialog', { name: 'Picture 1 of 1' });
  expect(await within(dialog).findByText('This picture could not be loaded.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Next' })).toBeNull();
});

it('shows who else has the conversation open, and who is writing a reply', async () => {
  answerInbox(aThread());
  const other = (number: number, name: string, doing: 'reading' | 'replying') => ({
    id: idOf(number),
    name,
    doing,
  });
  const presence = answer(contract.presence.updatePresence, {
    status: 200,
    body: { data: [other(3, 'Éloïse', 'reading'), other(4, 'Marc', 'replying')] },
  });
  await openPage(`/messages/${aThread().id}?tab=all`, { as: ME });
  expect(await screen.findByText('Marc is writing a reply, and 1 more here')).toBeVisible();
  answer(contract.presence.updatePresence, { status: 200, body: { data: [] } });
  sendEvent('presence', { id: aThread().id });
  await waitFor(() => expect(screen.queryByText(/^Marc is/)).toBeNull());
  expect(presence.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ entity: 'message', id: aThread().id, doing: 'reading' }),
  );
});
