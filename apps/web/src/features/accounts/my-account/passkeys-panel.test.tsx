import type { Passkey } from '@agora/contract/features/accounts/accounts.passkeys.schema';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { ASSERTION, ATTESTATION, CREATION_OPTIONS, REQUEST_OPTIONS } from '../../../../test/passkeys.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast, press } from '../../../../test/screen.ts';
import { type Locale } from '../../../platform/i18n.ts';
import * as device from '../../../platform/passkeys.ts';

const { users, sessions, passkeys, login } = contract;
const OK = { status: 200 as const, body: { message: 'ok' } };
const DONE: Passkey = {
  id: idOf(70),
  name: 'Laptop',
  created_at: '2026-01-02T10:00:00.000Z',
  last_used_at: null,
};

beforeEach(() => {
  vi.spyOn(device, 'hasPasskeys').mockReturnValue(true);
  vi.spyOn(device, 'createPasskey').mockResolvedValue(ATTESTATION);
});

const named = (name: string) => Object.assign(new Error(name), { name });

/** Opens the settings with a fake API that stores passkeys. */
async function open(rows: Passkey[] = [], me: UserMe = aSuperuser(), locale: Locale = 'en') {
  const saved = { rows };
  answer(users.readUserMe, () => ({ status: 200, body: { ...me, locale } }));
  answer(sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(passkeys.readPasskeys, () => ({
    status: 200,
    body: { data: saved.rows, count: saved.rows.length },
  }));
  answer(passkeys.startPasskey, { status: 200, body: CREATION_OPTIONS });
  const creations = answer(passkeys.createPasskey, ({ body }) => {
    const row = { ...DONE, id: idOf(71), name: (body as Passkey).name };
    saved.rows = [...saved.rows, row];
    return { status: 200, body: row };
  });
  const opened = await openPage('/settings', { as: me, locale });
  await screen.findByRole('heading', { name: locale === 'en' ? 'Profile' : 'Profil' });
  return { creations, saved, ...opened };
}

it('adds a passkey under a name, which begins with that of the device', async () => {
  const { user, creations } = await open();
  expect(await screen.findByText('You have no passkey yet.')).toBeVisible();
  await press(user, 'Add a passkey');
  const name = await screen.findByLabelText('Name');
  expect(name).not.toHaveValue('');
  await user.clear(name);
  await user.type(name, ' Work laptop {Enter}');
  await expectToast('The passkey “Work laptop” is ready.');
  expect(creations.map(({ body }) => body)).toEqual([{ name: 'Work laptop', passkey: ATTESTATION }]);
  expect(device.createPasskey).toHaveBeenCalledWith(CREATION_OPTIONS);
  expect(await button('Rename the passkey “Work laptop”')).toBeVisible();
  expect(screen.getByText(/Add a second one/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['NotAllowedError', 'No passkey was created. Try again when you are ready.'],
  ['InvalidStateError', 'This device already has a passkey of your account.'],
])('says what a %s of the device means, and keeps the form', async (error, text) => {
  vi.spyOn(device, 'createPasskey').mockRejectedValue(named(error));
  const { user, creations } = await open();
  await press(user, 'Add a passkey');
  await user.type(await screen.findByLabelText('Name'), '{Enter}');
  await expectToast(text);
  expect(screen.getByLabelText('Name')).toBeVisible();
  expect(creations).toEqual([]);
});

it('asks for the password if it was not entered recently', async () => {
  const { user, creations } = await open();
  refuse(passkeys.startPasskey, 'password_required');
  await press(user, 'Add a passkey');
  await user.type(await screen.findByLabelText('Name'), '{Enter}');
  const passwords = answer(login.verifyPassword, () => {
    answer(passkeys.startPasskey, { status: 200, body: CREATION_OPTIONS });
    return OK;
  });
  await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
  await waitFor(() => expect(creations).toHaveLength(1));
  expect(passwords).toHaveLength(1);
});

it('takes a passkey in place of the password', async () => {
  vi.spyOn(device, 'askForPasskey').mockResolvedValue(ASSERTION);
  const { user } = await open([DONE], aSuperuser({ second_factors: ['passkey'] }));
  refuse(passkeys.deletePasskey, 'password_required');
  await press(user, 'Remove the passkey “Laptop”');
  const question = await screen.findByRole('dialog', { name: 'Remove the passkey “Laptop”?' });
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  const prompt = await screen.findByRole('dialog', { name: 'Confirm with your passkey' });
  expect(within(prompt).queryByLabelText('Your password')).toBeNull();
  answer(login.startPasskeyVerification, { status: 200, body: REQUEST_OPTIONS });
  const verified = answer(login.verifyPasskey, () => {
    answer(passkeys.deletePasskey, OK);
    return OK;
  });
  await user.click(within(prompt).getByRole('button', { name: 'Use your passkey' }));
  await expectToast('The passkey is removed.');
  expect(verified.map(({ body }) => body)).toEqual([{ passkey: ASSERTION }]);
});

it('renames and removes passkeys, and says when each was used', async () => {
  const used = { ...DONE, id: idOf(72), name: 'Key', last_used_at: '2026-01-03T10:00:00.000Z' };
  const { user, saved } = await open([DONE, used]);
  const [first, second] = await within(await screen.findByRole('region', { name: 'Passkeys' })).findAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent(/Added.*Never used/);
  expect(second).toHaveTextContent(/Last used/);
  const renamings = answer(passkeys.renamePasskey, () => {
    saved.rows = [{ ...DONE, name: 'Old laptop' }, used];
    return { status: 200, body: { ...DONE, name: 'Old laptop' } };
  });
  await press(user, 'Rename the passkey “Laptop”');
  const name = await screen.findByLabelText('Name');
  expect(name).toHaveValue('Laptop');
  await user.clear(name);
  await user.type(name, '{Enter}');
  expect(await screen.findByText('Give it a name')).toBeVisible();
  await user.type(name, 'Old laptop{Enter}');
  await expectToast('The passkey is renamed.');
  expect(renamings.map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: DONE.id }, body: { name: 'Old laptop' } },
  ]);
  const removals = answer(passkeys.deletePasskey, () => {
    saved.rows = [used];
    return OK;
  });
  await press(user, 'Remove the passkey “Old laptop”');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(removals).toEqual([]);
  await press(user, 'Remove the passkey “Old laptop”');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await expectToast('The passkey is removed.');
  expect(removals.map(({ params }) => params)).toEqual([{ id: DONE.id }]);
});

it('offers none in a browser without passkeys', async () => {
  vi.spyOn(device, 'hasPasskeys').mockReturnValue(false);
  await open([DONE]);
  expect(await screen.findByText('This browser doesn’t know passkeys.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(await button('Remove the passkey “Laptop”')).toBeVisible();
});

it.each([
  ['members', anAccount()],
  ['anybody where there are no second factors', aSuperuser({ second_factor_policy: 'off' })],
])('is not shown to %s', async (_who, me) => {
  await open([], me);
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull();
});

it('is in French on a French page', async () => {
  const { user } = await open([], aSuperuser(), 'fr');
  expect(await screen.findByText('Vous n’avez pas encore de clé d’accès.')).toBeVisible();
  await press(user, 'Ajouter une clé d’accès');
  await user.type(await screen.findByLabelText('Nom'), '{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
