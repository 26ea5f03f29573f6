import type { DevicePublic } from '@agora/contract/features/devices/devices.contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAccount, idOf } from '../../../../test/accounts.ts';
import { answer, contract, loseConnection } from '../../../../test/api.ts';
import { aDevice } from '../../../../test/devices.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';
import { TestModal } from './test-modal.tsx';

const ZOE = anAccount({ id: idOf(11), full_name: 'Zoe' });
const accepted = (count: number) => ({
  status: 200 as const,
  body: {
    data: Array.from({ length: count }, () => ({
      device_id: idOf(400),
      locale: 'fr' as const,
      is_accepted: true,
      error_code: null,
    })),
    count,
  },
});

/** The dialog for draft 200; Zoe has this many devices. */
function renderModal(devices = 1) {
  answer(contract.dashboard.readHealth, { status: 200, body: { data: [], count: 0 } });
  answer(contract.users.readUsers, { status: 200, body: { data: [ZOE], count: 1 } });
  answer(contract.users.readUserById, { status: 200, body: ZOE });
  const data: DevicePublic[] = Array.from({ length: devices }, (_, index) =>
    aDevice({ id: idOf(400 + index) }),
  );
  const reads = answer(contract.devices.readDevices, { status: 200, body: { data, count: devices } });
  const tests = answer(contract.broadcasts.testBroadcast, accepted(2));
  const onClose = vi.fn<() => void>();
  const part = renderPart(<TestModal id={idOf(200)} onClose={onClose} />);
  return { ...part, reads, tests, onClose };
}

async function chooseZoe(user: ReturnType<typeof renderModal>['user']) {
  await user.click(await screen.findByRole('radio', { name: 'To chosen testers' }));
  await fill(user, screen.getByRole('combobox', { name: 'Testers' }), 'zoe');
  await user.click(await screen.findByRole('option', { name: /^Zoe/ }));
}

it('sends a test to one’s own devices', async () => {
  const { user, tests, onClose } = renderModal();
  await press(user, 'Send the test');
  await expectToast('Sent: 2 tests marked [TEST].');
  expect(tests.map(({ params, body }) => [params, body])).toEqual([[{ id: idOf(200) }, {}]]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('sends a test to the reachable devices of chosen testers, only once if the response was lost', async () => {
  const { user, reads, onClose } = renderModal();
  await user.click(await screen.findByRole('radio', { name: 'To chosen testers' }));
  expect(await button('Send the test')).toBeDisabled();
  await chooseZoe(user);
  expect(await screen.findByText('Goes to 1 device.')).toBeVisible();
  expect(reads[0]?.query).toEqual({ user_id: ZOE.id, state: 'reachable', limit: '20' });
  loseConnection(contract.broadcasts.testBroadcast);
  await press(user, 'Send the test');
  await expectToast('Something went wrong!');
  expect(onClose).not.toHaveBeenCalled();
  const tests = answer(contract.broadcasts.testBroadcast, accepted(1));
  await press(user, 'Send the test');
  await expectToast('Sent: 1 test marked [TEST].');
  expect(tests[0]?.body).toEqual({ device_ids: [idOf(400)] });
});

it.each([
  [0, 'No device of theirs can be reached.', false],
  [20, 'Goes to 20 devices.', true],
  [21, 'They have more than 20 devices: choose fewer.', false],
])('offers to test on %d devices of testers: %s', async (devices, words, isReady) => {
  const { user } = renderModal(devices);
  await chooseZoe(user);
  expect(await screen.findByText(words)).toBeVisible();
  const send = await button('Send the test');
  if (isReady) expect(send).toBeEnabled();
  else expect(send).toBeDisabled();
});

it('shows why a device did not accept the test, and stays open', async () => {
  const { user, onClose } = renderModal();
  answer(contract.broadcasts.testBroadcast, {
    status: 200,
    body: {
      data: [{ device_id: idOf(400), locale: 'fr', is_accepted: false, error_code: 'UNREGISTERED' }],
      count: 1,
    },
  });
  await press(user, 'Send the test');
  await expectToast(
    'The test was not accepted: the app was removed from the phone, or no longer takes notifications there.',
  );
  expect(onClose).not.toHaveBeenCalled();
});

it('sends no test without a push provider', async () => {
  renderModal();
  answer(contract.dashboard.readHealth, {
    status: 200,
    body: { data: [{ code: 'push', state: 'missing' }], count: 1 },
  });
  expect(await screen.findByText(/^No push provider is connected/)).toBeVisible();
  await waitFor(async () => expect(await button('Send the test')).toBeDisabled());
});

it('requires a tester when the field of testers is left empty', async () => {
  const { user, tests } = renderModal();
  await user.click(await screen.findByRole('radio', { name: 'To chosen testers' }));
  const testers = screen.getByRole('combobox', { name: 'Testers' });
  await user.click(testers);
  await user.click(screen.getByRole('radio', { name: 'To chosen testers' }));
  await expectProblem(testers, /^Choose at least one tester/);
  expect(screen.getByRole('button', { name: 'Send the test' })).toBeDisabled();
  expect(tests).toEqual([]);
});
