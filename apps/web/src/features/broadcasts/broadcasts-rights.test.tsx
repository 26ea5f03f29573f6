import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import {
  aBroadcast,
  anAudiencePreview,
  answerBroadcast,
  answerSegments,
  aSegment,
  openBroadcast,
  someStats,
} from '../../../test/broadcasts.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectNothingRefused, expectToast, fill, press } from '../../../test/screen.ts';

const READER = aColleague(['broadcasts.read']);
const WRITER = aColleague(['broadcasts.read', 'broadcasts.write']);
const SENDER = aColleague(['broadcasts.read', 'broadcasts.send']);
const AT = '2026-01-06T10:00:00.000Z';
const SENT = {
  status: 'sent',
  started_at: AT,
  finished_at: AT,
  targeted: 3,
  sent: 2,
  failed: 1,
  reached: 2,
} as const satisfies Partial<BroadcastPublic>;

/** Mocks what a reader of the notification may read, and nothing else. */
function answerReading(overrides: Partial<BroadcastPublic> = {}) {
  answer(contract.broadcasts.readBroadcast, { status: 200, body: aBroadcast(overrides) });
  answer(contract.broadcasts.readStats, {
    status: 200,
    body: someStats({ failures: [{ status: 'failed', error_code: 'UNREGISTERED', count: 1 }] }),
  });
}
const answerTeam = () =>
  answer(contract.users.readTeam, {
    status: 200,
    body: { data: [{ id: idOf(30), email: 'ada@example.com', full_name: 'Ada' }], count: 1 },
  });
const absent = (...names: string[]) => {
  for (const name of names) expect(screen.queryByRole('button', { name })).toBeNull();
};
const WRITING = ['Save', 'Test…', 'Duplicate', 'Delete'];
const SENDING = [
  'Send…',
  'Schedule…',
  'Send now…',
  'Move back to draft',
  'Cancel sending',
  'Pause',
  'Resume',
];

it.each([
  ['a reader', READER, false],
  ['a writer', WRITER, false],
  ['a sender', SENDER, true],
])('tells %s what to do about a missed notification only if they may send it', async (_who, who, isTold) => {
  answerReading({ status: 'missed', started_at: null, targeted: null });
  answerTeam();
  await openBroadcast({ as: who });
  expect(await screen.findByText(/^It couldn’t be sent on time\./)).toBeVisible();
  expect(screen.queryByText(/Send it now, or move it back to draft\./) !== null).toBe(isTold);
});

it('lists notifications for those who only read', async () => {
  answer(contract.broadcasts.readBroadcasts, { status: 200, body: { data: [], count: 0 } });
  await openPage('/broadcast', { as: READER });
  expect(await screen.findByText('No notification yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New notification' })).toBeNull();
  expect(screen.queryByText(/Write the first one/)).toBeNull();
  await expectNothingRefused();
});

it('shows a draft to those who only read, without a form', async () => {
  answerReading();
  await openBroadcast({ as: READER });
  expect(await screen.findByText('Everybody')).toBeVisible();
  expect(screen.getByText('all members')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  absent(...WRITING, ...SENDING);
  await expectNothingRefused();
});

it('shows results without devices, counts and links to those who may see neither members nor articles', async () => {
  answerReading({ ...SENT, source: 'news', source_id: idOf(700), link: '/news/summer' });
  await openBroadcast({ as: READER });
  expect(await screen.findByText('UNREGISTERED')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Device by device' })).toBeNull();
  expect(screen.queryByRole('link', { name: '1' })).toBeNull();
  expect(screen.getByText('/news/summer')).toBeVisible();
  expect(screen.getByText('An article')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'An article' })).toBeNull();
  await expectNothingRefused();
});

it('shows the plan of a scheduled notification to those who only read', async () => {
  answerReading({
    status: 'scheduled',
    schedule_mode: 'at',
    scheduled_local: '2031-06-07T08:00',
    scheduled_at: '2031-06-07T06:00:00.000Z',
    time_zone: 'Europe/Paris',
  });
  await openBroadcast({ as: READER });
  expect(await screen.findByText(/^Goes out Saturday/, { selector: 'section p' })).toBeVisible();
  absent(...WRITING, ...SENDING);
  await expectNothingRefused();
});

it('lets those who write without sending save and test a draft, and names who sends', async () => {
  const { updates } = answerBroadcast();
  answerTeam();
  const { user } = await openBroadcast({ as: WRITER });
  expect(await screen.findByText('Your role doesn’t include sending: ask Ada.')).toBeVisible();
  absent(...SENDING);
  expect(screen.getByRole('button', { name: 'Test…' })).toBeEnabled();
  await fill(user, screen.getAllByRole('textbox', { name: /^Title/ })[0] as HTMLElement, 'Salut');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates).toHaveLength(1);
  await expectNothingRefused();
});

it('tests on the own phones of those who may not see members, without asking whether pushes work', async () => {
  answerBroadcast();
  const health = answer(contract.dashboard.readHealth, { status: 200, body: { data: [], count: 0 } });
  const { user } = await openBroadcast({ as: WRITER });
  await press(user, 'Test…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(health).toEqual([]);
  await expectNothingRefused();
});

it('offers those who may see neither members nor articles no choice among them', async () => {
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  const { user } = await openPage('/broadcast/new', { as: WRITER });
  await user.click(await screen.findByRole('radio', { name: /^Some members/ }));
  expect(screen.queryByRole('searchbox')).toBeNull();
  await press(user, 'Add a filter');
  expect(await screen.findByRole('menuitem', { name: 'Platform' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Members chosen by hand' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'An article' })).toBeNull();
  await expectNothingRefused();
});

it('counts members whom others chose, for those who may not see members', async () => {
  answerBroadcast({ audience: { everyone: true, exclude_member_ids: [idOf(1), idOf(2)] } });
  const { user } = await openBroadcast({ as: WRITER });
  expect(await screen.findByText(/^Except · 2.members$/)).toBeVisible();
  await press(user, /^Remove 2.members$/);
  expect(screen.queryByText(/^Except/)).toBeNull();
  await expectNothingRefused();
});

it('starts an empty notification about an article for those who may not read it', async () => {
  answer(contract.broadcasts.readBroadcasts, { status: 200, body: { data: [], count: 0 } });
  await openPage(`/broadcast/new?article=${idOf(700)}`, { as: WRITER });
  expect(await button('Save')).toBeEnabled();
  await expectNothingRefused();
});

it('lets those who write without sending duplicate, but not stop, what others scheduled', async () => {
  answerReading({ status: 'scheduled', scheduled_at: '2031-06-07T06:00:00.000Z' });
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  answerTeam();
  await openBroadcast({ as: WRITER });
  expect(await button('Duplicate')).toBeVisible();
  absent(...SENDING);
  expect(await screen.findByText('Your role doesn’t include sending: ask Ada.')).toBeVisible();
});

it('lets those who send without writing send what others wrote', async () => {
  answerReading();
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  const sendings = answer(contract.broadcasts.sendBroadcast, {
    status: 200,
    body: aBroadcast({ status: 'sending' }),
  });
  const { user } = await openBroadcast({ as: SENDER });
  await press(user, 'Send…');
  absent(...WRITING);
  expect(screen.queryByRole('textbox')).toBeNull();
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /^Send to 3/ }));
  await waitFor(() =>
    expect(sendings.map(({ body }) => body)).toEqual([{ expected_devices: 3, version: 1 }]),
  );
});

it('says to those who send without writing what a draft still lacks', async () => {
  answerReading({ audience: null });
  await openBroadcast({ as: SENDER });
  expect(await screen.findByText('Still missing: recipients.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send…' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Schedule…' })).toBeDisabled();
});

it('gives a superuser the form and every action', async () => {
  answerBroadcast();
  await openBroadcast({ as: aSuperuser() });
  for (const name of ['Save', 'Test…', 'Send…', 'Duplicate', 'Delete'])
    expect(await button(name)).toBeVisible();
  expect(screen.queryByText(/Your role doesn’t include/)).toBeNull();
});

it.each([
  ['reads only', READER, false, false],
  ['may see members', aColleague(['broadcasts.read', 'members.read']), false, true],
  ['writes', WRITER, true, false],
  ['is a superuser', aSuperuser(), true, true],
] as const)('shows segments to somebody who %s', async (_, as, mayWrite, maySeeMembers) => {
  answerSegments(aSegment());
  await openPage('/broadcast?view=segments', { as });
  expect(await screen.findByText('Anglophones')).toBeVisible();
  for (const name of ['New segment', 'Change Anglophones', 'Erase Anglophones for good'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(mayWrite ? 1 : 0);
  expect(screen.queryAllByRole('link', { name: 'See the members of Anglophones' })).toHaveLength(
    maySeeMembers ? 1 : 0,
  );
  await expectNothingRefused();
});
