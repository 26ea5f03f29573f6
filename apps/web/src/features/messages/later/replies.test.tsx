import type { MessageReply } from '@agora/contract/features/messages/messages.schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { addressOf, answer, answerUnchecked, contract, refuse, server } from '../../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aMessageEntry, aPending, aThread } from '../../../../test/messages.ts';
import { openPage, sendEvent } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../../test/screen.ts';

const ME = aSuperuser();
const THREAD = aThread();
const OTHER = aThread({ id: idOf(301), number: 8, subject: 'The other' });

beforeEach(() => {
  localStorage.removeItem(`draft:${ME.id}:messages/${THREAD.id}/reply`);
});

const person = ({ id, email, full_name }: typeof ME) => ({ id, email, full_name });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Fakes an inbox in which replies wait to be sent. */
function answerPending(...threads: Parameters<typeof answerInbox>) {
  const inbox = answerInbox(...threads);
  const replies = answer(contract.messages.replyToMessage, ({ params, body }) => {
    const { body: text, close, send_at } = body as MessageReply;
    const pending = aPending({ body: text.trim(), close, ...(send_at && { send_at }) });
    return {
      status: 200,
      body: inbox.change(params['id'] ?? '', { awaiting: false, pending_replies: [pending] }),
    };
  });
  const cancelled = answer(contract.messages.cancelPendingReply, () => {
    for (const { id } of threads) inbox.change(id, { awaiting: true, pending_replies: [] });
    return { status: 200, body: { rating_id: null } };
  });
  return { ...inbox, replies, cancelled };
}

const open = async (search = '?tab=all') => {
  const page = await openPage(`/messages/${THREAD.id}${search}`, { as: ME });
  return { ...page, field: await screen.findByLabelText('Reply to Zoé Lefèvre') };
};
const pendingReply = async () => within(await screen.findByRole('list', { name: 'Replies not sent yet' }));

it('takes a reply back into the composer from another conversation, before a text that was started since', async () => {
  const { cancelled } = answerPending(THREAD, OTHER);
  const { user, field, router } = await open('');
  await fill(user, field, 'On the first screen.');
  await user.click(await button('Send'));
  await expectToast('Your reply goes out in 10 seconds.');
  await screen.findByRole('heading', { level: 2, name: 'The other' });
  await user.click(await button('Undo'));
  await screen.findByRole('heading', { level: 2, name: 'The market' });
  await expect.poll(() => screen.getByLabelText('Reply to Zoé Lefèvre')).toHaveValue('On the first screen.');
  await waitFor(() => expect(screen.getByLabelText('Reply to Zoé Lefèvre')).toHaveFocus());
  expect(cancelled.map(({ params }) => params)).toEqual([{ id: idOf(500) }]);
  expect(router.state.location.state).toBeNull();
});

it.each(['Undo', 'See it'])(
  'keeps tab and search of the list when “%s” opens the conversation of a reply',
  async (name) => {
    answerPending(THREAD, OTHER);
    const { user, field, router } = await open('?tab=mine&search=market');
    await fill(user, field, 'On the first screen.');
    await user.click(await button('Send'));
    await screen.findByRole('heading', { level: 2, name: 'The other' });
    await user.click(await button(name));
    await screen.findByRole('heading', { level: 2, name: 'The market' });
    expect(router.state.location.search).toBe('?tab=mine&search=market');
  },
);

it('takes back the latest reply with Ctrl and Z, but not in a field with a text of its own', async () => {
  const { cancelled } = answerPending(THREAD);
  const { user, field } = await open();
  await fill(user, field, 'On the first screen.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectToast('Your reply goes out in 10 seconds.');
  expect((await pendingReply()).getByText('Goes out in a few seconds')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'See it' })).toBeNull();
  await expect.poll(() => field).not.toHaveAttribute('readonly');
  await fill(user, field, 'More');
  await user.keyboard('{Control>}z{/Control}');
  expect(cancelled).toEqual([]);
  await user.click(await screen.findByRole('heading', { level: 2, name: 'The market' }));
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(() => field).toHaveValue('On the first screen.\n\nMore');
  expect(cancelled).toHaveLength(1);
  // Sooner than it closes by itself.
  await waitFor(() => expect(screen.queryByText('Your reply goes out in 10 seconds.')).toBeNull(), {
    timeout: 3_000,
  });
  await user.click(screen.getByRole('heading', { level: 2, name: 'The market' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(cancelled).toHaveLength(1);
});

it('says that a reply was sent if it is too late to take it back', async () => {
  answerPending(THREAD);
  refuse(contract.messages.cancelPendingReply, 'pending_reply_not_found');
  const { user, field } = await open();
  await fill(user, field, 'On the first screen.');
  await user.click(await button('Send'));
  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await expectToast('This reply has already been sent or cancelled.');
  expect(field).toHaveValue('');
});

it('sends a reply later, shows it with its time in the conversation, and changes, sends or deletes it', async () => {
  const { replies, change, cancelled } = answerPending(THREAD);
  const { user, field } = await open();
  const sendLater = await button('Send later');
  await user.click(sendLater);
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
  expect(await screen.findByText(/^Write something first\./)).toBeVisible();
  // The menu returns the focus after it has closed.
  await waitFor(() => expect(sendLater).toHaveFocus());
  await fill(user, field, 'On the first screen.');
  await user.click(sendLater);
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
  await waitFor(() => expect(screen.getByText(/^Your reply goes out on /)).toBeVisible());
  expect(replies).toHaveLength(1);
  const [{ send_at, ...others }] = replies.map(({ body }) => body) as [MessageReply];
  expect(others).not.toHaveProperty('undo_seconds');
  expect(new Date(send_at ?? '') > new Date()).toBe(true);
  const pending = await pendingReply();
  expect(pending.getByText(/^Goes out on /)).toBeVisible();
  expect(field).toHaveValue('');

  const postponed = answer(contract.messages.updatePendingReply, ({ body }) => ({
    status: 200,
    body: change(THREAD.id, { pending_replies: [aPending(body as object)] }),
  }));
  await user.click(pending.getByRole('button', { name: 'Change the time' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
  expect(await screen.findByText(/^The reply goes out on /)).toBeVisible();
  expect(postponed).toHaveLength(1);

  await user.click((await pendingReply()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast('Reply deleted.');
  expect(cancelled).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Replies not sent yet' })).toBeNull());
});

it('tells why a reply is held, and sends it with the last entry that was shown', async () => {
  const answered = aMessageEntry({ id: idOf(312), body: 'And also', created_at: inSeconds(-60) });
  const held = aPending({ is_held: true, send_at: inSeconds(3600), created_at: inSeconds(-120) });
  const thread = aThread({ entries: [aMessageEntry(), answered], pending_replies: [held] });
  const { change } = answerPending(thread);
  const { user } = await open();
  const pending = await pendingReply();
  expect(pending.getByText(/^Held: the member has written since\./)).toBeVisible();
  expect(screen.getByText('Reply held')).toBeVisible();
  const sent = answer(contract.messages.sendPendingReply, () => ({
    status: 200,
    body: change(thread.id, { pending_replies: [] }),
  }));
  await user.click(pending.getByRole('button', { name: 'Send now' }));
  await expectToast('Reply sent.');
  expect(sent.map(({ params, body }) => [params['id'], body])).toEqual([
    [held.id, { last_entry_id: answered.id }],
  ]);
});

it('asks for a text beside pictures only once they are sent, and names a file that is too large', async () => {
  const { replies } = answerPending(THREAD);
  answerUnchecked(contract.messageImages.uploadMessageImage, () =>
    HttpResponse.json({ id: idOf(601), width: 40, height: 30 }),
  );
  server.use(http.get(addressOf('/api/v1/message-images/:id'), () => new HttpResponse(new Blob(['x']))));
  const { user, field } = await open();
  await user.click(field);
  await user.click(await button('Add pictures'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const large = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 8 * 1024 * 1024 + 1 });
  await user.upload(input, [large, new File(['x'], 'a.png', { type: 'image/png' })]);
  await expectToast('Not added: large.png. A picture may have up to 8 MB.');
  await screen.findByRole('button', { name: 'Remove picture 1 of 1' });
  expect(field).not.toBeInvalid();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  await user.click(await button('Send'));
  await expectProblem(field, /^Add a few words to the pictures\./);
  expect(replies).toEqual([]);
});

it('adds chosen and pasted pictures to a reply, at most five, and takes them back with it', async () => {
  const { replies, change } = answerPending(THREAD);
  let uploads = 0;
  answerUnchecked(contract.messageImages.uploadMessageImage, () => {
    uploads += 1;
    return HttpResponse.json({ id: idOf(600 + uploads), width: 40, height: 30 });
  });
  const image = (name: string, type = 'image/png') => new File(['x'], name, { type });
  server.use(http.get(addressOf('/api/v1/message-images/:id'), () => new HttpResponse(new Blob(['x']))));
  const { user, field } = await open();
  await fill(user, field, 'Look: https://example.com/a.');
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(input, [image('a.png'), image('b.png')]);
  expect(await screen.findByRole('button', { name: 'Remove picture 2 of 2' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove picture 1 of 2' }));
  await screen.findByRole('button', { name: 'Remove picture 1 of 1' });
  const files = [...['c', 'd', 'e', 'f', 'g'].map((name) => image(name)), image('h.pdf', 'application/pdf')];
  fireEvent.paste(field, { clipboardData: { files } });
  await expectToast('Not added: h.pdf. Only JPEG, PNG, WebP and AVIF pictures can be sent.');
  expect(await screen.findByText('At most 5 pictures per reply.')).toBeVisible();
  await screen.findByRole('button', { name: 'Remove picture 5 of 5' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  await user.click(await button('Send'));
  await expect.poll(() => replies, { timeout: 5_000 }).toHaveLength(1);
  const [{ images }] = replies.map(({ body }) => body) as [MessageReply];
  expect(images).toEqual([602, 603, 604, 605, 606].map(idOf));
  change(THREAD.id, {
    pending_replies: [aPending({ images: images.slice(0, 2).map((id) => ({ id, width: 40, height: 30 })) })],
  });
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  const pending = await pendingReply();
  expect(await pending.findByRole('button', { name: 'Open picture 2 of 2' })).toBeVisible();
  await user.click(pending.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Remove picture 2 of 2' })).toBeVisible();
});

it('opens the links of an entry in another tab', async () => {
  const entry = aMessageEntry({ body: 'See (https://example.com/a_b). <b>Not</b> javascript:alert(1)' });
  answerPending(aThread({ entries: [entry] }));
  await open();
  const links = within(screen.getByRole('log')).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['https://example.com/a_b', '_blank'],
  ]);
  expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

it('edits a pending reply of a colleague in the composer', async () => {
  const theirs = aPending({
    author: person(ELOISE),
    send_at: inSeconds(86_400),
    created_at: inSeconds(-600),
  });
  answerPending(aThread({ pending_replies: [theirs] }));
  const { user, field } = await open();
  await user.click((await pendingReply()).getByRole('button', { name: 'Edit' }));
  await expect.poll(() => field).toHaveValue('On the first screen.');
  await waitFor(() => expect(field).toHaveFocus());
});

it('shows a colleague’s reply that is being sent before the own one is, once', async () => {
  const { replies, change } = answerPending(THREAD);
  const { user, field } = await open();
  await fill(user, field, 'Mine');
  const theirs = aPending({ author: person(ELOISE), body: 'Theirs' });
  change(THREAD.id, { pending_replies: [theirs] });
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  const news = await screen.findByRole('alert');
  expect(within(news).getByText('Theirs')).toBeVisible();
  await user.click(within(news).getByRole('button', { name: 'Mark as read' }));
  const entry = aMessageEntry({ id: theirs.id, kind: 'reply', author: person(ELOISE), body: 'Theirs' });
  change(THREAD.id, { pending_replies: [], entries: [aMessageEntry(), entry] });
  sendEvent('changed', { entity: 'message', id: THREAD.id });
  expect(await within(screen.getByRole('log')).findByText('Theirs')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(await button('Send'));
  await expect.poll(() => replies.map(({ body }) => body)).toMatchObject([{ seen_replies: [theirs.id] }]);
});
