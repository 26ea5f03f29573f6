import { randomUUID } from 'node:crypto';
import type { Permission } from '@agora/contract/shared/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useBroadcasts } from '../../../../test/broadcasts.ts';
import { type Account, eventually } from '../../../../test/harness.ts';
import { compactCounts } from '../../../platform/db/row-counts.ts';
import { mulberry32, pick } from '../../../platform/random.ts';
import { deviceCounts } from '../../devices/devices.table.ts';

const { service, clock, ask, reader, draft, admin } = useBroadcasts();

describe('POST /broadcasts/audience-preview', () => {
  const preview = async (json: object) => (await ask('POST', '/audience-preview', json)).body;

  it('counts reachable members and devices and the reasons why the others are excluded', async () => {
    const french = await reader({ platform: 'ios' });
    await service().call('PUT', `/app/devices/${randomUUID()}`, {
      token: french.token,
      json: { platform: 'web', provider: 'fcm', token: randomUUID() },
    });
    const english = await reader({ locale: 'en' });
    const declined = await reader();
    await service().call('PATCH', '/app/notification-preferences', {
      token: declined.token,
      json: { news: false },
    });
    const denied = await reader({ push_permission: 'denied' });
    const stale = await reader();
    await service().db.execute(
      sql`update devices set last_seen_at = last_seen_at - interval '60 days' where user_id = ${stale.id}`,
    );
    const without = await service().member();
    const muted = await reader();
    await service().call('POST', `/users/${muted.id}/deactivate`, { token: admin().token, json: {} });
    const all = [french, english, declined, denied, stale, without, muted];
    const audience = { member_ids: all.map(({ id }) => id) };
    const json = { audience, category: 'news', missing_locale: 'skip', complete_locales: ['fr'] };
    expect(await preview(json)).toEqual({
      matching: 6,
      members: 1,
      devices: 2,
      by_platform: { ios: 1, android: 0, web: 1 },
      by_locale: { fr: 2, en: 0 },
      excluded: { no_device: 1, opted_out: 1, unreachable: 2, missing_locale: 1 },
      recently_notified: 0,
      sample: [{ id: french.id, email: french.email, full_name: 'A Member' }],
      held: null,
      first: { at: expect.any(String), time_zone: 'Europe/Paris' },
      late: 0,
    });
    expect(await preview({ ...json, category: 'service', missing_locale: 'fallback' })).toMatchObject({
      members: 3,
      devices: 4,
    });
  });

  it('names recipients only to those who may see members', async () => {
    const named = await reader();
    const json = { audience: { member_ids: [named.id] } };
    const by = async (permissions: readonly Permission[]) => {
      const { token } = await service().teamMember(permissions);
      return (await service().call('POST', '/broadcasts/audience-preview', { token, json })).body;
    };
    expect(await by(['broadcasts.read', 'broadcasts.write'])).toMatchObject({ members: 1, sample: [] });
    expect(await by(['broadcasts.read', 'broadcasts.send', 'members.read'])).toMatchObject({
      sample: [{ id: named.id }],
    });
  });

  it('returns when and in which time zone the push reaches its first device', async () => {
    const firstOf = async (zones: string[], due?: object) => {
      const all = await Promise.all(zones.map((time_zone) => reader({ time_zone })));
      return (await preview({ audience: { member_ids: all.map(({ id }) => id) }, due })).first;
    };
    clock.now = new Date('2027-03-20T12:00:00Z');
    const due = { local: '2027-03-21T09:00', late_policy: 'skip' };
    expect(await firstOf(['America/Toronto', 'Europe/Paris'], due)).toEqual({
      at: '2027-03-21T08:00:00.000Z',
      time_zone: 'Europe/Paris',
    });
    expect(await firstOf(['Europe/Paris', 'Pacific/Auckland'], due)).toEqual({
      at: '2027-03-20T20:00:00.000Z',
      time_zone: 'Pacific/Auckland',
    });
    const past = { ...due, local: '2027-03-20T12:00' };
    expect(await firstOf(['Pacific/Auckland', 'Europe/Paris', 'America/Toronto'], past)).toEqual({
      at: '2027-03-20T16:00:00.000Z',
      time_zone: 'America/Toronto',
    });
    expect(await firstOf([])).toBeNull();
  });

  it('counts the devices in quiet hours and returns when they receive the push instead', async () => {
    const zones = ['Europe/Paris', 'Asia/Tokyo', 'Pacific/Auckland'];
    const all = await Promise.all(zones.map((time_zone) => reader({ time_zone })));
    const heldOf = async (due?: object) =>
      (await preview({ audience: { member_ids: all.map(({ id }) => id) }, due })).held;
    clock.now = new Date('2027-03-20T12:00:00Z');
    expect(await heldOf()).toEqual({
      devices: 2,
      from: '2027-03-20T19:00:00.000Z',
      until: '2027-03-20T23:00:00.000Z',
    });
    expect(await heldOf({ local: '2027-06-01T22:00', time_zone: 'Europe/Paris' })).toEqual({
      devices: 2,
      from: '2027-06-01T23:00:00.000Z',
      until: '2027-06-02T06:00:00.000Z',
    });
    expect(await heldOf({ local: '2027-06-01T22:00' })).toEqual({
      devices: 3,
      from: '2027-06-01T20:00:00.000Z',
      until: '2027-06-02T06:00:00.000Z',
    });
    expect(await heldOf({ local: '2027-06-01T10:00' })).toBeNull();
  });

  it('counts devices whose local time for the push has passed as late when late pushes are skipped', async () => {
    const zones = ['Europe/Paris', 'Asia/Tokyo', 'Pacific/Auckland'];
    const all = await Promise.all(zones.map((time_zone) => reader({ time_zone })));
    const outcomeOf = async (due?: object) => {
      const body = await preview({ audience: { member_ids: all.map(({ id }) => id) }, due });
      return [body.devices, body.late, body.held?.devices];
    };
    clock.now = new Date('2027-03-20T12:00:00Z');
    const skip = { late_policy: 'skip' };
    expect(await outcomeOf({ local: '2027-03-20T21:00', ...skip })).toEqual([3, 1, 2]);
    expect(await outcomeOf({ local: '2027-03-20T20:30', ...skip })).toEqual([3, 1, 1]);
    expect(await outcomeOf({ local: '2027-03-20T20:29', ...skip })).toEqual([3, 2, undefined]);
    expect(await outcomeOf({ local: '2027-03-20T20:29', late_policy: 'send' })).toEqual([3, 0, 2]);
    expect(await outcomeOf({ local: '2027-03-20T20:29' })).toEqual([3, 0, 2]);
    expect(await outcomeOf({ local: '2027-03-20T09:00', time_zone: 'Europe/Paris', ...skip })).toEqual([
      3, 0, 2,
    ]);
    expect(await outcomeOf()).toEqual([3, 0, 2]);
  });

  it('counts members without a device only within the joining dates of the audience', async () => {
    await service().member();
    const without = async (joined: object) => (await preview({ audience: { joined } })).excluded.no_device;
    expect(await without({ from: '2027-03-20' })).toBeGreaterThan(0);
    expect(await without({ to: '2027-03-19' })).toBe(0);
  });

  it('counts only active members without any device as members without a device', async () => {
    const without = async () => (await preview({ audience: { everyone: true } })).excluded.no_device;
    const before = await without();
    await service().member();
    const muted = await reader();
    await service().call('POST', `/users/${muted.id}/deactivate`, { token: admin().token, json: {} });
    const inactive = await service().member();
    await service().call('POST', `/users/${inactive.id}/deactivate`, { token: admin().token, json: {} });
    await reader({ push_permission: 'denied' });
    expect(await without()).toBe(before + 1);
  });

  describe('maintained device counters', () => {
    const AUDIENCES = [
      { everyone: true },
      { platforms: ['ios'] },
      { locales: ['en'], platforms: ['android', 'web'] },
      { app_version: { gte: '2.10' } },
      { app_version: { lt: '2.10' }, last_seen_days: { max: 3 } },
      { last_seen_days: { min: 1 } },
    ];

    /** `joined` since 2000 matches everybody, but makes the query read each device. */
    async function expectSame(excluded: readonly Account[] = []) {
      const exclude_member_ids = excluded.map(({ id }) => id);
      for (const audience of [...AUDIENCES, { everyone: true, exclude_member_ids }]) {
        for (const reach of [{ category: 'news' }, { missing_locale: 'skip', complete_locales: ['fr'] }]) {
          const counted = await preview({ audience, ...reach });
          const queried = await preview({
            audience: { ...audience, joined: { from: '2000-01-01' } },
            ...reach,
          });
          expect(counted, JSON.stringify(audience)).toEqual(queried);
        }
      }
    }

    /** Waits until a call is blocked by another lock, or has ended. */
    const untilWaiting = (call: Promise<unknown>) => {
      const done = call.then(() => true);
      return eventually(async () => {
        const waiting = await service().db.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.length > 0 || (await Promise.race([done, undefined]));
      });
    };

    it('counts the same as a query of each device while phones register, change members and unregister', async () => {
      const members = await Promise.all(Array.from({ length: 6 }, () => service().member()));
      const phones = Array.from({ length: 12 }, () => ({ id: randomUUID(), token: randomUUID() }));
      const random = mulberry32(7);
      const oneOf = <Value>(values: readonly Value[]) => pick(random, values);
      const put = (member: Account, phone = oneOf(phones)) =>
        service().call('PUT', `/app/devices/${phone.id}`, {
          token: member.token,
          json: {
            platform: oneOf(['ios', 'android', 'web']),
            provider: 'fcm',
            token: random() < 0.8 ? phone.token : oneOf(phones).token,
            locale: oneOf(['fr', 'en']),
            time_zone: oneOf(['Asia/Tokyo', 'Europe/Paris', null]),
            app_version: oneOf(['2.9', '2.14', null]),
            push_permission: oneOf(['granted', 'granted', 'denied']),
          },
        });
      const acts = [
        put,
        put,
        put,
        ({ token }: Account) => service().call('DELETE', `/app/devices/${oneOf(phones).id}`, { token }),
        ({ token }: Account) =>
          service().call('PATCH', '/app/notification-preferences', { token, json: { news: random() < 0.9 } }),
        ({ id }: Account) =>
          service().db.execute(sql`update users set is_active = ${random() < 0.7} where id = ${id}`),
        ({ id }: Account) =>
          service().db.execute(sql`update devices set last_seen_at = last_seen_at - interval '5 hours',
            disabled_at = case when disabled_at is null then now() end where user_id = ${id}`),
        () => compactCounts(service().db, deviceCounts),
      ];
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(
          members.map(async (member) => {
            for (let act = 0; act < 8; act += 1) {
              const answer = await oneOf(acts)(member);
              if (answer && 'status' in answer) expect(answer.status).toBeLessThan(500);
            }
          }),
        );
        await expectSame(members.slice(0, 3));
      }
    });

    it('counts an opt-out that is concurrent with the registration of a device', async () => {
      const { id, token } = await service().member();
      const decline = () =>
        service().call('PATCH', '/app/notification-preferences', { token, json: { news: false } });
      let declining: ReturnType<typeof decline> | undefined;
      await service().db.transaction(async (tx) => {
        await tx.execute(sql`insert into devices
          (id, installation_id, user_id, platform, provider, token, token_hash, locale, push_permission, created_at, last_seen_at)
          values (gen_random_uuid(), gen_random_uuid(), ${id}, 'ios', 'fcm', ${id}, ${id}, 'fr', 'granted', ${clock.now.toISOString()}, ${clock.now.toISOString()})`);
        declining = decline();
        await untilWaiting(declining);
      });
      expect((await declining)?.status).toBe(200);
      await expectSame();
    });

    it.each(['announcement', 'news', 'daily'])(
      'excludes the device of a member who opted out of %s',
      async (category) => {
        const devicesOf = async () => (await preview({ audience: { everyone: true }, category })).devices;
        const { token } = await reader();
        const before = await devicesOf();
        const json = { [category]: false };
        await service().call('PATCH', '/app/notification-preferences', { token, json });
        expect(await devicesOf()).toBe(before - 1);
      },
    );

    it('excludes a device that registers while its member is being deactivated', async () => {
      const { id, token } = await service().member();
      const json = { platform: 'ios', provider: 'fcm', token: randomUUID() };
      const put = () => service().call('PUT', `/app/devices/${randomUUID()}`, { token, json });
      let coming: ReturnType<typeof put> | undefined;
      await service().db.transaction(async (tx) => {
        await tx.execute(sql`update users set is_active = false where id = ${id}`);
        coming = put();
        await untilWaiting(coming);
      });
      await coming;
      expect((await preview({ audience: { member_ids: [id] } })).devices).toBe(0);
      await expectSame();
    });

    it('updates the counters when members are deleted, restored and erased', async () => {
      const [one, other] = [await reader(), await reader()];
      for (const [method, path] of [
        ['DELETE', ''],
        ['POST', '/restore'],
        ['DELETE', ''],
        ['POST', '/erase'],
      ] as const) {
        await service().call(method, `/users/${one.id}${path}`, { token: admin().token });
        await expectSame();
      }
      await service().db.execute(sql`delete from users where id = ${other.id}`);
      await expectSame();
    });

    it('sums the counters up to one row per kind of device', async () => {
      await Promise.all([reader(), reader()]);
      await compactCounts(service().db, deviceCounts);
      const kind = sql`platform, locale, time_zone, app_version, takes_pushes, last_seen_at`;
      const rows = await service().db.execute(
        sql`select ${kind} from device_counts group by ${kind} having count(*) > 1 or sum(delta) < 1`,
      );
      expect([...rows]).toEqual([]);
      await expectSame();
    });
  });

  it('counts members who received a push within the last day as recently notified', async () => {
    const [one, other] = [await reader(), await reader()];
    const id = await draft([one, other]);
    await ask('POST', `/${id}/send`, { expected_devices: 2 });
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status, sent_at)
      select ${id}, id, user_id, platform, locale, now(), 'sent', now() from devices where user_id = ${one.id}`);
    const audience = { member_ids: [one.id, other.id] };
    expect(await preview({ audience })).toMatchObject({ members: 2, recently_notified: 1 });
    await service().db.execute(
      sql`update broadcast_deliveries set sent_at = now() - interval '25 hours' where broadcast_id = ${id}`,
    );
    expect((await preview({ audience })).recently_notified).toBe(0);
  });

  it.each([
    ['includes', {}, '2027-01-20T00:00:00.000Z'],
    ['excludes', {}, '2027-01-19T23:59:59.999Z'],
    ['includes', { last_seen_days: { min: 7 } }, '2027-03-13T23:59:59.999Z'],
    ['excludes', { last_seen_days: { min: 7 } }, '2027-03-14T00:00:00.000Z'],
    ['includes', { last_seen_days: { max: 7 } }, '2027-03-13T00:00:00.000Z'],
    ['excludes', { last_seen_days: { max: 7 } }, '2027-03-12T23:59:59.999Z'],
  ])(
    '%s, under the conditions %j, a device that was last seen at %s',
    async (outcome, conditions, moment) => {
      const { id } = await reader();
      await service().db.execute(sql`update devices set last_seen_at = ${moment} where user_id = ${id}`);
      const audience = { ...conditions, member_ids: [id] };
      expect((await preview({ audience })).devices).toBe(outcome === 'includes' ? 1 : 0);
    },
  );

  it.each([
    [{ platforms: ['android'] }, 2],
    [{ platforms: ['android'], locales: ['en'] }, 1],
    [{ app_version: { gte: '2.10' } }, 1],
    [{ app_version: { lt: '2.10' } }, 1],
    [{ last_seen_days: { max: 0 } }, 3],
    [{ last_seen_days: { min: 1 } }, 0],
    [{ joined: { from: '2027-03-20', to: '2027-03-20' } }, 3],
    [{ joined: { to: '2027-03-19' } }, 0],
  ])('counts only devices that meet every condition of %j', async (conditions, devices) => {
    const all = [
      await reader({ app_version: '2.9.1' }),
      await reader({ app_version: '2.14', locale: 'en' }),
      await reader({ platform: 'ios' }),
    ];
    const audience = { ...conditions, member_ids: all.map(({ id }) => id) };
    expect((await preview({ audience })).devices).toBe(devices);
    expect(
      (await preview({ audience: { ...audience, exclude_member_ids: audience.member_ids } })).devices,
    ).toBe(0);
  });
});
