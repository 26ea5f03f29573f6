import type { MessageReply } from '@agora/contract/features/messages/messages.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aMessageEntry, aSender, aThread } from '../../../../test/messages.ts';
import { openPage, sendEvent } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../../test/screen.ts';
import { queryClient } from '../../../platform/query-client.ts';

const THREAD = aThread();
const OTHER = aThread({ id: idOf(301), number: 8, subject: 'The other' });
const FIRST = aMessageEntry();
const ME = aSuperuser();

const byTeam = (number: number, body: string, author = ME) =>
  aMessageEntry({
    id: idOf(number),
    kind: 'reply',
    author: { id: author.id, email: author.email, full_name: author.full_name },
    body,
  });

async function openThread(inbox = answerInbox(THREAD, OTHER), id = THREAD.id) {
  const page = await openPage(`/messages/${id}?tab=all`, { as: ME });
  return { ...page, ...inbox, field: await screen.findByLabelText('Reply to Zoé Lefèvre') };
}

/** Fakes replies: each becomes the latest entry of its conversation. */
const answerReplies = ({ change }: ReturnType<typeof answerInbox>) =>
  answer(contract.messages.replyToMessage, ({ params, body }) => {
    const { body: text, close } = body as MessageReply;
    return {
      status: 200,
      body: change(params['id'] ?? '', {
        entries: [FIRST, byTeam(400, text.trim())],
        status: close ? 'closed' : 'waiting',
        awaiting: false,
      }),
    };
  });

const drafts = () => Object.entries<string>(localStorage).filter(([key]) => key.startsWith('draft:'));

it.each([
  ['Send', false, 'Your reply goes out in 10 seconds.'],
  ['Send and close', true, 'Your reply goes out in 10 seconds, then the conversation is closed.'],
])('sends a reply with “%s”, and the last entry that the user has seen', async (name, close, toast) => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  const calls = answerReplies(inbox);
  await fill(user, field, 'It is on the first screen.');
  await user.click(await button(name));
  await expectToast(toast);
  expect(calls.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: THREAD.id },
      {
        body: 'It is on the first screen.',
        last_entry_id: FIRST.id,
        close,
        images: [],
        seen_replies: [],
        undo_seconds: 10,
      },
    ],
  ]);
  expect(field).toHaveValue('');
  expect(await within(screen.getByRole('log')).findByText('It is on the first screen.')).toBeVisible();
});

it('opens the next conversation after a reply removes the open one from the list, and links back to it', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, router } = await openPage(`/messages/${THREAD.id}`, { as: ME });
  const calls = answerReplies(inbox);
  await user.click(await screen.findByLabelText('Reply to Zoé Lefèvre'));
  await user.paste('Here.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: 'The other' })).toHaveFocus();
  expect(calls).toHaveLength(1);
  await user.click(await button('See it'));
  expect(await screen.findByRole('heading', { name: 'The market' })).toBeVisible();
  expect(router.state.location.search).toBe('');
});

it('sends a reply and closes the conversation with Ctrl, Shift and Enter, as its button says', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  const calls = answerReplies(inbox);
  expect(await button('Send')).toHaveAccessibleDescription('Ctrl + Enter');
  expect(await button('Send and close')).toHaveAccessibleDescription('Ctrl + Shift + Enter');
  await fill(user, field, 'It is over.');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expectToast('Your reply goes out in 10 seconds, then the conversation is closed.');
  expect(calls.map(({ body }) => (body as MessageReply).close)).toEqual([true]);
});

it('requires a text, and does not close the conversation after a rejected “Send and close”', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  const calls = answerReplies(inbox);
  await user.click(await button('Send and close'));
  await expectProblem(field, /^Write something first\./);
  await fill(user, field, 'It is not over yet.');
  await user.click(await button('Send'));
  await expectToast('Your reply goes out in 10 seconds.');
  expect(calls.map(({ body }) => (body as MessageReply).close)).toEqual([false]);
});

it('accepts a reply of at most 5,000 characters', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  const calls = answerReplies(inbox);
  await fill(user, field, 'é'.repeat(5001));
  await user.click(await button('Send'));
  await expectProblem(field, /^Shorten this text\./);
  expect(calls).toEqual([]);
  await fill(user, field, 'é'.repeat(5000));
  await user.click(await button('Send'));
  await expectToast('Your reply goes out in 10 seconds.');
});

it('makes the field read-only while a reply is being sent, and shows which button sends it', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  const { calls, release } = hold(contract.messages.replyToMessage, () => ({
    status: 200,
    body: inbox.change(THREAD.id, { status: 'closed', entries: [FIRST, byTeam(400, 'It is over.')] }),
  }));
  await fill(user, field, 'It is over.');
  await user.click(await button('Send and close'));
  await waitFor(() => expect(field).toHaveAttribute('readonly'));
  expect(screen.getByRole('button', { name: 'Send and close' })).toHaveAttribute('data-loading');
  expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('data-loading');
  await user.type(field, ' And more{Control>}{Enter}{/Control}');
  release();
  await expectToast('Your reply goes out in 10 seconds, then the conversation is closed.');
  expect(calls.map(({ body }) => (body as MessageReply).body)).toEqual(['It is over.']);
});

it('shows entries that arrived since the reply was started, keeps the text, and sends it once they are marked as read', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  await fill(user, field, 'The second answer');
  const refused = refuse(contract.messages.replyToMessage, 'thread_advanced');
  const theirs = byTeam(401, 'The first answer', ELOISE);
  inbox.change(THREAD.id, { entries: [FIRST, theirs] });
  await user.click(await button('Send'));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(/^1\snew entry since you started writing/);
  expect(within(notice).getByText('The first answer')).toBeVisible();
  await waitFor(() => expect(notice).toHaveFocus());
  expect(field).toHaveValue('The second answer');
  expect(refused[0]?.body).toMatchObject({ last_entry_id: FIRST.id });
  await user.click(within(notice).getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(field).toHaveFocus();
  const calls = answerReplies(inbox);
  await user.click(await button('Send'));
  await expectToast('Your reply goes out in 10 seconds.');
  expect(calls[0]?.body).toMatchObject({ last_entry_id: theirs.id });
});

it('shows the user’s reply from another window before another is sent, but not the user’s notes', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  await fill(user, field, 'Half wri');
  inbox.change(THREAD.id, { entries: [FIRST, { ...byTeam(402, 'A note'), kind: 'note' }] });
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  expect(await within(screen.getByRole('log')).findByText('A note')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  inbox.change(THREAD.id, {
    entries: [FIRST, { ...byTeam(402, 'A note'), kind: 'note' }, byTeam(403, 'Said here')],
  });
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  expect(await screen.findByRole('alert')).toHaveTextContent(/1\snew entry.*Said here/);
});

it('clears the form if only the response was lost', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const { user, field } = await openThread(inbox);
  await fill(user, field, 'Said only once');
  await expect.poll(drafts).toHaveLength(1);
  inbox.change(THREAD.id, { entries: [FIRST, byTeam(404, 'Said only once')] });
  loseConnection(contract.messages.replyToMessage);
  await user.click(await button('Send'));
  await expectToast('Something went wrong!');
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  await waitFor(() => expect(field).toHaveValue(''));
  await expectToast('Your reply goes out in 10 seconds.');
  expect(drafts()).toEqual([]);
});

it('keeps a refused reply in the form', async () => {
  const { user, field } = await openThread();
  await fill(user, field, 'Too late');
  refuse(contract.messages.replyToMessage, 'sender_deleted');
  await user.click(await button('Send'));
  await expectToast('This member’s account is deleted.');
  expect(field).toHaveValue('Too late');
});

it('keeps the draft of a reply per conversation and user until its text is deleted', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const first = await openThread(inbox);
  await fill(first.user, first.field, 'Not finished');
  await expect.poll(drafts).toHaveLength(1);
  first.unmount();

  const other = await openThread(inbox, OTHER.id);
  expect(other.field).toHaveValue('');
  other.unmount();
  queryClient.clear();
  answer(contract.users.readUserMe, { status: 200, body: ELOISE });
  const colleague = await openThread(inbox);
  expect(colleague.field).toHaveValue('');
  colleague.unmount();
  queryClient.clear();

  answer(contract.users.readUserMe, { status: 200, body: ME });
  const reopened = await openThread(inbox);
  await waitFor(() => expect(reopened.field).toHaveValue('Not finished'));
  expect(screen.getByText('What you had typed has been restored.')).toBeVisible();
  await reopened.user.clear(reopened.field);
  await expect.poll(drafts).toEqual([]);
});

it('remembers with the draft of a reply which entries the user had seen', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const first = await openThread(inbox);
  await fill(first.user, first.field, 'Not finished');
  await expect.poll(drafts).toHaveLength(1);
  first.unmount();
  inbox.change(THREAD.id, { entries: [FIRST, aMessageEntry({ id: idOf(405), body: 'Are you there?' })] });
  const { user } = await openThread(inbox);
  expect(await screen.findByRole('alert')).toHaveTextContent('Are you there?');
  const refused = refuse(contract.messages.replyToMessage, 'thread_advanced');
  await user.click(await button('Send'));
  await expect.poll(() => refused).toHaveLength(1);
  expect(refused[0]?.body).toMatchObject({ last_entry_id: FIRST.id });
});

it.each([
  [aThread({ sender: null }), 'The account of this member is deleted: no reply can reach them.'],
  [aThread({ status: 'spam' }), 'This conversation is in spam. Move it out first to reply.'],
])('accepts only notes if no reply can be sent: case %#', async (thread, reason) => {
  answerInbox(thread);
  const { user } = await openPage(`/messages/${thread.id}?tab=all`, { as: ME });
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await user.click(await button('Internal note'));
  expect(await screen.findByLabelText('Note for the team, never sent')).toBeVisible();
});

const answerTemplates = () =>
  answer(contract.messages.readResolvedTemplates, {
    status: 200,
    body: {
      data: [
        { id: idOf(320), title: 'Thanks', body: 'Merci Zoé.' },
        { id: idOf(321), title: 'Été', body: 'Bel été.' },
      ],
      count: 2,
    },
  });

const templates = () => screen.findByRole('dialog', { name: 'Choose a template' });
const expectClosed = (dialog: HTMLElement) => waitFor(() => expect(dialog).not.toBeInTheDocument());

it('inserts templates with the keyboard only, and appends them to existing text', async () => {
  const { user, field } = await openThread();
  const calls = answerTemplates();
  await user.click(field);
  await user.keyboard('/');
  let dialog = await templates();
  const search = within(dialog).getByLabelText('Search in templates');
  await waitFor(() => expect(search).toHaveFocus());
  expect(calls[0]?.params).toEqual({ user_id: THREAD.sender?.id });
  expect(await within(dialog).findAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}{Enter}');
  await expectClosed(dialog);
  expect(field).toHaveValue('Bel été.');
  expect(field).toBeValid();
  await user.type(field, ' / more');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Escape}t');
  dialog = await templates();
  await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveFocus());
  await user.paste('thanks');
  await waitFor(() => expect(within(dialog).getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  await expectClosed(dialog);
  expect(field).toHaveValue('Bel été. / more\n\nMerci Zoé.');
});

it('finds templates by title and text regardless of accents, and reports if none matches', async () => {
  const { user } = await openThread();
  answerTemplates();
  await user.click(await button('Insert a template'));
  const dialog = await templates();
  const search = within(dialog).getByLabelText('Search in templates');
  await user.type(search, 'ETE');
  await waitFor(() => expect(within(dialog).getAllByRole('option')).toHaveLength(1));
  await fill(user, search, 'merci');
  await waitFor(() => expect(within(dialog).getByRole('option')).toHaveTextContent('Thanks'));
  await fill(user, search, 'zzz');
  expect(await within(dialog).findByText('No template matches.')).toBeVisible();
});

it('does not require a text while a template is being chosen', async () => {
  const { user, field } = await openThread();
  answerTemplates();
  await user.click(field);
  await user.click(await button('Insert a template'));
  const dialog = await templates();
  await user.keyboard('{Escape}');
  await expectClosed(dialog);
  expect(field).toBeValid();
});

it('shows others that a reply is being written, as long as there is text', async () => {
  const inbox = answerInbox(THREAD, OTHER);
  const presence = answer(contract.presence.updatePresence, { status: 200, body: { data: [] } });
  const { user, field } = await openThread(inbox);
  const last = () => (presence.at(-1)?.body as { doing?: string } | undefined)?.doing;
  await fill(user, field, 'Hel');
  await expect.poll(last).toBe('replying');
  await user.clear(field);
  await expect.poll(last).toBe('reading');
  expect(presence[0]?.body).toMatchObject({ entity: 'message', id: THREAD.id });
  expect(inbox.updates).toEqual([]);
});

it('shows that replies reach a deactivated member only by email', async () => {
  await openThread(answerInbox(aThread({ sender: aSender({ is_active: false }) })));
  expect(
    screen.getByText('The account of this member is deactivated: replies reach them only by email.'),
  ).toBeVisible();
});
