import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, inDialog, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish } from './watching.ts';

const product = useProduct();

it('sends a test push to one phone of a member and deletes another, which appears in their history', async () => {
  const { t } = product();
  const member = await t.member({ full_name: 'Zoé Lefèvre' });
  for (const phone of [
    { model: 'iPhone 17', os_version: '26.1', app_version: '2.14.0', locale: 'en' },
    { model: 'Pixel 9', platform: 'android', push_permission: 'denied' },
  ])
    await t.call('PUT', `/app/devices/${randomUUID()}`, {
      token: member.token,
      json: { platform: 'ios', provider: 'fcm', token: randomUUID(), ...phone },
    });
  const as = await inEnglish(t, t.superuser());
  const page = await product().open(`/members/${member.id}`, { as, locale: 'en' });
  await settle(page);
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  const device = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expectShown(
    device('iPhone 17').getByText('iOS 26.1 · app 2.14.0 · in English · Firebase'),
    device('Pixel 9').getByText('Its owner does not allow notifications.'),
  );

  await button(page, 'Send a test to: iPhone 17').click();
  await expectToast(
    page,
    'The provider accepted the test: the notification should appear within a few seconds.',
  );
  const { body } = await t.call('GET', '/private/pushes', { token: (await t.superuser()).token });
  expect(body.data[0].title).toBe('Test notification');

  await button(page, 'Delete the device: Pixel 9').click();
  await inDialog(page, 'Delete').click();
  await expectToast(page, 'The device is deleted.');
  await expectSoon(() => device('Pixel 9').count(), 0);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expectShown(
    page.getByRole('region', { name: 'History' }).getByText('deleted a device of the account'),
  );
});
