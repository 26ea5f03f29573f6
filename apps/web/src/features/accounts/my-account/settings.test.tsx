import type { Preferences } from '@agora/contract/features/accounts/accounts.preferences.contract';
import type { SessionPublic } from '@agora/contract/features/accounts/accounts.sessions.contract';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf, somePreferences } from '../../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { readDraft, writeDraft } from '../../../platform/drafts.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { getToken } from '../../../platform/session.ts';

const { users, preferences, sessions, login } = contract;
const OK = { status: 200 as const, body: { message: 'ok' } };
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';

const aSession = (own: Partial<SessionPublic> = {}): SessionPublic => ({
  id: idOf(1),
  created_at: '2026-01-02T10:00:00.000Z',
  last_used_at: '2026-01-02T10:00:00.000Z',
  expires_at: '2099-01-02T10:00:00.000Z',
  ip: '192.0.2.1',
  user_agent: FIREFOX,
  is_current: false,
  ...own,
});

/** Opens the settings of an account with a fake API that stores its changes. */
async function open({ me = anAccount(), own = {} }: { me?: UserMe; own?: Partial<Preferences> } = {}) {
  const saved = { me, preferences: somePreferences(own) };
  answer(users.readUserMe, () => ({ status: 200, body: saved.me }));
  answer(preferences.readPreferences, () => ({ status: 200, body: saved.preferences }));
  answer(sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(contract.passkeys.readPasskeys, { status: 200, body: { data: [], count: 0 } });
  const userUpdates = answer(users.updateUserMe, ({ body }) => {
    saved.me = { ...saved.me, ...(body as Partial<UserMe>) };
    return { status: 200, body: saved.me };
  });
  const preferenceUpdates = answer(preferences.updatePreferences, ({ body }) => {
    saved.preferences = { ...saved.preferences, ...(body as Partial<Preferences>) };
    return { status: 200, body: saved.preferences };
  });
  const opened = await openPage('/settings', { as: me });
  await screen.findByRole('heading', { name: 'Profile' });
  await screen.findByRole('radiogroup', { name: 'Colours' });
  const bodies = (calls: { body: unknown }[]) => calls.map(({ body }) => body);
  return {
    saved,
    userUpdates: () => bodies(userUpdates),
    preferenceUpdates: () => bodies(preferenceUpdates),
    ...opened,
  };
}

const field = (label: string) => screen.getByLabelText(label);
async function fillField(
  { user }: { user: Awaited<ReturnType<typeof open>>['user'] },
  label: string,
  text: string,
) {
  await user.clear(field(label));
  if (text) await user.paste(text);
}
const dialogButton = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });

async function enterPassword(opened: Awaited<ReturnType<typeof open>>, password: string): Promise<void> {
  await screen.findByLabelText('Your password');
  await fillField(opened, 'Your password', password);
  await opened.user.click(await dialogButton('Confirm'));
}

it('saves a trimmed name without asking for the password, and updates it everywhere', async () => {
  const opened = await open();
  expect(await button('Save')).toBeDisabled();
  await fillField(opened, 'Full name', ' Zoé Martin ');
  await opened.user.click(await button('Save'));
  await expectToast('The changes are saved.');
  expect(opened.userUpdates()).toEqual([{ full_name: 'Zoé Martin' }]);
  expect(await button('Account menu of Zoé Martin')).toBeVisible();
  expect(await button('Save')).toBeDisabled();
});

it.each([
  ['', null],
  ['  ', null],
  ['Li', 'Li'],
])('saves the name “%s” as %j', async (typed, full_name) => {
  const opened = await open();
  await fillField(opened, 'Full name', typed);
  await opened.user.click(await button('Save'));
  await expectToast('The changes are saved.');
  expect(opened.userUpdates()).toEqual([{ full_name }]);
});

it('validates the user’s own address and name on blur', async () => {
  const opened = await open();
  for (const [label, text, message] of [
    ['Email', 'nobody', 'Invalid email address'],
    ['Full name', 'x'.repeat(256), 'Full name must be at most 255 characters'],
  ] as const) {
    await fillField(opened, label, text);
    await opened.user.tab();
    await expectProblem(field(label), message);
  }
  expect(opened.userUpdates()).toEqual([]);
});

it('keeps input typed while the name is being saved', async () => {
  const opened = await open();
  const { release } = hold(users.updateUserMe, { status: 200, body: anAccount({ full_name: 'Zoé' }) });
  await fillField(opened, 'Full name', 'Zoé');
  await opened.user.click(await button('Save'));
  await fillField(opened, 'Full name', 'Zoé Martin');
  release();
  await expectToast('The changes are saved.');
  expect(field('Full name')).toHaveValue('Zoé Martin');
  await waitFor(async () => expect(await button('Save')).toBeEnabled());
});

it('applies changes made elsewhere, and keeps the input', async () => {
  const opened = await open();
  await fillField(opened, 'Email', 'new@example.com');
  opened.saved.me = anAccount({ full_name: 'Zoé Dubois', email: 'other@example.com' });
  await act(() => queryClient.invalidateQueries({ queryKey: ['users'] }));
  await waitFor(() => expect(field('Full name')).toHaveValue('Zoé Dubois'));
  expect(field('Email')).toHaveValue('new@example.com');
});

it('keeps an unsaved name as a draft', async () => {
  writeDraft(`${idOf(9)}:profile`, { values: { full_name: 'Another person', email: 'x@example.com' } });
  const opened = await open();
  await fillField(opened, 'Full name', 'Zoé Martin');
  opened.unmount();
  expect(readDraft<{ values: object }>(`${anAccount().id}:profile`)?.value.values).toMatchObject({
    full_name: 'Zoé Martin',
  });
});

it('asks for the password before changing the address, and changes nothing if cancelled', async () => {
  const opened = await open();
  await fillField(opened, 'Email', ' new@example.com ');
  await opened.user.click(await button('Save'));
  expect(await screen.findByText(/^Your address becomes new@example\.com\./)).toBeVisible();
  await opened.user.click(await dialogButton('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.userUpdates()).toEqual([]);
  expect(field('Email')).toHaveValue('new@example.com');

  await opened.user.click(await button('Save'));
  refuse(login.verifyPassword, 'incorrect_password');
  await enterPassword(opened, 'not this one');
  await expectProblem(field('Your password'), 'Incorrect password');
  expect(opened.userUpdates()).toEqual([]);

  answer(login.verifyPassword, OK);
  await enterPassword(opened, 'correct horse');
  await expectToast('The changes are saved.');
  expect(opened.userUpdates()).toEqual([{ full_name: 'Ada Lovelace', email: 'new@example.com' }]);
});

it('reports that an address is taken', async () => {
  const opened = await open();
  answer(login.verifyPassword, OK);
  refuse(users.updateUserMe, 'email_taken');
  await fillField(opened, 'Email', 'new@example.com');
  await opened.user.click(await button('Save'));
  await enterPassword(opened, 'correct horse');
  await expectToast('Something went wrong!');
  expect(field('Email')).toHaveValue('new@example.com');
});

const PENDING = /^new@example\.com replaces your address once you have opened the link/;

it('shows an unconfirmed address, and sends its link again', async () => {
  const { user } = await open({ me: anAccount({ pending_email: 'new@example.com' }) });
  expect(screen.getByText(PENDING)).toBeVisible();
  expect(field('Email')).toHaveValue('ada@example.com');
  const calls = answer(users.resendEmailConfirmation, OK);
  await user.click(await button('Send the link again'));
  await expectToast('A new link is on its way; the former one no longer works.');
  expect(calls).toHaveLength(1);
  expect(screen.getByText(PENDING)).toBeVisible();
});

it('cancels the change to an unconfirmed address', async () => {
  const { user, saved } = await open({ me: anAccount({ pending_email: 'new@example.com' }) });
  const calls = answer(users.cancelEmailChange, () => {
    saved.me = anAccount();
    return OK;
  });
  await user.click(await button('Keep my address'));
  await expectToast('Your address stays as it is.');
  await waitFor(() => expect(screen.queryByText(PENDING)).toBeNull());
  expect(calls).toHaveLength(1);
});

async function changePassword(opened: Awaited<ReturnType<typeof open>>, confirmation = 'battery staple') {
  await fillField(opened, 'Current password', 'correct horse');
  await fillField(opened, 'New password', 'battery staple');
  await fillField(opened, 'Confirm password', confirmation);
  await opened.user.click(await button('Change the password'));
}

it('changes the password and clears the fields', async () => {
  const opened = await open();
  const calls = answer(users.updatePasswordMe, OK);
  await changePassword(opened);
  await expectToast('Your password has been changed.');
  expect(calls.map(({ body }) => body)).toEqual([
    { current_password: 'correct horse', new_password: 'battery staple' },
  ]);
  for (const label of ['Current password', 'New password', 'Confirm password'])
    expect(field(label)).toHaveValue('');
});

it.each([
  ['Current password', 'incorrect_password', 'Incorrect password'],
  ['New password', 'password_unchanged', 'New password cannot be the same as the current one'],
])('explains at the field %s why a password was refused', async (label, code, message) => {
  const opened = await open();
  refuse(users.updatePasswordMe, code);
  await changePassword(opened);
  await expectProblem(field(label), message);
  expect(field('New password')).toHaveValue('battery staple');
});

it('sends no password that is too short or differs from its confirmation', async () => {
  const opened = await open();
  const calls = answer(users.updatePasswordMe, OK);
  await fillField(opened, 'New password', 'short');
  await opened.user.tab();
  await expectProblem(field('New password'), 'Password must be at least 8 characters');
  await changePassword(opened, 'another one');
  await expectProblem(field('Confirm password'), 'The passwords do not match');
  expect(calls).toEqual([]);
});

it('never stores a password as a draft', async () => {
  const opened = await open();
  await fillField(opened, 'New password', 'battery staple');
  window.dispatchEvent(new Event('pagehide'));
  opened.unmount();
  expect(JSON.stringify({ ...localStorage })).not.toContain('battery staple');
});

it('saves each appearance preference to the account separately', async () => {
  const { user, preferenceUpdates } = await open();
  const group = (name: string) => within(screen.getByRole('radiogroup', { name }));
  await user.click(group('Colours').getByRole('radio', { name: 'Dark' }));
  await user.click(group('Lists').getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('switch', { name: /^Single-key shortcuts/ }));
  await waitFor(() =>
    expect(preferenceUpdates()).toEqual([{ theme: 'dark' }, { density: 'compact' }, { shortcuts: false }]),
  );
  expect(document.documentElement).toHaveClass('dark');
  await waitFor(() => expect(document.querySelector('[data-density="compact"]')).not.toBeNull());
});

it('shows the theme of this browser even if the account has another', async () => {
  localStorage.setItem('theme', 'light');
  await open({ own: { theme: 'dark' } });
  const colours = within(screen.getByRole('radiogroup', { name: 'Colours' }));
  expect(colours.getByRole('radio', { name: 'Light' })).toBeChecked();
});

it('changes the language from the settings', async () => {
  const { user, userUpdates } = await open();
  const group = within(screen.getByRole('radiogroup', { name: 'Language' }));
  await user.click(group.getByRole('radio', { name: 'Français' }));
  expect(await screen.findByRole('heading', { name: 'Mon compte' })).toBeVisible();
  await waitFor(() => expect(userUpdates()).toEqual([{ locale: 'fr' }]));
});

it('reverts only the preference that could not be saved', async () => {
  const { user, saved } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(preferences.updatePreferences, async ({ body }) => {
    if ((body as Partial<Preferences>).density) {
      await promise;
      throw Response.error();
    }
    saved.preferences = { ...saved.preferences, ...(body as Partial<Preferences>) };
    return { status: 200, body: saved.preferences };
  });
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(saved.preferences.theme).toBe('dark'));
  resolve();
  await expectToast('Something went wrong!');
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Comfortable' })).toBeChecked());
  expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(document.documentElement).toHaveClass('dark');
});

it('shows preferences changed in another window once the page is visible again', async () => {
  const { saved } = await open();
  expect(screen.getByRole('radio', { name: 'Compact' })).not.toBeChecked();
  saved.preferences = somePreferences({ density: 'compact' });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Compact' })).toBeChecked());
});

it('finds a time zone by city or name, and saves it', async () => {
  const { user, preferenceUpdates } = await open({ own: { time_zone: 'Pacific/Auckland' } });
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  expect(zone).toHaveValue('Auckland');
  await user.click(zone);
  await user.clear(zone);
  await user.paste('lima');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'LimaAmerica/Lima',
  ]);
  await user.click(screen.getByRole('option'));
  await waitFor(() => expect(preferenceUpdates()).toEqual([{ time_zone: 'America/Lima' }]));
  await user.click(zone);
  await user.clear(zone);
  await user.paste('no such city');
  expect(await screen.findByText('No such time zone. Try the city that it is named after.')).toBeVisible();
  await user.clear(zone);
  await user.paste('organisation');
  await user.click(await screen.findByRole('option', { name: /^Organisation \(Paris\stime\)$/ }));
  await waitFor(() => expect(preferenceUpdates().at(-1)).toEqual({ time_zone: null }));
});

it('offers the weekly summary and alerts to superusers', async () => {
  const { user, preferenceUpdates } = await open({ me: aSuperuser() });
  await user.click(await screen.findByRole('switch', { name: /^Weekly summary by email/ }));
  await user.click(screen.getByRole('switch', { name: /^Notes that mention you/ }));
  await waitFor(() =>
    expect(preferenceUpdates()).toEqual([{ weekly_summary: true }, { alert_mentioned: false }]),
  );
});

it('offers no weekly summary and no alerts to others', async () => {
  await open();
  expect(screen.queryByText(/^Weekly summary/)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Alerts' })).toBeNull();
});

const CURRENT = aSession({ id: idOf(2), is_current: true, user_agent: IPHONE });

it.each([
  ['statistics.read', ['Weekly summary by email']],
  ['broadcasts.read', ['Your push notifications that stop or miss their time']],
  [
    'messages.read',
    [
      'Conversations that a colleague assigns to you',
      'Answers of members in your conversations',
      'Notes that mention you with @',
    ],
  ],
  ['news.read', []],
] as const)('offers those with %s the mails and alerts that they can get', async (permission, names) => {
  await open({ me: aColleague([permission]) });
  const switches = screen.getAllByRole('switch').map((one) => one.getAttribute('aria-labelledby') ?? '');
  const shown = switches.map((id) => document.getElementById(id)?.textContent);
  expect(shown.filter((name) => name !== 'Single-key shortcuts')).toEqual(names);
  expect(screen.queryAllByRole('button', { name: /^Alerts/ })).toHaveLength(
    permission === 'messages.read' || permission === 'broadcasts.read' ? 1 : 0,
  );
});

it('offers alerts about approvals where the team has pushes or articles approved', async () => {
  await open({ me: aColleague(['news.read']), own: { approve_news: true } });
  expect(await screen.findByText('Approval of articles: requests and answers')).toBeVisible();
  expect(screen.queryByText(/^Approval of push notifications/)).toBeNull();
  expect(screen.getByRole('button', { name: /^Alerts/ })).toBeVisible();
});

it('lists the sessions by browser and system, and ends one', async () => {
  const opened = await open();
  const rows = [aSession(), CURRENT, aSession({ id: idOf(3), user_agent: 'curl/8' })];
  answer(sessions.readSessions, () => ({ status: 200, body: { data: rows, count: rows.length } }));
  await act(() => queryClient.invalidateQueries({ queryKey: ['sessions'] }));
  const current = await screen.findByText('This browser');
  expect(current.closest('li')).toHaveTextContent('Safari on iOS');
  expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(2);
  expect(await button('End the session: curl/8')).toBeVisible();
  const calls = answer(sessions.deleteSession, () => {
    rows.shift();
    return OK;
  });
  await opened.user.click(await button('End the session: Firefox on Windows'));
  await expectToast('The session has ended.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: idOf(1) }]);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1));
});

it('ends all sessions after a confirmation, and deletes drafts', async () => {
  const opened = await open();
  const calls = answer(sessions.deleteSessions, OK);
  await fillField(opened, 'Full name', 'Another name');
  await opened.user.click(await button('Sign out everywhere'));
  await opened.user.click(await dialogButton('Cancel'));
  expect(calls).toEqual([]);
  await opened.user.click(await button('Sign out everywhere'));
  await opened.user.click(await dialogButton('Sign out everywhere'));
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(calls).toHaveLength(1);
  expect(getToken()).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

it('stays signed in if the sessions cannot be ended', async () => {
  const { user } = await open();
  loseConnection(sessions.deleteSessions);
  await user.click(await button('Sign out everywhere'));
  await user.click(await dialogButton('Sign out everywhere'));
  await expectToast('Something went wrong!');
  expect(getToken()).toBe('token');
});

it('erases the account after the confirmation word and the password are entered', async () => {
  const opened = await open();
  const { user } = opened;
  const calls = answer(users.deleteUserMe, OK);
  const confirmWord = async () => {
    await user.click(await button('Erase my account for good'));
    await screen.findByLabelText('Type erase to confirm');
    await fillField(opened, 'Type erase to confirm', 'erase');
    await user.click(await dialogButton('Erase my account for good'));
    await screen.findByLabelText('Your password');
  };
  refuse(login.verifyPassword, 'incorrect_password');
  await confirmWord();
  await enterPassword(opened, 'not this one');
  await expectProblem(field('Your password'), 'Incorrect password');
  await user.click(await dialogButton('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
  answer(login.verifyPassword, OK);
  await confirmWord();
  await enterPassword(opened, 'correct horse');
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(calls).toHaveLength(1);
});

it('tells superusers why they cannot erase their own account', async () => {
  await open({ me: aSuperuser() });
  expect(screen.getByText(/^You are an administrator: you can’t erase your own account/)).toBeVisible();
  expect(await button('Erase my account for good')).toBeDisabled();
});

it('sends a link to set a password to those who have none', async () => {
  answer(contract.sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(contract.passkeys.readPasskeys, { status: 200, body: { data: [], count: 0 } });
  const sent = answer(contract.login.recoverPassword, { status: 200, body: { message: 'ok' } });
  const { user } = await openPage('/settings', { as: aSuperuser({ has_password: false }) });
  await user.click(await button('Send me a link to set one'));
  await expectToast('A link is on its way to grace@example.com.');
  expect(sent.map(({ params }) => params)).toEqual([{ email: 'grace@example.com' }]);
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
});
