import type { MessageNote } from '@agora/contract/features/messages/messages.schema';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { anAccount, aSuperuser, aTeam, idOf } from '../../../../test/accounts.ts';
import { addressOf, answer, contract, loseConnection, server } from '../../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aMessageEntry, aThread } from '../../../../test/messages.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';
import { queryClient } from '../../../platform/query-client.ts';

const THREAD = aThread();
const OTHER = aThread({ id: idOf(301), number: 8, subject: 'The other' });
const ME = aSuperuser();
const MARC = anAccount({ id: idOf(4), full_name: 'Marc Dupont', is_superuser: true });
const TEAM = aTeam(ME, ELOISE, MARC);

function answerTeam() {
  const inbox = answerInbox(THREAD, OTHER);
  answer(contract.users.readTeam, { status: 200, body: TEAM });
  return inbox;
}

async function openNote(inbox = answerTeam(), id = THREAD.id) {
  const page = await openPage(`/messages/${id}?tab=all`, { as: ME });
  await page.user.click(await button('Internal note'));
  return { ...page, ...inbox, field: await screen.findByLabelText('Note for the team, never sent') };
}

const answerNotes = ({ change }: Pick<ReturnType<typeof answerInbox>, 'change'>) =>
  answer(contract.messages.addMessageNote, ({ params, body }) => {
    const note = aMessageEntry({ id: idOf(410), kind: 'note', author: ME, body: (body as MessageNote).body });
    return {
      status: 200,
      body: change(params['id'] ?? '', { entries: [...THREAD.entries, note] }),
    };
  });

it('adds a note for the team, and keeps the draft of a reply separately', async () => {
  const inbox = answerTeam();
  const { user } = await openPage(`/messages/${THREAD.id}?tab=all`, { as: ME });
  const reply = await screen.findByLabelText('Reply to Zoé Lefèvre');
  await fill(user, reply, 'For the member');
  await user.click(await button('Internal note'));
  const note = await screen.findByLabelText('Note for the team, never sent');
  expect(note).toHaveValue('');
  expect(note).toHaveFocus();
  await user.click(await button('Add the note'));
  await expectProblem(note, /^Write something first\./);
  const calls = answerNotes(inbox);
  await fill(user, note, 'A secret');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectToast('Note added.');
  expect(calls.map(({ params, body }) => [params, body])).toEqual([
    [{ id: THREAD.id }, { body: 'A secret', mentions: [] }],
  ]);
  expect(await screen.findByText('left an internal note')).toBeVisible();
  expect(note).toHaveValue('');
  await user.click(await button('Reply'));
  await waitFor(() => expect(screen.getByLabelText('Reply to Zoé Lefèvre')).toHaveValue('For the member'));
});

it('keeps the draft of a note per conversation and user', async () => {
  const inbox = answerTeam();
  const first = await openNote(inbox);
  await fill(first.user, first.field, 'Half a thought');
  await expect.poll(() => Object.keys(localStorage).join()).toContain('note');
  first.unmount();

  const other = await openNote(inbox, OTHER.id);
  expect(other.field).toHaveValue('');
  other.unmount();
  queryClient.clear();
  answer(contract.users.readUserMe, { status: 200, body: ELOISE });
  const colleague = await openNote(inbox);
  expect(colleague.field).toHaveValue('');
  colleague.unmount();
  queryClient.clear();

  answer(contract.users.readUserMe, { status: 200, body: ME });
  const reopened = await openNote(inbox);
  await waitFor(() => expect(reopened.field).toHaveValue('Half a thought'));
  const calls = answerNotes(reopened);
  await reopened.user.click(await button('Add the note'));
  await expectToast('Note added.');
  expect(calls).toHaveLength(1);
  expect(Object.keys(localStorage).join()).not.toContain('note');
});

const suggested = () => {
  const list = screen.queryByRole('listbox', { name: 'Colleagues to alert' });
  return list && [...list.children].map(({ textContent }) => textContent);
};

it('suggests colleagues after an @, inserts the chosen name and sends the ids of the mentioned colleagues', async () => {
  const { user, field, change } = await openNote();
  await user.click(field);
  await user.paste('Hello ');
  await user.keyboard('@eloi');
  await expect.poll(suggested).toEqual(['Éloïse Martin']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveValue('Hello @Éloïse Martin '));
  await user.type(field, 'and @');
  // The whole team except the user.
  await expect.poll(suggested).toEqual(['Éloïse Martin', 'Marc Dupont']);
  await user.keyboard('{Escape}');
  await expect.poll(suggested).toBeNull();
  expect(field).toHaveFocus();
  const calls = answerNotes({ change });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectToast('Note added.');
  expect(calls[0]?.body).toEqual({ body: 'Hello @Éloïse Martin and @', mentions: [ELOISE.id] });
});

it('inserts a colleague in the middle of a note with a click', async () => {
  const { user, field } = await openNote();
  await user.click(field);
  await user.paste('Ask  about it');
  await user.type(field, '@mar', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  await expect.poll(suggested).toEqual(['Éloïse Martin', 'Marc Dupont']);
  await user.click(screen.getByRole('option', { name: 'Marc Dupont' }));
  await waitFor(() => expect(field).toHaveValue('Ask @Marc Dupont  about it'));
});

it('suggests at most six colleagues', async () => {
  const inbox = answerTeam();
  const many = Array.from({ length: 8 }, (_, index) =>
    anAccount({ id: idOf(20 + index), full_name: `Max ${index}`, is_superuser: true }),
  );
  answer(contract.users.readTeam, { status: 200, body: aTeam(...many) });
  const { user, field } = await openNote(inbox);
  await user.click(field);
  await user.keyboard('@max');
  await expect.poll(suggested).toEqual(many.slice(0, 6).map(({ full_name }) => full_name));
});

it('does not add a note with an @ if the team cannot be loaded', async () => {
  const inbox = answerInbox(THREAD);
  loseConnection(contract.users.readTeam);
  const calls = answerNotes(inbox);
  const { user, field } = await openNote(inbox);
  await fill(user, field, '@Marc Dupont knows');
  await user.click(await button('Add the note'));
  await expectToast('Something went wrong!');
  expect(field).toHaveValue('@Marc Dupont knows');
  expect(calls).toEqual([]);
  answer(contract.users.readTeam, { status: 200, body: TEAM });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add the note' })).toBeEnabled());
  await user.click(await button('Add the note'));
  await expectToast('Note added.');
  expect(calls[0]?.body).toEqual({ body: '@Marc Dupont knows', mentions: [MARC.id] });
});

it('retries a note whose response was lost with the same key, even after a refetch', async () => {
  const { user, field, change, seen } = await openNote();
  const keys: (string | null)[] = [];
  server.use(
    http.post(addressOf(contract.messages.addMessageNote.path), ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    }),
  );
  await fill(user, field, 'Said once');
  await user.click(await button('Add the note'));
  await expectToast('Something went wrong!');
  const reads = seen.length;
  change(THREAD.id, {
    entries: [...THREAD.entries, aMessageEntry({ id: idOf(411), body: 'Are you there?' })],
  });
  await queryClient.invalidateQueries();
  await expect.poll(() => seen.length).toBe(reads + 1);
  const calls = answerNotes({ change });
  await press(user, 'Add the note');
  await expectToast('Note added.');
  expect(keys).toEqual([expect.any(String)]);
  expect(calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual(keys);
});
