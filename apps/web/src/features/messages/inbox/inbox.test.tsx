import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, hold } from '../../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aConversation, aTemplate, aThread, someCounts } from '../../../../test/messages.ts';
import { openPage, sendEvent } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, openFilters } from '../../../../test/screen.ts';

const ME = aSuperuser();
const [A, B, C] = ['a', 'b', 'c'].map((subject, index) =>
  aThread({ id: idOf(301 + index), number: 1 + index, subject, version: 1 + index }),
) as [ReturnType<typeof aThread>, ReturnType<typeof aThread>, ReturnType<typeof aThread>];

async function open(path = '/messages', inbox = answerInbox(A, B, C)) {
  const page = await openPage(path, { as: ME });
  return { ...page, ...inbox };
}

const heading = (subject: string) => screen.findByRole('heading', { level: 2, name: subject });
const COUNTS = someCounts({ awaiting: 3, mine: 1, new: 2, open: 1, closed: 5 });

it.each([
  ['', { awaiting: 'true' }],
  ['?tab=mine', { awaiting: 'true', assignee: 'me' }],
  ['?tab=unassigned', { awaiting: 'true', assignee: 'none' }],
  ['?tab=snoozed&sort=last_at', { snoozed: 'true', sort: 'wakes_at' }],
  ['?tab=waiting', { status: 'waiting', snoozed: 'false' }],
  ['?tab=closed', { status: 'closed' }],
  ['?tab=spam', { status: 'spam' }],
  ['?tab=all', {}],
  ['?tab=unknown', { awaiting: 'true' }],
  [
    `?tab=all&overdue=true&sort=awaiting_since&user_id=${idOf(11)}`,
    { overdue: 'true', sort: 'awaiting_since', user_id: idOf(11) },
  ],
  [
    '?tab=closed&closed_from=2026-01-01&closed_to=2026-01-02',
    { status: 'closed', closed_from: '2026-01-01', closed_to: '2026-01-02' },
  ],
])('requests the conversations for the URL parameters “%s”', async (search, filter) => {
  const { list } = await open(`/messages${search}`);
  await expect.poll(() => list).toHaveLength(1);
  expect(list[0]?.query).toEqual({
    sort: '-last_at',
    skip: '0',
    limit: '25',
    count_up_to: '10000',
    ...filter,
  });
});

it('filters the list, and offers no filter by assignee in a tab for one assignee', async () => {
  const { user, list, router } = await open('/messages?tab=all');
  await screen.findByText('1–3 of 3');
  await openFilters(user);
  await screen.findByRole('option', { name: 'Éloïse Martin' });
  await user.selectOptions(await screen.findByLabelText('Assigned to'), 'Éloïse Martin');
  await user.selectOptions(screen.getByLabelText('Category'), 'Idea');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'French');
  await expect
    .poll(() => list.at(-1)?.query)
    .toMatchObject({ assignee: ELOISE.id, category: 'idea', locale: 'fr' });
  expect(screen.getAllByRole('button', { name: 'Filters (3)' })[0]).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await router.navigate('/messages?tab=mine&category=idea');
  await screen.findAllByRole('button', { name: 'Filters (1)' });
  await openFilters(user);
  expect(await screen.findByLabelText('Category')).toHaveValue('idea');
  await waitFor(() => expect(screen.queryByLabelText('Assigned to')).toBeNull());
});

it('shows the filters set by a link, each with a button to remove it', async () => {
  const period = 'received_from=2026-01-01&received_to=2026-01-31';
  const { user, router } = await open(`/messages?tab=all&overdue=true&user_id=${idOf(11)}&${period}`);
  expect(await screen.findByRole('button', { name: /^Waiting for over 24\shours/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^From one member/ }));
  await expect.poll(() => router.state.location.search).toBe(`?tab=all&overdue=true&${period}`);
  await user.click(screen.getByRole('button', { name: /^Received: 1/ }));
  await expect.poll(() => router.state.location.search).toBe('?tab=all&overdue=true');
});

it('sorts overdue conversations by waiting time, and others by their latest message', async () => {
  const { user, router } = await open('/messages?overdue=true');
  await user.selectOptions(await screen.findByLabelText('Order'), 'Oldest first');
  await expect.poll(() => router.state.location.search).toBe('?overdue=true&sort=awaiting_since');
  await router.navigate('/messages');
  await waitFor(() => expect(screen.getByLabelText('Order')).toHaveValue('-last_at'));
  await user.selectOptions(screen.getByLabelText('Order'), 'Oldest first');
  await expect.poll(() => router.state.location.search).toBe('?sort=last_at');
});

it('counts the conversations awaiting the team in tabs, title and menu', async () => {
  answer(contract.messages.countMessages, { status: 200, body: { ...COUNTS, snoozed: 4 } });
  await open();
  const tabs = await screen.findByRole('navigation', { name: 'Conversations' });
  await within(tabs).findByText('3');
  expect(
    within(tabs)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Awaiting reply3',
    'Mine1',
    'Unassigned',
    'Snoozed4',
    'Waiting for member',
    'Closed',
    'Spam',
    'All',
  ]);
  expect(within(tabs).getByRole('link', { current: 'page' })).toHaveTextContent('Awaiting reply');
  await expect.poll(() => document.title).toBe('(3) Inbox · Agora');
  expect(screen.getByText('3 awaiting reply')).toBeInTheDocument();
});

it.each([
  ['', COUNTS, 'Everybody has an answer'],
  ['?tab=mine', COUNTS, 'No conversation is waiting for your reply'],
  ['?tab=unassigned', COUNTS, 'Every conversation is assigned'],
  ['?tab=snoozed', COUNTS, 'No conversation is snoozed'],
  ['?tab=spam', COUNTS, 'No conversation here'],
  ['', { ...COUNTS, awaiting: 0, closed: 0 }, 'No conversation yet'],
])('explains why the list “%s” is empty: case %#', async (search, counts, text) => {
  answer(contract.messages.countMessages, { status: 200, body: counts });
  await open(`/messages${search}`, answerInbox());
  expect(await screen.findByText(text)).toBeVisible();
});

it('describes each conversation in its row', async () => {
  answerInbox();
  const rows = [
    aConversation({ is_unread: true, assignee: ELOISE, assignee_id: ELOISE.id, category: 'bug' }),
    aConversation({ id: idOf(302), number: 8, subject: '', sender: null, status: 'waiting' }),
  ];
  const [first] = rows;
  if (first?.sender) first.sender.is_blocked = true;
  answer(contract.messages.readMessages, { status: 200, body: { data: rows, count: 2 } });
  const { user } = await openPage('/messages?tab=all', { as: ME });
  await screen.findAllByText(/Where is it/);
  const [one, other] = within(await screen.findByRole('list', { name: 'All' })).getAllByRole('listitem') as [
    HTMLElement,
    HTMLElement,
  ];
  expect(one).toHaveTextContent(
    /^Unread\. Zoé Lefèvre · The market.*Where is it\?BlockedNewAssigned to Éloïse Martin$/,
  );
  expect(other).toHaveTextContent(/^Deleted account · No subject.*Where is it\?Waiting for member$/);
  await user.click(
    within(other).getByRole('checkbox', { name: 'Select conversation 8 with Deleted account' }),
  );
  expect(await screen.findByText('1 selected')).toBeVisible();
});

it('describes the category of a conversation where all have the same status', async () => {
  answerInbox();
  const rows = [aConversation({ category: 'bug' })];
  answer(contract.messages.readMessages, { status: 200, body: { data: rows, count: 1 } });
  await openPage('/messages', { as: ME });
  const list = await screen.findByRole('list', { name: 'Awaiting reply' });
  await waitFor(() => expect(list).toHaveTextContent(/Where is it\?Problem$/));
});

it('handles conversations with the keyboard only, and opens the next one after each is closed', async () => {
  const { user, updates, router } = await open('/messages?search=x');
  await screen.findByText('1–3 of 3');
  await user.keyboard('j');
  await waitFor(async () => expect(await heading('a')).toHaveFocus());
  await user.keyboard('x');
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.keyboard('x');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  await user.keyboard('j');
  await waitFor(async () => expect(await heading('b')).toHaveFocus());
  await user.keyboard('k');
  await waitFor(async () => expect(await heading('a')).toHaveFocus());
  await user.keyboard('a');
  await expectToast('Assignment saved.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close without reply' })).toBeEnabled());
  await user.keyboard('e');
  await waitFor(async () => expect(await heading('b')).toHaveFocus());
  await user.keyboard('r');
  const reply = screen.getByLabelText('Reply to Zoé Lefèvre');
  await waitFor(() => expect(reply).toHaveFocus());
  await user.keyboard('jkex');
  expect(reply).toHaveValue('jkex');
  await user.keyboard('{Escape}n');
  const note = await screen.findByLabelText('Note for the team, never sent');
  await waitFor(() => expect(note).toHaveFocus());
  expect(note).toHaveValue('');
  expect(router.state.location.search).toBe('?search=x');
  expect(updates.map(({ params, body }) => [params['id'], body])).toEqual([
    [A.id, { assignee_id: ME.id }],
    [A.id, { status: 'closed' }],
  ]);
});

it('opens the previous conversation after closing the last of the list, and the list after closing the only one', async () => {
  const { user, router } = await open(`/messages/${B.id}`, answerInbox(A, B));
  await user.click(await button('Close without reply'));
  await waitFor(async () => expect(await heading('a')).toHaveFocus());
  await user.click(await button('Close without reply'));
  await expect.poll(() => router.state.location.pathname).toBe('/messages');
});

it('keeps a conversation open that is opened while a closed one leaves the list', async () => {
  const { user, router } = await open(`/messages/${A.id}`);
  await heading('a');
  const { calls, release } = hold(contract.messages.readMessages, {
    status: 200,
    body: { data: [B, C].map(({ id, number, subject }) => aConversation({ id, number, subject })), count: 2 },
  });
  await user.keyboard('e');
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await user.click(
    within(screen.getByRole('list', { name: 'Awaiting reply' })).getAllByRole('link')[2] as HTMLElement,
  );
  await heading('c');
  release();
  await expect
    .poll(() => within(screen.getByRole('list', { name: 'Awaiting reply' })).getAllByRole('link').length)
    .toBe(2);
  expect(router.state.location.pathname).toBe(`/messages/${C.id}`);
});

const selectAll = async () => screen.findByRole('checkbox', { name: 'Select all' });
const answerBulk = () =>
  answer(contract.messages.bulkMessages, { status: 200, body: { done: 3, count: 3, skipped: [] } });

it('closes, assigns, classifies and marks as spam the selected conversations', async () => {
  const { user } = await open();
  const calls = answerBulk();
  const choose = async (name: string, item?: string) => {
    await user.click(await selectAll());
    await user.click(await button(name));
    if (item) await user.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  };
  await choose('Assign', 'Nobody');
  await choose('Assign', 'Éloïse Martin');
  await choose('More for the selection', 'Problem');
  await choose('Close');
  await choose('More for the selection', 'Spam');
  const ids = [A.id, B.id, C.id];
  expect(calls.map(({ body }) => body)).toEqual([
    { action: 'assign', assignee_id: null, ids },
    { action: 'assign', assignee_id: ELOISE.id, ids },
    { action: 'categorize', category: 'bug', ids },
    { action: 'close', ids },
    { action: 'spam', ids },
  ]);
});

it('changes all conversations that match the filter, including those on other pages', async () => {
  const { user } = await open('/messages?category=idea&size=10');
  answer(contract.messages.readMessages, {
    status: 200,
    body: {
      data: Array.from({ length: 10 }, (_, index) => aConversation({ id: idOf(700 + index) })),
      count: 20,
    },
  });
  const calls = answerBulk();
  await user.selectOptions(await screen.findByLabelText('Order'), 'Oldest first');
  await screen.findByText('1–10 of 20');
  await user.click(await selectAll());
  await user.click(await screen.findByRole('button', { name: /^Select all 20/ }));
  expect(await screen.findByRole('button', { name: 'Reply to each' })).toBeDisabled();
  await user.click(await button('Close'));
  await expectToast('3 conversations changed.');
  expect(calls[0]?.body).toEqual({
    action: 'close',
    filter: { awaiting: true, category: 'idea' },
    expected_count: 20,
  });
});

it('offers only to move selected spam out of spam', async () => {
  const spam = aThread({ status: 'spam', awaiting: false });
  const { user } = await open('/messages?tab=spam', answerInbox(spam));
  const calls = answerBulk();
  await user.click(await selectAll());
  const moveOut = await button('Not spam');
  expect(screen.queryByRole('button', { name: 'Reply to each' })).toBeNull();
  await user.click(moveOut);
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ action: 'not_spam', ids: [spam.id] }]);
});

it('deselects a conversation that leaves the list', async () => {
  const { user, change } = await open();
  await user.click(await selectAll());
  expect(await screen.findByText('3 selected')).toBeVisible();
  change(A.id, { awaiting: false });
  sendEvent('changed', { entity: 'message', id: A.id });
  expect(await screen.findByText('2 selected')).toBeVisible();
});

const FRENCH = aThread({ id: idOf(304), number: 4, subject: 'd', locale: 'fr', version: 9 });

async function openBulkReply() {
  const inbox = answerInbox(A, FRENCH, C);
  answer(contract.replyTemplates.readReplyTemplates, {
    status: 200,
    body: { data: [aTemplate()], count: 1 },
  });
  const page = await open('/messages', inbox);
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select conversation/ });
  for (const box of boxes.slice(0, 2)) await page.user.click(box);
  await page.user.click(await button('Reply to each'));
  const dialog = await screen.findByRole('dialog', { name: /^Reply to 2\sconversations$/ });
  return { ...page, dialog, french: within(dialog).getByLabelText(/^French · 1\smember/) };
}
const send = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: /^Send 2\sreplies$/ });

it('sends one reply to several members in their languages, with the versions from when it was started', async () => {
  const { user, dialog, french, change } = await openBulkReply();
  expect(within(dialog).getByText('This member gets the French text.')).toBeVisible();
  await user.click(send(dialog));
  await expectProblem(french, /^Write something first\./);
  await user.selectOptions(within(dialog).getByLabelText('Insert a template'), 'Thanks');
  expect(french).toHaveValue('Merci {prénom}');
  expect(within(dialog).getByLabelText(/^English · 1\smember/)).toHaveValue('Thank you {first_name}');
  expect(within(dialog).queryByText('This member gets the French text.')).toBeNull();
  await user.click(french);
  await user.paste('.');
  change(A.id, { version: 5 });
  sendEvent('changed', { entity: 'message', id: A.id });
  const calls = answer(contract.messages.replyToMessages, {
    status: 200,
    body: { done: 2, count: 2, skipped: [] },
  });
  await user.click(send(dialog));
  await expectToast('2 replies sent.');
  expect(calls.map(({ body }) => body)).toEqual([
    {
      conversations: [
        { id: A.id, version: 1 },
        { id: FRENCH.id, version: 9 },
      ],
      bodies: { fr: 'Merci {prénom}.', en: 'Thank you {first_name}' },
    },
  ]);
});

it('previews the reply to the first member, and rejects unknown placeholders', async () => {
  const { user, dialog, french } = await openBulkReply();
  await fill(user, french, 'Bonjour { Prenom }.');
  const first = within(within(dialog).getByRole('figure'));
  expect(first.getByText('Zoé Lefèvre will read:')).toBeVisible();
  expect(first.getByText('Bonjour Zoé.')).toBeVisible();
  await fill(user, french, 'Bonjour {nom}.');
  await user.click(send(dialog));
  await expectProblem(french, /^Members would read \{nom\} as it is\. Known: \{prénom\}, \{first_name\}\./);
});

it('shows no field for a language that none of the members reads', async () => {
  const inbox = answerInbox(FRENCH);
  answer(contract.replyTemplates.readReplyTemplates, { status: 200, body: { data: [], count: 0 } });
  const { user } = await open('/messages', inbox);
  await user.click(await screen.findByRole('checkbox', { name: /^Select conversation/ }));
  await user.click(await button('Reply to each'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Reply to 1\sconversation$/ }));
  expect(dialog.getByLabelText(/^French · 1\smember/)).toBeVisible();
  expect(dialog.queryByLabelText(/^English/)).toBeNull();
});

it('keeps the text if conversations were skipped, and lists them', async () => {
  const { user, dialog, french } = await openBulkReply();
  await fill(user, french, 'Bonjour {prénom}.');
  const skipped = [{ id: A.id, code: 'thread_advanced' as const, label: 'a' }];
  answer(contract.messages.replyToMessages, { status: 200, body: { done: 1, count: 2, skipped } });
  await user.click(send(dialog));
  const report = await screen.findByRole('dialog', { name: 'Result' });
  expect(within(report).getByText('Done: 1')).toBeVisible();
  expect(within(report).getByText(/^The conversation has moved on/)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(
    (await screen.findAllByRole('checkbox', { name: /^Select conversation/ }))[0] as HTMLElement,
  );
  await user.click(await button('Reply to each'));
  const reopened = await screen.findByRole('dialog', { name: /^Reply to 1\sconversation$/ });
  await waitFor(() => expect(within(reopened).getByLabelText(/^French/)).toHaveValue('Bonjour {prénom}.'));
});

it.each([
  ['r', 'Reply to Zoé Lefèvre'],
  ['n', 'Note for the team, never sent'],
])(
  'keeps the key %s until the next conversation has loaded, without taking text for shortcuts',
  async (key, field) => {
    const { user, router, updates } = await open(`/messages/${A.id}`);
    await heading('a');
    const { release } = hold(contract.messages.readMessage, { status: 200, body: B });
    await user.keyboard('j');
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2 })).toBeNull());
    await user.keyboard(`${key}each ajk gi`);
    release();
    await heading('b');
    await waitFor(() => expect(screen.getByLabelText(field)).toHaveFocus());
    await user.keyboard('e');
    expect(screen.getByLabelText(field)).toHaveValue('e');
    expect(router.state.location.pathname).toBe(`/messages/${B.id}`);
    expect(updates).toEqual([]);
  },
);

it('focuses the field of the new conversation, not of the previous one, for r pressed at once after j', async () => {
  const { user, router } = await open(`/messages/${A.id}`);
  await heading('a');
  await user.keyboard('jr');
  await heading('b');
  await waitFor(() => expect(screen.getByLabelText('Reply to Zoé Lefèvre')).toHaveFocus());
  expect(router.state.location.pathname).toBe(`/messages/${B.id}`);
});

it('replies in the next conversation for r pressed while the open one is being closed', async () => {
  const { user, change } = await open(`/messages/${A.id}`);
  await heading('a');
  const { release } = hold(contract.messages.updateMessage, () => ({
    status: 200,
    body: change(A.id, { status: 'closed', awaiting: false }),
  }));
  await user.keyboard('er');
  expect(screen.getByLabelText('Reply to Zoé Lefèvre')).not.toHaveFocus();
  release();
  await heading('b');
  await waitFor(() => expect(screen.getByLabelText('Reply to Zoé Lefèvre')).toHaveFocus());
});
