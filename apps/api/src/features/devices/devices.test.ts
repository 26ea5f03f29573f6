import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { TestService, useService } from '../../../test/harness.ts';
import { FCM, PushServer } from '../../../test/push-server.ts';
import { JobFailedForGood } from '../../platform/jobs/queue.ts';
import type { PushContent, PushOutcome } from '../../platform/push/push.ts';
import { pushToDevice } from './devices.service.ts';

const service = useService();

async function register(fields: Record<string, unknown> = {}) {
  const member = await service().member();
  const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), ...fields };
  await service().call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
  const { body } = await list(`user_id=${member.id}`);
  return { member, token: json.token, id: body.data[0].id as string };
}
async function list(query: string) {
  const { token } = await service().superuser();
  return service().call('GET', `/devices/?${query}`, { token });
}

describe('GET /devices/', () => {
  it('filters devices by platform and state and lists them with their members, last seen first', async () => {
    const { id, member } = await register({ platform: 'web', provider: 'fcm' });
    const { body } = await list('platform=web&limit=1');
    expect(body.data).toMatchObject([
      { id, user: { id: member.id, email: member.email }, state: 'reachable' },
    ]);
    await service().db.execute(
      sql`update devices set last_seen_at = last_seen_at - interval '60 days' where id = ${id}`,
    );
    expect((await list(`state=stale&user_id=${member.id}`)).body).toMatchObject({ count: 1, data: [{ id }] });
    expect((await list(`state=reachable&user_id=${member.id}`)).body).toEqual({ count: 0, data: [] });
  });

  it('returns no push token in the list of devices', async () => {
    const { token } = await register();
    expect((await list('')).text).not.toContain(token);
  });
});

describe('pushToDevice', () => {
  const CONTENT: PushContent = {
    notificationId: null,
    collapseId: 'x',
    locale: 'fr',
    title: 'Bonjour',
    body: 'Voici',
    link: null,
    image: null,
    ttl: 60,
  };

  /** Sends a push by a provider that returns the given outcome. */
  async function send(outcome: PushOutcome) {
    const { id, member } = await register();
    const provider = { send: () => Promise.resolve([outcome]) };
    const push = { fcm: provider, expo: undefined, webpush: undefined };
    const work = { db: service().db, now: () => new Date(), push };
    const sent = pushToDevice(work, { user_id: member.id, device_id: id }, () => CONTENT);
    return { sent, id };
  }

  it.each<PushOutcome>([{ kind: 'retry', code: 'busy' }, { kind: 'unsent' }])(
    'fails the job so that it is retried when the outcome of the push is $kind',
    async (outcome) => {
      const error = await (await send(outcome)).sent.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(JobFailedForGood);
    },
  );

  it('fails the job permanently when the provider refuses the push for any device', async () => {
    await expect((await send({ kind: 'refused', code: 'bad' })).sent).rejects.toThrow(JobFailedForGood);
  });

  it('does not retry an accepted push, and disables a device that the provider reports as dead', async () => {
    await (await send({ kind: 'accepted', id: null })).sent;
    const { sent, id } = await send({ kind: 'dead', code: 'UNREGISTERED' });
    await sent;
    expect(
      (await list('state=disabled&limit=1000')).body.data.map((row: { id: string }) => row.id),
    ).toContain(id);
  });
});

describe('PUT /app/devices/{installation_id}', () => {
  it('moves a browser to its new member although its subscription is serialized differently', async () => {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
    const browser = { platform: 'web', provider: 'webpush' };
    const one = await register({ ...browser, token: JSON.stringify({ endpoint, keys }) });
    const other = await register({
      ...browser,
      token: JSON.stringify({ endpoint, expirationTime: null, keys }),
    });
    expect((await list(`user_id=${one.member.id}`)).body.count).toBe(0);
    expect((await list(`user_id=${other.member.id}`)).body.count).toBe(1);
  });

  it.each([
    ['Europe/Paris', 'Europe/Paris', 'Europe/Paris'],
    ['Asia/Calcutta', 'Asia/Kolkata', 'Asia/Kolkata'],
    ['EET', 'Europe/Athens', 'Europe/Athens'],
    ['GMT+0530', 'Asia/Kolkata', 'Asia/Kolkata'],
    ['+02:00', 'Etc/GMT-2', 'Etc/GMT-2'],
    ['Mars/Olympus', null, 'Europe/Paris'],
    [null, null, 'Europe/Paris'],
  ])(
    'stores the time zone %s of a phone as %s and returns %s as the time zone in use',
    async (time_zone, kept, used) => {
      const member = await service().member();
      const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone };
      const path = `/app/devices/${randomUUID()}`;
      const { status, headers } = await service().call('PUT', path, { token: member.token, json });
      expect([status, headers[TIME_ZONE_USED]]).toEqual([200, used]);
      expect((await list(`user_id=${member.id}`)).body.data[0].time_zone).toBe(kept);
      const [known] = await service().db.execute(
        sql`select ${used} in (select name from pg_timezone_names) as is`,
      );
      expect(known?.['is']).toBe(true);
    },
  );
});

describe('DELETE /devices/{id}', () => {
  it('deletes a device and returns 404 for a second deletion', async () => {
    const { id, member } = await register();
    const { token } = await service().superuser();
    expect((await service().call('DELETE', `/devices/${id}`, { token })).status).toBe(200);
    expect((await list(`user_id=${member.id}`)).body.count).toBe(0);
    expect((await service().call('DELETE', `/devices/${id}`, { token })).body.code).toBe('device_not_found');
  });

  it('records the deletion of a device in the audit log of its member', async () => {
    const { id, member } = await register({ model: 'Pixel 9' });
    const admin = await service().colleague();
    await service().call('DELETE', `/devices/${id}`, { token: admin.token });
    const { body } = await service().call('GET', `/audit-logs/?entity_id=${member.id}&limit=1`, {
      token: admin.token,
    });
    expect(body.data).toMatchObject([
      {
        action: 'updated',
        actor_id: admin.id,
        entity_type: 'user',
        entity_label: member.email,
        changes: { device: ['Pixel 9', null] },
      },
    ]);
  });
});

describe('POST /devices/{id}/test', () => {
  it('sends a test push in the language of the device and shows it on the page of local pushes', async () => {
    const { id, token: to } = await register({ locale: 'en' });
    const { token } = await service().superuser();
    const { body } = await service().call('POST', `/devices/${id}/test`, { token });
    const result = { device_id: id, locale: 'en', is_accepted: true, error_code: null };
    expect(body).toEqual({ data: [result], count: 1 });
    const pushes = await service().call('GET', '/private/pushes?limit=1', { token });
    expect(pushes.body.data).toMatchObject([
      { provider: 'fcm', token: to, locale: 'en', title: 'Test notification' },
    ]);
    const page = await service().call('GET', '/pushes', { headers: { 'accept-language': 'fr' } });
    expect(page.text).toContain('<h2 dir="auto" lang="en">Test notification</h2>');
    expect(page.text).toContain(`Notifications push – `);
    expect(page.text).toMatch(/ à \d+\u00a0h\u00a0\d\d \(heure\u00a0de\u00a0Paris\)<\/time>/);
  });

  it('sends no test push to a deactivated member and returns the reason', async () => {
    const { id, token: to, member } = await register();
    const { token } = await service().superuser();
    await service().call('POST', `/users/${member.id}/deactivate`, { token, json: {} });
    const { body } = await service().call('POST', `/devices/${id}/test`, { token });
    expect(body.data).toMatchObject([{ is_accepted: false, error_code: 'member_inactive' }]);
    expect((await service().call('GET', '/private/pushes', { token })).text).not.toContain(to);
  });

  it('disables a device whose token the provider reports as unregistered', async () => {
    const { id, member } = await register();
    const provider = await PushServer.start();
    provider.reply = () => FCM.unregistered;
    const strict = await TestService.start({
      beside: service(),
      settings: { FCM_SERVICE_ACCOUNT: provider.serviceAccount },
      pushOrigins: { fcm: provider.origin },
    });
    const { token } = await strict.superuser();
    const { body } = await strict.call('POST', `/devices/${id}/test`, { token });
    await strict.stop();
    await provider.stop();
    expect(body.data).toMatchObject([{ is_accepted: false, error_code: 'UNREGISTERED' }]);
    expect((await list(`user_id=${member.id}`)).body.data).toMatchObject([
      { state: 'disabled', disabled_reason: 'UNREGISTERED' },
    ]);
  });
});
