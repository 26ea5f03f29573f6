import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anAccount, aSuperuser } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { ASSERTION, REQUEST_OPTIONS } from '../../../../test/passkeys.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import * as device from '../../../platform/passkeys.ts';
import { getToken, rememberReturnPath } from '../../../platform/session.ts';

const { startOidcLogin, completeOidcLogin, completeOidcConfirmation } = contract.oidc;
const TOKEN = { status: 200 as const, body: { access_token: 'new', token_type: 'bearer' as const } };
const RETURN = '/login/provider?code=the-code&state=the-state';
const SENT = { attempt: 'sealed', query: '?code=the-code&state=the-state' };

/** The name that the service writes into the page. */
function setProvider(name: string): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'sign-in-provider', content: name });
  document.head.append(meta);
}

/** What this tab remembers of an attempt. */
const remember = (isConfirmation = false) =>
  sessionStorage.setItem('provider_attempt', JSON.stringify({ attempt: 'sealed', isConfirmation }));
const remembered = () => sessionStorage.getItem('provider_attempt');

beforeEach(() => setProvider('Our <directory>'));
afterEach(() => document.querySelector('meta[name="sign-in-provider"]')?.remove());

it.each([
  ['en', 'Continue with Our <directory>'],
  ['fr', 'Continuer avec Our <directory>'],
] as const)('leaves for the provider from sign-in, in %s', async (locale, name) => {
  answer(startOidcLogin, { status: 200, body: { url: 'https://login.example.com/a', attempt: 'sealed' } });
  const { user } = await openPage('/login', { locale });
  await user.click(await button(name));
  await waitFor(() => expect(pageLoad.open).toHaveBeenCalledExactlyOnceWith('https://login.example.com/a'));
  expect(JSON.parse(remembered() ?? '')).toEqual({ attempt: 'sealed', isConfirmation: false });
  expect(getToken()).toBeNull();
});

it('offers no provider where there is none', async () => {
  document.querySelector('meta[name="sign-in-provider"]')?.remove();
  await openPage('/login');
  await screen.findByLabelText('Email');
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
});

it('says that the provider is away, and leaves the password', async () => {
  refuse(startOidcLogin, 'oidc_unavailable');
  const { user } = await openPage('/login');
  await user.click(await button('Continue with Our <directory>'));
  await expectToast('The sign-in provider can’t be reached. Try again later, or sign in with your password.');
  expect(pageLoad.open).not.toHaveBeenCalled();
  expect(remembered()).toBeNull();
  expect(await button('Log In')).toBeEnabled();
});

it('completes the sign-in once, and opens the page that was asked for, never another site', async () => {
  remember();
  rememberReturnPath('//evil.example.com/news');
  const calls = answer(completeOidcLogin, TOKEN);
  await openPage(RETURN);
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/dashboard'));
  expect(calls.map(({ body }) => body)).toEqual([SENT]);
  expect(getToken()).toBe('new');
  expect(remembered()).toBeNull();
});

it.each([
  ['an attempt of this tab', () => undefined, RETURN],
  ['an answer of the provider', () => remember(), '/login/provider'],
])('sends nothing without %s', async (_what, prepare, path) => {
  prepare();
  const calls = answer(completeOidcLogin, TOKEN);
  await openPage(path);
  expect(
    await screen.findByText(
      'This sign-in has expired, was already used, or began in another tab: start again.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login');
  expect(calls).toEqual([]);
});

it.each([
  [
    'oidc_no_role',
    'Your account at the provider gives no access to the back-office. Ask an administrator for a role.',
  ],
  [
    'oidc_address_unverified',
    'Your provider has not verified your email address. Ask whoever manages your account there.',
  ],
  ['inactive_user', 'Inactive user'],
])('explains %s', async (code, text) => {
  remember();
  refuse(completeOidcLogin, code);
  await openPage(RETURN);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(getToken()).toBeNull();
  expect(remembered()).toBeNull();
});

it('asks for the code of the product where the provider asked for none', async () => {
  remember();
  refuse(completeOidcLogin, 'second_factor_required', { ticket: 'the ticket' });
  const codes = answer(contract.login.loginSecondFactor, TOKEN);
  const { user } = await openPage(RETURN);
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledWith('/dashboard'));
  expect(codes.map(({ body }) => body)).toEqual([{ ticket: 'the ticket', code: '123456' }]);
});

it('confirms in place of the password, and leads back', async () => {
  remember(true);
  rememberReturnPath('/admin/1');
  const calls = answer(completeOidcConfirmation, { status: 200, body: { message: 'Confirmed' } });
  const { user } = await openPage(RETURN, { as: aSuperuser({ oidc_linked_at: '2026-01-02T10:00:00.000Z' }) });
  expect(await screen.findByRole('heading', { name: 'It is you' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([SENT]);
  await user.click(await button('Go back'));
  expect(pageLoad.replace).toHaveBeenCalledWith(`${window.location.origin}/admin/1`);
  expect(getToken()).toBe('token');
});

it('confirms with the code of those who have a second factor, which can be corrected', async () => {
  remember(true);
  refuse(completeOidcConfirmation, 'incorrect_code');
  const me = aSuperuser({ second_factors: ['code'] });
  const { user } = await openPage(RETURN, { as: me });
  const field = await screen.findByLabelText('Code');
  await user.type(field, '1{Enter}');
  await expectProblem(field, 'This code is wrong, or was already used.');
  const calls = answer(completeOidcConfirmation, { status: 200, body: { message: 'Confirmed' } });
  await user.type(field, '23456{Enter}');
  expect(await screen.findByRole('heading', { name: 'It is you' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ ...SENT, code: '123456' }]);
});

it('asks for the passkey of those who have no app where the provider asked for no second factor', async () => {
  remember(true);
  const me = aSuperuser({ second_factors: ['passkey'] });
  refuse(completeOidcConfirmation, 'second_factor_required');
  answer(contract.login.startPasskeyVerification, { status: 200, body: REQUEST_OPTIONS });
  const verified = answer(contract.login.verifyPasskey, { status: 200, body: { message: 'ok' } });
  vi.spyOn(device, 'askForPasskey').mockResolvedValue(ASSERTION);
  const { user } = await openPage(RETURN, { as: me });
  await user.click(await button('Use your passkey'));
  expect(await screen.findByRole('heading', { name: 'It is you' })).toBeVisible();
  expect(verified.map(({ body }) => body)).toEqual([{ passkey: ASSERTION }]);
});

it('says that somebody else signed in at the provider', async () => {
  remember(true);
  refuse(completeOidcConfirmation, 'oidc_other_account');
  await openPage(RETURN, { as: aSuperuser(), locale: 'fr' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Vous vous êtes connecté chez le fournisseur avec un autre compte. Recommencez avec le vôtre.',
  );
  expect(getToken()).toBe('token');
});

it('confirms nothing once the session has ended', async () => {
  remember(true);
  const calls = answer(completeOidcConfirmation, { status: 200, body: { message: 'Confirmed' } });
  await openPage(RETURN);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended in the meantime');
  expect(calls).toEqual([]);
});

it('is a sign-in again for a member whose tab kept another session', async () => {
  remember();
  answer(completeOidcLogin, TOKEN);
  await openPage(RETURN, { as: anAccount() });
  await waitFor(() => expect(getToken()).toBe('new'));
});
