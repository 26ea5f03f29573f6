import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../test/accounts.ts';
import { answer, answerUnchecked, contract, refuse } from '../../test/api.ts';
import { openPage } from '../../test/render.tsx';
import { expectToast } from '../../test/screen.ts';
import type { Locale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { queryClient } from '../platform/query-client.ts';
import { rememberReturnPath, takeReturnPath } from '../platform/session.ts';
import { routesFor } from './routes.ts';

const currentUrl = () => window.location.pathname + window.location.search;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const answerItems = () => answer(contract.items.readItems, { status: 200, body: { data: [], count: 0 } });

/** A URL of a route. */
const urlOf = ({ path }: { path: string }) => path.replaceAll(/:\w+\??/g, idOf(1));
const protectedUrls = routesFor((access) => access !== 'guest' && access !== 'public').map(urlOf);
const guestUrls = routesFor((access) => access === 'guest').map(urlOf);

it.each(protectedUrls)('redirects %s to sign-in without a session, and remembers the path', async (path) => {
  await openPage(`${path}?a=b`);
  expect(await title('Log in')).toBeVisible();
  expect(currentUrl()).toBe('/login');
  expect(sessionStorage.getItem('return_to')).toBe(`${path}?a=b`);
});

it.each(['/', '//evil.example/items'])('redirects %s to sign-in without a session', async (path) => {
  await openPage(window.location.origin + path);
  expect(await title('Log in')).toBeVisible();
  expect(currentUrl()).toBe('/login');
  expect(sessionStorage.getItem('return_to')).toBeNull();
});

it.each(['/', '/reset-password', ...guestUrls])(
  'redirects %s to the dashboard with a session',
  async (path) => {
    answerItems();
    await openPage(path, { as: anAccount() });
    expect(await title('Dashboard')).toBeVisible();
    expect(currentUrl()).toBe('/dashboard');
  },
);

it.each(guestUrls)(
  'redirects a navigation from a public page to %s to the dashboard with a session',
  async (path) => {
    answerItems();
    const { router } = await openPage('/unsubscribe?token=any', { as: anAccount() });
    await screen.findByRole('button', { name: 'Stop getting it' });
    await act(() => router.navigate(path));
    expect(await title('Dashboard')).toBeVisible();
    expect(currentUrl()).toBe('/dashboard');
  },
);

it.each(guestUrls)('opens %s from a public page without a session', async (path) => {
  const { router } = await openPage('/unsubscribe?token=any');
  await screen.findByRole('button', { name: 'Stop getting it' });
  await act(() => router.navigate(path));
  await waitFor(() => expect(currentUrl()).toBe(path));
});

it('opens the page of a mail link even with a session, since it may be for another account', async () => {
  await openPage('/unsubscribe?token=any', { as: anAccount() });
  expect(await screen.findByRole('button', { name: 'Stop getting it' })).toBeVisible();
  expect(currentUrl()).toBe('/unsubscribe');
});

const LOST_TOKENS: [how: string, loseToken: () => void][] = [
  ['removed', () => localStorage.removeItem('access_token')],
  ['cleared with the storage', () => localStorage.clear()],
  ['empty', () => localStorage.setItem('access_token', '')],
];

describe.each(LOST_TOKENS)('with a token that is %s', (_, loseToken) => {
  it('redirects each navigation in the back-office to sign-in, and remembers its target', async () => {
    answerItems();
    const { router } = await openPage('/items', { as: anAccount() });
    await title('Items');
    await act(() => router.navigate('/items?page=1'));
    expect(currentUrl()).toBe('/items?page=1');
    loseToken();
    await act(() => router.navigate('/settings'));
    expect(await title('Log in')).toBeVisible();
    expect(currentUrl()).toBe('/login');
    expect(sessionStorage.getItem('return_to')).toBe('/settings');
  });

  it('redirects to sign-in after a refused request of the back-office', async () => {
    answerItems();
    await openPage('/items', { as: anAccount() });
    await title('Items');
    loseToken();
    refuse(contract.items.readItems, 'not_authenticated');
    await act(() => queryClient.invalidateQueries({ queryKey: ['items'] }));
    expect(sessionStorage.getItem('return_to')).toBe('/items');
    await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  });

  it('opens a public page, which handles a refused request itself', async () => {
    loseToken();
    answerUnchecked(contract.login.loginAccessToken, () => new Response('{}', { status: 403 }));
    const { user } = await openPage('/login');
    await user.type(await screen.findByLabelText('Email'), 'zoe@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await expectToast('Something went wrong!');
    expect(currentUrl()).toBe('/login');
    expect(pageLoad.replace).not.toHaveBeenCalled();
  });
});

it.each<[Locale, string, string, string]>([
  ['en', 'Oops!', 'The page you are looking for was not found.', 'Go Back'],
  ['fr', 'Oups\u202f!', 'La page que vous cherchez est introuvable.', 'Retour'],
])('shows in %s that a page does not exist, with a link to the root', async (locale, name, text, back) => {
  await openPage('/no/such/page', { locale });
  const page = within(await screen.findByTestId('not-found'));
  expect(page.getByText('404')).toBeVisible();
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(page.getByText(text)).toBeVisible();
  expect(page.getByRole('link', { name: back })).toHaveAttribute('href', '/');
  expect(document.title).toMatch(/ · Agora$/);
});

it.each(['/members/a/b', '/dashboard/more', '/news/a/b', '/no-such-page'])(
  'shows that %s does not exist beside the menu, with a search, if there is a session',
  async (path) => {
    const { user } = await openPage(path, { as: aSuperuser() });
    const page = within(await screen.findByTestId('not-found'));
    expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await user.click(page.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  },
);

it.each<[Locale, string, string, string]>([
  ['en', 'This page is for the team', 'Your account doesn’t have access to it.', 'Go to the dashboard'],
  ['fr', 'Cette page est réservée à l’équipe', 'Votre compte n’y a pas accès.', 'Aller au tableau de bord'],
])(
  'refuses superuser pages to other users in %s, with a link to the dashboard',
  async (locale, name, text, dashboardLink) => {
    await openPage('/members', { as: anAccount(), locale });
    expect(await title(name)).toBeVisible();
    expect(screen.getByText(new RegExp(`^${text}`))).toBeVisible();
    expect(screen.getByRole('link', { name: dashboardLink })).toHaveAttribute('href', '/dashboard');
  },
);

/** Remembers a path, and returns where sign-in leads. */
function returnTo(path: string): string {
  rememberReturnPath(path);
  return takeReturnPath();
}

it.each(['/members', '/members?search=zoe', `/news/${idOf(1)}`])(
  'redirects %s, remembered before sign-in, to the dashboard if the account may not open it',
  async (path) => {
    answerItems();
    await openPage(returnTo(path), { as: anAccount() });
    expect(await title('Dashboard')).toBeVisible();
    expect(currentUrl()).toBe('/dashboard');
  },
);

it('refuses a superuser page that is opened again after it was remembered before sign-in', async () => {
  answerItems();
  const { router } = await openPage(returnTo('/members'), { as: anAccount() });
  await title('Dashboard');
  await act(() => router.navigate('/members'));
  expect(await title('This page is for the team')).toBeVisible();
});

it('returns to a remembered page that the account may open, and refuses a later one that it may not', async () => {
  answerItems();
  const { router } = await openPage(returnTo('/items'), { as: anAccount() });
  await title('Items');
  await act(() => router.navigate('/members'));
  expect(await title('This page is for the team')).toBeVisible();
  expect(currentUrl()).toBe('/members');
});

it('returns a superuser to a remembered superuser page', async () => {
  answer(contract.users.readUsers, { status: 200, body: { data: [], count: 0 } });
  await openPage(returnTo('/admin'), { as: aSuperuser() });
  expect(await title('Admin accounts')).toBeVisible();
});

it.each(routesFor((access) => typeof access === 'object').map(urlOf))(
  'refuses %s to other users without a request, which would end the session',
  async (path) => {
    // A request that no handler answers fails the test.
    await openPage(path, { as: anAccount() });
    expect(await title('This page is for the team')).toBeVisible();
    expect(currentUrl()).toBe(path);
  },
);

it.each<[Locale, string, string]>([
  ['fr', '/signup', 'Créer un compte'],
  ['en', '/signup', 'Create an account'],
  ['fr', '/login', 'Connexion'],
  ['en', '/login', 'Log in'],
  ['fr', '/recover-password', 'Mot de passe oublié\u202f?'],
  ['en', '/reset-password?token=any', 'Choose a new password'],
])('shows in %s, on the page %s, the title “%s”', async (locale, path, name) => {
  await openPage(path, { locale });
  expect(await title(name)).toBeVisible();
  expect(document.title).toBe(`${name} · Agora`);
});
