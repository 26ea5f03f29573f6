import type { SavedView } from '@agora/contract/features/saved-views/saved-views.contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aSuperuser, idOf, somePreferences } from '../../../test/accounts.ts';
import { type ApiCall, answer, contract, refuse } from '../../../test/api.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../test/screen.ts';

const ME = aSuperuser();

const aView = (fields: Partial<SavedView> = {}): SavedView => ({
  id: idOf(701),
  list: 'members',
  name: 'Deactivated',
  query: 'status=deactivated',
  visibility: 'private',
  author_id: ME.id,
  author: ME.full_name,
  missing: [],
  version: 3,
  created_at: '2026-01-02T10:00:00.000Z',
  ...fields,
});
const SHARED = aView({
  id: idOf(702),
  name: 'Quiet since spring',
  query: 'columns=last_seen_at&sort=last_seen_at&unseen_since=2026-03-01',
  visibility: 'all',
  author_id: idOf(9),
  author: 'Zoé',
});

/** Rows and counts by the filter: as many rows as the status has letters, 40 in all. */
let listed: ApiCall[];
let views: SavedView[];

beforeEach(() => {
  views = [];
  listed = answer(contract.users.readUsers, ({ query }) => ({
    status: 200,
    body: { data: [], count: query.status?.length ?? (query.unseen_since ? 10_001 : 40) },
  }));
});

async function open(path: string, ...initial: SavedView[]) {
  views = initial;
  answer(contract.savedViews.readSavedViews, () => ({
    status: 200,
    body: { data: views, count: views.length },
  }));
  const page = await openPage(path, { as: ME });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const address = () => window.location.pathname + window.location.search;
const nav = async () => within(await screen.findByRole('navigation', { name: 'Views' }));
const tabs = async () => (await nav()).getAllByRole('link').map(({ textContent }) => textContent);
const currentTab = async () =>
  (await nav()).getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'page')
    ?.textContent;
const chooseStatus = (user: UserEvent, status: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), status);
const openMenu = async (user: UserEvent, name: RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu'));
};

it('shows the saved views as tabs after the one of all rows, each with its count and its address', async () => {
  const { user } = await open('/members', aView(), SHARED);
  await waitFor(async () =>
    expect(await tabs()).toEqual(['All40', 'Deactivated11', 'Quiet since spring10,000+']),
  );
  expect(await currentTab()).toBe('All40');
  const link = (await nav()).getByRole('link', { name: /Quiet since spring/ });
  expect(link).toHaveAttribute('title', 'Shared by Zoé');
  expect(within(link).getByRole('img', { name: 'Shared with the team' })).toBeVisible();
  await user.click(link);
  expect(address()).toBe('/members?columns=last_seen_at&sort=last_seen_at&unseen_since=2026-03-01');
  expect(await currentTab()).toBe('Quiet since spring10,000+');
  const heads = () => screen.queryAllByRole('columnheader').map(({ textContent }) => textContent);
  await user.click((await nav()).getByRole('link', { name: /All/ }));
  expect(address()).toBe('/members');
  expect(heads()).not.toContain('Nothing');
});

it.each(['/members', '/members?search=ada'])(
  'shows no tabs and counts nothing without saved views on %s',
  async (path) => {
    await open(path);
    await waitFor(() => expect(listed).toHaveLength(1));
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save the view' })).toBeNull();
  },
);

it('does not mark the tab of all rows as current while the list is filtered', async () => {
  await open('/members?status=deactivated');
  expect(await screen.findByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current');
  expect(screen.getByRole('button', { name: 'Save the view' })).toBeVisible();
});

it('saves the address as a new view, sorted and without the page, and shows it as a tab', async () => {
  const { user } = await open('/members?unknown=1&status=deactivated&sort=last_seen_at&page=1&locale=fr');
  const created = aView({ name: 'French', query: 'locale=fr&sort=last_seen_at&status=deactivated' });
  await user.click(await button('Save the view'));
  const name = await screen.findByLabelText('Name');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await expectProblem(name, /^This field is required/);
  refuse(contract.savedViews.createSavedView, 'saved_view_name_taken');
  await fill(user, name, 'French');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await expectProblem(name, /^A view of this list already has this name/);
  const calls = answer(contract.savedViews.createSavedView, () => {
    views = [created];
    return { status: 200, body: created };
  });
  await user.click(screen.getByRole('checkbox', { name: 'Share with the team' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await expectToast('View saved.');
  expect(calls.map(({ body }) => body)).toEqual([
    { list: 'members', name: 'French', query: created.query, visibility: 'all' },
  ]);
  expect(await currentTab()).toMatch(/^French/);
  expect(address()).toBe(`/members?${created.query}`);
});

it.each([
  ['x'.repeat(60), 1],
  ['x'.repeat(61), 0],
])('sends the name of a view only if it has at most 60 characters: %s', async (typed, sent) => {
  const { user } = await open('/members?status=active');
  const calls = answer(contract.savedViews.createSavedView, { status: 200, body: aView() });
  await user.click(await button('Save the view'));
  const name = await screen.findByLabelText('Name');
  await fill(user, name, typed);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  if (sent === 0) await expectProblem(name, /Shorten this text/);
  else await waitFor(() => expect(calls).toHaveLength(1));
});

it('keeps the columns that the person has chosen in a new view', async () => {
  answer(contract.preferences.readPreferences, {
    status: 200,
    body: somePreferences({ columns: { ...somePreferences().columns, members: 'status' } }),
  });
  const { user } = await open('/members');
  const calls = answer(contract.savedViews.createSavedView, { status: 200, body: aView() });
  await user.click(await button('Save the view'));
  await fill(user, await screen.findByLabelText('Name'), 'Narrow');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls[0]?.body).toMatchObject({ query: 'columns=status', visibility: 'private' }),
  );
});

it('offers to save changed filters under the view, or to go back to it', async () => {
  const { user } = await open('/members?status=deactivated', aView(), SHARED);
  await screen.findByRole('button', { name: 'Actions on the view “Deactivated”' });
  await chooseStatus(user, 'invited');
  expect(await currentTab()).toBeUndefined();
  const menu = await openMenu(user, /^View changed/);
  expect(menu.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible();
  await user.click(menu.getByRole('menuitem', { name: 'Revert to the view' }));
  await waitFor(() => expect(address()).toBe('/members?status=deactivated'));
  await chooseStatus(user, 'invited');
  const calls = answer(contract.savedViews.updateSavedView, ({ body }) => {
    views = [aView({ query: 'status=invited', version: 4 }), SHARED];
    return { status: 200, body: { ...aView(), ...(body as object) } };
  });
  await user.click(
    (await openMenu(user, /^View changed/)).getByRole('menuitem', { name: 'Save the changes' }),
  );
  await expectToast('View saved.');
  expect(calls.map(({ params, body }) => [params, body])).toEqual([
    [{ id: idOf(701) }, { query: 'status=invited', version: 3 }],
  ]);
  await waitFor(async () => expect(await currentTab()).toBe('Deactivated7'));
});

it('says that a colleague has changed the view at the same time, and keeps the filters', async () => {
  const { user } = await open('/members?status=deactivated', aView());
  await screen.findByRole('button', { name: 'Actions on the view “Deactivated”' });
  await chooseStatus(user, 'invited');
  refuse(contract.savedViews.updateSavedView, 'version_conflict');
  await user.click(
    (await openMenu(user, /^View changed/)).getByRole('menuitem', { name: 'Save the changes' }),
  );
  await expectToast('Somebody else has just saved a change: check it, then try again.');
  expect(address()).toBe('/members?status=invited');
});

it('renames, shares and deletes a view, and brings it back', async () => {
  const { user } = await open('/members?status=deactivated', aView());
  const updates = answer(contract.savedViews.updateSavedView, { status: 200, body: aView() });
  const name = /^Actions on the view “Deactivated”$/;
  await user.click((await openMenu(user, name)).getByRole('menuitem', { name: 'Rename' }));
  await fill(user, await screen.findByLabelText('Name'), 'Blocked');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(updates).toHaveLength(1));
  await user.click((await openMenu(user, name)).getByRole('menuitem', { name: 'Share with the team' }));
  await waitFor(() => expect(updates).toHaveLength(2));
  expect(updates.map(({ body }) => body)).toEqual([
    { name: 'Blocked', version: 3 },
    { visibility: 'all', version: 3 },
  ]);
  const removals = answer(contract.savedViews.deleteSavedView, () => {
    views = [];
    return { status: 200, body: { message: 'Deleted' } };
  });
  const restores = answer(contract.savedViews.restoreSavedView, () => {
    views = [aView()];
    return { status: 200, body: aView() };
  });
  await user.click((await openMenu(user, name)).getByRole('menuitem', { name: 'Delete' }));
  await expectToast('View deleted.');
  await waitFor(async () => expect(await tabs()).toEqual(['All']));
  await user.click(await button('Undo'));
  await waitFor(async () => expect(await currentTab()).toMatch(/^Deactivated/));
  expect([...removals, ...restores].map(({ params }) => params)).toEqual([
    { id: idOf(701) },
    { id: idOf(701) },
  ]);
});

it('lets only the author of a shared view keep it for themselves, and names the author', async () => {
  const { user } = await open(`/members?${SHARED.query}`, SHARED);
  const menu = await openMenu(user, /^Actions on the view/);
  expect(menu.getByText('Shared by Zoé')).toBeVisible();
  expect(menu.queryByRole('menuitem', { name: 'Keep to myself' })).toBeNull();
  expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
});

it('shows a view whose filter no longer exists without it, says so, and saves the view without it', async () => {
  const lost = aView({
    query: 'locale=fr&owner_id=x&status=unheard',
    missing: ['owner_id'],
    visibility: 'all',
    author: null,
    author_id: null,
  });
  const { user } = await open('/members', lost);
  const link = (await nav()).getByRole('link', { name: /Deactivated/ });
  expect(link).toHaveAttribute('title', 'Shared by a colleague whose account was erased');
  await user.click(link);
  expect(address()).toBe('/members?locale=fr');
  expect(await screen.findByText(/filters that no longer exist \(owner, status=unheard\)/)).toBeVisible();
  const calls = answer(contract.savedViews.updateSavedView, ({ body }) => {
    views = [{ ...lost, query: 'locale=fr', missing: [] }];
    return { status: 200, body: { ...lost, ...(body as object) } };
  });
  await user.click(await button('Save the view without them'));
  await waitFor(() => expect(screen.queryByText(/no longer exist/)).toBeNull());
  expect(calls.map(({ body }) => body)).toEqual([{ query: 'locale=fr', version: 3 }]);
});
