import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { ASSERTION, REQUEST_OPTIONS } from '../../../../test/passkeys.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import * as device from '../../../platform/passkeys.ts';
import { getToken, rememberReturnPath } from '../../../platform/session.ts';

const { startPasskeyLogin, loginPasskey, loginAccessToken, loginSecondFactor } = contract.login;
const TOKEN = { status: 200 as const, body: { access_token: 'new', token_type: 'bearer' as const } };
const turnedDown = Object.assign(new Error('no'), { name: 'NotAllowedError' });

beforeEach(() => {
  vi.spyOn(device, 'hasPasskeys').mockReturnValue(true);
  vi.spyOn(device, 'suggestsPasskeys').mockResolvedValue(false);
  vi.spyOn(device, 'askForPasskey').mockResolvedValue(ASSERTION);
  answer(startPasskeyLogin, { status: 200, body: REQUEST_OPTIONS });
});

it('signs in by a button, to the page that was asked for', async () => {
  rememberReturnPath('/news?search=a');
  const sent = answer(loginPasskey, TOKEN);
  const { user } = await openPage('/login', { locale: 'en' });
  await user.click(await button('Use a passkey'));
  await waitFor(() =>
    expect(pageLoad.replace).toHaveBeenCalledWith(`${window.location.origin}/news?search=a`),
  );
  expect(sent.map(({ body }) => body)).toEqual([{ passkey: ASSERTION }]);
  expect(getToken()).toBe('new');
});

it('suggests passkeys in the field of the address', async () => {
  vi.spyOn(device, 'suggestsPasskeys').mockResolvedValue(true);
  vi.spyOn(device, 'suggestPasskeys').mockResolvedValue(ASSERTION);
  const sent = answer(loginPasskey, TOKEN);
  await openPage('/login', { locale: 'en' });
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledWith('/dashboard'));
  expect(device.suggestPasskeys).toHaveBeenCalledWith(REQUEST_OPTIONS);
  expect(sent.map(({ body }) => body)).toEqual([{ passkey: ASSERTION }]);
});

it('says that no passkey was used, or why it is not accepted', async () => {
  vi.spyOn(device, 'askForPasskey').mockRejectedValueOnce(turnedDown);
  refuse(loginPasskey, 'incorrect_passkey');
  const { user } = await openPage('/login', { locale: 'fr' });
  await user.click(await button('Utiliser une clé d’accès'));
  await expectToast('Aucune clé d’accès n’a été utilisée. Réessayez, ou saisissez votre mot de passe.');
  await user.click(await button('Utiliser une clé d’accès'));
  await expectToast(
    'Cette clé d’accès n’est pas acceptée ici. Elle a peut-être été supprimée de votre compte.',
  );
  expect(getToken()).toBeNull();
});

it('is not offered where there are no second factors, nor by browsers without passkeys', async () => {
  const starts = refuse(startPasskeyLogin, 'second_factor_off');
  await openPage('/login', { locale: 'en' });
  await waitFor(() => expect(starts).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

it('is the second step of those who have passkeys alone', async () => {
  refuse(loginAccessToken, 'second_factor_required', { ticket: 'the ticket', allowed: ['passkey'] });
  const sent = answer(loginSecondFactor, TOKEN);
  const { user } = await openPage('/login', { locale: 'en' });
  await user.type(screen.getByLabelText('Email'), 'zoe@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  const ask = await button('Use your passkey');
  expect(ask).toHaveFocus();
  expect(screen.queryByLabelText('Code')).toBeNull();
  vi.spyOn(device, 'askForPasskey').mockRejectedValueOnce(turnedDown);
  await user.click(ask);
  await expectToast('No passkey was used. Try again.');
  await user.click(ask);
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledWith('/dashboard'));
  expect(sent.map(({ body }) => body)).toEqual([{ ticket: 'the ticket', passkey: ASSERTION }]);
});

it('stands beside the code of those who have both', async () => {
  refuse(loginAccessToken, 'second_factor_required', { ticket: 'the ticket', allowed: ['code', 'passkey'] });
  const { user } = await openPage('/login', { locale: 'en' });
  await user.type(screen.getByLabelText('Email'), 'zoe@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByLabelText('Code')).toHaveFocus();
  expect(await button('Use your passkey')).toBeVisible();
});
