import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useBroadcasts } from '../../../test/broadcasts.ts';

const { service, clock, ask, reader, draft, admin } = useBroadcasts();

describe('POST /broadcasts/audience-preview', () => {
  const preview = async (json: object) => (await ask('POST', '/audience-preview', json)).body;

  it('counts members and devices one by one, and says why others get nothing', async () => {
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
      members: 1,
      devices: 2,
      by_platform: { ios: 1, android: 0, web: 1 },
      by_locale: { fr: 2, en: 0 },
      excluded: { no_device: 1, opted_out: 1, unreachable: 2, missing_locale: 1 },
      recently_notified: 0,
      sample: [{ id: french.id, email: french.email, full_name: 'A Member' }],
      held: null,
    });
    expect(await preview({ ...json, category: 'service', missing_locale: 'fallback' })).toMatchObject({
      members: 3,
      devices: 4,
    });
  });

  it('says how many it would reach in their quiet hours, and when they get it instead', async () => {
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

  it('counts of everybody who has no device at all', async () => {
    const without = async () => (await preview({ audience: { everyone: true } })).excluded.no_device;
    const before = await without();
    await service().member();
    const muted = await reader();
    await service().call('POST', `/users/${muted.id}/deactivate`, { token: admin().token, json: {} });
    const shut = await service().member();
    await service().call('POST', `/users/${shut.id}/deactivate`, { token: admin().token, json: {} });
    await reader({ push_permission: 'denied' });
    expect(await without()).toBe(before + 1);
  });

  it('counts those who got a push a short while ago', async () => {
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
    [{ platforms: ['android'] }, 2],
    [{ platforms: ['android'], locales: ['en'] }, 1],
    [{ app_version: { gte: '2.10' } }, 1],
    [{ app_version: { lt: '2.10' } }, 1],
    [{ last_seen_days: { max: 0 } }, 3],
    [{ last_seen_days: { min: 1 } }, 0],
    [{ joined: { after: '2027-03-20', before: '2027-03-20' } }, 3],
    [{ joined: { before: '2027-03-19' } }, 0],
  ])('meets every condition of %j', async (conditions, devices) => {
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
