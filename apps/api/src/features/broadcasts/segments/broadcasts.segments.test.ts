import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useBroadcasts } from '../../../../test/broadcasts.ts';
import type { Account } from '../../../../test/harness.ts';
import { lockBroadcast } from '../broadcasts.queries.ts';
import { startScheduled } from '../sending/broadcasts.sending.queries.ts';

const { service, ask, reader, draft, admin } = useBroadcasts();

const call = (method: string, path: string, json?: object) =>
  service().call(method, path, { token: admin().token, ...(json && { json }) });

const named = (audience: object, name = `Segment ${randomUUID()}`) =>
  call('POST', '/segments/', { name, audience });

async function segmentOf(audience: object): Promise<{ id: string; name: string }> {
  const { status, body } = await named(audience);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const toMembers = (members: readonly Account[]) => ({ member_ids: members.map(({ id }) => id) });
const preview = async (audience: object) => (await ask('POST', '/audience-preview', { audience })).body;
const members = async (query: string) => (await call('GET', `/users/?${query}`)).body;
const broadcastOf = async (id: string) => (await ask('GET', `/${id}`)).body;

/** Records a push to a member's device as sent, and opened or not. */
async function sent(to: Account, minutesAgo: number, { opened = false, status = 'sent' } = {}) {
  const id = await draft([to]);
  await service().db.execute(
    sql`update broadcasts set progressed_at = now() - ${minutesAgo} * interval '1 minute' where id = ${id}`,
  );
  await service().db.execute(sql`insert into broadcast_deliveries
    (broadcast_id, device_id, user_id, platform, locale, not_before, status, sent_at, opened_at)
    values (${id}, ${randomUUID()}, ${to.id}, 'ios', 'fr', now(), ${status},
      now() - ${minutesAgo} * interval '1 minute', case when ${opened} then now() end)`);
  return id;
}

describe('segments', () => {
  it('saves the rules of an audience under a name that is unique regardless of case and accents', async () => {
    const name = `Été ${randomUUID()}`;
    const { body } = await named({ locales: ['fr'] }, name);
    expect(body).toMatchObject({ name, audience: { locales: ['fr'] }, used_by: [], version: 1 });
    const taken = await named({ everyone: true }, name.toUpperCase().replace('É', 'E'));
    expect([taken.status, taken.body.code]).toEqual([409, 'segment_name_taken']);
    const other = await segmentOf({ locales: ['en'] });
    const renamed = await call('PATCH', `/segments/${other.id}`, { name });
    expect(renamed.body.code).toBe('segment_name_taken');
    expect((await call('GET', `/segments/${other.id}`)).body.name).toBe(other.name);
  });

  it('takes names of 1 to 60 characters and rules with at least one condition', async () => {
    const of = async (length: number) => {
      const { status, body } = await named({ locales: ['fr'] }, randomUUID().repeat(2).slice(0, length));
      return status === 200 ? 200 : body.detail[0].loc;
    };
    expect([await of(0), await of(60), await of(61)]).toEqual([['body', 'name'], 200, ['body', 'name']]);
    const { status, body } = await named({ exclude_member_ids: [randomUUID()] });
    expect([status, body.detail[0].type]).toEqual([422, 'audience_undefined']);
  });

  it('rejects a change of an outdated version', async () => {
    const { id } = await segmentOf({ locales: ['fr'] });
    expect(
      (await call('PATCH', `/segments/${id}`, { audience: { locales: ['en'] }, version: 1 })).status,
    ).toBe(200);
    const late = await call('PATCH', `/segments/${id}`, { audience: { platforms: ['ios'] }, version: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict']);
    expect((await call('GET', `/segments/${id}`)).body.audience).toEqual({ locales: ['en'] });
  });

  it('keeps at most 100 segments, also when two are created at the same time', async () => {
    await service().db.execute(sql`delete from segments`);
    await service().db.execute(sql`insert into segments (id, name, audience, created_at, updated_at)
      select gen_random_uuid(), 'Filler ' || number, '{"everyone":true}', now(), now() from generate_series(1, 99) as number`);
    const statuses = (await Promise.all([named({ everyone: true }), named({ everyone: true })])).map(
      ({ body }) => body.code ?? 'created',
    );
    expect(statuses.sort()).toEqual(['created', 'too_many_segments']);
    await service().db.execute(sql`delete from segments`);
  });

  it('logs who saved, changed and deleted a segment', async () => {
    const { id, name } = await segmentOf({ locales: ['fr'] });
    await call('PATCH', `/segments/${id}`, { audience: { locales: ['en'] } });
    await call('DELETE', `/segments/${id}`);
    const { body } = await call('GET', `/audit-logs/?entity_type=segment&entity_id=${id}`);
    expect(
      body.data.map(({ action, entity_label }: Record<string, string>) => [action, entity_label]),
    ).toEqual([
      ['erased', name],
      ['updated', name],
      ['created', name],
    ]);
  });
});

describe('the members of a segment', () => {
  it('are as many in the list of members as the preview of an audience counts', async () => {
    const french = await reader({ platform: 'ios', locale: 'fr', app_version: '2.9' });
    await service().call('PUT', `/app/devices/${randomUUID()}`, {
      token: french.token,
      json: { platform: 'web', provider: 'fcm', token: randomUUID(), locale: 'en' },
    });
    await reader({ locale: 'en', app_version: '2.14' });
    await reader({ push_permission: 'denied' });
    const muted = await reader({ platform: 'ios' });
    await call('POST', `/users/${muted.id}/deactivate`, {});
    const deleted = await reader({ platform: 'ios' });
    await call('DELETE', `/users/${deleted.id}`);
    const declined = await reader({ platform: 'ios' });
    await service().call('PATCH', '/app/notification-preferences', {
      token: declined.token,
      json: { announcement: false },
    });
    const without = await service().member();
    await sent(french, 5);
    await sent(declined, 5, { opened: true });
    const all = [french, declined, without, muted, deleted];
    const audiences = [
      { everyone: true },
      { everyone: true, exclude_member_ids: [french.id, muted.id] },
      { platforms: ['ios'] },
      { locales: ['en'] },
      { app_version: { lt: '2.10' } },
      { last_seen_days: { max: 0 } },
      { last_seen_days: { min: 1 } },
      { joined: { to: '2027-03-19' } },
      { joined: { from: '2027-03-20' }, platforms: ['ios'] },
      toMembers(all),
      { ...toMembers(all), locales: ['fr'] },
      { unopened_last: true },
      { app_version: {}, joined: {}, platforms: [] },
    ];
    for (const audience of audiences) {
      const { id } = await segmentOf(audience);
      const { count, data } = await members(`segment_id=${id}&limit=200`);
      const { matching } = await preview({ segment_id: id });
      expect([matching, data.length], JSON.stringify(audience)).toEqual([count, count]);
      expect((await preview(audience)).matching).toBe(matching);
    }
  });

  it('are the same in the list, its export and bulk actions', async () => {
    const [chosen, other] = [await reader(), await reader()];
    const { id } = await segmentOf(toMembers([chosen]));
    expect((await members(`segment_id=${id}`)).data.map((user: Account) => user.id)).toEqual([chosen.id]);
    const { text } = await call('GET', `/users/export?segment_id=${id}`);
    expect([text.includes(chosen.email), text.includes(other.email)]).toEqual([true, false]);
    const bulk = await call('POST', '/users/bulk', {
      action: 'deactivate',
      filter: { segment_id: id },
      expected_count: 1,
    });
    expect(bulk.body.done).toBe(1);
    expect((await call('GET', `/users/${other.id}`)).body.is_active).toBe(true);
  });

  it('are none if there is no such segment', async () => {
    await reader();
    expect(await members(`segment_id=${randomUUID()}`)).toEqual({ data: [], count: 0 });
  });
});

describe('members who did not open the last push', () => {
  const isFound = async (member: Account) =>
    (await preview({ ...toMembers([member]), unopened_last: true })).matching === 1;

  it('are those whose push accepted last is unopened on all devices', async () => {
    const member = await reader();
    const bystander = await reader();
    await sent(bystander, 1, { opened: true });
    expect(await isFound(member)).toBe(false);
    await sent(member, 10, { opened: true });
    expect(await isFound(member)).toBe(false);
    const last = await sent(member, 5);
    expect([await isFound(member), await isFound(bystander)]).toEqual([true, false]);
    await sent(member, 8, { opened: true });
    await sent(member, 1, { opened: true, status: 'failed' });
    expect(await isFound(member)).toBe(true);
    await service().call('POST', '/app/notifications/read-all', { token: member.token });
    expect(await isFound(member)).toBe(true);
    await service().call('POST', `/app/notifications/${last}/opened`, { token: member.token });
    expect(await isFound(member)).toBe(false);
  });

  it('are found by their last push however long ago it was', async () => {
    const day = 24 * 60;
    const [unopened, opened] = [await reader(), await reader()];
    for (const [member, isOpened] of [
      [unopened, false],
      [opened, true],
    ] as const) {
      await sent(member, 35 * day, { opened: isOpened });
      const resumed = await sent(member, 40 * day, { opened: !isOpened });
      await service().db.execute(sql`update broadcasts set progressed_at = now() where id = ${resumed}`);
    }
    expect([await isFound(unopened), await isFound(opened)]).toEqual([true, false]);
    await sent(unopened, 30 * day, { opened: true });
    await sent(opened, 30 * day);
    expect([await isFound(unopened), await isFound(opened)]).toEqual([false, true]);
  });

  it('do not include a member who opened it on another device', async () => {
    const member = await reader();
    const id = await sent(member, 5);
    await service().db.execute(sql`insert into broadcast_deliveries
      (broadcast_id, device_id, user_id, platform, locale, not_before, status, sent_at, opened_at)
      values (${id}, ${randomUUID()}, ${member.id}, 'ios', 'fr', now(), 'sent', now() - interval '6 minutes', now())`);
    expect(await isFound(member)).toBe(false);
  });
});

describe('a push to a segment', () => {
  it('goes to the members who match the segment when it is sent, and keeps these rules', async () => {
    const [first, second] = [await reader(), await reader()];
    const { id: segment_id, name } = await segmentOf(toMembers([first]));
    const id = await draft([], { audience: { segment_id } });
    await call('PATCH', `/segments/${segment_id}`, { audience: toMembers([second]) });
    expect(await broadcastOf(id)).toMatchObject({ audience: { segment_id }, segment_name: name });
    expect((await ask('POST', `/${id}/send`, { expected_devices: 1 })).status).toBe(200);
    await call('PATCH', `/segments/${segment_id}`, { audience: toMembers([first]), name: `${name}!` });
    const { audience, segment_name } = await broadcastOf(id);
    expect([audience, segment_name]).toEqual([toMembers([second]), name]);
    expect((await call('DELETE', `/segments/${segment_id}`)).status).toBe(200);
  });

  it('excludes members of its own and those of the segment', async () => {
    const [kept, first, second] = [await reader(), await reader(), await reader()];
    const { id: segment_id } = await segmentOf({
      ...toMembers([kept, first, second]),
      exclude_member_ids: [first.id],
    });
    const audience = { segment_id, exclude_member_ids: [second.id] };
    expect(await preview(audience)).toMatchObject({ matching: 1, members: 1 });
    const id = await draft([], { audience });
    await ask('POST', `/${id}/send`, { expected_devices: 1 });
    expect((await broadcastOf(id)).audience.exclude_member_ids).toEqual([first.id, second.id]);
  });

  it('gets the rules of its segment at the time for which it is scheduled', async () => {
    const [first, second] = [await reader(), await reader()];
    const { id: segment_id, name } = await segmentOf(toMembers([first]));
    const id = await draft([], { audience: { segment_id, exclude_member_ids: [randomUUID()] } });
    const local = '2027-03-21T12:00';
    const { status } = await ask('POST', `/${id}/schedule`, { local, time_zone: 'UTC', expected_devices: 1 });
    expect(status).toBe(200);
    await call('PATCH', `/segments/${segment_id}`, { audience: toMembers([second]) });
    const { db } = service();
    await db.execute(sql`update broadcasts set scheduled_at = now() where id = ${id}`);
    const row = await db.transaction((tx) => lockBroadcast(tx, id));
    if (row) await startScheduled(db, row);
    const { status: state, audience, segment_name } = await broadcastOf(id);
    expect([state, audience.member_ids, audience.segment_id, segment_name]).toEqual([
      'sending',
      [second.id],
      undefined,
      name,
    ]);
  });

  it('keeps the rules of its segment, once it is scheduled, from those who may not send', async () => {
    const [first, second] = [await reader(), await reader()];
    const [used, drafted] = [await segmentOf(toMembers([first])), await segmentOf(toMembers([first]))];
    const id = await draft([], { audience: { segment_id: used.id } });
    await draft([], { audience: { segment_id: drafted.id } });
    const plan = { local: '2027-05-01T12:00', time_zone: 'UTC', expected_devices: 1 };
    expect((await ask('POST', `/${id}/schedule`, plan)).status).toBe(200);
    const [writer, sender] = [await service().teamMember('editor'), await service().teamMember('sender')];
    const change = (as: Account, segment: { id: string }, json: object) =>
      service().call('PATCH', `/segments/${segment.id}`, { token: as.token, json });
    const rules = { audience: toMembers([second]) };
    expect(await change(writer, used, rules)).toMatchObject({
      status: 409,
      body: { code: 'segment_scheduled' },
    });
    expect((await change(writer, used, { name: `Segment ${randomUUID()}` })).status).toBe(200);
    expect((await change(writer, drafted, rules)).status).toBe(200);
    expect((await call('GET', `/segments/${used.id}`)).body.audience).toEqual(toMembers([first]));
    expect((await change(sender, used, rules)).status).toBe(200);
  });

  it('keeps its segment from being deleted until it is sent, cancelled or goes elsewhere', async () => {
    const member = await reader();
    const { id: segment_id } = await segmentOf(toMembers([member]));
    const bystander = await segmentOf(toMembers([member]));
    const [written, planned] = [
      await draft([], { name: 'Brouillon', audience: { segment_id } }),
      await draft([], { name: 'Planifiée', audience: { segment_id } }),
    ];
    await ask('POST', `/${planned}/schedule`, {
      local: '2027-04-01T12:00',
      time_zone: 'UTC',
      expected_devices: 1,
    });
    const remove = async (id = segment_id) => (await call('DELETE', `/segments/${id}`)).body;
    expect(await remove()).toMatchObject({ code: 'segment_in_use', used_by: ['Brouillon', 'Planifiée'] });
    expect((await call('GET', `/segments/${segment_id}`)).body.used_by).toEqual([
      { id: written, name: 'Brouillon', status: 'draft' },
      { id: planned, name: 'Planifiée', status: 'scheduled' },
    ]);
    expect((await remove(bystander.id)).code).toBeUndefined();
    await ask('PATCH', `/${written}`, { audience: { everyone: true } });
    expect((await broadcastOf(written)).segment_name).toBeNull();
    expect(await remove()).toMatchObject({ used_by: ['Planifiée'] });
    await ask('POST', `/${planned}/cancel`);
    expect((await remove()).message).toBe('Segment deleted successfully');
    expect((await broadcastOf(planned)).audience).toEqual(toMembers([member]));
  });

  it('is rejected with conditions of its own, an unknown segment or nobody to reach', async () => {
    const { id: segment_id } = await segmentOf(toMembers([]));
    const refusal = async (audience: object) => {
      const { status, body } = await ask('POST', '/', { audience });
      return [status, body.detail[0].type, body.detail[0].loc];
    };
    expect(await refusal({ segment_id, locales: ['fr'] })).toEqual([
      422,
      'segment_with_conditions',
      ['body', 'audience', 'segment_id'],
    ]);
    const unknown = [422, 'segment_unknown', ['body', 'audience']];
    expect(await refusal({ segment_id: randomUUID() })).toEqual(unknown);
    const asked = await ask('POST', '/audience-preview', { audience: { segment_id: randomUUID() } });
    expect(asked.body.detail[0].type).toBe('segment_unknown');
    const id = await draft([], { audience: { segment_id } });
    const { body } = await ask('POST', `/${id}/send`, { expected_devices: 0 });
    expect(body.code).toBe('audience_empty');
  });
});
