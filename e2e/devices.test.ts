import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish } from './watching.ts';

const product = useProduct();

/** A member with phones. */
async function owner(...phones: object[]): Promise<Account> {
  const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
  for (const phone of phones) {
    const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), ...phone };
    await product().t.call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
  }
  return member;
}
async function open(path: string): Promise<Page> {
  const as = await inEnglish(product().t, product().t.superuser());
  const page = await product().open(path, { as, locale: 'en' });
  await settle(page);
  return page;
}
const device = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('the devices of a member', () => {
  it('are listed with what keeps pushes from them, get a test, and are deleted', async () => {
    const member = await owner(
      { model: 'iPhone 17', os_version: '26.1', app_version: '2.14.0', locale: 'en' },
      { model: 'Pixel 9', platform: 'android', push_permission: 'denied' },
      { model: 'Old phone' },
    );
    await product().t.db.execute(
      `update devices set last_seen_at = last_seen_at - interval '60 days' where model = 'Old phone'`,
    );
    const page = await open(`/members/${member.id}`);
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await expectShown(
      device(page, 'iPhone 17').getByText('iOS 26.1 · app 2.14.0 · in English · Firebase'),
      device(page, 'iPhone 17').getByText('Reachable', { exact: true }),
      device(page, 'Pixel 9').getByText('Its owner does not allow notifications.'),
      device(page, 'Old phone').getByText(/Not seen for 60 days/),
    );

    await page.getByRole('button', { name: 'Send a test to: iPhone 17' }).click();
    await expectToast(
      page,
      'The provider accepted the test: the notification should appear within a few seconds.',
    );
    const pushes = await product().t.call('GET', '/private/pushes', {
      token: (await product().t.superuser()).token,
    });
    expect(pushes.body.data[0].title).toBe('Test notification');

    await page.getByRole('button', { name: 'Delete the device: Pixel 9' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'The device is deleted.');
    await expectSoon(() => device(page, 'Pixel 9').count(), 0);
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await expectShown(
      page.getByRole('region', { name: 'History' }).getByText('deleted a device of the account'),
    );
  });

  it('are explained where there is none', async () => {
    const { id } = await owner();
    const page = await open(`/members/${id}?view=devices`);
    await expectShown(page.getByText(/^No device: the app was never started/));
    expect(await page.getByRole('link', { name: 'Devices' }).getAttribute('aria-current')).toBe('page');
  });
});
