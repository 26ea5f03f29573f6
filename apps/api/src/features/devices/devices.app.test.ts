import { createECDH, randomUUID } from 'node:crypto';
import { DEVICES_MAX } from '@agora/contract/features/devices/devices.app.contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, queueOnRow, useService } from '../../../test/harness.ts';
import { removeTokenElsewhere } from './devices.queries.ts';

const service = useService();

const phone = (fields: Record<string, unknown> = {}) => ({
  platform: 'android',
  provider: 'fcm',
  token: randomUUID(),
  ...fields,
});
const put = ({ token }: Account, installation: string, json: object) =>
  service().call('PUT', `/app/devices/${installation}`, { token, json });
const unregister = ({ token }: Account, installation: string) =>
  service().call('DELETE', `/app/devices/${installation}`, { token });
/** The devices of a member as the back-office lists them. */
const devicesOf = async ({ id }: Account) => {
  const { token } = await service().superuser();
  const { body } = await service().call('GET', `/devices/?user_id=${id}`, { token });
  return body.data;
};

/** The number of deadlocks that PostgreSQL has detected. */
const deadlocks = async () => {
  const [row] = await service().db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks;
};

describe('PUT /app/devices/{installation_id}', () => {
  it('registers a phone in the language of the account unless the request names a language', async () => {
    const member = await service().member();
    const installation = randomUUID();
    const more = { app_version: '2.14.0', os_version: '17', model: 'Pixel 9', time_zone: 'Asia/Tokyo' };
    expect((await put(member, installation, phone(more))).status).toBe(200);
    expect(await devicesOf(member)).toMatchObject([
      { ...more, platform: 'android', state: 'reachable', locale: 'fr', push_permission: 'unknown' },
    ]);
    await put(member, installation, phone({ locale: 'en', push_permission: 'denied' }));
    expect(await devicesOf(member)).toMatchObject([
      { locale: 'en', state: 'denied', app_version: null, time_zone: null },
    ]);
  });

  it('keeps the device of a phone that registers the same token again', async () => {
    const member = await service().member();
    const [installation, registration] = [randomUUID(), phone()];
    await put(member, installation, registration);
    const [before] = await devicesOf(member);
    await put(member, installation, registration);
    expect((await devicesOf(member)).map(({ id }: { id: string }) => id)).toEqual([before.id]);
  });

  it('switches phones to the new language of the account unless they chose their own language', async () => {
    const member = await service().member();
    const speak = (locale: string) =>
      service().call('PATCH', '/users/me', { token: member.token, json: { locale } });
    const languages = async () => (await devicesOf(member)).map(({ locale }: { locale: string }) => locale);
    await put(member, randomUUID(), phone());
    await speak('en');
    expect(await languages()).toEqual(['en']);
    await put(member, randomUUID(), phone({ locale: 'fr' }));
    await speak('fr');
    await speak('fr');
    expect(await languages()).toEqual(['fr', 'fr']);
    await put(member, randomUUID(), phone({ locale: 'en' }));
    await service().call('PATCH', '/users/me', { token: member.token, json: { full_name: 'Ada' } });
    expect(await languages()).toEqual(['en', 'fr', 'fr']);
  });

  it('registers a phone in the language that a concurrent change gives its account', async () => {
    const member = await service().member();
    const change = sql`update users set locale = 'en' where id = ${member.id}`;
    await queueOnRow(service(), change, [() => put(member, randomUUID(), phone())]);
    expect(await devicesOf(member)).toMatchObject([{ locale: 'en' }]);
  });

  it('registers several phones for one member', async () => {
    const member = await service().member();
    await put(member, randomUUID(), phone());
    await put(member, randomUUID(), phone({ platform: 'ios' }));
    expect(await devicesOf(member)).toHaveLength(2);
  });

  it('moves a shared phone from its previous member, and a token from its previous installation', async () => {
    const [first, second] = [await service().member(), await service().member()];
    const [installation, device] = [randomUUID(), phone()];
    await put(first, installation, device);
    await put(second, installation, device);
    expect([await devicesOf(first), (await devicesOf(second)).length]).toEqual([[], 1]);
    await put(first, randomUUID(), device);
    expect([(await devicesOf(first)).length, await devicesOf(second)]).toEqual([1, []]);
  });

  it('assigns a token to one of several members who register it concurrently', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => service().member()));
    const device = phone();
    const answers = await Promise.all(
      [...members, ...members].map((member) => put(member, randomUUID(), device)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await Promise.all(members.map(devicesOf))).flat()).toHaveLength(1);
  });

  it('lets two members exchange their tokens concurrently without a deadlock', async () => {
    const [one, other] = [await service().member(), await service().member()];
    const [ofOne, ofOther] = [phone(), phone()];
    await put(one, randomUUID(), ofOne);
    await put(other, randomUUID(), ofOther);
    const before = await deadlocks();
    const answers = await queueOnRow(
      service(),
      sql`select from devices where user_id in (${one.id}, ${other.id}) for update`,
      [() => put(one, randomUUID(), ofOther), () => put(other, randomUUID(), ofOne)],
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await devicesOf(one)).length, (await devicesOf(other)).length]).toEqual([1, 1]);
    expect(await deadlocks()).toBe(before);
  });

  it('looks up a token by its index', async () => {
    const device = { installation_id: randomUUID(), provider: 'fcm', token_hash: 'x' } as const;
    const plan = await service().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain ${removeTokenElsewhere(tx, device).getSQL()}`);
    });
    expect(JSON.stringify(plan)).toContain('devices_token');
  });

  it(`keeps only the ${DEVICES_MAX} phones of a member that were seen last`, async () => {
    const member = await service().member();
    for (let n = 0; n <= DEVICES_MAX; n += 1)
      await put(member, randomUUID(), phone({ model: `phone ${n}`, time_zone: null }));
    const models = (await devicesOf(member)).map(({ model }: { model: string }) => model);
    expect(models).toHaveLength(DEVICES_MAX);
    expect(models).not.toContain('phone 0');
  });

  it.each([
    ['expo', 'not-a-token'],
    ['expo', 'ExponentPushToken[a.b]'],
    ['fcm', 'short'],
    ['fcm', 'ExponentPushToken[abcdefghijklmnopqrstuv]'],
    ['fcm', 'a0'.repeat(32)],
    ['fcm', subscription('https://fcm.googleapis.com/fcm/send/abc')],
    ['webpush', 'not-json'],
    ['webpush', subscription('https://fcm.googleapis.com/fcm/send/abc', Buffer.alloc(65, 4))],
    ['webpush', subscription('https://fcm.googleapis.com/v1/projects/x/messages:send')],
    ['webpush', subscription('https://fcm.googleapis.com/fcm/send/../../v1/projects')],
    ['webpush', subscription('https://127.0.0.1/push')],
    ['webpush', subscription('https://[::ffff:127.0.0.1]/push')],
    ['webpush', subscription('https://2130706433/push')],
    ['webpush', subscription('https://169.254.169.254/latest')],
    ['webpush', subscription('https://localhost/push')],
    ['webpush', subscription('http://updates.push.services.mozilla.com/push')],
    ['webpush', subscription('https://updates.push.services.mozilla.com:22/push')],
    ['webpush', subscription('https://push.services.mozilla.com.evil.example/push')],
    ['webpush', subscription('https://user@fcm.googleapis.com/push')],
    ['webpush', subscription('file:///etc/passwd')],
  ])('rejects an invalid %s token: %s', async (provider, token) => {
    const { status, body } = await put(await service().member(), randomUUID(), phone({ provider, token }));
    expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([
      422,
      'push_token_invalid',
      ['body', 'token'],
    ]);
  });

  it.each([
    ['expo', 'ExponentPushToken[abc]'],
    ['fcm', `cTuY3bVwRk6:APA91b${'H-_z'.repeat(32)}`],
    ['webpush', subscription('https://updates.push.services.mozilla.com/wpush/v2/abc')],
    ['webpush', subscription('https://fcm.googleapis.com/fcm/send/abc')],
    ['webpush', subscription('https://fcm.googleapis.com/wp/c1:APA91b_-')],
    ['webpush', subscription('https://web.push.apple.com/abc')],
  ])('accepts a valid %s token', async (provider, token) => {
    const { status } = await put(await service().member(), randomUUID(), phone({ provider, token }));
    expect(status).toBe(200);
  });
});

function subscription(endpoint: string, key = createECDH('prime256v1').generateKeys()): string {
  const keys = {
    p256dh: key.toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };
  return JSON.stringify({ endpoint, keys });
}

describe('DELETE /app/devices/{installation_id}', () => {
  it('unregisters a phone and accepts the repeated request', async () => {
    const member = await service().member();
    const installation = randomUUID();
    await put(member, installation, phone());
    expect((await unregister(member, installation)).status).toBe(200);
    expect((await unregister(member, installation)).status).toBe(200);
    expect(await devicesOf(member)).toEqual([]);
  });

  it('keeps the registration of the next member when the previous member unregisters the phone late', async () => {
    const [first, second] = [await service().member(), await service().member()];
    const installation = randomUUID();
    await put(first, installation, phone());
    await put(second, installation, phone());
    expect((await unregister(first, installation)).status).toBe(200);
    expect(await devicesOf(second)).toHaveLength(1);
  });
});

describe('the devices of a session', () => {
  const signInOnTwoPhones = async () => {
    const member = await service().member();
    const token = await service().login(member.email, member.password);
    const other = { ...member, token };
    for (const [account, model] of [[member, 'first'] as const, [other, 'second'] as const])
      await put(account, randomUUID(), phone({ model }));
    return [member, other] as const;
  };
  const ask = ({ token }: Account, method: string, path: string, json?: object) =>
    service().call(method, path, { token, ...(json && { json }) });
  const modelsOf = async (member: Account) =>
    (await devicesOf(member)).map(({ model }: { model: string }) => model);

  it('removes the device of a session that is ended, on the same or on another phone', async () => {
    const [member, other] = await signInOnTwoPhones();
    await ask(member, 'DELETE', '/sessions/current');
    expect(await modelsOf(member)).toEqual(['second']);
    await ask(other, 'DELETE', '/sessions/');
    expect(await modelsOf(member)).toEqual([]);
  });

  it('removes the devices of other sessions when the password is changed', async () => {
    const [member, other] = await signInOnTwoPhones();
    const json = { current_password: member.password, new_password: 'another good horse' };
    expect((await ask(other, 'PATCH', '/users/me/password', json)).status).toBe(200);
    expect(await modelsOf(member)).toEqual(['second']);
  });

  it('keeps the devices of an expired session', async () => {
    const [member] = await signInOnTwoPhones();
    await service().db.execute(sql`delete from sessions where user_id = ${member.id}`);
    expect(await modelsOf(member)).toEqual(['second', 'first']);
  });

  it.each([
    ['all sessions are ended', 'DELETE', '/sessions/', undefined],
    ['the password is changed', 'PATCH', '/users/me/password', 'another good horse'],
  ])('removes the device of an expired session once %s', async (_, method, path, new_password) => {
    const [member, other] = await signInOnTwoPhones();
    await service().db.execute(sql`delete from sessions where id in (
      select session_id from devices where user_id = ${member.id} and model = 'first')`);
    const json = new_password && { current_password: member.password, new_password };
    expect((await ask(other, method, path, json || undefined)).status).toBe(200);
    expect(await modelsOf(member)).not.toContain('first');
  });

  it('rejects registering a device in a session that ends concurrently', async () => {
    const member = await service().member();
    const [, late] = await queueOnRow(service(), sql`select from users where id = ${member.id} for update`, [
      () => ask(member, 'DELETE', '/sessions/current'),
      () => put(member, randomUUID(), phone()),
    ]);
    expect([late?.status, await devicesOf(member)]).toEqual([401, []]);
  });
});

describe('the devices of deactivated and deleted accounts', () => {
  const state = async (member: Account) =>
    (await devicesOf(member)).map((device: { state: string }) => device.state);

  it('mutes devices while their member is deactivated or in the trash', async () => {
    const { token } = await service().superuser();
    const member = await service().member();
    await put(member, randomUUID(), phone());
    const act = (method: string, path: string, json?: object) =>
      service().call(method, `/users/${member.id}${path}`, { token, ...(json && { json }) });
    await act('POST', '/deactivate', {});
    expect(await state(member)).toEqual(['muted']);
    await act('POST', '/reactivate');
    expect(await state(member)).toEqual(['reachable']);
    await act('POST', '/deactivate', { until: '2999-01-01' });
    expect(await state(member)).toEqual(['muted']);
    await service().db.execute(sql`update users set deactivated_until = now() where id = ${member.id}`);
    expect(await state(member)).toEqual(['reachable']);
    await act('DELETE', '');
    expect(await state(member)).toEqual(['muted']);
    await act('POST', '/restore');
    await act('POST', '/reactivate');
    expect(await state(member)).toEqual(['reachable']);
  });

  it('mutes devices on a bulk deactivation and deletes them on a bulk erasure', async () => {
    const { token } = await service().superuser();
    const members = [await service().member(), await service().member()] as const;
    for (const member of members) await put(member, randomUUID(), phone());
    const ids = members.map(({ id }) => id);
    await service().call('POST', '/users/bulk', { token, json: { action: 'deactivate', ids } });
    expect([await state(members[0]), await state(members[1])]).toEqual([['muted'], ['muted']]);
    await service().call('POST', '/users/bulk', { token, json: { action: 'erase', ids } });
    expect([await state(members[0]), await state(members[1])]).toEqual([[], []]);
  });
});

it('enables all notification categories by default and changes only the given categories', async () => {
  const { token } = await service().member();
  const ask = (method: string, json?: object) =>
    service().call(method, '/app/notification-preferences', { token, ...(json && { json }) });
  const all = { announcement: true, news: true, daily: true };
  expect((await ask('GET')).body).toEqual(all);
  expect((await ask('PATCH', { news: false })).body).toEqual({ ...all, news: false });
  expect((await ask('PATCH', {})).body).toEqual({ ...all, news: false });
  expect((await ask('GET')).body).toEqual({ ...all, news: false });
});
