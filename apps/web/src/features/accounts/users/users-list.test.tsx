import type { UserBulkReport, UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { aBroadcast, answerBroadcast, answerSegments, aSegment } from '../../../../test/broadcasts.ts';
import { openPage } from '../../../../test/render.tsx';
import { expectToast, fill, press } from '../../../../test/screen.ts';

const ME = aSuperuser();
const ADA = anAccount({ id: idOf(11), full_name: 'Ada', email: 'ada@example.com', locale: 'fr' });
const ZOE = anAccount({ id: idOf(12), full_name: 'Zoé', email: 'zoe@example.com' });
const DEACTIVATED = anAccount({ id: idOf(13), full_name: 'Shut', is_active: false });
const DELETED = anAccount({ id: idOf(14), full_name: 'Gone', deleted_at: '2026-01-05T10:00:00.000Z' });
const DONE_AT = '2026-11-29T12:00:00.000Z';

/** Fakes the list with rows that a test may change; `count` is the total. */
function answerUsers(rows: UserPublic[], count = rows.length) {
  answerSegments(aSegment());
  const calls = answer(contract.users.readUsers, ({ query }) => ({
    status: 200,
    body: { data: query['limit'] === '0' ? [] : rows, count },
  }));
  return { rows, calls };
}

const answerBulk = (own: Partial<UserBulkReport> = {}) =>
  answer(contract.users.bulkUsers, {
    status: 200,
    body: { count: 1, done: 1, unchanged: 0, skipped: [], done_at: DONE_AT, ...own },
  });

const openList = (path = '/members', options: Parameters<typeof openPage>[1] = {}) =>
  openPage(path, { as: ME, ...options });
const row = (name: RegExp) => screen.findByRole('row', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function select(user: Awaited<ReturnType<typeof openList>>['user'], ...names: string[]) {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

it('requests members with the filters and order in the URL', async () => {
  const { calls } = answerUsers([]);
  await openList(
    '/members?search=ada&status=invited&locale=fr&from=2026-01-01&to=2026-01-31&unseen_since=2026-02-01&last_seen_from=2026-01-02&last_seen_to=2026-01-03&active_on=2026-01-04&sort=full_name&size=50',
  );
  await screen.findByText('Nothing matches');
  expect(calls[0]?.query).toEqual({
    search: 'ada',
    status: 'invited',
    locale: 'fr',
    from: '2026-01-01',
    to: '2026-01-31',
    unseen_since: '2026-02-01',
    last_seen_from: '2026-01-02',
    last_seen_to: '2026-01-03',
    active_on: '2026-01-04',
    is_team: 'false',
    sort: 'full_name',
    skip: '0',
    limit: '50',
    count_up_to: '10000',
  });
});

it('lists administrators and marks one’s own account', async () => {
  const other = aSuperuser({ id: idOf(15), full_name: 'Other', email: 'other@example.com' });
  const { calls } = answerUsers([ME, other]);
  await openList('/admin');
  expect(within(await row(/Grace Hopper/)).getByText('You')).toBeVisible();
  expect(within(await row(/Other/)).queryByText('You')).toBeNull();
  expect(screen.getByRole('link', { name: 'Other' })).toHaveAttribute('href', `/admin/${idOf(15)}`);
  expect(calls[0]?.query).toMatchObject({ is_team: 'true', sort: '-created_at' });
  expect(
    within(screen.getByRole('navigation', { name: 'Pages' })).getByRole('link', { name: 'Audit log' }),
  ).toBeVisible();
});

it('shows the status of each member', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(DONE_AT) });
  answerUsers([
    ADA,
    anAccount({ id: idOf(21), full_name: 'Guest', invitation_expires_at: '2026-11-30T12:00:00.000Z' }),
    anAccount({ id: idOf(22), full_name: 'Late', invitation_expires_at: '2026-11-28T12:00:00.000Z' }),
    DEACTIVATED,
    DELETED,
    anAccount({ id: idOf(23), full_name: null, email: 'nameless@example.com' }),
  ]);
  await openList();
  expect(await row(/Ada/)).toHaveTextContent(/ActiveFrench.*2 Jan 2026Never$/);
  expect(await row(/Guest/)).toHaveTextContent('Invited');
  expect(await row(/Late/)).toHaveTextContent('Invitation expired');
  expect(await row(/Shut/)).toHaveTextContent('Deactivated');
  expect(await row(/Gone/)).toHaveTextContent('Deleted');
  expect(screen.queryByRole('link', { name: 'Gone' })).toBeNull();
  expect(screen.getByRole('link', { name: 'No name' })).toHaveAttribute('href', `/members/${idOf(23)}`);
});

it('says the last visit, and a status other than active, in the first cell, which is all that a phone shows', async () => {
  answerUsers([anAccount({ full_name: 'Ada' }), DEACTIVATED]);
  await openList();
  const nameOf = async (name: RegExp) => (await row(name)).querySelectorAll('td')[1];
  expect(await nameOf(/Ada/)).toHaveTextContent(/^Ada\S+@\S+\.comNever$/);
  expect(await nameOf(/Shut/)).toHaveTextContent(/Deactivated\S+@\S+\.comNever$/);
});

it('filters by status and language', async () => {
  const { calls } = answerUsers([ADA]);
  const { user, router } = await openList('/members?search=ada');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Trash');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'French');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'deleted', locale: 'fr' }));
  expect(router.state.location.search).toBe('?search=ada&status=deleted&locale=fr');
});

it('sorts by name, join date and last visit', async () => {
  const { calls } = answerUsers([ADA]);
  const { user } = await openList();
  const header = (name: string) => screen.findByRole('columnheader', { name: RegExp(name) });
  expect(await header('Joined')).toHaveAttribute('aria-sort', 'descending');
  for (const [name, sort] of [
    ['Joined', 'created_at'],
    ['Name', 'full_name'],
    ['Last seen', '-last_seen_at'],
    ['Last seen', 'last_seen_at'],
  ] as const) {
    await user.click(within(await header(name)).getByRole('button'));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ sort }));
  }
});

it('shows the days of the statistic that opened the list, and clears them', async () => {
  const { calls } = answerUsers([ADA]);
  const { user } = await openList(
    '/members?active_on=2026-01-04&last_seen_from=2026-01-02&last_seen_to=2026-01-03',
  );
  expect(await screen.findByText(/^Active on 4 January/)).toBeVisible();
  expect(screen.getByText(/^Last seen /)).toBeVisible();
  await user.click(screen.getByText(/^Active on 4 January/));
  await waitFor(() => expect(calls.at(-1)?.query).not.toHaveProperty('active_on'));
});

it('links to the creation of the first member in an empty list', async () => {
  answerUsers([]);
  await openList();
  expect(await screen.findByRole('heading', { name: 'No members yet' })).toBeVisible();
  for (const link of screen.getAllByRole('link', { name: 'New member' }))
    expect(link).toHaveAttribute('href', '/members/new');
});

it('deactivates only the selected members, after a confirmation', async () => {
  const { rows } = answerUsers([ADA, ZOE, DEACTIVATED]);
  const { user } = await openList();
  await select(user, 'Ada', 'Zoé');
  expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await press(user, 'Deactivate');
  const question = await dialog('Deactivate 2\u00a0accounts?');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bulks = answerBulk({ count: 2, done: 2 });
  await press(user, 'Deactivate');
  rows.splice(0, 2, { ...ADA, is_active: false }, { ...ZOE, is_active: false });
  await user.click((await dialog('Deactivate 2\u00a0accounts?')).getByRole('button', { name: 'Deactivate' }));
  await expectToast('2 accounts have been deactivated.');
  expect(bulks.map(({ body }) => body)).toEqual([{ action: 'deactivate', ids: [ADA.id, ZOE.id] }]);
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

it('undoes a deactivation only for the accounts that it deactivated', async () => {
  answerUsers([ADA, ZOE, DEACTIVATED]);
  const { user } = await openList();
  await select(user, 'Ada', 'Zoé', 'Shut');
  const bulks = answerBulk({
    count: 3,
    done: 1,
    unchanged: 1,
    skipped: [{ id: ZOE.id, label: 'Zoé', code: 'last_superuser' }],
  });
  await press(user, 'Deactivate');
  await user.click((await dialog('Deactivate 3\u00a0accounts?')).getByRole('button', { name: 'Deactivate' }));
  await expectToast('1 account has been deactivated. 1 already was.');
  expect(await screen.findByRole('dialog', { name: 'Result' })).toHaveTextContent('Zoé');
  await user.click((await dialog('Result')).getByText('Close'));
  await press(user, 'Undo');
  await expectToast('1 account has been reactivated.');
  expect(bulks[1]?.body).toEqual({ action: 'reactivate', ids: [ADA.id], deactivated_at: DONE_AT });
});

it('names a single changed account in the toast', async () => {
  answerUsers([ADA, ZOE]);
  const { user } = await openList();
  await select(user, 'Ada');
  answerBulk();
  await press(user, 'Delete');
  await user.click((await dialog('Delete 1\u00a0account?')).getByRole('button', { name: 'Delete' }));
  await expectToast('The account of Ada has been moved to the trash.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('reports that there was nothing to change', async () => {
  answerUsers([DEACTIVATED, ADA]);
  const { user } = await openList();
  await select(user, 'Ada');
  answerBulk({ done: 0, unchanged: 1 });
  await press(user, 'Deactivate');
  await user.click((await dialog('Deactivate 1\u00a0account?')).getByRole('button', { name: 'Deactivate' }));
  await expectToast('Nothing to change: this was already done.');
});

it('restores all matching accounts beyond the page, and explains which were skipped and why', async () => {
  answerUsers([DELETED], 30);
  const { user } = await openList('/members?status=deleted&search=gone');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
  await press(user, 'Select all 30 matching');
  const bulks = answerBulk({
    count: 30,
    done: 29,
    skipped: [{ id: DELETED.id, label: 'Gone', code: 'email_taken' }],
  });
  await press(user, 'Restore');
  await user.click((await dialog('Restore 30\u00a0accounts?')).getByRole('button', { name: 'Restore' }));
  const report = await dialog('Result');
  expect(report.getByText('Done: 29')).toBeVisible();
  expect(report.getByText('Skipped: 1')).toBeVisible();
  expect(report.getByText(/already exists/)).toBeVisible();
  expect(report.queryByRole('link')).toBeNull();
  expect(bulks.map(({ body }) => body)).toEqual([
    {
      action: 'restore',
      filter: { search: 'gone', status: 'deleted', is_team: false },
      expected_count: 30,
    },
  ]);
});

it('changes nothing if the number of matching accounts has changed', async () => {
  answerUsers([ADA], 30);
  const { user } = await openList();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await press(user, 'Select all 30 matching');
  refuse(contract.users.bulkUsers, 'count_changed');
  await press(user, 'Delete');
  await user.click((await dialog('Delete 30\u00a0accounts?')).getByRole('button', { name: 'Delete' }));
  await expectToast('The list has changed: check it, then try again.');
});

it('counts all matching accounts if the list shows only a lower bound', async () => {
  const { calls } = answerUsers([ADA], 10_001);
  const { user } = await openList('/members?search=a');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  answerSegments();
  answer(contract.users.readUsers, (call) => {
    calls.push(call);
    return { status: 200, body: { data: [], count: 10_050 } };
  });
  await press(user, 'Select all matching');
  expect(await screen.findByText('10,050 selected')).toBeVisible();
  expect(calls.find(({ query }) => query['limit'] === '0')?.query).toEqual({
    search: 'a',
    is_team: 'false',
    limit: '0',
  });
});

it('erases accounts in the trash permanently only after the confirmation word is typed', async () => {
  answerUsers([DELETED]);
  const { user } = await openList('/members?status=deleted');
  await select(user, 'Gone');
  await press(user, 'Erase for good');
  const question = await dialog('Erase 1\u00a0account for good?');
  const erase = question.getByRole('button', { name: 'Erase for good' });
  expect(erase).toBeDisabled();
  await fill(user, question.getByLabelText('Type erase to confirm'), 'eras');
  expect(erase).toBeDisabled();
  await fill(user, question.getByLabelText('Type erase to confirm'), 'erase');
  const bulks = answerBulk();
  await user.click(erase);
  await expectToast('The account of Gone has been erased for good.');
  expect(bulks.map(({ body }) => body)).toEqual([{ action: 'erase', ids: [DELETED.id] }]);
});

it('asks for the password if the API requires it for a bulk change', async () => {
  answerUsers([ADA]);
  const { user } = await openList();
  await select(user, 'Ada');
  refuse(contract.users.bulkUsers, 'password_required');
  await press(user, 'Delete');
  await user.click((await dialog('Delete 1\u00a0account?')).getByRole('button', { name: 'Delete' }));
  const question = await dialog('Confirm with your password');
  answer(contract.login.verifyPassword, { status: 200, body: { message: 'OK' } });
  const bulks = answerBulk();
  await fill(user, question.getByLabelText('Your password'), 'correct horse');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await expectToast('The account of Ada has been moved to the trash.');
  expect(bulks).toHaveLength(1);
});

it.each([
  ['/members?search=ada&status=active&sort=full_name', 'en', 'Export CSV', 'members.csv', 'false'],
  ['/admin?search=ada&status=active&sort=full_name', 'fr', 'Exporter en CSV', 'administrateurs.csv', 'true'],
] as const)('exports the list at %s, in %s', async (path, locale, name, file, is_team) => {
  answerUsers([ADA]);
  const exports = answer(contract.users.exportUsers, { status: 200, body: 'csv' });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = await openList(path, { locale });
  await press(user, name);
  await waitFor(() => expect(saved).toEqual([file]));
  expect(exports[0]?.query).toEqual({ search: 'ada', status: 'active', is_team, sort: 'full_name' });
  expect(exports[0]?.headers.get('accept-language')).toBe(locale);
});

it('lists the members of a segment with any role, as its notifications reach all of them', async () => {
  const { calls } = answerUsers([ADA, ME]);
  const { user } = await openList('/members?locale=en');
  await row(/Ada/);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Segment' }), 'Anglophones');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ segment_id: aSegment().id, locale: 'en' }));
  expect(calls.at(-1)?.query).not.toHaveProperty('is_team');
});

it('offers segments for members only, and ignores them in the list of administrators', async () => {
  const { calls } = answerUsers([ME]);
  await openList(`/admin?segment_id=${aSegment().id}`);
  await screen.findByRole('combobox', { name: 'Status' });
  expect(screen.queryByRole('combobox', { name: 'Segment' })).toBeNull();
  await waitFor(() => expect(calls[0]?.query).toMatchObject({ is_team: 'true' }));
  expect(calls[0]?.query).not.toHaveProperty('segment_id');
});

/** The members of the audience in the composer that a click on the button opens. */
async function audienceOfPush(user: Awaited<ReturnType<typeof openList>>['user']) {
  answerBroadcast();
  answer(contract.users.readUserById, ({ params }) => ({
    status: 200,
    body: params['user_id'] === ADA.id ? ADA : ZOE,
  }));
  const creations = answer(contract.broadcasts.createBroadcast, { status: 200, body: aBroadcast() });
  await press(user, 'Send a notification');
  expect(await screen.findByRole('heading', { name: 'New notification' })).toBeVisible();
  await press(user, 'Save');
  await expectToast('The draft is saved.');
  return (creations[0]?.body as { audience?: object } | undefined)?.audience;
}

it('opens a notification to exactly the selected members', async () => {
  answerUsers([ADA, ZOE, DEACTIVATED]);
  const { user } = await openList();
  await select(user, 'Ada', 'Zoé');
  expect(await audienceOfPush(user)).toEqual({ member_ids: [ADA.id, ZOE.id] });
});

it('reads the ids of all matching members for a notification, up to the limit of chosen members', async () => {
  const { calls } = answerUsers([ADA, ZOE], 1000);
  const { user } = await openList('/members?search=a');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await press(user, 'Select all 1,000 matching');
  expect(await audienceOfPush(user)).toEqual({ member_ids: [ADA.id, ZOE.id] });
  expect(calls.map(({ query }) => query)).toContainEqual({
    search: 'a',
    is_team: 'false',
    limit: '1000',
  });
});

it('says how many members a notification can have if more are selected', async () => {
  answerUsers([ADA, ZOE], 1001);
  const { user } = await openList();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await press(user, 'Select all 1,001 matching');
  await press(user, 'Send a notification');
  await expectToast('A notification goes to at most 1,000 members chosen by hand: use a segment for more.');
  expect(screen.queryByRole('heading', { name: 'New notification' })).toBeNull();
});

it('offers no notification to administrators or to members in the trash', async () => {
  answerUsers([DELETED]);
  const { user } = await openList('/members?status=deleted');
  await select(user, 'Gone');
  expect(screen.queryByRole('button', { name: 'Send a notification' })).toBeNull();
});
