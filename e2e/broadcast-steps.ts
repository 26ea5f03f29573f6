import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { marker, settle } from './steps.ts';
import { inEnglish } from './watching.ts';

export const TEXTS = {
  fr: { title: 'Bonjour', body: 'À tous' },
  en: { title: 'Hello', body: 'Everybody' },
};

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Starts the product without quiet hours, with helpers for push journeys. */
export function useBroadcasts(settings: Record<string, string> = {}) {
  const product = useProduct({ PUSH_QUIET_HOURS: '00:00-00:00', ...settings });
  const accounts = new Map<'admin', Account>();
  const admin = () => accounts.get('admin') as Account;
  beforeAll(async () => {
    const { t } = product();
    accounts.set('admin', await inEnglish(t, t.superuser()));
  });

  async function api(method: string, path: string, json?: unknown, as = admin()) {
    const { body } = await product().t.call(method, path, { token: as.token, json });
    return body;
  }
  const openAs = async (path: string, account = admin(), options = {}) => {
    const page = await product().open(path, { as: account, locale: 'en', ...options });
    await settle(page);
    return page;
  };
  const givePhone = (to: Account, fields: Record<string, unknown> = {}) =>
    api(
      'PUT',
      `/app/devices/${randomUUID()}`,
      { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted', ...fields },
      to,
    );
  /** A member with a phone. */
  async function reader(fields: Record<string, unknown> = {}): Promise<Account> {
    const member = await product().t.member();
    await givePhone(member, fields);
    return member;
  }
  /** A draft to the given members only. */
  const draftTo = async (some: readonly Account[], fields = {}): Promise<{ id: string; version: number }> =>
    api('POST', '/broadcasts/', {
      name: marker(),
      translations: TEXTS,
      audience: some.length > 0 ? { member_ids: some.map(({ id }) => id) } : null,
      ...fields,
    });
  const read = (id: string) => api('GET', `/broadcasts/${id}`);
  return { product, api, openAs, givePhone, reader, draftTo, read };
}
