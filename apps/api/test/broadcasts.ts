import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { type Account, useService } from './harness.ts';

export const TEXTS = {
  fr: { title: 'Bonjour', body: 'À tous' },
  en: { title: 'Hello', body: 'Everybody' },
};

/** Starts a service without a sender, for the tests of one file about broadcasts. */
export function useBroadcasts() {
  const clock = { now: new Date('2027-03-20T12:00:00Z') };
  const service = useService({
    now: () => clock.now,
    settings: { PUSHES_TO_MANY_PER_DAY: '2', PUSH_QUIET_HOURS: '21:00-08:00' },
  });
  const accounts = new Map<'admin', Account>();
  const admin = () => accounts.get('admin') as Account;
  beforeAll(async () => {
    accounts.set('admin', await service().superuser());
  });

  const ask = (method: string, path: string, json?: object, headers: Record<string, string> = {}) =>
    service().call(method, `/broadcasts${path}`, { token: admin().token, headers, ...(json && { json }) });

  /** A member with a phone. */
  async function reader(fields: Record<string, unknown> = {}): Promise<Account> {
    const member = await service().member();
    const json = { platform: 'android', provider: 'fcm', token: randomUUID(), ...fields };
    const { status } = await service().call('PUT', `/app/devices/${randomUUID()}`, {
      token: member.token,
      json,
    });
    expect(status).toBe(200);
    return member;
  }

  /** A broadcast to the given members only. */
  async function draft(to: readonly Account[], fields: object = {}): Promise<string> {
    const audience = { member_ids: to.map(({ id }) => id) };
    const { body } = await ask('POST', '/', { name: 'Test', translations: TEXTS, audience, ...fields });
    return body.id;
  }

  return { service, clock, ask, reader, draft, admin };
}
