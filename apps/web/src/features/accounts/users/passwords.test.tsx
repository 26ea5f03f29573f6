import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { anAccount, aSuperuser, idOf, somePreferences } from '../../../../test/accounts.ts';
import { type ApiCall, answer, contract, hold, refuse } from '../../../../test/api.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { storeToken } from '../../../platform/session.ts';
import { userKeys } from '../accounts.users.queries.ts';
import { UserAccess } from './user-access.tsx';
import { ReactivateButton } from './user-actions.tsx';
import { UserForm } from './user-form.tsx';
import { Page as NewUser } from './user-new.page.tsx';
import { UsersList } from './users-list.tsx';

const { users, login } = contract;
const QUESTION = 'Confirm your password to make this change.';
const OK = { status: 200 as const, body: { message: 'ok' } };
const MEMBER = anAccount({ id: idOf(10), email: 'zoe@example.com', full_name: 'Zoé Lefèvre' });
const ADMIN = aSuperuser({ id: idOf(11), email: 'one@example.com', full_name: 'One Admin' });

beforeEach(() => {
  storeToken('token');
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
});

/** Renders a component for a superuser. */
function open(component: ReactNode, { locale = 'en', path }: { locale?: Locale; path?: string } = {}) {
  queryClient.setQueryData(userKeys.me, { status: 200, body: aSuperuser() });
  answer(users.readUserMe, { status: 200, body: aSuperuser() });
  answer(contract.roles.readRoles, { status: 200, body: { data: [], count: 0 } });
  return renderPart(component, { locale, ...(path !== undefined && { path }) });
}

/** Fakes a route that requires a recent password, and the verification route. @returns the calls of both */
function requirePassword(
  route: typeof users.updateUser | typeof users.bulkUsers,
  body: (call: ApiCall) => object,
) {
  let isVerified = false;
  const verified = answer(login.verifyPassword, () => {
    isVerified = true;
    return OK;
  });
  const calls = answer(route, ((call: ApiCall) =>
    isVerified
      ? { status: 200, body: body(call) }
      : {
          status: 409,
          body: { detail: 'Enter your password', code: 'password_required', request_id: 'r-1' },
        }) as never);
  return { calls, verified };
}

type User = ReturnType<typeof renderPart>['user'];

async function fillField(user: User, label: string, text: string): Promise<void> {
  await user.clear(screen.getByLabelText(label));
  await user.paste(text);
}

async function enterPassword(user: User, password = 'correct horse'): Promise<void> {
  await screen.findByLabelText('Your password');
  await fillField(user, 'Your password', password);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' }));
}

it('changes the address of an account after the password is entered, and keeps the input if the prompt is cancelled', async () => {
  const { calls, verified } = requirePassword(users.updateUser, ({ body }) => ({
    ...MEMBER,
    ...(body as Partial<UserPublic>),
    version: 2,
  }));
  const { user } = open(<UserForm user={MEMBER} />);
  await fillField(user, 'Full name', ' Ada Byron ');
  await fillField(user, 'Email', 'new@example.com');
  await user.click(await button('Save'));
  expect(await screen.findByText(QUESTION)).toBeVisible();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  expect(screen.getByLabelText('Full name')).toHaveValue(' Ada Byron ');

  await user.click(await button('Save'));
  await enterPassword(user);
  await expectToast('The changes are saved.');
  expect(verified).toHaveLength(1);
  expect(calls.at(-1)).toMatchObject({
    params: { user_id: MEMBER.id },
    body: { full_name: 'Ada Byron', email: 'new@example.com', locale: 'en', version: 1 },
  });
});

it('asks for the password in French on a French page', async () => {
  requirePassword(users.updateUser, () => ({ ...MEMBER, version: 2 }));
  const { user } = open(<UserForm user={MEMBER} />, { locale: 'fr' });
  await fillField(user, 'Email', 'new@example.com');
  await user.click(await button('Enregistrer'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Confirmez votre mot de passe pour appliquer ce changement.')).toBeVisible();
});

it('validates the address and the name of an account on blur', async () => {
  const { user } = open(<UserForm user={MEMBER} />);
  await fillField(user, 'Email', 'nobody');
  await user.tab();
  await expectProblem(screen.getByLabelText('Email'), 'Invalid email address');
  await fillField(user, 'Full name', 'x'.repeat(256));
  await user.tab();
  await expectProblem(screen.getByLabelText('Full name'), 'Full name must be at most 255 characters');
  await user.clear(screen.getByLabelText('Full name'));
  await user.tab();
  expect(screen.getByLabelText('Full name')).toBeValid();
});

it('shows an invitation link after the password is entered', async () => {
  const url = 'https://agora.example/reset-password?token=secret';
  let isVerified = false;
  answer(login.verifyPassword, () => {
    isVerified = true;
    return OK;
  });
  answer(users.createInvitationLink, () =>
    isVerified
      ? { status: 200, body: { url, expires_at: '2099-01-01T00:00:00.000Z' } }
      : { status: 409, body: { detail: 'Again', code: 'password_required', request_id: 'r-1' } },
  );
  const { user } = open(
    <UserAccess user={{ ...MEMBER, invitation_expires_at: '2099-01-01T00:00:00.000Z' }} />,
  );
  await user.click(await button('Copy the invitation link'));
  await enterPassword(user);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitation link' }));
  expect(dialog.getByRole('textbox')).toHaveValue(url);
});

it('reactivates an administrator after the password is entered', async () => {
  let isVerified = false;
  answer(login.verifyPassword, () => {
    isVerified = true;
    return OK;
  });
  const calls = answer(users.reactivateUser, () =>
    isVerified
      ? { status: 200, body: ADMIN }
      : { status: 409, body: { detail: 'Again', code: 'password_required', request_id: 'r-1' } },
  );
  const { user } = open(<ReactivateButton user={{ ...ADMIN, is_active: false }} />);
  await user.click(await button('Reactivate'));
  await enterPassword(user);
  await expectToast('The account of One Admin has been reactivated.');
  expect(calls.map(({ params }) => params)).toEqual([{ user_id: ADMIN.id }, { user_id: ADMIN.id }]);
});

it('reports that the password is required if the prompt is cancelled', async () => {
  refuse(users.reactivateUser, 'password_required');
  const { user } = open(<ReactivateButton user={{ ...ADMIN, is_active: false }} />);
  await user.click(await button('Reactivate'));
  await screen.findByLabelText('Your password');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await expectToast('Enter your password again to continue.');
});

const reportOf = (own: object = {}) => ({
  done: 1,
  unchanged: 0,
  skipped: [],
  count: 1,
  done_at: '2027-01-02T10:00:00.000Z',
  ...own,
});

/** Opens a list of accounts and selects the first. */
async function openList(path: string, account: UserPublic) {
  answer(users.readUsers, { status: 200, body: { data: [account], count: 1 } });
  answer(contract.savedViews.readSavedViews, { status: 200, body: { data: [], count: 0 } });
  const opened = open(<UsersList kind="admin" />, { path });
  const box = await screen.findByRole('checkbox', { name: new RegExp(`^Select ${account.full_name}`) });
  await waitFor(() => expect(box).toBeEnabled());
  await opened.user.click(box);
  return opened;
}

it('restores administrators from the trash after the password is entered', async () => {
  const { calls } = requirePassword(users.bulkUsers, () => reportOf());
  const deleted = { ...ADMIN, deleted_at: '2027-01-01T10:00:00.000Z' };
  const { user } = await openList('/admin?status=deleted', deleted);
  await user.click(await button('Restore'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await screen.findByText(QUESTION);
  await enterPassword(user);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toEqual({ action: 'restore', ids: [ADMIN.id] });
});

it('undoes a deactivation of administrators after the password is entered, and sends the time of the deactivation', async () => {
  answer(users.bulkUsers, { status: 200, body: reportOf() });
  const { user } = await openList('/admin', ADMIN);
  await user.click(await button('Deactivate'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
  const undo = await button('Undo');
  const { calls } = requirePassword(users.bulkUsers, () => reportOf());
  await user.click(undo);
  await enterPassword(user);
  await expectToast('1 account has been reactivated.');
  expect(calls.at(-1)?.body).toEqual({
    action: 'reactivate',
    ids: [ADMIN.id],
    deactivated_at: '2027-01-02T10:00:00.000Z',
  });
});

it('reports that an undo requires the password if the list is no longer open', async () => {
  answer(users.bulkUsers, { status: 200, body: reportOf() });
  const { user, unmount } = await openList('/admin', ADMIN);
  await user.click(await button('Deactivate'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
  const undo = await button('Undo');
  unmount();
  refuse(users.bulkUsers, 'password_required');
  await user.click(undo);
  await expectToast('Enter your password again to continue.');
});

it('creates a member only with a password that is long enough', async () => {
  const calls = answer(users.createUser, { status: 200, body: MEMBER });
  const { user } = open(<NewUser />, { path: '/members/new' });
  await fillField(user, 'Email', 'zoe@example.com');
  await user.click(screen.getByLabelText('Set a password'));
  await fillField(user, 'Password', 'short');
  await user.tab();
  await expectProblem(screen.getByLabelText('Password'), 'Password must be at least 8 characters');
  await user.click(await button('Create the account'));
  await waitFor(async () => expect(await button('Create the account')).toBeEnabled());
  expect(calls).toEqual([]);
  await fillField(user, 'Password', 'correct horse');
  await user.click(await button('Create the account'));
  await waitFor(() => expect(window.location.pathname).toBe(`/members/${MEMBER.id}`));
  expect(calls.map(({ body }) => body)).toEqual([
    {
      email: 'zoe@example.com',
      full_name: null,
      locale: 'en',
      is_superuser: false,
      password: 'correct horse',
      must_change_password: true,
    },
  ]);
});

it('makes the fields read-only while an account is being created', async () => {
  const { release } = hold(users.inviteUser, { status: 200, body: MEMBER });
  const { user } = open(<NewUser />, { path: '/members/new' });
  await fillField(user, 'Email', 'zoe@example.com');
  await user.click(await button('Send the invitation'));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAttribute('readonly'));
  expect(screen.getByLabelText('Full name')).toHaveAttribute('readonly');
  release();
  await waitFor(() => expect(window.location.pathname).toBe(`/members/${MEMBER.id}`));
});
