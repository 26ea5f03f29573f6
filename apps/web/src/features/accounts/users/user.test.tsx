import type { Timeline, TimelineEntry } from '@agora/contract/features/accounts/accounts.timeline.contract';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, loseConnection, refuse } from '../../../../test/api.ts';
import { aThread } from '../../../../test/messages.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, dateField, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

const ME = aSuperuser();
const ZOE = anAccount({ id: idOf(11), full_name: 'Zoé', email: 'zoe@example.com', locale: 'fr' });
const COUNTS = { conversation: 0, rating: 0, device: 0, notification: 0, item: 0, sign_in: 0 };

const NOTE = { id: ZOE.id, body: '', version: 0, updated_at: null, updated_by: null };

/** Fakes the API of an account's page, which stores changes. */
function answerUser(own: Partial<UserPublic> = {}, admins = 2) {
  const now = { user: { ...ZOE, ...own } };
  answer(contract.users.readUserById, ({ params }) => ({
    status: 200,
    body: params['user_id'] === ME.id ? ME : now.user,
  }));
  answer(contract.users.readUsers, { status: 200, body: { data: [], count: admins } });
  answer(contract.auditLogs.readAuditLogs, { status: 200, body: { data: [], count: 0 } });
  answer(contract.items.readItems, { status: 200, body: { data: [], count: 2 } });
  answer(contract.users.readNote, { status: 200, body: NOTE });
  answer(contract.users.readTimeline, { status: 200, body: { data: [], counts: COUNTS, next: null } });
  const updates = answer(contract.users.updateUser, ({ body }) => {
    now.user = { ...now.user, ...(body as object), version: now.user.version + 1 };
    return { status: 200, body: now.user };
  });
  return { now, updates };
}

const openUser = (path = `/members/${ZOE.id}?view=account`, options: Parameters<typeof openPage>[1] = {}) =>
  openPage(path, { as: ME, ...options });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const language = async () => within(await screen.findByRole('main')).findByLabelText('Language');
const PROTECTED_ACTIONS = ['Remove administrator rights', 'Delete', 'Erase for good'];
/** Opens the menu of an account, and returns one of its actions. */
async function action(user: UserEvent, name: string): Promise<HTMLElement> {
  await press(user, 'Other actions');
  return screen.findByRole('menuitem', { name });
}
const choose = async (user: UserEvent, name: string) => user.click(await action(user, name));

it('saves name, address and language with the loaded version', async () => {
  const { updates } = answerUser({ version: 7 });
  const { user } = await openUser();
  expect(await button('Save')).toBeDisabled();
  await fill(user, screen.getByLabelText('Full name'), ' Li ');
  await fill(user, screen.getByLabelText(/^Email/), 'ada@example.com');
  await user.selectOptions(await language(), 'English');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates.map(({ params, body }) => [params, body])).toEqual([
    [{ user_id: ZOE.id }, { full_name: 'Li', email: 'ada@example.com', locale: 'en', version: 7 }],
  ]);
  expect(await button('Save')).toBeDisabled();
});

it('shows both versions of a field changed by two people, and merges the other changes', async () => {
  const { now } = answerUser();
  const { user } = await openUser();
  await fill(user, await screen.findByLabelText('Full name'), 'Mine');
  now.user = { ...ZOE, full_name: 'Theirs', locale: 'en', version: 2 };
  refuse(contract.users.updateUser, 'version_conflict');
  await press(user, 'Save');
  const conflict = await dialog('Somebody else has changed this account');
  const name = within(conflict.getByRole('group', { name: 'Full name' }));
  expect(name.getByRole('radio', { name: /Mine/ })).toBeChecked();
  const languageGroup = within(conflict.getByRole('group', { name: 'Language' }));
  expect(languageGroup.getByRole('radio', { name: /English/ })).toBeChecked();
  const saves = answer(contract.users.updateUser, ({ body }) => ({
    status: 200,
    body: { ...ZOE, ...(body as object), version: 3 },
  }));
  await press(user, 'Save this choice');
  await expectToast('The changes are saved.');
  expect(saves[0]?.body).toEqual({ full_name: 'Mine', email: ZOE.email, locale: 'en', version: 2 });
});

it('describes a member in one line', async () => {
  answerUser();
  await openUser();
  expect(
    await screen.findByText('zoe@example.com · French · joined on 2 January 2026 · never seen'),
  ).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Zoé Active' })).toBeVisible();
});

it('describes a member in one line in French', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-03T12:00:00Z') });
  answerUser({ last_seen_at: '2026-01-03T10:00:00.000Z' });
  await openUser(undefined, { locale: 'fr' });
  expect(
    await screen.findByText(/^zoe@example\.com · Français · .*2 janvier 2026 · .*il y a 2 heures$/),
  ).toBeVisible();
});

it.each([
  [`/members/${ZOE.id}?view=account`, { is_superuser: true }, `/admin/${ZOE.id}?view=account`],
  [`/admin/${ZOE.id}`, {}, `/members/${ZOE.id}`],
])('redirects from %s to the page that matches the role of the account', async (path, own, place) => {
  answerUser(own);
  const { router } = await openUser(path);
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(place);
  });
});

it('reports that an account does not exist', async () => {
  answerUser();
  refuse(contract.users.readUserById, 'user_not_found');
  await openUser();
  expect(await screen.findByRole('heading', { name: 'This account doesn’t exist' })).toBeVisible();
});

it('makes a member an administrator after the password is entered', async () => {
  const { updates } = answerUser();
  const { user } = await openUser();
  await press(user, 'Make administrator');
  const question = await dialog('Confirm with your password');
  expect(question.getByText(/^Zoé will be able to see and change everything here\./)).toBeVisible();
  expect(updates).toEqual([]);
  answer(contract.login.verifyPassword, { status: 200, body: { message: 'OK' } });
  await fill(user, question.getByLabelText('Your password'), 'correct horse');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await expectToast('Zoé is now an administrator.');
  expect(updates.map(({ body }) => body)).toEqual([{ is_superuser: true }]);
});

it('removes administrator rights only after a confirmation', async () => {
  const { updates } = answerUser({ is_superuser: true });
  const { user } = await openUser(`/admin/${ZOE.id}`);
  await press(user, 'Remove administrator rights');
  await user.click((await dialog('Remove the administrator rights of Zoé?')).getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(updates).toEqual([]);
  await press(user, 'Remove administrator rights');
  const question = await dialog('Remove the administrator rights of Zoé?');
  await user.click(question.getByRole('button', { name: 'Remove administrator rights' }));
  await expectToast('Zoé is now an ordinary member.');
  expect(updates.map(({ body }) => body)).toEqual([{ is_superuser: false }]);
});

it('disables demotion, deactivation and deletion of one’s own account', async () => {
  answerUser(ME);
  const { user } = await openUser(`/admin/${ME.id}`);
  const hints = await screen.findAllByText(
    'Not possible on your own account: another administrator can do it.',
  );
  expect(hints.length).toBeGreaterThan(0);
  for (const name of PROTECTED_ACTIONS) expect(await button(name)).toBeDisabled();
  expect(await action(user, 'Deactivate')).toBeDisabled();
  expect(screen.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeEnabled();
});

it('protects the last active administrator, and explains why', async () => {
  answerUser({ is_superuser: true }, 1);
  const { user } = await openUser(`/admin/${ZOE.id}`);
  const hints = await screen.findAllByText(/^This is the last active administrator/);
  expect(hints.length).toBeGreaterThan(0);
  for (const name of PROTECTED_ACTIONS) expect(await button(name)).toBeDisabled();
  expect(await action(user, 'Deactivate')).toBeDisabled();
});

it('does not protect a deactivated administrator', async () => {
  answerUser({ is_superuser: true, is_active: false }, 1);
  await openUser(`/admin/${ZOE.id}`);
  expect(await button('Reactivate')).toBeEnabled();
  expect(await button('Delete')).toBeEnabled();
  expect(screen.queryByText(/last active administrator/)).toBeNull();
});

it('deactivates with a reason until a future day, and undoes only this deactivation', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-15T12:00:00Z') });
  const { now, updates } = answerUser();
  const deactivations = answer(contract.users.deactivateUser, () => {
    now.user = { ...ZOE, is_active: false, version: 2 };
    return { status: 200, body: now.user };
  });
  const { user } = await openUser();
  await choose(user, 'Deactivate');
  const question = await dialog('Deactivate Zoé?');
  await fill(user, question.getByLabelText('Reason'), ' Asked for it ');
  const until = await dateField('Until');
  await fill(user, until, '2031-05-15');
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await expectProblem(until, /Choose a day in the future\./);
  expect(deactivations).toEqual([]);
  await fill(user, until, '2031-05-16');
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await expectToast('The account of Zoé has been deactivated.');
  expect(deactivations.map(({ params, body }) => [params, body])).toEqual([
    [{ user_id: ZOE.id }, { reason: 'Asked for it', until: '2031-05-16' }],
  ]);
  await press(user, 'Undo');
  await waitFor(() => expect(updates.map(({ body }) => body)).toEqual([{ is_active: true, version: 2 }]));
});

it('reports that a deactivation is not undone if another user has changed the account', async () => {
  const { now } = answerUser();
  answer(contract.users.deactivateUser, () => {
    now.user = { ...ZOE, is_active: false, version: 2 };
    return { status: 200, body: now.user };
  });
  const { user } = await openUser();
  await choose(user, 'Deactivate');
  const question = await dialog('Deactivate Zoé?');
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await button('Undo');
  refuse(contract.users.updateUser, 'version_conflict');
  await press(user, 'Undo');
  await expectToast('Somebody else has just saved a change: check it, then try again.');
});

it('shows who deactivated an account, why, and until which day in the organisation’s time zone', async () => {
  answerUser({
    is_active: false,
    deactivated_at: '2026-01-05T10:00:00.000Z',
    deactivated_by: ME.id,
    // Midnight in Paris, the 1st in Honolulu.
    deactivated_until: '2999-01-01T23:00:00.000Z',
    deactivation_reason: 'Asked for it',
  });
  const reactivations = answer(contract.users.reactivateUser, { status: 200, body: ZOE });
  const { user } = await openUser(undefined, { preferences: { time_zone: 'Pacific/Honolulu' } });
  expect(
    await screen.findByText('Deactivated on 5 January 2026 by Grace Hopper until 2 January 2999'),
  ).toBeVisible();
  expect(screen.getByText('Asked for it')).toBeVisible();
  await press(user, 'Reactivate');
  await expectToast('The account of Zoé has been reactivated.');
  expect(reactivations.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
});

it('offers the actions on an account in every view, with a link to its items', async () => {
  answerUser();
  const { user } = await openUser(`/members/${ZOE.id}`);
  expect(await action(user, 'Show the items')).toHaveAttribute('href', `/items?owner_id=${ZOE.id}`);
  expect(screen.getByRole('menuitem', { name: 'Deactivate' })).toBeEnabled();
});

it('deletes an account after showing how many items are hidden, and returns to the list', async () => {
  answerUser();
  const deletions = answer(contract.users.deleteUser, { status: 200, body: { message: 'Deleted' } });
  const { user, router } = await openUser();
  await press(user, 'Delete');
  const question = await dialog('Delete Zoé?');
  expect(question.getByText(/their items are hidden \(2 items\)/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await expectToast('The account of Zoé has been moved to the trash.');
  expect(deletions.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/members'));
});

it('erases an account permanently after the confirmation word is typed', async () => {
  answerUser();
  const erasures = answer(contract.users.eraseUser, { status: 200, body: { message: 'Erased' } });
  const { user } = await openUser();
  await press(user, 'Erase for good');
  const question = await dialog('Erase Zoé for good?');
  const erase = question.getByRole('button', { name: 'Erase for good' });
  await fill(user, question.getByLabelText('Type erase to confirm'), 'eras');
  expect(erase).toBeDisabled();
  await fill(user, question.getByLabelText('Type erase to confirm'), 'erase');
  await user.click(erase);
  await expectToast('The account of Zoé has been erased for good.');
  expect(erasures.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
});

it('asks for the password before an erasure if it was not entered recently', async () => {
  answerUser();
  refuse(contract.users.eraseUser, 'password_required');
  const { user } = await openUser();
  await press(user, 'Erase for good');
  const question = await dialog('Erase Zoé for good?');
  await fill(user, question.getByLabelText('Type erase to confirm'), 'erase');
  await user.click(question.getByRole('button', { name: 'Erase for good' }));
  const field = await screen.findByLabelText('Your password');
  answer(contract.login.verifyPassword, () => {
    answer(contract.users.eraseUser, { status: 200, body: { message: 'Erased' } });
    return { status: 200, body: { message: 'ok' } };
  });
  await user.type(field, 'correct horse{Enter}');
  await expectToast('The account of Zoé has been erased for good.');
});

it('does not erase an account if its items cannot be counted', async () => {
  answerUser();
  answerUnchecked(contract.items.readItems, () => Response.json({ code: 'internal_error' }, { status: 500 }));
  const { user } = await openUser();
  await press(user, 'Erase for good');
  await expectToast('Something went wrong!');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('logs an account out everywhere after a confirmation', async () => {
  answerUser();
  const calls = answer(contract.users.signOutUser, { status: 200, body: { message: 'OK' } });
  const { user } = await openUser();
  await choose(user, 'Sign out everywhere');
  const question = within(await screen.findByRole('dialog'));
  expect(calls).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
  await expectToast('Logged out everywhere.');
  expect(calls.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
});

it('sends a link to reset the password', async () => {
  answerUser();
  const calls = answer(contract.login.recoverPassword, { status: 200, body: { message: 'OK' } });
  const { user } = await openUser();
  await choose(user, 'Send a reset link');
  await expectToast('The email is on its way.');
  expect(calls.map(({ params }) => params)).toEqual([{ email: ZOE.email }]);
});

it('sends an expired invitation again', async () => {
  answerUser({ invitation_expires_at: '2020-01-01T00:00:00.000Z' });
  const calls = answer(contract.users.sendInvitation, { status: 200, body: { message: 'OK' } });
  const { user } = await openUser();
  expect(await screen.findByText('The invitation has expired: send it again.')).toBeVisible();
  await press(user, 'Send the invitation again');
  await expectToast('A new invitation is on its way; the former link no longer works.');
  expect(calls.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
});

it('offers no invitation for an account that has signed in', async () => {
  answerUser();
  await openUser();
  await button('Make administrator');
  expect(screen.queryByRole('button', { name: 'Send the invitation again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy the invitation link' })).toBeNull();
});

it('shows an invitation link, and keeps it open if it cannot be copied', async () => {
  const url = 'https://agora.example/reset-password?token=abc';
  answerUser({ invitation_expires_at: '2999-01-01T00:00:00.000Z' });
  answer(contract.users.createInvitationLink, {
    status: 200,
    body: { url, expires_at: '2999-01-01T00:00:00.000Z' },
  });
  const { user } = await openUser();
  await press(user, 'Copy the invitation link');
  const shown = await dialog('Invitation link');
  expect(shown.getByRole('textbox')).toHaveValue(url);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('No'));
  await user.click(shown.getByRole('button', { name: 'Copy the invitation link' }));
  await expectToast('Something went wrong!');
  expect(shown.getByRole('textbox')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Copy the invitation link' }));
  await expectToast('The link is copied; former ones no longer work.');
  expect(write).toHaveBeenLastCalledWith(url);
});

it('saves the internal note, and shows both texts if another user saved first', async () => {
  answerUser();
  const notes = answer(contract.users.updateNote, ({ body }) => ({
    status: 200,
    body: {
      ...NOTE,
      body: (body as { body: string }).body,
      version: 1,
      updated_at: new Date().toISOString(),
      updated_by: ME,
    },
  }));
  const { user } = await openUser(`/members/${ZOE.id}`);
  const note = await screen.findByRole('textbox', { name: 'Internal note' });
  expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull();
  await fill(user, note, 'Helps at the library');
  await press(user, 'Save the note');
  await expectToast('Note saved.');
  expect(notes.map(({ params, body }) => [params, body])).toEqual([
    [{ user_id: ZOE.id }, { body: 'Helps at the library', version: 0 }],
  ]);
  expect(
    await screen.findByText(/^Only the team reads it\. Changed just now by Grace Hopper\.$/),
  ).toBeVisible();
  await fill(user, note, 'Mine');
  answer(contract.users.readNote, {
    status: 200,
    body: { ...NOTE, body: 'Theirs', version: 2, updated_at: new Date().toISOString(), updated_by: ME },
  });
  refuse(contract.users.updateNote, 'version_conflict');
  await press(user, 'Save the note');
  const conflict = await dialog('Somebody else changed this note');
  expect(conflict.getByRole('radio', { name: /Theirs/ })).not.toBeChecked();
  const saves = answer(contract.users.updateNote, {
    status: 200,
    body: { ...NOTE, body: 'Mine', version: 3, updated_at: new Date().toISOString(), updated_by: ME },
  });
  await press(user, 'Save this choice');
  await waitFor(() => expect(saves.map(({ body }) => body)).toEqual([{ body: 'Mine', version: 2 }]));
});

it.each([
  [2000, true],
  [2001, false],
])('limits the length of the note: %d characters', async (length, isValid) => {
  answerUser();
  const notes = answer(contract.users.updateNote, { status: 200, body: { ...NOTE, version: 1 } });
  const { user } = await openUser(`/members/${ZOE.id}`);
  const note = await screen.findByRole('textbox', { name: 'Internal note' });
  await fill(user, note, 'é'.repeat(length));
  await press(user, 'Save the note');
  if (isValid) await waitFor(() => expect(notes).toHaveLength(1));
  else await expectProblem(note, /Shorten the note\./);
});

const anEntry = (own: Partial<TimelineEntry>): TimelineEntry => ({
  kind: 'item',
  id: idOf(800),
  at: '2026-01-05T10:00:00.000Z',
  title: '',
  detail: '',
  ...own,
});

it('shows the activity of a member, filtered by kind, and older entries', async () => {
  answerUser();
  const pages: Record<string, Partial<Timeline>> = {
    '': {
      data: [
        anEntry({ kind: 'conversation', id: idOf(801), title: 'A question' }),
        anEntry({ kind: 'rating', id: idOf(802), title: 'Nice', detail: '4' }),
        anEntry({ kind: 'notification', id: idOf(803), title: 'Hello' }),
        anEntry({ kind: 'sign_in', id: idOf(804) }),
      ],
      next: `1767607200000.sign_in.${idOf(804)}`,
    },
    older: { data: [anEntry({ id: idOf(805), title: 'Old note' })] },
    item: { data: [anEntry({ id: idOf(805), title: 'Old note' })] },
  };
  const reads = answer(contract.users.readTimeline, ({ query }) => ({
    status: 200,
    body: {
      data: [],
      counts: { ...COUNTS, item: 21, sign_in: 1 },
      next: null,
      ...pages[query['before'] ? 'older' : (query['kind'] ?? '')],
    },
  }));
  const { user, router } = await openUser(`/members/${ZOE.id}`);
  const activity = within(await screen.findByRole('region', { name: 'Activity' }));
  const hrefs = async (name: string) => (await activity.findByRole('link', { name })).getAttribute('href');
  expect(await hrefs('A question')).toBe(`/messages/${idOf(801)}`);
  expect(await hrefs('Nice')).toBe(`/rates?user_id=${ZOE.id}`);
  expect(await hrefs('Hello')).toBe(`/broadcast/${idOf(803)}`);
  expect(activity.getByText('Rating 4/5')).toBeVisible();
  expect(activity.getByText('Sign-in').closest('a')).toBeNull();
  await press(user, 'Show older activity');
  expect(await hrefs('Old note')).toBe(`/items?owner_id=${ZOE.id}`);
  expect(reads.at(-1)?.query).toEqual({ before: pages['']?.next });
  expect(activity.queryByRole('link', { name: 'Open the list' })).toBeNull();
  await user.click(activity.getByRole('link', { name: /^Items\s*21$/ }));
  expect(await hrefs('Open the list')).toBe(`/items?owner_id=${ZOE.id}`);
  expect(router.state.location.search).toBe('?kind=item');
  expect(activity.queryByText('A question')).toBeNull();
  expect(activity.getByRole('link', { name: /^Items\s*21$/ })).toHaveAttribute('aria-current', 'page');
});

it('does not offer to write to a deleted account', async () => {
  answerUser({ deleted_at: '2026-01-05T10:00:00.000Z' });
  await openUser(`/members/${ZOE.id}`);
  expect(await screen.findByRole('textbox', { name: 'Internal note' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send a message' })).toBeNull();
});

it('starts a conversation with a member, and keeps its text if the service cannot be reached', async () => {
  answerUser();
  answer(contract.messages.readResolvedTemplates, { status: 200, body: { data: [], count: 0 } });
  const { user } = await openUser(`/members/${ZOE.id}`);
  await press(user, 'Send a message');
  const writing = await dialog('Write to Zoé');
  await fill(user, writing.getByLabelText(/^Subject/), 'Welcome');
  await press(user, 'Send');
  expect(await writing.findByText('Write a message')).toBeVisible();
  await fill(user, writing.getByLabelText(/^Message/), 'Hello');
  loseConnection(contract.messages.startMessage);
  await press(user, 'Send');
  await expectToast('The service can’t be reached. Check your connection and try again.');
  expect(writing.getByLabelText(/^Message/)).toHaveValue('Hello');
  const starts = answer(contract.messages.startMessage, { status: 200, body: aThread() });
  await press(user, 'Send');
  await expectToast('Message sent.');
  expect(starts.map(({ body }) => body)).toEqual([{ subject: 'Welcome', body: 'Hello', user_id: ZOE.id }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows whether a colleague has a second factor, and resets it after a question', async () => {
  const { now } = answerUser({ is_superuser: true, second_factor_at: '2026-01-02T10:00:00.000Z' });
  const resets = answer(contract.users.resetSecondFactor, () => {
    now.user = { ...now.user, second_factor_at: null };
    return { status: 200, body: { message: 'ok' } };
  });
  const { user } = await openUser(`/admin/${ZOE.id}`);
  expect(await screen.findByText('On since 2 January 2026.')).toBeVisible();
  await press(user, 'Reset');
  const question = await dialog('Reset the two-step verification of Zoé?');
  await user.click(question.getByRole('button', { name: 'Reset' }));
  await expectToast('Zoé signs in with the password alone now.');
  expect(resets.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
  expect(await screen.findByText('Off: the password alone is enough.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

it('offers no reset of the own second factor, and shows none of members', async () => {
  const mine = { ...ME, second_factor_at: '2026-01-02T10:00:00.000Z' };
  answerUser();
  answer(contract.users.readUserById, ({ params }) => ({
    status: 200,
    body: params['user_id'] === ME.id ? mine : ZOE,
  }));
  const { unmount } = await openUser(`/admin/${ME.id}`, { as: mine });
  expect(await screen.findByText('On since 2 January 2026.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  unmount();
  await openUser();
  await screen.findByRole('heading', { name: 'Access' });
  expect(screen.queryByText('Two-step verification')).toBeNull();
});

it('leaves a role to the provider that gives it', async () => {
  answerUser({ role_id: idOf(90), is_role_from_oidc: true, oidc_linked_at: '2026-01-02T10:00:00.000Z' });
  await openUser(`/admin/${ZOE.id}`);
  expect(await screen.findByText('Linked since 2 January 2026.')).toBeVisible();
  expect(screen.getByLabelText('Role')).toBeDisabled();
  expect(await button('Make administrator')).toBeDisabled();
  expect(
    screen.getAllByText(
      'Given by the sign-in provider at each sign-in: change it there, or unlink the account.',
    ),
  ).toHaveLength(2);
});

it('unlinks an account from the provider after a question and the password', async () => {
  const { now } = answerUser({ is_superuser: true, oidc_linked_at: '2026-01-02T10:00:00.000Z' });
  const unlinks = answer(contract.users.unlinkProvider, () => {
    now.user = { ...now.user, oidc_linked_at: null };
    return { status: 200, body: { message: 'ok' } };
  });
  const { user } = await openUser(`/admin/${ZOE.id}`);
  await press(user, 'Unlink');
  const question = await dialog('Unlink Zoé from the sign-in provider?');
  await user.click(question.getByRole('button', { name: 'Unlink' }));
  await expectToast('Zoé is no longer linked with the sign-in provider.');
  expect(unlinks.map(({ params }) => params)).toEqual([{ user_id: ZOE.id }]);
  await waitFor(() => expect(screen.queryByText('Linked since 2 January 2026.')).toBeNull());
});

it('offers to unlink neither the own account nor, to others than superusers, any', async () => {
  const linked = { ...ME, oidc_linked_at: '2026-01-02T10:00:00.000Z' };
  answerUser();
  answer(contract.users.readUserById, { status: 200, body: linked });
  await openUser(`/admin/${ME.id}`, { as: linked });
  expect(await screen.findByText('Linked since 2 January 2026.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
});
