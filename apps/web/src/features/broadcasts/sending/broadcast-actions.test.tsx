import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { aBroadcast, answerBroadcast } from '../../../../test/broadcasts.ts';
import { renderPart } from '../../../../test/render.tsx';
import { expectToast, press } from '../../../../test/screen.ts';
import { BroadcastActions } from './broadcast-actions.tsx';

const STARTED = { started_at: '2026-01-06T10:00:00.000Z', targeted: 10, sent: 6, failed: 1 } as const;

function renderActions(own: Partial<BroadcastPublic>) {
  const { state } = answerBroadcast(own);
  return renderPart(<BroadcastActions broadcast={state.broadcast} back="/broadcast?status=sent" />);
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it.each<[name: string, own: Partial<BroadcastPublic>, shown: string[]]>([
  ['a draft', {}, ['Duplicate', 'Delete']],
  ['a scheduled one', { status: 'scheduled' }, ['Move back to draft', 'Duplicate', 'Cancel sending']],
  ['one being sent', { status: 'sending', ...STARTED }, ['Pause', 'Duplicate', 'Stop']],
  ['a paused one', { status: 'paused', ...STARTED }, ['Resume', 'Duplicate', 'Stop']],
  ['a sent one', { status: 'sent', ...STARTED }, ['Duplicate']],
  [
    'a missed one',
    { status: 'missed' },
    ['Send now…', 'Reschedule…', 'Move back to draft', 'Duplicate', 'Cancel sending'],
  ],
  ['one cancelled before it was sent', { status: 'cancelled' }, ['Duplicate', 'Delete']],
  ['a stopped one', { status: 'cancelled', ...STARTED }, ['Duplicate']],
  ['a missed one of a day', { status: 'missed', day: '2026-01-06' }, ['Duplicate', 'Cancel sending']],
])('offers the actions for %s', (_name, own, shown) => {
  renderActions(own);
  expect(buttons()).toEqual(shown);
});

it.each([
  ['pauseBroadcast', 'sending', 'Pause', 'Paused.'],
  ['resumeBroadcast', 'paused', 'Resume', 'Sending resumed.'],
  ['unscheduleBroadcast', 'scheduled', 'Move back to draft', 'It is a draft again.'],
] as const)('calls %s without a confirmation', async (route, status, name, toast) => {
  const { user } = renderActions({ status });
  const calls = answer(contract.broadcasts[route], { status: 200, body: aBroadcast() });
  await press(user, name);
  await expectToast(toast);
  expect(calls.map(({ params }) => params)).toEqual([{ id: idOf(200) }]);
});

it('cancels a scheduled notification only after confirmation', async () => {
  const { user } = renderActions({ status: 'scheduled' });
  const calls = answer(contract.broadcasts.cancelBroadcast, {
    status: 200,
    body: aBroadcast({ status: 'cancelled' }),
  });
  await press(user, 'Cancel sending');
  expect(await screen.findByRole('dialog', { name: 'Cancel this notification?' })).toBeVisible();
  await press(user, 'Keep it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
  await press(user, 'Cancel sending');
  await press(user, 'Don’t send it');
  await expectToast('The notification is cancelled.');
  expect(calls).toHaveLength(1);
});

it('stops a notification being sent after showing how many devices will not receive it', async () => {
  const { user } = renderActions({ status: 'sending', ...STARTED });
  const calls = answer(contract.broadcasts.cancelBroadcast, {
    status: 200,
    body: aBroadcast({ status: 'cancelled' }),
  });
  await press(user, 'Stop');
  const question = within(await screen.findByRole('dialog', { name: 'Stop sending for good?' }));
  expect(question.getByText('3 devices will not receive it. Those that have it keep it.')).toBeVisible();
  expect(question.getByRole('button', { name: 'Go on sending' })).toBeVisible();
  await press(user, 'Stop for good');
  await expectToast('It goes to nobody else.');
  expect(calls).toHaveLength(1);
});

it('deletes a draft after confirmation', async () => {
  const { user } = renderActions({});
  const calls = answer(contract.broadcasts.deleteBroadcast, { status: 200, body: { message: 'Deleted' } });
  await press(user, 'Delete');
  const question = within(await screen.findByRole('dialog', { name: 'Delete this notification?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await expectToast('The draft is deleted.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: idOf(200) }]);
});

it('opens the copy of a duplicated notification', async () => {
  const { user } = renderActions({ status: 'sent', ...STARTED });
  const calls = answer(contract.broadcasts.duplicateBroadcast, {
    status: 200,
    body: aBroadcast({ id: idOf(201) }),
  });
  await press(user, 'Duplicate');
  await expectToast('The copy is saved as a draft.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: idOf(200) }]);
});

it('shows why an action was rejected', async () => {
  const { user } = renderActions({ status: 'sending', ...STARTED });
  refuse(contract.broadcasts.pauseBroadcast, 'invalid_state');
  await press(user, 'Pause');
  await expectToast('Something went wrong!');
});

it('opens the send dialog for a missed notification', async () => {
  const { user } = renderActions({ status: 'missed' });
  await press(user, 'Send now…');
  expect(await screen.findByRole('dialog', { name: 'Send this notification' })).toBeVisible();
});
