import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

const CREATED = anAccount({ id: idOf(11), email: 'zoe@example.com' });

/** Fakes the creation of an account, and the API of its page. */
function answerCreation() {
  answer(contract.users.readUserById, { status: 200, body: CREATED });
  answer(contract.users.readNote, {
    status: 200,
    body: { id: CREATED.id, body: '', version: 0, updated_at: null, updated_by: null },
  });
  answer(contract.users.readTimeline, {
    status: 200,
    body: {
      data: [],
      counts: { conversation: 0, rating: 0, device: 0, notification: 0, item: 0, sign_in: 0 },
      next: null,
    },
  });
  return {
    invitations: answer(contract.users.inviteUser, { status: 200, body: CREATED }),
    creations: answer(contract.users.createUser, { status: 200, body: CREATED }),
  };
}

const openNew = (kind = 'members') => openPage(`/${kind}/new`, { as: aSuperuser() });
const email = () => screen.findByLabelText(/^Email/);

it('invites a member in the chosen language', async () => {
  const { invitations, creations } = answerCreation();
  const { user, router } = await openNew();
  await fill(user, await email(), 'zoe@example.com');
  await fill(user, screen.getByLabelText('Full name'), ' Li ');
  await user.selectOptions(within(screen.getByRole('main')).getByLabelText('Language'), 'French');
  await press(user, 'Send the invitation');
  await expectToast('An invitation to zoe@example.com is on its way.');
  expect(invitations.map(({ body }) => body)).toEqual([
    { email: 'zoe@example.com', full_name: 'Li', locale: 'fr', is_superuser: false },
  ]);
  expect(creations).toEqual([]);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/members/${CREATED.id}`));
});

it.each(['members', 'admin'])('starts in the first field of a new account: %s', async (kind) => {
  await openNew(kind);
  expect(await email()).toHaveFocus();
});

it('creates a member with a password that must be changed at the first sign-in', async () => {
  const { invitations, creations } = answerCreation();
  const { user } = await openNew();
  await fill(user, await email(), 'zoe@example.com');
  await user.click(screen.getByRole('radio', { name: /^Set a password/ }));
  await press(user, 'Create the account');
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toBeInvalid());
  await waitFor(() => expect(password).not.toHaveAttribute('readonly'));
  expect(creations).toEqual([]);
  await fill(user, password, 'correct horse battery');
  await press(user, 'Create the account');
  await expectToast('The account of zoe@example.com is ready.');
  expect(creations.map(({ body }) => body)).toEqual([
    {
      email: 'zoe@example.com',
      full_name: null,
      locale: 'en',
      is_superuser: false,
      password: 'correct horse battery',
      must_change_password: true,
    },
  ]);
  expect(invitations).toEqual([]);
});

it('creates a member with a password that need not be changed', async () => {
  const { creations } = answerCreation();
  const { user } = await openNew();
  await fill(user, await email(), 'zoe@example.com');
  await user.click(screen.getByRole('radio', { name: /^Set a password/ }));
  await fill(user, screen.getByLabelText('Password'), 'correct horse battery');
  await user.click(screen.getByRole('checkbox', { name: /^Ask for a new password/ }));
  await press(user, 'Create the account');
  await waitFor(() => expect(creations[0]?.body).toMatchObject({ must_change_password: false }));
});

it('never stores the password of a new member in the browser', async () => {
  answerCreation();
  const { user } = await openNew();
  await fill(user, await email(), 'zoe@example.com');
  await user.click(screen.getByRole('radio', { name: /^Set a password/ }));
  await fill(user, screen.getByLabelText('Password'), 'correct horse battery');
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('zoe@example.com'));
  expect(JSON.stringify(localStorage)).not.toContain('battery');
});

it('invites an administrator only after the user chooses the role and enters their own password', async () => {
  const { invitations } = answerCreation();
  const { user } = await openNew('admin');
  await fill(user, await email(), 'zoe@example.com');
  await press(user, 'Send the invitation');
  const role = screen.getByLabelText(/^What may they do/);
  await expectProblem(role, 'Choose a role.');
  await user.selectOptions(role, 'Administrator: everything');
  await press(user, 'Send the invitation');
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('zoe@example.com will be able to see and change everything here.')).toBeVisible();
  refuse(contract.login.verifyPassword, 'incorrect_password');
  const password = question.getByLabelText('Your password');
  await fill(user, password, 'not this one');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await expectProblem(password, /Incorrect password/);
  expect(invitations).toEqual([]);
  answer(contract.login.verifyPassword, { status: 200, body: { message: 'OK' } });
  await fill(user, password, 'correct horse');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await expectToast('An invitation to zoe@example.com is on its way.');
  expect(invitations[0]?.body).toMatchObject({ is_superuser: true });
});

it('does not invite an administrator if the password prompt is cancelled', async () => {
  const { invitations } = answerCreation();
  const { user } = await openNew('admin');
  await fill(user, await email(), 'zoe@example.com');
  await user.selectOptions(screen.getByLabelText(/^What may they do/), 'Administrator: everything');
  await press(user, 'Send the invitation');
  await press(user, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await button('Send the invitation')).toBeEnabled());
  expect(await email()).toHaveValue('zoe@example.com');
  expect(invitations).toEqual([]);
});

it('keeps the typed address if another account has it', async () => {
  answerCreation();
  const { user } = await openNew();
  const field = await email();
  await fill(user, field, 'zoe@example');
  await user.tab();
  await waitFor(() => expect(field).toBeInvalid());
  await fill(user, field, 'zoe@example.com');
  refuse(contract.users.inviteUser, 'email_taken_on_create');
  await press(user, 'Send the invitation');
  await expectToast('Something went wrong!');
  expect(field).toHaveValue('zoe@example.com');
});
