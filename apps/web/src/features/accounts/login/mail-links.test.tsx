import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';

const TOKEN = 'x'.repeat(43);

const PAGES = [
  { path: '/undo-email-change', action: 'Undo the change', route: contract.users.undoEmailChange },
  { path: '/confirm-email-change', action: 'Confirm the address', route: contract.users.confirmEmailChange },
] as const;

describe.each(PAGES)('$path', ({ path, action, route }) => {
  it('sends the token of the link only when the button is pressed', async () => {
    const calls = answer(route, { status: 200, body: { message: 'Done' } });
    const { user } = await openPage(`${path}?token=${TOKEN}`);
    const confirm = await button(action);
    expect(calls).toEqual([]);
    await user.click(confirm);
    expect(await screen.findByRole('status')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });

  it('explains a link that has expired or was used', async () => {
    refuse(route, 'invalid_token');
    const { user } = await openPage(`${path}?token=${TOKEN}`);
    await user.click(await button(action));
    expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    expect(screen.queryByRole('button', { name: action })).toBeNull();
  });

  it('can be tried again when the service does not answer', async () => {
    refuse(route, 'service_unavailable');
    const { user } = await openPage(`${path}?token=${TOKEN}`);
    await user.click(await button(action));
    await expectToast('Something went wrong!');
    expect(await button(action)).toBeEnabled();
  });

  it('explains an address without a token', async () => {
    await openPage(path);
    expect(
      await screen.findByText('The address of this page is incomplete: open the link in the email again.'),
    ).toBeVisible();
  });
});

describe('/reset-password', () => {
  const reset = contract.login.resetPassword;

  async function fillIn({ user }: Awaited<ReturnType<typeof openPage>>, confirmation = 'battery staple') {
    await user.click(await screen.findByLabelText('New password'));
    await user.paste('battery staple');
    await user.click(screen.getByLabelText('Confirm password'));
    await user.paste(confirmation);
    await user.click(await button('Save the password'));
  }

  it('sets the password with the token of the link and leads to sign-in', async () => {
    const calls = answer(reset, { status: 200, body: { message: 'Password updated successfully' } });
    const page = await openPage(`/reset-password?token=${TOKEN}`);
    await fillIn(page);
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ token: TOKEN, new_password: 'battery staple' }]);
  });

  it('sends nothing when the passwords differ', async () => {
    const calls = answer(reset, { status: 200, body: { message: 'Password updated successfully' } });
    await fillIn(await openPage(`/reset-password?token=${TOKEN}`), 'battery stable');
    expect(await screen.findByText('The passwords do not match')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('offers a new link when the token is refused', async () => {
    refuse(reset, 'invalid_token');
    const page = await openPage(`/reset-password?token=${TOKEN}`);
    await fillIn(page);
    await page.user.click(await screen.findByRole('link', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });
});
