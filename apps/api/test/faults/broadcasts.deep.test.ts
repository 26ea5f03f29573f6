import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBroadcast } from '../../src/features/broadcasts/broadcasts.queries.ts';
import type { Broadcast } from '../../src/features/broadcasts/broadcasts.table.ts';
import { startSender } from '../../src/features/broadcasts/sending/broadcasts.sender.service.ts';
import {
  claimDeliveries,
  settleDeliveries,
} from '../../src/features/broadcasts/sending/broadcasts.sending.queries.ts';
import { createPushProviders } from '../../src/platform/push/providers.ts';
import { french } from '../articles.ts';
import { type Account, eventually, TestService } from '../harness.ts';
import { FCM, type PushServer } from '../push-server.ts';
import { usePushes } from './pushes.ts';

const pushes = usePushes();
const { ask, read, until, readers, draft, send, hurry, requireExact, receivedOnce } = pushes;
let server: PushServer;
let t: TestService;
let admin: Account;
beforeAll(() => {
  ({ server, t, admin } = pushes);
});

describe('sending a broadcast', () => {
  it('sends a broadcast to each device once, with its id as the collapse id', async () => {
    const { id, tokens } = await send(1200);
    await until(id, 'sent');
    await requireExact(id, { sent: 1200 });
    receivedOnce(tokens);
    expect(new Set(server.received.map(({ collapseId }) => collapseId))).toEqual(new Set([id]));
  });

  it('starts a scheduled broadcast at its time', async () => {
    const { audience } = await readers(2);
    const id = await draft(audience);
    const local = new Date(Date.now() + 120_000).toISOString().slice(0, 16);
    await ask('POST', `/${id}/schedule`, { local, time_zone: 'UTC', expected_devices: 2 });
    await t.db.execute(sql`update broadcasts set scheduled_at = now() where id = ${id}`);
    expect((await until(id, 'sent')).started_at).not.toBeNull();
    await requireExact(id, { sent: 2 });
  });

  it('marks an overdue broadcast as missed and sends it on request', async () => {
    const { audience } = await readers(1);
    const id = await draft(audience);
    const local = new Date(Date.now() + 120_000).toISOString().slice(0, 16);
    await ask('POST', `/${id}/schedule`, { local, time_zone: 'UTC', expected_devices: 1 });
    await t.db.execute(
      sql`update broadcasts set scheduled_at = now() - interval '31 minutes' where id = ${id}`,
    );
    await until(id, 'missed');
    expect(server.received).toEqual([]);
    await ask('POST', `/${id}/send`, { expected_devices: 1 });
    await until(id, 'sent');
    await requireExact(id, { sent: 1 });
  });
});

describe('responses of push providers', () => {
  it('excludes a device whose token is unregistered until the token is registered again', async () => {
    server.reply = (token) => (token.startsWith('3-') ? FCM.unregistered : FCM.accepted);
    const { id, ids, tokens, audience } = await send(10);
    await until(id, 'sent');
    await requireExact(id, { sent: 9, invalid: 1 });
    const { body } = await t.call('GET', `/devices/?user_id=${ids[3]}`, { token: admin.token });
    expect(body.data[0]).toMatchObject({ state: 'disabled', disabled_reason: 'UNREGISTERED' });
    const json = { audience };
    const reached = async () => (await ask('POST', '/audience-preview', json)).body.devices;
    expect(await reached()).toBe(9);
    const { token } = await t.member();
    const phone = {
      platform: 'android',
      provider: 'fcm',
      token: tokens[3],
      app_version: audience.app_version.gte,
    };
    const [device] = await t.db.execute(
      sql`select installation_id::text as id from devices where user_id = ${ids[3]}`,
    );
    await t.call('PUT', `/app/devices/${String(device?.['id'])}`, { token, json: phone });
    expect(await reached()).toBe(10);
  });

  it('includes the notification id in a broadcast, but not in a test push', async () => {
    const { id, audience, ids } = await send(1);
    await until(id, 'sent');
    const [device] = await t.db.execute<{ id: string }>(
      sql`select id from devices where user_id = ${ids[0]}`,
    );
    await ask('POST', `/${await draft(audience)}/test`, { device_ids: [device?.id] });
    await t.call('POST', `/devices/${device?.id}/test`, { token: admin.token });
    const data = server.received.map(({ message }) => (message as { data: object }).data);
    expect(data).toEqual([{ locale: 'fr', notification_id: id }, { locale: 'fr' }, { locale: 'fr' }]);
  });

  it('counts a member with several phones as reached once', async () => {
    const { audience, ids } = await readers(3);
    await t.db.execute(sql`
      insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, app_version, push_permission, created_at, last_seen_at)
      select gen_random_uuid(), gen_random_uuid(), user_id, platform, provider, 'second ' || token, 'second ' || token_hash, locale, app_version, push_permission, created_at, last_seen_at
      from devices where user_id = ${ids[0]}`);
    const id = await draft(audience);
    await ask('POST', `/${id}/send`, { expected_devices: 4 });
    expect(await until(id, 'sent')).toMatchObject({ sent: 4, reached: 3, opened: 0 });
  });

  it('sends nothing to a rate-limiting provider until its Retry-After has passed', async () => {
    let isBusy = true;
    server.reply = () => (isBusy ? FCM.quota(2) : FCM.accepted);
    const { id, tokens } = await send(400);
    await eventually(async () => (await read(id)).held_until ?? undefined);
    const asked = server.received.length;
    const last = Math.max(...server.received.map(({ at }) => at));
    isBusy = false;
    server.received = [];
    expect((await read(id)).last_error).toBe('rate_limited');
    await until(id, 'sent');
    expect(asked).toBeLessThanOrEqual(100);
    expect(Math.min(...server.received.map(({ at }) => at)) - last).toBeGreaterThanOrEqual(1000);
    receivedOnce(tokens);
    await requireExact(id, { sent: 400 });
  });

  it('marks a delivery as failed, with the reason, after five attempts at an unavailable provider', async () => {
    server.reply = (token) => (token.startsWith('0-') ? FCM.unavailable : FCM.accepted);
    const { id } = await send(3);
    for (let tries = 1; tries <= 4; tries += 1) {
      await eventually(async () => {
        const [row] = await t.db.execute(
          sql`select 1 from broadcast_deliveries where broadcast_id = ${id} and status = 'pending' and attempts = ${tries}`,
        );
        return row;
      });
      await hurry(id);
    }
    await until(id, 'sent');
    await requireExact(id, { sent: 2, failed: 1 });
    const { body } = await ask('GET', `/${id}/stats`);
    expect(body.failures).toEqual([{ status: 'failed', error_code: 'provider_unavailable', count: 1 }]);
    expect(body.by_platform).toEqual([{ key: 'android', targeted: 3, sent: 2, opened: 0 }]);
    const { app_version } = (await read(id)).audience;
    expect(body.by_version).toEqual([{ key: app_version.gte, targeted: 3, sent: 2, opened: 0 }]);
    const failed = await ask('GET', `/${id}/deliveries?status=failed`);
    expect(failed.body).toMatchObject({
      count: 1,
      data: [{ attempts: 5, error_code: 'provider_unavailable' }],
    });
  });

  it('counts no attempts while a provider rejects all devices, and pauses the broadcast until resumed', async () => {
    server.reply = () => FCM.unavailable;
    const { id } = await send(6);
    const setbacks = async () => {
      const [row] = await t.db.execute<{ setbacks: number }>(
        sql`select setbacks from broadcasts where id = ${id}`,
      );
      return row?.setbacks ?? 0;
    };
    for (let times = 1; times <= 6; times += 1) {
      await eventually(async () => ((await setbacks()) >= times ? true : undefined));
      expect(await read(id)).toMatchObject({ status: 'sending', failed: 0 });
      if (times === 6)
        await t.db.execute(
          sql`update broadcasts set progressed_at = now() - interval '121 seconds' where id = ${id}`,
        );
      await hurry(id);
    }
    expect(await until(id, 'paused')).toMatchObject({ failed: 0, last_error: 'provider_unavailable' });
    server.reply = () => FCM.accepted;
    await ask('POST', `/${id}/resume`);
    await until(id, 'sent');
    await requireExact(id, { sent: 6 });
  });

  it.each([
    ['bad credentials', FCM.badCredentials, 'UNAUTHENTICATED'],
    ['a bad payload', FCM.badPayload, 'INVALID_ARGUMENT'],
  ])(
    'pauses a broadcast that a provider rejects for %s and sends the rest once it is resumed',
    async (_, refusal, code) => {
      let isRefusing = false;
      server.reply = () => {
        isRefusing ||= server.received.length > 600;
        return isRefusing ? refusal : FCM.accepted;
      };
      const { id, tokens } = await send(1500);
      expect((await until(id, 'paused')).last_error).toBe(code);
      const attempted = server.received.length;
      expect(attempted).toBeLessThan(1000);
      server.reply = () => FCM.accepted;
      expect((await ask('POST', `/${id}/resume`)).body.last_error).toBeNull();
      await until(id, 'sent');
      await requireExact(id, { sent: 1500 });
      expect(new Set(server.received.map(({ token }) => token))).toEqual(new Set(tokens));
    },
  );
});

describe('pausing and cancelling a broadcast', () => {
  it('sends no further batch of a broadcast cancelled halfway, and keeps its counters exact', async () => {
    let id = '';
    const cancelled = new Promise<void>((resolve) => {
      server.reply = async () => {
        if (server.received.length === 200) await ask('POST', `/${id}/cancel`).then(() => resolve());
        else if (server.received.length < 200) await new Promise((wait) => setTimeout(wait, 20));
        return FCM.accepted;
      };
    });
    const people = await readers(3000);
    id = await draft(people.audience);
    await ask('POST', `/${id}/send`, { expected_devices: 3000 });
    await cancelled;
    const { sent, cancelled: rest } = await until(id, 'cancelled');
    expect(server.received.length).toBeLessThanOrEqual(500);
    expect(sent).toBe(server.received.length);
    await requireExact(id, { sent, cancelled: rest });
    expect(sent + rest).toBe(3000);
  });

  it.each([
    ['accepts another push of an article if the cancelled one reached no device', 0, 'sent'],
    ['rejects another push of an article if the cancelled one reached a device', 1, 'already_pushed'],
  ])('%s', async (_, sent, then) => {
    const { token } = admin;
    const json = { content: french(`Titre ${randomUUID()}`) };
    const source_id = (await t.call('POST', '/news/', { token, json })).body.id;
    await t.call('POST', `/news/${source_id}/publish`, { token, json: {} });
    server.reply = (to) => (Number(to.split('-')[0]) < sent ? FCM.accepted : FCM.badCredentials);
    const source = { source: 'news', source_id };
    const { id, audience } = await send(2, source);
    await until(id, 'paused');
    await ask('POST', `/${id}/cancel`);
    expect(await until(id, 'cancelled')).toMatchObject({ sent, cancelled: 2 - sent });
    server.reply = () => FCM.accepted;
    const next = await draft(audience, source);
    const { body } = await ask('POST', `/${next}/send`, { expected_devices: 2 });
    expect(body.code ?? (await until(next, 'sent')).status).toBe(then);
  });

  it('sends the remaining pushes when a paused broadcast is resumed', async () => {
    server.reply = async () => {
      await new Promise((wait) => setTimeout(wait, 20));
      return FCM.accepted;
    };
    const { id, tokens } = await send(1500);
    await eventually(async () => server.received.length > 0 || undefined);
    await ask('POST', `/${id}/pause`);
    await ask('POST', `/${id}/resume`);
    expect((await until(id, 'sent')).last_error).toBeNull();
    receivedOnce(tokens);
    await requireExact(id, { sent: 1500 });
  });
});

it('skips recipients who become unreachable or opt out before sending, with a reason', async () => {
  const { ids, audience } = await readers(5);
  const id = await draft(audience, { category: 'news' });
  await t.db.execute(sql`update broadcasts set status = 'paused', audience = audience where id = ${id}`);
  const at = await t.db.execute<{ id: string; user_id: string }>(
    sql`select id, user_id from devices where user_id = any(${`{${ids.join(',')}}`}::uuid[]) order by user_id`,
  );
  await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before)
      select ${id}, id, user_id, platform, locale, now() from devices where user_id = any(${`{${ids.join(',')}}`}::uuid[])`);
  const [gone, other, muted, declined] = at;
  await t.db.execute(sql`delete from devices where id = ${gone?.id}`);
  await t.db.execute(sql`update devices set user_id = ${admin.id} where id = ${other?.id}`);
  await t.db.execute(sql`update users set is_active = false where id = ${muted?.user_id}`);
  await t.db.execute(
    sql`insert into notification_preferences (user_id, news) values (${declined?.user_id}, false)`,
  );
  await t.db.execute(sql`update broadcasts set targeted = 5, started_at = now() where id = ${id}`);
  await ask('POST', `/${id}/resume`);
  await until(id, 'sent');
  await requireExact(id, { sent: 1, skipped: 4 });
  const { body } = await ask('GET', `/${id}/stats`);
  expect(body.failures).toEqual([
    { status: 'skipped', error_code: 'device_gone', count: 2 },
    { status: 'skipped', error_code: 'member_inactive', count: 1 },
    { status: 'skipped', error_code: 'opted_out', count: 1 },
  ]);
});

it('sends the deliveries of a worker presumed dead again and ignores its late results', async () => {
  const { ids, audience } = await readers(3);
  const id = await draft(audience);
  await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before)
      select ${id}, id, user_id, platform, locale, now() from devices where user_id = any(${`{${ids.join(',')}}`}::uuid[])`);
  await t.db.execute(
    sql`update broadcasts set targeted = 3, started_at = now(), progressed_at = now(), status = 'paused' where id = ${id}`,
  );
  const broadcast = (await findBroadcast(t.db, id)) as unknown as Broadcast;
  const dead = uuidv7();
  const claimed = await t.db.transaction(async (tx) => {
    await tx.execute(sql`update broadcasts set status = 'sending' where id = ${id}`);
    const rows = await claimDeliveries(tx, broadcast, {
      claim: dead,
      size: 10,
      timeZone: 'UTC',
      quietHours: '00:00-00:00',
    });
    await tx.execute(
      sql`update broadcast_deliveries set not_before = now() - interval '1 second' where broadcast_id = ${id}`,
    );
    return rows;
  });
  expect(claimed).toHaveLength(3);
  await until(id, 'sent');
  const late = claimed.map(({ device_id }) => ({
    device_id,
    status: 'failed' as const,
    error_code: 'late',
    provider_id: null,
    has_receipt: false,
    delay: 0,
    is_untried: false,
  }));
  await settleDeliveries(t.db, id, dead, late);
  await requireExact(id, { sent: 3 });
});

describe('schedules in the recipient’s local time', () => {
  const zones = ['Asia/Tokyo', 'Europe/Paris', 'America/New_York'];
  async function spread(fields: object, settle: (id: string) => Promise<unknown>) {
    const { ids, audience } = await readers(3);
    for (const [index, zone] of zones.entries())
      await t.db.execute(sql`update devices set time_zone = ${zone} where user_id = ${ids[index]}`);
    const id = await draft(audience, fields);
    await settle(id);
    await eventually(async () => ((await read(id)).targeted === 3 ? true : undefined));
    const rows = await t.db.execute<{ at: string; status: string; error_code: string | null }>(sql`
      select to_char(not_before at time zone time_zone, 'YYYY-MM-DD HH24:MI') as at, status, error_code
      from broadcast_deliveries join devices on devices.id = device_id where broadcast_id = ${id}
      order by array_position(${`{${zones.join(',')}}`}::text[], time_zone)`);
    return { id, rows: [...rows] };
  }

  it('schedules a push in local time for that time in each time zone', async () => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const { id, rows } = await spread({}, async (id) => {
      const json = { mode: 'local', local: `${day}T09:00`, time_zone: 'Europe/Paris', expected_devices: 3 };
      await ask('POST', `/${id}/schedule`, json);
      await t.db.execute(sql`update broadcasts set scheduled_at = now() where id = ${id}`);
    });
    expect(rows.map(({ at, status }) => [at, status])).toEqual(zones.map(() => [`${day} 09:00`, 'pending']));
    await ask('POST', `/${id}/cancel`);
  });

  it('skips devices whose local time has passed, unless late pushes are to be sent at once', async () => {
    const local = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    for (const [late_policy, expected] of [
      ['skip', 'too_late'],
      ['send', null],
    ] as const) {
      const { id, rows } = await spread({}, async (id) => {
        await ask('POST', `/${id}/schedule`, {
          mode: 'local',
          local,
          time_zone: 'Europe/Paris',
          late_policy,
          expected_devices: 3,
        });
      });
      expect(rows[0]?.error_code).toBe(expected);
      expect(rows[2]?.error_code).toBeNull();
      await ask('POST', `/${id}/cancel`);
    }
  });
});

/** A time zone in which it is this hour now. */
const zoneAt = (hour: number) => {
  const offset = ((((hour - new Date().getUTCHours()) % 24) + 36) % 24) - 12;
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
};

describe('quiet hours', () => {
  it('delays a push until the quiet hours of each device end, unless the push is urgent', async () => {
    const settings = { FCM_SERVICE_ACCOUNT: server.serviceAccount, PUSH_QUIET_HOURS: '21:00-08:00' };
    const held = await TestService.start({ worker: true, settings, pushOrigins: { fcm: server.origin } });
    const { token } = await held.superuser();
    const zones = [23, 3, 12].map(zoneAt);
    for (const zone of zones) {
      const member = await held.member();
      const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone: zone };
      await held.call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
    }
    const waiting = async (urgent: boolean) => {
      const translations = { fr: { title: 'Bonjour', body: 'À tous' } };
      const json = { translations, urgent, audience: { everyone: true } };
      const { body } = await held.call('POST', '/broadcasts/', { token, json });
      await held.call('POST', `/broadcasts/${body.id}/send`, { token, json: { expected_devices: 3 } });
      return eventually(async () => {
        const rows = await held.db.execute<{ hour: string; days: number }>(sql`
          select to_char(not_before at time zone time_zone, 'HH24:MI') as hour,
            (not_before at time zone time_zone)::date - (now() at time zone time_zone)::date as days
          from broadcast_deliveries join devices on devices.id = device_id
          where broadcast_id = ${body.id} and status = 'pending' and not_before > now()
          order by array_position(${`{${zones.join(',')}}`}::text[], time_zone)`);
        const { body: now } = await held.call('GET', `/broadcasts/${body.id}`, { token });
        if (now.targeted !== 3 || now.sent + rows.length !== 3) return undefined;
        return { rows: [...rows], waits_until: now.waits_until };
      });
    };
    const preview = { audience: { everyone: true } };
    const { body: shown } = await held.call('POST', '/broadcasts/audience-preview', { token, json: preview });
    expect(shown.held).toMatchObject({ devices: 2 });
    expect(await waiting(false)).toEqual({
      rows: [
        { hour: '08:00', days: 1 },
        { hour: '08:00', days: 0 },
      ],
      waits_until: shown.held.from,
    });
    expect(await waiting(true)).toEqual({ rows: [], waits_until: null });
    await held.stop();
  });

  it('delays a paused push that is resumed in the quiet hours of a device', async () => {
    const settings = { FCM_SERVICE_ACCOUNT: server.serviceAccount, PUSH_QUIET_HOURS: '21:00-08:00' };
    const own = await TestService.start({ worker: true, settings, pushOrigins: { fcm: server.origin } });
    const { token } = await own.superuser();
    const member = await own.member();
    const phone = { platform: 'ios', provider: 'fcm', token: randomUUID() };
    const path = `/app/devices/${randomUUID()}`;
    const moveTo = (hour: number) =>
      own.call('PUT', path, { token: member.token, json: { ...phone, time_zone: zoneAt(hour) } });
    await moveTo(12);
    server.reply = () => FCM.badCredentials;
    const translations = { fr: { title: 'Bonjour', body: 'À tous' } };
    const json = { translations, audience: { everyone: true } };
    const { body } = await own.call('POST', '/broadcasts/', { token, json });
    const act = (name: string, fields: object = {}) =>
      own.call('POST', `/broadcasts/${body.id}/${name}`, { token, json: fields });
    const until = (isThere: (now: { status: string; waits_until: string | null }) => boolean) =>
      eventually(async () => {
        const { body: now } = await own.call('GET', `/broadcasts/${body.id}`, { token });
        return isThere(now) ? now : undefined;
      });
    await act('send', { expected_devices: 1 });
    await until(({ status }) => status === 'paused');
    server.reply = () => FCM.accepted;
    server.received = [];
    await moveTo(23);
    await act('resume');
    const { status, sent } = await until(({ waits_until }) => waits_until !== null);
    expect({ status, sent, received: server.received }).toEqual({ status: 'sending', sent: 0, received: [] });
    await moveTo(12);
    await own.db.execute(sql`update broadcast_deliveries set not_before = now()`);
    expect((await until((now) => now.status === 'sent')).sent).toBe(1);
    await own.stop();
  });
});

it('skips recipients whose local time passed long before sending continues', async () => {
  const { audience, ids } = await readers(2);
  const id = await draft(audience);
  await t.db.execute(sql`update devices set time_zone = case when user_id = ${ids[0]} then 'Etc/GMT+5' else 'Etc/GMT+8' end
      where user_id = any(${`{${ids.join(',')}}`}::uuid[])`);
  await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before)
      select ${id}, id, user_id, platform, locale, now() from devices where user_id = any(${`{${ids.join(',')}}`}::uuid[])`);
  await t.db.execute(sql`update broadcasts set targeted = 2, started_at = now(), progressed_at = now(), status = 'sending',
      schedule_mode = 'local', late_policy = 'skip', time_zone = 'UTC', scheduled_at = now(),
      scheduled_local = to_char(now() at time zone 'Etc/GMT+8', 'YYYY-MM-DD"T"HH24:MI') where id = ${id}`);
  expect(await until(id, 'sent')).toMatchObject({ sent: 1, skipped: 1 });
  const { body } = await ask('GET', `/${id}/stats`);
  expect(body.failures).toEqual([{ status: 'skipped', error_code: 'too_late', count: 1 }]);
});

it('fails only the devices of a removed provider, even while no other device is due', async () => {
  const settings = { FCM_SERVICE_ACCOUNT: server.serviceAccount, PUSH_QUIET_HOURS: '21:00-08:00' };
  const own = await TestService.start({ settings });
  const { token } = await own.superuser();
  for (const [provider, hour] of [
    ['webpush', 12],
    ['fcm', 23],
  ] as const) {
    const member = await own.member();
    const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone: zoneAt(hour) };
    await own.call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
    await own.db.execute(sql`update devices set provider = ${provider} where user_id = ${member.id}`);
  }
  const json = { translations: { fr: { title: 'Bonjour', body: 'À tous' } }, audience: { everyone: true } };
  const { body } = await own.call('POST', '/broadcasts/', { token, json });
  await own.call('POST', `/broadcasts/${body.id}/send`, { token, json: { expected_devices: 2 } });
  const { config, db, app } = own;
  const push = { ...createPushProviders(config, db, { fcm: server.origin }), webpush: undefined };
  const deps = { config, db, push, now: () => new Date(), frontendHost: 'http://localhost' };
  const sender = startSender(deps, app.log);
  const now = await eventually(async () => {
    const { body: broadcast } = await own.call('GET', `/broadcasts/${body.id}`, { token });
    return broadcast.failed === 1 || broadcast.status === 'paused' ? broadcast : undefined;
  });
  expect(now).toMatchObject({ status: 'sending', sent: 0, failed: 1 });
  await sender.stop();
  await own.stop();
});

it('reads Expo receipts later, corrects the counters and disables unregistered devices', async () => {
  const settings = { EXPO_ACCESS_TOKEN: 'expo token', PUSH_QUIET_HOURS: '00:00-00:00' };
  const own = await TestService.start({ worker: true, settings, pushOrigins: { expo: server.origin } });
  const { token } = await own.superuser();
  const members = new Map<string, Account>();
  for (const name of ['delivered', 'gone', 'failed', 'unknown']) {
    const member = await own.member();
    members.set(name, member);
    const json = { platform: 'ios', provider: 'expo', token: `ExponentPushToken[${name}]` };
    await own.call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
  }
  server.reply = (to) => ({ status: 200, body: { status: 'ok', id: `of ${to}` } });
  const idOf = (name: string) => `of ExponentPushToken[${name}]`;
  const error = (name: string) => ({ status: 'error', message: 'as documented', details: { error: name } });
  const data = {
    [idOf('delivered')]: { status: 'ok' },
    [idOf('gone')]: error('DeviceNotRegistered'),
    [idOf('failed')]: error('MessageRateExceeded'),
  };
  server.receiptsReply = { status: 200, body: { data } };

  const translations = { fr: { title: 'Bonjour', body: 'À tous' } };
  const json = { translations, audience: { everyone: true } };
  const { body } = await own.call('POST', '/broadcasts/', { token, json });
  await own.call('POST', `/broadcasts/${body.id}/send`, { token, json: { expected_devices: 4 } });
  const now = async () => (await own.call('GET', `/broadcasts/${body.id}`, { token })).body;
  await eventually(async () => ((await now()).status === 'sent' ? true : undefined));
  expect(await now()).toMatchObject({ sent: 4, reached: 4, invalid: 0, failed: 0 });
  await own.db.execute(
    sql`update broadcast_deliveries set receipt_after = now() where receipt_after is not null`,
  );
  await own.db.execute(sql`select graphile_worker.add_job('read_push_receipts')`);
  await eventually(async () => ((await now()).sent === 2 ? true : undefined));
  expect(await now()).toMatchObject({ sent: 2, reached: 2, invalid: 1, failed: 1 });
  const disabled = await own.db.execute(sql`select token from devices where disabled_at is not null`);
  expect([...disabled]).toEqual([{ token: 'ExponentPushToken[gone]' }]);
  const waiting = await own.db.execute(
    sql`select provider_id from broadcast_deliveries where receipt_after > now()`,
  );
  expect([...waiting]).toEqual([{ provider_id: idOf('unknown') }]);
  // The receipt was wrong.
  for (const name of ['failed', 'delivered'])
    await own.call('POST', `/app/notifications/${body.id}/opened`, members.get(name));
  expect(await now()).toMatchObject({ sent: 2, reached: 3, opened: 2 });
  await own.stop();
});
