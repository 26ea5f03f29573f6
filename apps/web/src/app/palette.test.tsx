import type { SearchResults } from '@agora/contract/features/search/search.contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf, somePreferences } from '../../test/accounts.ts';
import { answer, contract, hold, refuse } from '../../test/api.ts';
import { renderPart } from '../../test/render.tsx';
import { getScheme } from '../platform/color-scheme.ts';
import { getLocale, type Locale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { storeToken } from '../platform/session.ts';
import { Palette } from './palette.tsx';

const { search } = contract.search;
type Group = SearchResults['groups'][number];

const found = (number: number, title: string, detail = ''): Group['results'][number] => ({
  id: idOf(number),
  title,
  detail,
});
const groupsOf = (...groups: Group[]) => ({ status: 200 as const, body: { groups } });
const members = (...titles: string[]): Group => ({
  entity: 'member',
  results: titles.map((title, index) => found(index + 1, title)),
});

const CurrentUrl = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

beforeEach(() => {
  answer(contract.savedViews.readSavedViews, { status: 200, body: { data: [], count: 0 } });
});

function open(user = aSuperuser(), locale: Locale = 'en') {
  const onClose = vi.fn<() => void>();
  const onHelp = vi.fn<() => void>();
  const opened = renderPart(
    <>
      <Palette user={user} onClose={onClose} onHelp={onHelp} />
      <CurrentUrl />
    </>,
    { locale },
  );
  return { onClose, onHelp, ...opened };
}

const currentUrl = () => screen.getByRole('status', { hidden: true }).textContent;
const input = () => screen.findByRole('textbox');
const entries = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
const expectEntries = (...names: string[]) => waitFor(() => expect(entries()).toEqual(names));

beforeEach(() => storeToken('token'));

it('offers all pages and actions to superusers, and opens the page whose name is typed', async () => {
  answer(search, groupsOf());
  const { user, onClose } = open();
  await waitFor(async () => expect(await input()).toHaveFocus());
  for (const name of ['Members', 'Ratings', 'New member', 'Log Out', 'Keyboard shortcuts'])
    expect(entries()).toContain(name);
  await user.keyboard('my acc');
  await expectEntries('My account');
  await user.keyboard('{Enter}');
  expect(currentUrl()).toBe('/settings');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('offers ordinary users only the pages and actions that they may use', async () => {
  open(anAccount());
  await input();
  expect(entries()).toEqual(expect.arrayContaining(['Dashboard', 'Items', 'My account', 'Log Out']));
  for (const name of ['Members', 'Ratings', 'New member', 'News']) expect(entries()).not.toContain(name);
});

it('offers colleagues the pages, actions and views that their permissions open', async () => {
  answer(search, groupsOf());
  const view = { visibility: 'all' as const, author_id: null, author: null, missing: [], version: 1 };
  const created_at = '2026-01-02T10:00:00.000Z';
  answer(contract.savedViews.readSavedViews, {
    status: 200,
    body: {
      data: [
        { ...view, id: idOf(700), list: 'news' as const, name: 'Our drafts', query: '', created_at },
        { ...view, id: idOf(701), list: 'members' as const, name: 'Our members', query: '', created_at },
      ],
      count: 2,
    },
  });
  const { user } = open(aColleague(['news.read']));
  await input();
  expect(entries()).toContain('News');
  for (const name of ['Members', 'New article', 'Inbox']) expect(entries()).not.toContain(name);
  await user.keyboard('our');
  await expectEntries('News: Our drafts');
});

it('finds pages regardless of accents and case', async () => {
  answer(search, groupsOf());
  const { user } = open(anAccount(), 'fr');
  await user.type(await input(), 'ELEM');
  await expectEntries('Éléments');
});

it('closes the palette with Escape', async () => {
  const { user, onClose } = open();
  await waitFor(async () => expect(await input()).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('searches for at least two letters after a pause in typing, and shows the results by kind', async () => {
  const day = { entity: 'daily_message' as const, results: [found(9, '', '2027-03-01')] };
  const calls = answer(search, groupsOf(members('Édouard Vauquelin'), day));
  const { user } = open();
  const field = await input();
  await user.type(field, 'v');
  for (const value of ['va', 'vauqeulin ']) fireEvent.change(field, { target: { value } });
  await expectEntries('Édouard Vauquelin', 'Untitled1 March 2027');
  expect(calls.map(({ query }) => query)).toEqual([{ q: 'vauqeulin', limit: '6' }]);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Vauquelin').tagName).toBe('MARK');
  await user.click(dialog.getByRole('button', { name: 'Édouard Vauquelin' }));
  expect(currentUrl()).toBe(`/members/${idOf(1)}`);
});

it('links to the list of all results if there are more than five', async () => {
  answer(search, groupsOf(members('A', 'B', 'C', 'D', 'E', 'F')));
  const { user } = open();
  await user.type(await input(), 'zoé &');
  await expectEntries('A', 'B', 'C', 'D', 'E', 'Members: see all results');
  await user.click(screen.getByRole('button', { name: 'Members: see all results' }));
  expect(currentUrl()).toBe('/members?search=zo%C3%A9%20%26');
});

it('finds saved views among the pages by the name of their list and their own, and opens their address', async () => {
  answer(search, groupsOf());
  const view = {
    id: idOf(700),
    list: 'members' as const,
    name: 'Été : inactifs',
    query: 'owner_id=x&status=deactivated',
    visibility: 'all' as const,
    author_id: null,
    author: null,
    missing: ['owner_id'],
    version: 1,
    created_at: '2026-01-02T10:00:00.000Z',
  };
  answer(contract.savedViews.readSavedViews, { status: 200, body: { data: [view], count: 1 } });
  const { user } = open();
  await input();
  expect(entries()).not.toContain('Members: Été : inactifs');
  await user.type(await input(), 'ete');
  await expectEntries('Members: Été : inactifs');
  await user.keyboard('{Enter}');
  expect(currentUrl()).toBe('/members?status=deactivated');
});

it('moves through the results with the arrow keys, and wraps from the first to the last', async () => {
  answer(search, groupsOf(members('A', 'B', 'C')));
  const { user } = open();
  const selected = () => document.querySelector('[data-action][data-selected]')?.textContent;
  await user.type(await input(), 'zoé');
  await expectEntries('A', 'B', 'C');
  await waitFor(() => expect(selected()).toBe('A'));
  await user.keyboard('{ArrowDown}');
  expect(selected()).toBe('B');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(selected()).toBe('C');
  await user.keyboard('{Enter}');
  expect(currentUrl()).toBe(`/members/${idOf(3)}`);
});

it('shows all results without a link to the list if there are exactly five', async () => {
  answer(search, groupsOf(members('A', 'B', 'C', 'D', 'E')));
  const { user } = open();
  await user.type(await input(), 'zoé');
  await expectEntries('A', 'B', 'C', 'D', 'E');
});

it('opens nothing with Enter until the results of the new text have loaded', async () => {
  answer(search, groupsOf(members('Barnabé Roquefeuil')));
  const { user } = open();
  await user.type(await input(), 'roquefeuil');
  await expectEntries('Barnabé Roquefeuil');
  const { calls, release } = hold(search, groupsOf(members('Sidonie Hautecombe')));
  await user.clear(await input());
  await user.paste('hautecombe');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Barnabé Roquefeuil' })).toBeDisabled();
  expect(screen.queryByText('Nothing found')).toBeNull();
  expect(currentUrl()).toBe('/');
  release();
  await expectEntries('Sidonie Hautecombe');
  await user.keyboard('{Enter}');
  expect(currentUrl()).toBe(`/members/${idOf(1)}`);
});

it.each<[Locale, string]>([
  ['en', 'Nothing found'],
  ['fr', 'Aucun résultat'],
])('shows in %s that nothing was found', async (locale, text) => {
  answer(search, groupsOf());
  const { user } = open(aSuperuser(), locale);
  await user.type(await input(), 'qqqqqq');
  expect(await screen.findByText(text)).toBeVisible();
});

it('shows why a search failed, and not that nothing was found', async () => {
  refuse(search, 'not_authenticated');
  const { user } = open();
  await user.type(await input(), 'zzzz');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not authenticated');
  expect(screen.queryByText('Nothing found')).toBeNull();
});

it('switches the theme of the page and of the account', async () => {
  const body = somePreferences({ theme: 'dark' });
  const calls = answer(contract.preferences.updatePreferences, { status: 200, body });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Switch between light and dark' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ theme: 'dark' }]));
  expect(getScheme()).toBe('dark');
});

it('switches the language of the page and of the account', async () => {
  const calls = answer(contract.users.updateUserMe, { status: 200, body: anAccount({ locale: 'fr' }) });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Passer en français' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ locale: 'fr' }]));
  expect(getLocale()).toBe('fr');
});

it('opens the help from the palette', async () => {
  const { user, onHelp } = open();
  await user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
  expect(onHelp).toHaveBeenCalledOnce();
});

it('logs out from the palette', async () => {
  const calls = answer(contract.sessions.deleteCurrentSession, { status: 200, body: { message: 'ok' } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(calls).toHaveLength(1);
});
