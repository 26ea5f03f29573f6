import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, loseConnection, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';
import { readDraft, writeDraft } from '../../../platform/drafts.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import { getToken } from '../../../platform/session.ts';

const TOKEN = 'x'.repeat(43);

const PAGES = [
  { path: '/undo-email-change', action: 'Undo the change', route: contract.users.undoEmailChange },
  { path: '/confirm-email-change', action: 'Confirm the address', route: contract.users.confirmEmailChange },
] as const;

describe.each(PAGES)('$path', ({ path, action, route }) => {
  it('sends the token of the link only after the button is pressed', async () => {
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

  it('can be tried again if the service is unavailable', async () => {
    refuse(route, 'service_unavailable');
    const { user } = await openPage(`${path}?token=${TOKEN}`);
    await user.click(await button(action));
    await expectToast('Something went wrong!');
    expect(await button(action)).toBeEnabled();
  });

  it('explains a URL without a token', async () => {
    await openPage(path);
    expect(
      await screen.findByText('The address of this page is incomplete: open the link in the email again.'),
    ).toBeVisible();
  });
});

it('offers a new password after an undone change even if the previous session is still stored', async () => {
  refuse(contract.sessions.deleteCurrentSession, 'invalid_credentials');
  answer(contract.users.undoEmailChange, { status: 200, body: { message: 'Done' } });
  const { user } = await openPage(`/undo-email-change?token=${TOKEN}`, { as: anAccount() });
  await user.click(await button('Undo the change'));
  expect(getToken()).toBe('token');
  await user.click(await screen.findByRole('link', { name: 'Choose a new password' }));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  expect(getToken()).toBeNull();
  expect(pageLoad.replace).not.toHaveBeenCalled();
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

  it('sets the password with the token of the link and opens the sign-in page', async () => {
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

  it.each<[Locale, string, string]>([
    ['en', 'You are signed in as Ada Lovelace (ada@example.com).', 'Go to the dashboard'],
    ['fr', 'Vous êtes connecté en tant que Ada Lovelace (ada@example.com).', 'Aller au tableau de bord'],
  ])('shows in %s who is signed in, and does not use the link', async (locale, text, dashboardLink) => {
    const as = anAccount();
    await openPage(`/reset-password?token=${TOKEN}`, { as, locale });
    expect(await screen.findByText((content) => content.startsWith(text))).toBeVisible();
    expect(screen.getByRole('link', { name: dashboardLink })).toHaveAttribute('href', '/dashboard');
    expect(getToken()).toBe('token');
  });

  it.each<[Locale, string]>([
    ['en', 'Sign out and continue'],
    ['fr', 'Se déconnecter et continuer'],
  ])('signs out in %s on request, keeps the link and deletes drafts', async (locale, action) => {
    const signOuts = answer(contract.sessions.deleteCurrentSession, { status: 200, body: { message: 'ok' } });
    const { user } = await openPage(`/reset-password?token=${TOKEN}`, { as: anAccount(), locale });
    writeDraft('ada:items/new', 'Half a thought');
    await user.click(await button(action));
    expect(
      await screen.findByLabelText(locale === 'en' ? 'New password' : 'Nouveau mot de passe'),
    ).toBeVisible();
    expect(signOuts.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token']);
    expect(getToken()).toBeNull();
    expect(readDraft('ada:items/new')).toBeUndefined();
    expect(pageLoad.replace).not.toHaveBeenCalled();
  });

  it('sets the password even if signing out gets no response', async () => {
    loseConnection(contract.sessions.deleteCurrentSession);
    const calls = answer(reset, { status: 200, body: { message: 'Password updated successfully' } });
    const page = await openPage(`/reset-password?token=${TOKEN}`, { as: anAccount() });
    await page.user.click(await button('Sign out and continue'));
    await fillIn(page);
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ token: TOKEN, new_password: 'battery staple' }]);
  });

  it('shows the form directly if the session has ended', async () => {
    refuse(contract.users.readUserMe, 'invalid_credentials');
    await openPage(`/reset-password?token=${TOKEN}`, { as: anAccount() });
    expect(await screen.findByLabelText('New password')).toBeVisible();
    expect(getToken()).toBeNull();
    expect(pageLoad.replace).not.toHaveBeenCalled();
  });

  it('asks for confirmation even if the signed-in user cannot be loaded', async () => {
    answerUnchecked(contract.users.readUserMe, () => new Response('?', { status: 404 }));
    await openPage(`/reset-password?token=${TOKEN}`, { as: anAccount() });
    expect(await button('Sign out and continue')).toBeVisible();
    expect(getToken()).toBe('token');
  });

  it('offers a new link if the token is refused', async () => {
    refuse(reset, 'invalid_token');
    const page = await openPage(`/reset-password?token=${TOKEN}`);
    await fillIn(page);
    await page.user.click(await screen.findByRole('link', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });
});
