import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAccount, idOf } from '../../../test/accounts.ts';
import { answer, contract, loseConnection, refuse } from '../../../test/api.ts';
import { aDevice } from '../../../test/devices.ts';
import { renderPart } from '../../../test/render.tsx';
import { button, expectToast } from '../../../test/screen.ts';
import type { Locale } from '../../platform/i18n.ts';
import { DevicesPanel } from './devices-panel.tsx';

const IPHONE = aDevice();
const PIXEL = aDevice({ id: idOf(501), model: 'Pixel 9', platform: 'android', state: 'denied' });
const OWNER = anAccount().id;

function renderDevices(devices: ReturnType<typeof aDevice>[], locale: Locale = 'en') {
  const reads = answer(contract.devices.readDevices, () => ({
    status: 200,
    body: { data: devices, count: devices.length },
  }));
  return { reads, ...renderPart(<DevicesPanel userId={OWNER} />, { locale }) };
}

const deviceNamed = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLLIElement;

const answerTest = (is_accepted: boolean, error_code: string | null = null) =>
  answer(contract.devices.testDevice, {
    status: 200,
    body: { data: [{ device_id: PIXEL.id, locale: 'en', is_accepted, error_code }], count: 1 },
  });

it.each([
  {
    locale: 'en',
    facts: 'iOS 26.1 · app 2.14.0 · in English · Firebase',
    states: {
      reachable: ['Reachable'],
      denied: ['Switched off', 'Its owner does not allow notifications.'],
      stale: [
        'Not seen recently',
        'Not seen for 60 days: it gets no notifications until the app is opened again.',
      ],
      disabled: ['App gone', /does not know this device any more \(UNREGISTERED\)\.$/],
      muted: ['Account inactive', 'The account is deactivated or in the trash.'],
    },
  },
  {
    locale: 'fr',
    facts: 'iOS 26.1 · app 2.14.0 · en anglais · Firebase',
    states: {
      reachable: ['Joignable'],
      denied: ['Notifications coupées', 'La personne n’autorise pas les notifications.'],
      stale: ['Pas vu récemment', /^Pas vu depuis 60 jours/],
      disabled: ['Application absente', /ne connaît plus cet appareil \(UNREGISTERED\)\.$/],
      muted: ['Compte inactif', 'Le compte est désactivé ou dans la corbeille.'],
    },
  },
] as const)('shows in $locale whether each device is reachable, and why not', async (language) => {
  const states = Object.entries(language.states) as [keyof typeof language.states, (string | RegExp)[]][];
  const { reads } = renderDevices(
    states.map(([state], index) =>
      aDevice({ id: idOf(510 + index), model: `Phone ${state}`, state, disabled_reason: 'UNREGISTERED' }),
    ),
    language.locale,
  );
  for (const [state, texts] of states) {
    const device = await deviceNamed(`Phone ${state}`);
    expect(device).toHaveTextContent(language.facts);
    for (const text of texts) expect(within(device).getByText(text)).toBeVisible();
  }
  expect(reads[0]?.query).toEqual({ user_id: OWNER });
});

it('names a device without a model by its platform', async () => {
  renderDevices([
    aDevice({ model: null, platform: 'web', provider: 'webpush', os_version: null, app_version: null }),
  ]);
  const device = await deviceNamed('Browser');
  expect(device).toHaveTextContent('Browser · in English · Web Push');
  expect(await button('Send a test to: Browser')).toBeVisible();
});

it('sends a test only to the chosen device', async () => {
  const { user } = renderDevices([IPHONE, PIXEL]);
  const calls = answerTest(true);
  await user.click(await button('Send a test to: Pixel 9'));
  await expectToast('The provider accepted the test: the notification should appear within a few seconds.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: PIXEL.id }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows why the provider rejected a test until a later one is accepted', async () => {
  const { user } = renderDevices([IPHONE, PIXEL]);
  answerTest(false, 'QUOTA_EXCEEDED');
  await user.click(await button('Send a test to: iPhone 17'));
  const failure = await within(await deviceNamed('iPhone 17')).findByRole('alert');
  expect(failure).toHaveTextContent('The test was not sent: QUOTA_EXCEEDED.');
  expect(within(await deviceNamed('Pixel 9')).queryByRole('alert')).toBeNull();
  answerTest(false, 'member_inactive');
  await user.click(await button('Send a test to: iPhone 17'));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The test was not sent: the account is deactivated or in the trash.',
    ),
  );
  answerTest(true);
  await user.click(await button('Send a test to: iPhone 17'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('deletes a device only after a confirmation, and keeps the others', async () => {
  const devices = [IPHONE, PIXEL];
  const { user } = renderDevices(devices);
  const calls = answer(contract.devices.deleteDevice, () => {
    devices.pop();
    return { status: 200, body: { message: 'Device deleted' } };
  });
  await user.click(await button('Delete the device: Pixel 9'));
  const confirmation = await screen.findByRole('dialog', { name: 'Delete Pixel 9?' });
  await user.click(within(confirmation).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
  await user.click(await button('Delete the device: Pixel 9'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast('The device is deleted.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: PIXEL.id }]);
  await waitFor(() => expect(screen.queryByText('Pixel 9')).toBeNull());
  expect(screen.getByText('iPhone 17')).toBeVisible();
});

it('reports that a device no longer exists, and reloads the list', async () => {
  const devices = [IPHONE, PIXEL];
  const { user } = renderDevices(devices);
  const test = await button('Send a test to: Pixel 9');
  refuse(contract.devices.testDevice, 'device_not_found');
  devices.pop();
  await user.click(test);
  await expectToast('This device is gone.');
  await waitFor(() => expect(screen.queryByText('Pixel 9')).toBeNull());
});

it('explains why a member has no device', async () => {
  renderDevices([]);
  expect(await screen.findByText(/^No device: the app was never started/)).toBeVisible();
});

it('reloads the devices on request after a failure', async () => {
  loseConnection(contract.devices.readDevices);
  const { user } = renderPart(<DevicesPanel userId={OWNER} />);
  const retry = await button('Try again');
  answer(contract.devices.readDevices, { status: 200, body: { data: [IPHONE], count: 1 } });
  await user.click(retry);
  expect(await screen.findByText('iPhone 17')).toBeVisible();
});
