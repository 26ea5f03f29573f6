import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { type Locale } from '../../../platform/i18n.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import { getToken, rememberReturnPath } from '../../../platform/session.ts';

const { loginAccessToken, loginSecondFactor } = contract.login;
const TOKEN = { status: 200 as const, body: { access_token: 'new', token_type: 'bearer' as const } };

/** Opens sign-in and enters the right password of an account with a second factor. */
async function enterPassword(locale: Locale = 'en') {
  const passwords = refuse(loginAccessToken, 'second_factor_required', { ticket: 'the ticket' });
  const opened = await openPage('/login', { locale });
  await opened.user.type(screen.getByLabelText('Email'), 'zoe@example.com');
  await opened.user.type(
    screen.getByLabelText(locale === 'en' ? 'Password' : 'Mot de passe'),
    'correct horse{Enter}',
  );
  return { passwords, ...opened };
}

const codeField = () => screen.findByLabelText('Code');

it('asks for a code after the password, and signs in to the page that was asked for', async () => {
  rememberReturnPath('/news?search=a');
  const codes = answer(loginSecondFactor, TOKEN);
  const { user } = await enterPassword();
  const field = await codeField();
  expect(screen.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(getToken()).toBeNull();
  await user.type(field, '123 456{Enter}');
  await waitFor(() =>
    expect(pageLoad.replace).toHaveBeenCalledWith(`${window.location.origin}/news?search=a`),
  );
  expect(codes.map(({ body }) => body)).toEqual([{ ticket: 'the ticket', code: '123 456' }]);
  expect(getToken()).toBe('new');
});

it('takes a recovery code instead', async () => {
  const { user } = await enterPassword();
  refuse(loginSecondFactor, 'incorrect_code');
  await user.type(await codeField(), '12{Enter}');
  await expectProblem(await codeField(), 'This code is wrong, or was already used.');
  const codes = answer(loginSecondFactor, TOKEN);
  await user.click(await button('Use a recovery code instead'));
  const field = await screen.findByLabelText('Recovery code');
  expect(field).toHaveValue('');
  expect(field).not.toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('autocomplete', 'off');
  await user.type(field, 'abcd-efgh{Enter}');
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledWith('/dashboard'));
  expect(codes.map(({ body }) => body)).toEqual([{ ticket: 'the ticket', code: 'abcd-efgh' }]);
});

it('goes back to the password', async () => {
  const { user } = await enterPassword();
  await codeField();
  await user.click(await button('Use a recovery code instead'));
  await user.click(await button('Use the app instead'));
  await codeField();
  await user.click(await button('Back'));
  expect(await screen.findByLabelText('Email')).toHaveValue('zoe@example.com');
});

it.each([
  ['incorrect_code', 'This code is wrong, or was already used.'],
  ['invalid_ticket', 'This sign-in has expired. Go back and enter your password again.'],
  ['inactive_user', 'This account is deactivated. Ask an administrator.'],
])('shows %s at the code', async (code, message) => {
  refuse(loginSecondFactor, code);
  const { user } = await enterPassword();
  await user.type(await codeField(), '123456{Enter}');
  await expectProblem(await codeField(), message);
  await expectToast('Something went wrong!');
  expect(getToken()).toBeNull();
});

it('sends no empty code', async () => {
  const codes = answer(loginSecondFactor, TOKEN);
  const { user } = await enterPassword();
  await codeField();
  await user.click(await button('Log In'));
  await expectProblem(await codeField(), 'Enter the code');
  expect(codes).toEqual([]);
});

it('asks in French on a French page', async () => {
  refuse(loginSecondFactor, 'incorrect_code');
  const { user } = await enterPassword('fr');
  await user.type(await codeField(), '123456{Enter}');
  expect(screen.getByRole('heading', { name: 'Validation en deux étapes' })).toBeVisible();
  await expectProblem(await codeField(), 'Ce code est incorrect ou a déjà servi.');
});
