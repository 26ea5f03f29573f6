import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAccount, aSuperuser, idOf, somePreferences } from '../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold, loseConnection, refuse } from '../../test/api.ts';
import { anItem } from '../../test/items.ts';
import { someCounts } from '../../test/messages.ts';
import { openPage, sendEvent } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { setTimeZones } from '../platform/dates.ts';
import { readDraft, writeDraft } from '../platform/drafts.ts';
import { storeGuestChoice } from '../platform/guest-choices.ts';
import { getLocale, type Locale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { queryClient } from '../platform/query-client.ts';
import { getToken } from '../platform/session.ts';

const root = document.documentElement;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const answerItems = () =>
  answer(contract.items.readItems, { status: 200, body: { data: [anItem()], count: 1 } });

/** Opens a page of the back-office that reads only items. */
async function open(options: Parameters<typeof openPage>[1] = {}, path = '/items') {
  const reads = answerItems();
  return { reads, ...(await openPage(path, { as: anAccount(), ...options })) };
}

/** Waits until account and preferences have loaded. */
const settle = () => waitFor(() => expect(document.querySelector('[data-density]')).not.toBeNull());

/** Names and URLs of the menu entries. */
const entriesOf = async (name: string) => {
  const menu = await screen.findByRole('navigation', { name, hidden: true });
  const links = await within(menu).findAllByRole('link', { hidden: true });
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
};

const MENU = {
  fr: [
    ['Dashboard', '/dashboard'],
    ['Message du jour', '/daily-message'],
    ['Notifications push', '/broadcast'],
    ['News', '/news'],
    ['Messages reçus', '/messages'],
    ['Membres', '/members'],
    ['Comptes administrateurs', '/admin'],
    ['Mon compte', '/settings'],
  ],
  en: [
    ['Dashboard', '/dashboard'],
    ['Daily message', '/daily-message'],
    ['Push notifications', '/broadcast'],
    ['News', '/news'],
    ['Inbox', '/messages'],
    ['Members', '/members'],
    ['Admin accounts', '/admin'],
    ['My account', '/settings'],
  ],
};

it.each<[Locale, string]>([
  ['fr', 'Menu principal'],
  ['en', 'Main menu'],
])('shows superusers a menu of eight entries in %s', async (locale, name) => {
  await open({ as: aSuperuser(), locale });
  expect(await entriesOf(name)).toEqual(MENU[locale]);
});

it('shows other users a menu with only the dashboard', async () => {
  await open();
  expect(await entriesOf('Main menu')).toEqual([['Dashboard', '/dashboard']]);
});

it('marks the current page in the menu', async () => {
  await open({}, '/dashboard');
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  expect(await within(menu).findByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(document.title).toBe('Dashboard · Agora');
});

it('shows the count of waiting conversations in the menu of superusers', async () => {
  answer(contract.messages.countMessages, { status: 200, body: someCounts({ awaiting: 1_200 }) });
  await open({ as: aSuperuser() });
  expect(await screen.findByRole('link', { name: /^Inbox.*1,200/ })).toBeVisible();
});

it('focuses the content of a new page, and announces its title', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: 'Agora, home' }));
  expect(await title('Dashboard')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(screen.getByText('Dashboard · Agora', { ignore: 'title, script' })).toHaveAttribute(
    'aria-live',
    'polite',
  );
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
});

it('offers a retry if the account cannot be loaded', async () => {
  answerItems();
  answerUnchecked(contract.users.readUserMe, () => Response.json({}, { status: 418 }));
  const { user } = await openPage('/items', { as: anAccount() });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error 418');
  expect(screen.queryByRole('heading', { name: 'Items' })).toBeNull();
  answer(contract.users.readUserMe, { status: 200, body: anAccount() });
  await user.click(await button('Try again'));
  expect(await title('Items')).toBeVisible();
});

it('shows only the form for a new password until an assigned one is replaced', async () => {
  await open({ as: anAccount({ must_change_password: true }) });
  expect(await title('Choose your own password')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Items' })).toBeNull();
});

it('opens the profile from the account menu, and closes the menu', async () => {
  answer(contract.sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(contract.passkeys.readPasskeys, { status: 200, body: { data: [], count: 0 } });
  const { user } = await open();
  await user.click(await button('Account menu of Ada Lovelace'));
  expect(await screen.findByText('ada@example.com')).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'My Profile' }));
  expect(await title('My account')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it.each<[Locale, string | null, string]>([
  ['en', null, 'Account menu of User'],
  ['en', '', 'Account menu of User'],
  ['en', '  ', 'Account menu of User'],
  ['fr', null, 'Menu du compte\u00a0: Utilisateur'],
  ['en', 'Li', 'Account menu of Li'],
])('labels the account menu in %s for the name %j: %s', async (locale, full_name, name) => {
  await open({ as: anAccount({ full_name }), locale });
  expect(await button(name)).toBeVisible();
});

async function logOut(): Promise<void> {
  const { user } = await open();
  writeDraft('ada:items/new', 'Half a thought');
  await user.click(await button('Account menu of Ada Lovelace'));
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
}

it('logs out of the service and this browser, and deletes drafts', async () => {
  const calls = answer(contract.sessions.deleteCurrentSession, { status: 200, body: { message: 'ok' } });
  await logOut();
  expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token']);
  expect(getToken()).toBeNull();
  expect(readDraft('ada:items/new')).toBeUndefined();
  expect(sessionStorage.getItem('return_to')).toBeNull();
});

it('logs out of this browser even if the service cannot be reached', async () => {
  loseConnection(contract.sessions.deleteCurrentSession);
  await logOut();
  expect(getToken()).toBeNull();
  expect(readDraft('ada:items/new')).toBeUndefined();
});

it('changes the language of the page and of the account, and refetches the data', async () => {
  const calls = answer(contract.users.updateUserMe, { status: 200, body: anAccount({ locale: 'fr' }) });
  const { user, reads } = await open();
  await settle();
  await screen.findByText('A notebook');
  const read = reads.length;
  await user.click(await button('FR, Français'));
  expect(await title('Éléments')).toBeVisible();
  expect(document.title).toBe('Éléments · Agora');
  expect(root).toHaveAttribute('lang', 'fr');
  expect(await button('FR, Français')).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ locale: 'fr' }]));
  await waitFor(() => expect(reads.length).toBeGreaterThan(read));
  expect(reads.at(-1)?.headers.get('accept-language')).toBe('fr');
});

it('changes the theme of the page, and saves it to the account', async () => {
  const body = somePreferences({ theme: 'dark' });
  const calls = answer(contract.preferences.updatePreferences, { status: 200, body });
  const { user } = await open();
  await settle();
  await user.click(await button('Switch to dark mode'));
  expect(root).toHaveClass('dark');
  expect(await button('Switch to light mode')).toBeVisible();
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ theme: 'dark' }]));
});

it.each<[how: string, fail: () => void]>([
  ['does not respond', () => loseConnection(contract.preferences.updatePreferences)],
  ['fails', () => refuse(contract.preferences.updatePreferences, 'internal_error')],
])('keeps a changed theme in this browser without an error message if the service %s', async (_, fail) => {
  fail();
  const { user } = await open();
  await settle();
  await user.click(await button('Switch to dark mode'));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(root).toHaveClass('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(document.querySelector('[data-sonner-toast]')).toBeNull();
});

it('saves preferences chosen before sign-in to the account', async () => {
  storeGuestChoice({ theme: 'dark', locale: 'fr' });
  const locales = answer(contract.users.updateUserMe, { status: 200, body: anAccount({ locale: 'fr' }) });
  const body = somePreferences({ theme: 'dark' });
  const themes = answer(contract.preferences.updatePreferences, { status: 200, body });
  await open();
  await waitFor(() => expect(locales.map(({ body }) => body)).toEqual([{ locale: 'fr' }]));
  await waitFor(() => expect(themes.map(({ body }) => body)).toEqual([{ theme: 'dark' }]));
  expect(getLocale()).toBe('fr');
  expect(sessionStorage.getItem('chosen')).toBeNull();
});

it('does not save preferences chosen before sign-in that the account already has', async () => {
  storeGuestChoice({ theme: 'light', locale: 'en' });
  // A request that no handler answers fails the test.
  await open();
  await settle();
  expect(await title('Items')).toBeVisible();
});

it('applies the theme and density of the account in a browser without a theme', async () => {
  localStorage.removeItem('theme');
  await open({ preferences: { theme: 'dark', density: 'compact' } });
  await waitFor(() => expect(document.querySelector('[data-density="compact"]')).not.toBeNull());
  expect(root).toHaveClass('dark');
});

it('keeps preferences chosen while those of the account are loading', async () => {
  answer(contract.users.updateUserMe, { status: 200, body: anAccount({ locale: 'fr' }) });
  const saved = somePreferences({ theme: 'dark' });
  const themes = answer(contract.preferences.updatePreferences, { status: 200, body: saved });
  const { release } = hold(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
  const { user } = await open();
  await user.click(await button('FR, Français'));
  await user.click(await button('Passer en mode sombre'));
  await waitFor(() => expect(themes).toHaveLength(1));
  release();
  await settle();
  expect(getLocale()).toBe('fr');
  expect(root).toHaveClass('dark');
});

it('shows times in the zone of the organisation or of the user as soon as it has loaded', async () => {
  const zones = { organization_time_zone: 'Asia/Tokyo' };
  const late = hold(contract.preferences.readPreferences, { status: 200, body: somePreferences(zones) });
  await open();
  const [time] = await screen.findAllByText((_, element) => element?.tagName === 'TIME');
  expect(time).not.toHaveAttribute('title', expect.stringContaining('Tokyo\u00a0time'));
  late.release();
  await waitFor(() => expect(time).toHaveAttribute('title', expect.stringContaining('(Tokyo\u00a0time)')));
  const body = somePreferences({ ...zones, time_zone: 'America/New_York' });
  answer(contract.preferences.readPreferences, { status: 200, body });
  await act(() => queryClient.invalidateQueries({ queryKey: ['preferences'] }));
  await waitFor(() =>
    expect(time).toHaveAttribute('title', expect.stringContaining('(New\u00a0York\u00a0time)')),
  );
  setTimeZones(null, 'Europe/Paris');
});

it('opens the help for the page, with its shortcuts, from the button', async () => {
  const { user } = await open();
  await settle();
  await user.click(await button('Help'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Help' }));
  expect(await sheet.findByRole('heading', { name: 'Items' })).toBeVisible();
  expect(sheet.getByText('Search in the list')).toBeVisible();
  expect(sheet.getByText('My account')).toBeVisible();
  // For superusers only.
  expect(sheet.queryByText('Members')).toBeNull();
  expect(sheet.queryByText('Next conversation')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('lists the shortcuts of all pages and of received messages for superusers', async () => {
  const { user } = await open({ as: aSuperuser() });
  await settle();
  await user.keyboard('{Shift>}?{/Shift}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Help' }));
  for (const text of ['Members', 'Ratings', 'Next conversation', 'Save what you are writing'])
    expect(sheet.getByText(text)).toBeVisible();
});

it('ignores single-key shortcuts if the account has turned them off', async () => {
  const { user } = await open({ preferences: { shortcuts: false } });
  await settle();
  await user.keyboard('gd');
  expect(window.location.pathname).toBe('/items');
});

it('refetches lists of superusers after a change elsewhere, once for several events', async () => {
  const { reads } = await open({ as: aSuperuser() });
  await screen.findByText('A notebook');
  const before = reads.length;
  act(() => sendEvent('changed', { entity: 'item', id: idOf(1) }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  act(() => sendEvent('changed', { entity: 'item', id: idOf(2) }));
  await waitFor(() => expect(reads).toHaveLength(before + 1));
  // A change of another entity makes nothing on this page stale.
  act(() => sendEvent('changed', { entity: 'broadcast', id: idOf(1) }));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(reads).toHaveLength(before + 1);
  act(() => sendEvent('resync'));
  await waitFor(() => expect(reads).toHaveLength(before + 2));
});

it('ends the session after the first refused request of a page', async () => {
  refuse(contract.items.readItems, 'not_authenticated');
  await openPage('/items', { as: anAccount() });
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(sessionStorage.getItem('return_to')).toBe('/items');
});

it('switches language and theme before sign-in, and remembers both for the account', async () => {
  const { user } = await openPage('/signup');
  await user.type(await screen.findByLabelText('Full name'), 'Zoé');
  await user.click(await button('FR, Français'));
  await user.click(await button('Passer en mode sombre'));
  expect(await title('Créer un compte')).toBeVisible();
  expect(screen.getByLabelText('Nom complet')).toHaveValue('Zoé');
  expect(root).toHaveClass('dark');
  expect(JSON.parse(sessionStorage.getItem('chosen') ?? '')).toEqual({ locale: 'fr', theme: 'dark' });
});

it('shows the tabs of a menu page in the head of each, and highlights that page in the menu', async () => {
  await open({ as: aSuperuser() });
  const tabs = within(await screen.findByRole('navigation', { name: 'Pages' }));
  const links = tabs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Members', '/members'],
    ['Items', '/items'],
    ['Data protection', '/data-protection'],
  ]);
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Items');
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Members');
});

it('shows ordinary users no tabs beside their items', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
