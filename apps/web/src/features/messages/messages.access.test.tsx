import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../test/inbox.ts';
import { aConversation, aPending, aSender, aTemplate, aThread } from '../../../test/messages.ts';
import { openPage } from '../../../test/render.tsx';
import { chooseOtherAction, openFilters, refusedReads } from '../../../test/screen.ts';

const READER = aColleague(['messages.read']);
const THREAD = aThread({
  assignee: ELOISE,
  assignee_id: ELOISE.id,
  is_snoozed: true,
  snoozed_until: '2099-01-01T10:00:00.000Z',
  snooze_kind: 'until_message',
  pending_replies: [aPending({ send_at: '2099-01-01T10:00:00.000Z' })],
  sender: aSender({ blocked_at: '2026-01-03T10:00:00.000Z', ratings: 2 }),
});

const open = async (as = READER, thread = THREAD) => {
  const inbox = answerInbox(thread);
  const page = await openPage(`/messages/${thread.id}?tab=all`, { as });
  await screen.findByText('On the first screen.');
  return { ...inbox, ...page };
};

const WRITING = [
  'Reply',
  'Internal note',
  'Assign to me',
  'Assigned to Éloïse Martin',
  'Mark as spam',
  'Mark as unread',
  'Wake now',
  'Unblock',
  'Send now',
  'History',
];
const shown = () => WRITING.filter((name) => screen.queryByRole('button', { name }));

it('shows a conversation to those who may only read, without anything that changes it', async () => {
  const { seen } = await open();
  expect(shown()).toEqual([]);
  expect(screen.getByText('Assigned to Éloïse Martin · Question')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /^(Reply|Note)/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Mine' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open the account' })).toBeNull();
  expect(screen.queryByRole('link', { name: /2\sratings/ })).toBeNull();
  expect(screen.getByText(/2\sratings/)).toBeInTheDocument();
  expect(seen).toEqual([]);
  expect(refusedReads()).toEqual([]);
});

it('has every action for a superuser, and marks the conversation as read', async () => {
  const { seen } = await open(aSuperuser());
  expect(shown()).toEqual(WRITING);
  expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(1);
  expect(screen.getByRole('link', { name: /2\sratings/ })).toBeInTheDocument();
  await waitFor(() => expect(seen).toHaveLength(1));
});

it('lets those who may write answer, without the history and pages that they may not open', async () => {
  const { seen } = await open(aColleague(['messages.read', 'messages.write'], { id: idOf(8) }));
  expect(shown()).toEqual(WRITING.filter((name) => name !== 'History'));
  expect(screen.queryByRole('link', { name: 'Open the account' })).toBeNull();
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(refusedReads()).toEqual([]);
});

it('shows the reply templates to those who may only read, without changes', async () => {
  answerInbox(THREAD);
  answer(contract.replyTemplates.readReplyTemplates, {
    status: 200,
    body: { data: [aTemplate()], count: 1 },
  });
  const { user } = await openPage('/messages', { as: READER });
  await chooseOtherAction(user, 'Reply templates');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply templates' }));
  expect(await dialog.findByText('Thanks')).toBeVisible();
  const buttons = dialog.getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent);
  expect(new Set(buttons)).toEqual(new Set(['Close']));
});

it('filters by assignees among those who may write, without reading the accounts', async () => {
  answerInbox(THREAD);
  const calls = answer(contract.users.readTeam, {
    status: 200,
    body: { data: [{ id: idOf(3), email: 'eloise@example.com', full_name: 'Éloïse Martin' }], count: 1 },
  });
  const { user } = await openPage('/messages', { as: READER });
  await openFilters(user);
  expect(await screen.findByRole('option', { name: 'Éloïse Martin' })).toBeInTheDocument();
  expect(calls[0]?.query).toEqual({ can: 'messages.write' });
  expect(refusedReads()).toEqual([]);
});

it.each([
  ['no unread conversations to those who could not mark them as read', READER, 0],
  ['unread conversations to those who may write', aColleague(['messages.read', 'messages.write']), 1],
])('shows %s', async (_what, as, count) => {
  answerInbox(THREAD);
  answer(contract.messages.readMessages, {
    status: 200,
    body: { data: [aConversation({ is_unread: true })], count: 1 },
  });
  await openPage('/messages', { as });
  expect(await screen.findByRole('link', { name: /Zoé Lefèvre/ })).toBeVisible();
  expect(screen.queryAllByRole('link', { name: /^Unread/ })).toHaveLength(count);
});
