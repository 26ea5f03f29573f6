import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aSuperuser } from '../../test/accounts.ts';
import { answer, contract, hold, refuse } from '../../test/api.ts';
import { refusal } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem } from '../../test/screen.ts';
import type { Locale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { useWithPassword } from './use-password-prompt.tsx';

const verify = contract.login.verifyPassword;
const QUESTION = 'Confirm your password to make this change.';

interface ActingProps {
  action: () => Promise<string>;
  onEnd: (result: string) => void;
  onFail: (error: unknown) => void;
}

function Acting({ action, onEnd, onFail }: ActingProps) {
  const [dialog, withPassword] = useWithPassword();
  return (
    <>
      <button type="button" onClick={() => void withPassword(QUESTION, action).then(onEnd, onFail)}>
        Act
      </button>
      {dialog}
    </>
  );
}

const required = () => refusal(409, 'password_required');

async function act(action: ActingProps['action'], locale: Locale = 'en') {
  const onEnd = vi.fn<ActingProps['onEnd']>();
  const onFail = vi.fn<ActingProps['onFail']>();
  const opened = renderPart(<Acting action={action} onEnd={onEnd} onFail={onFail} />, { locale });
  await opened.user.click(await button('Act'));
  return { onEnd, onFail, ...opened };
}

const passwordField = () => screen.findByLabelText('Your password');

it('does not ask if the action needs no password', async () => {
  const { onEnd } = await act(async () => 'done');
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('done'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks for the password that an action requires, verifies it, and retries the action once', async () => {
  const calls = answer(verify, { status: 200, body: { message: 'ok' } });
  const action = vi.fn<ActingProps['action']>().mockRejectedValueOnce(required()).mockResolvedValue('done');
  const { user, onEnd } = await act(action);
  const field = await passwordField();
  expect(screen.getByRole('dialog', { name: 'Confirm with your password' })).toBeVisible();
  expect(screen.getByText(QUESTION)).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  await user.paste(' correct horse ');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('done'));
  expect(calls.map(({ body }) => body)).toEqual([{ password: ' correct horse ' }]);
  expect(action).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows at the field that a password is wrong, and allows another attempt', async () => {
  refuse(verify, 'incorrect_password');
  const action = vi.fn<ActingProps['action']>().mockRejectedValueOnce(required()).mockResolvedValue('done');
  const { user, onEnd } = await act(action);
  const field = await passwordField();
  await user.type(field, 'wrong{Enter}');
  await expectProblem(field, 'Incorrect password');
  expect(action).toHaveBeenCalledOnce();
  answer(verify, { status: 200, body: { message: 'ok' } });
  await user.clear(field);
  await user.type(field, 'right{Enter}');
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
});

it('sends no empty password', async () => {
  const calls = answer(verify, { status: 200, body: { message: 'ok' } });
  const { user } = await act(() => Promise.reject(required()));
  const field = await passwordField();
  await user.click(field);
  await user.tab();
  await expectProblem(field, 'Password is required');
  await user.click(await button('Confirm'));
  expect(calls).toEqual([]);
});

it('does not run the action when the prompt is cancelled', async () => {
  const error = required();
  const action = vi.fn<ActingProps['action']>().mockRejectedValue(error);
  const { user, onFail } = await act(action);
  await passwordField();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onFail).toHaveBeenCalledExactlyOnceWith(error));
  expect(action).toHaveBeenCalledOnce();
});

it('passes other errors on without a prompt', async () => {
  const error = refusal(409, 'conflict');
  const { onFail } = await act(() => Promise.reject(error));
  await waitFor(() => expect(onFail).toHaveBeenCalledExactlyOnceWith(error));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not ask on a page that was left, and passes the error on', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const error = required();
  const { onFail, unmount } = await act(() => promise);
  unmount();
  reject(error);
  await waitFor(() => expect(onFail).toHaveBeenCalledExactlyOnceWith(error));
});

it('verifies a password once, however often it is submitted', async () => {
  const { calls, release } = hold(verify, { status: 200, body: { message: 'ok' } });
  const action = vi.fn<ActingProps['action']>().mockRejectedValueOnce(required()).mockResolvedValue('done');
  const { user, onEnd } = await act(action);
  await user.type(await passwordField(), 'right{Enter}{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  release();
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(calls).toHaveLength(1);
});

it('asks in French on a French page', async () => {
  refuse(verify, 'incorrect_password');
  const { user } = await act(() => Promise.reject(required()), 'fr');
  const field = await screen.findByLabelText('Votre mot de passe');
  expect(screen.getByRole('dialog', { name: 'Confirmez avec votre mot de passe' })).toBeVisible();
  await user.type(field, 'faux');
  await user.click(await button('Confirmer'));
  await expectProblem(field, 'Mot de passe incorrect');
});

it('leaves for the provider of those who sign in by it, and for nobody else', async () => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'sign-in-provider', content: 'Our directory' });
  document.head.append(meta);
  answer(contract.oidc.startOidcConfirmation, {
    status: 200,
    body: { url: 'https://login.example.com/a', attempt: 'sealed' },
  });
  const failing = () => Promise.reject(required());
  const { unmount } = await act(failing);
  await passwordField();
  expect(screen.queryByRole('button', { name: /^Confirm with Our/ })).toBeNull();
  unmount();
  const as = aSuperuser({ oidc_linked_at: '2026-01-02T10:00:00.000Z' });
  const ignore = () => undefined;
  const part = <Acting action={failing} onEnd={ignore} onFail={ignore} />;
  const { user } = renderPart(part, { as, path: '/admin/1?view=account' });
  await user.click(await button('Act'));
  await user.click(await button('Confirm with Our directory'));
  await waitFor(() => expect(pageLoad.open).toHaveBeenCalledWith('https://login.example.com/a'));
  expect(sessionStorage.getItem('return_to')).toBe('/admin/1?view=account');
  cleanup();
  const byPasskey = aSuperuser({ oidc_linked_at: '2026-01-02T10:00:00.000Z', second_factors: ['passkey'] });
  const again = renderPart(part, { as: byPasskey });
  await again.user.click(await button('Act'));
  expect(await button('Use your passkey')).toBeVisible();
  expect(await button('Confirm with Our directory')).toBeVisible();
  expect(screen.queryByLabelText('Your password')).toBeNull();
  cleanup();
  const without = { oidc_linked_at: '2026-01-02T10:00:00.000Z', has_password: false };
  const last = renderPart(part, { as: aSuperuser(without) });
  await last.user.click(await button('Act'));
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  expect(await button('Confirm with Our directory')).toBeVisible();
  expect(screen.queryByLabelText('Your password')).toBeNull();
  meta.remove();
});
