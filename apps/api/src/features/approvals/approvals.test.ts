import { randomUUID } from 'node:crypto';
import type { AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '../../../test/broadcasts.ts';
import { type Account, eventually, useService } from '../../../test/harness.ts';
import { lockBroadcast } from '../broadcasts/broadcasts.queries.ts';
import { reachOf } from '../broadcasts/compose/broadcasts.content.service.ts';
import { pickDevices, startScheduled } from '../broadcasts/sending/broadcasts.sending.queries.ts';
import { register } from '../devices/devices.samples.ts';
import { content } from '../news/news.samples.ts';
import { holdOverdue } from './approvals.queries.ts';

const clock = { now: new Date('2027-03-20T12:00:00Z') };
const service = useService({
  now: () => clock.now,
  settings: { APPROVE_PUSHES_ABOVE: '1', APPROVE_NEWS: 'true', PUSHES_TO_MANY_PER_DAY: '2' },
});

const people = {} as Record<'editor' | 'sender' | 'second' | 'analyst', Account>;
beforeAll(async () => {
  people.editor = await service().teamMember('editor');
  people.sender = await service().teamMember('sender');
  people.second = await service().teamMember('sender');
  people.analyst = await service().teamMember('analyst');
});

type Person = keyof typeof people;
const as = (who: Person | Account) => (method: string, path: string, json?: object) =>
  service().call(method, path, {
    token: (typeof who === 'string' ? people[who] : who).token,
    ...(json && { json }),
  });

/** A push by the editor to two phones, one more than needs no approval. */
async function push(phones = 2, by: Person = 'editor'): Promise<string> {
  const members = await Promise.all(
    Array.from({ length: phones }, async () => {
      const member = await service().member();
      await register(service(), member);
      return member.id;
    }),
  );
  const { body } = await as(by)('POST', '/broadcasts/', {
    translations: TEXTS,
    audience: { member_ids: members },
  });
  return body.id;
}

const LATER = { local: '2027-03-25T09:00', time_zone: 'Europe/Paris' };
const shown = (version = 1, devices = 2) => ({ expected_devices: devices, version });
const ask = (id: string, fields: object = {}, by: Person = 'editor') =>
  as(by)('POST', `/broadcasts/${id}/approval`, { ...shown(), note: 'Merci de relire', ...fields });
const approve = (id: string, fields: object = {}, by: Person | Account = 'sender') =>
  as(by)('POST', `/broadcasts/${id}/approval/approve`, { ...shown(), ...fields });
const sendBack = (id: string, fields: object = {}, by: Person = 'sender') =>
  as(by)('POST', `/broadcasts/${id}/approval/send-back`, { version: 1, comment: 'Trop long', ...fields });
const read = async (id: string) => (await as('analyst')('GET', `/broadcasts/${id}`)).body;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const alertsOf = async (who: Person, id: string) =>
  (await as(who)('GET', '/alerts/')).body.data
    .filter(({ approval }: { approval: { subject_id: string } | null }) => approval?.subject_id === id)
    .map(({ kind, approval }: { kind: string; approval: { status: string } }) => [kind, approval.status]);

describe('a push to more devices than the limit', () => {
  it('is refused to somebody who sends it alone, and sent once a second person approves', async () => {
    const id = await push();
    expect(outcome(await as('sender')('POST', `/broadcasts/${id}/send`, shown()))).toEqual([
      409,
      'approval_required',
    ]);
    const { body } = await ask(id);
    expect(body).toMatchObject({
      status: 'draft',
      approval: {
        status: 'waiting',
        note: 'Merci de relire',
        devices: 2,
        asked_by: { id: people.editor.id },
      },
    });
    const listed = await as('sender')('GET', '/approvals/?kind=broadcast');
    expect(listed.body.data.at(-1)).toMatchObject({
      subject: { kind: 'broadcast', id, titles: { fr: 'Bonjour' } },
    });
    const approved = await approve(id);
    expect([approved.status, approved.body.status, approved.body.approval.status]).toEqual([
      200,
      'sending',
      'approved',
    ]);
    expect(approved.body.approval.decided_by.id).toBe(people.sender.id);
    const after = await as('sender')('GET', '/approvals/?kind=broadcast');
    expect(after.body.data.map(({ subject }: { subject: { id: string } }) => subject.id)).not.toContain(id);
  });

  it('is not stopped up to the limit', async () => {
    const id = await push(1);
    const { body } = await as('sender')('POST', `/broadcasts/${id}/send`, shown(1, 1));
    expect(body.status).toBe('sending');
  });

  it('is approved neither by its author nor by its last editor nor by who asked', async () => {
    const own = await push(2, 'sender');
    await ask(own, {}, 'second');
    expect(outcome(await approve(own))).toEqual([409, 'approval_own']);
    expect(outcome(await approve(own, {}, 'second'))).toEqual([409, 'approval_own']);
    const edited = await push();
    await as('sender')('PATCH', `/broadcasts/${edited}`, { name: 'Nouveau nom' });
    await ask(edited, { version: 2 });
    expect(outcome(await approve(edited, { version: 2 }))).toEqual([409, 'approval_own']);
    expect(outcome(await sendBack(edited, { version: 2 }))).toEqual([409, 'approval_own']);
    expect((await approve(edited, { version: 2 }, 'second')).status).toBe(200);
  });

  it('goes back to its author with a comment, and alerts both sides', async () => {
    const id = await push();
    await ask(id);
    expect(await alertsOf('sender', id)).toEqual([['broadcast_approval', 'waiting']]);
    expect(await alertsOf('editor', id)).toEqual([]);
    expect(await alertsOf('analyst', id)).toEqual([]);
    const { body } = await sendBack(id);
    expect(body).toMatchObject({ status: 'draft', approval: { status: 'sent_back', comment: 'Trop long' } });
    expect(await alertsOf('editor', id)).toEqual([['broadcast_approval', 'sent_back']]);
    expect((await ask(id)).status).toBe(200);
  });

  it('takes another request after a change, and conflicts with the approval of the former version', async () => {
    const id = await push();
    await ask(id);
    expect(outcome(await ask(id, {}, 'second'))).toEqual([409, 'approval_asked']);
    await as('editor')('PATCH', `/broadcasts/${id}`, { name: 'Autre' });
    expect(outcome(await approve(id))).toEqual([409, 'version_conflict']);
    expect(outcome(await approve(id, { version: 2 }))).toEqual([409, 'approval_closed']);
    expect(await read(id)).toMatchObject({ status: 'draft', approval: { status: 'outdated' } });
  });

  it('is withdrawn by who asked alone', async () => {
    const id = await push();
    await ask(id);
    expect(outcome(await as('second')('DELETE', `/broadcasts/${id}/approval`))).toEqual([
      409,
      'approval_of_other',
    ]);
    const { body } = await as('editor')('DELETE', `/broadcasts/${id}/approval`);
    expect(body.approval.status).toBe('withdrawn');
    expect(outcome(await approve(id))).toEqual([409, 'approval_closed']);
  });

  it('ends its request when it is deleted', async () => {
    const id = await push();
    await ask(id);
    expect((await as('editor')('DELETE', `/broadcasts/${id}`)).status).toBe(200);
    expect((await approve(id)).status).toBe(404);
    expect(await alertsOf('sender', id)).toEqual([]);
  });

  it('is not approved by somebody who lost the permission', async () => {
    const id = await push();
    await ask(id);
    const former = await service().teamMember('sender');
    await service().db.execute(sql`update users set role_id = null where id = ${former.id}`);
    expect((await approve(id, {}, former)).status).toBe(403);
    expect((await read(id)).approval.status).toBe('waiting');
  });
});

describe('races', () => {
  it('lets one of two approvers decide', async () => {
    const id = await push();
    await ask(id);
    const answers = await Promise.all([approve(id), approve(id, {}, 'second'), sendBack(id, {}, 'second')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const rows = await service().db.execute(sql`select decision from approvals where broadcast_id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  it('either changes a push or approves it as it was', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await push();
      await ask(id);
      const [edited, approved] = await Promise.all([
        as('editor')('PATCH', `/broadcasts/${id}`, { name: 'Autre' }),
        approve(id),
      ]);
      expect([edited.status, approved.status].sort()).toEqual([200, 409]);
      const { status, name, approval } = await read(id);
      expect([status, name, approval.status]).toEqual(
        approved.status === 200 ? ['sending', '', 'approved'] : ['draft', 'Autre', 'outdated'],
      );
    }
  });

  it('either holds a push or schedules it in time', async () => {
    const id = await push();
    await ask(id, { plan: LATER });
    clock.now = new Date('2027-03-25T07:59:59Z');
    const due = new Date('2027-03-25T08:00:00Z');
    const [approved] = await Promise.all([approve(id), holdOverdue(service().db, due)]);
    clock.now = new Date('2027-03-20T12:00:00Z');
    const { status, approval } = await read(id);
    expect([status, approval.status]).toEqual(
      approved.status === 200 ? ['scheduled', 'approved'] : ['draft', 'held'],
    );
  });
});

describe('alerts of a request', () => {
  beforeAll(async () => {
    for (const [name, { id }] of Object.entries(people))
      await service().db.execute(sql`update users set full_name = ${name} where id = ${id}`);
  });
  const aboutOf = async (who: Person, id: string) =>
    (await as(who)('GET', '/alerts/')).body.data
      .filter(({ approval }: { approval: { subject_id: string } | null }) => approval?.subject_id === id)
      .map((alert: { actor: string | null; approval: { status: string }; read_at: string | null }) => [
        alert.approval.status,
        alert.actor,
        alert.read_at === null ? 'unread' : 'read',
      ]);

  it('name who decided, and are read once nobody can decide any more', async () => {
    const [id, bystander] = [await push(), await push()];
    await ask(bystander);
    await ask(id);
    expect(await aboutOf('second', id)).toEqual([['waiting', 'editor', 'unread']]);
    await approve(id);
    expect(await aboutOf('second', id)).toEqual([['approved', 'sender', 'read']]);
    expect(await aboutOf('editor', id)).toEqual([['approved', 'sender', 'unread']]);
    expect(await aboutOf('second', bystander)).toEqual([['waiting', 'editor', 'unread']]);
  });

  it('are read after a withdrawal and after a change, which they name', async () => {
    const [withdrawn, changed] = [await push(), await push()];
    await ask(withdrawn);
    await as('editor')('DELETE', `/broadcasts/${withdrawn}/approval`);
    expect(await aboutOf('second', withdrawn)).toEqual([['withdrawn', 'editor', 'read']]);
    expect(await aboutOf('editor', withdrawn)).toEqual([]);
    await ask(changed);
    await as('sender')('PATCH', `/broadcasts/${changed}`, { name: 'Autre' });
    expect(await aboutOf('second', changed)).toEqual([['outdated', 'sender', 'read']]);
    expect(await aboutOf('editor', changed)).toEqual([['outdated', 'sender', 'unread']]);
  });
});

describe('a push to a segment', () => {
  const segmentOf = async (audience: object): Promise<string> => {
    const { body } = await as('sender')('POST', '/segments/', { name: randomUUID(), audience });
    return body.id;
  };
  const pushTo = async (segment_id: string) => {
    const id = await push();
    const { audience } = await read(id);
    await as('editor')('PATCH', `/segments/${segment_id}`, { audience });
    await as('editor')('PATCH', `/broadcasts/${id}`, { audience: { segment_id } });
    return { id, audience };
  };

  it('ends the request when the rules of its segment change, whether its author or an approver edits them', async () => {
    const segment = await segmentOf({ locales: ['fr'] });
    const bystander = await pushTo(await segmentOf({ locales: ['fr'] }));
    await ask(bystander.id, shown(2));
    for (const who of ['editor', 'sender'] as const) {
      const { id, audience } = await pushTo(segment);
      await ask(id, shown(2));
      await as(who)('PATCH', `/segments/${segment}`, { name: randomUUID() });
      expect((await read(id)).approval.status).toBe('waiting');
      await as(who)('PATCH', `/segments/${segment}`, { audience: { ...audience, locales: ['fr', 'en'] } });
      expect((await read(id)).approval.status).toBe('outdated');
      expect(outcome(await approve(id, shown(2), 'second'))).toEqual([409, 'approval_closed']);
    }
    expect((await read(bystander.id)).approval.status).toBe('waiting');
  });

  it('is asked for with the rules that its segment has from then on', async () => {
    const segment = await segmentOf({ locales: ['fr'] });
    const { id, audience } = await pushTo(segment);
    const { db } = service();
    const waiting = await db.transaction(async (tx) => {
      await tx.execute(sql`update segments set audience = ${JSON.stringify({ ...audience, platforms: ['ios'] })}
        where id = ${segment}`);
      const answer = ask(id, shown(2));
      await eventually(async () => {
        const [row] = await db.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return row;
      });
      return { answer };
    });
    expect(outcome(await waiting.answer)).toEqual([409, 'audience_empty']);
  });
});

describe('a scheduled push', () => {
  it('is scheduled by its approval, and starts', async () => {
    const id = await push();
    expect((await ask(id, { plan: LATER })).body.approval.due_at).toBe('2027-03-25T08:00:00.000Z');
    const { body } = await approve(id);
    expect(body).toMatchObject({ status: 'scheduled', scheduled_local: '2027-03-25T09:00' });
    const unscheduled = await as('sender')('POST', `/broadcasts/${id}/unschedule`);
    expect(unscheduled.body.status).toBe('draft');
    expect(outcome(await as('sender')('POST', `/broadcasts/${id}/send`, shown(3)))).toEqual([
      409,
      'approval_required',
    ]);
  });

  it('is held and told once its time has passed, and never sent late by itself', async () => {
    const id = await push();
    await ask(id, { plan: LATER });
    clock.now = new Date('2027-03-25T08:00:00Z');
    await holdOverdue(service().db, clock.now);
    expect((await read(id)).approval.status).toBe('held');
    expect(await alertsOf('editor', id)).toEqual([['broadcast_approval', 'held']]);
    expect(await alertsOf('sender', id)).toEqual([['broadcast_approval', 'held']]);
    expect(outcome(await approve(id))).toEqual([409, 'approval_overdue']);
    const again = await approve(id, { plan: { ...LATER, local: '2027-03-26T09:00' } });
    expect([again.body.status, again.body.scheduled_local]).toEqual(['scheduled', '2027-03-26T09:00']);
    // Also where it is not past everywhere yet.
    const local = await push();
    clock.now = new Date('2027-03-25T07:59:00Z');
    await ask(local, { plan: { ...LATER, mode: 'local' } });
    clock.now = new Date('2027-03-25T08:00:00Z');
    expect(outcome(await approve(local))).toEqual([409, 'approval_overdue']);
    const other = await push();
    await ask(other, { plan: { ...LATER, local: '2027-03-25T10:00' } });
    clock.now = new Date('2027-03-25T09:30:00Z');
    expect(outcome(await approve(other))).toEqual([409, 'approval_overdue']);
    expect((await approve(other, { plan: null })).body.status).toBe('sending');
    clock.now = new Date('2027-03-20T12:00:00Z');
  });
});

describe('a push that grew above the limit', () => {
  /** Starts a scheduled push and picks its devices, as a worker does. */
  async function start(id: string) {
    const { db } = service();
    await db.execute(sql`update broadcasts set scheduled_at = now() where id = ${id}`);
    await startScheduled(db, await lockRow(id));
    const row = await lockRow(id);
    const reach = reachOf(row, row.audience as AudienceRules, { DEFAULT_LOCALE: 'fr' });
    await db.transaction((tx) =>
      pickDevices(tx, {
        broadcast: row,
        reach,
        clock: { now: clock.now, timeZone: 'Europe/Paris' },
        defaultLocale: 'fr',
        quietHours: '21:00-08:00',
        approveAbove: 1,
      }),
    );
    return read(id);
  }
  const lockRow = async (id: string) => {
    const row = await service().db.transaction((tx) => lockBroadcast(tx, id));
    if (!row) throw new Error('no broadcast');
    return row;
  };
  const addPhone = async (id: string) => {
    const member = await service().member();
    await register(service(), member);
    await service().db.execute(sql`update broadcasts set audience =
      jsonb_set(audience, '{member_ids}', (audience -> 'member_ids') || ${JSON.stringify([member.id])}::jsonb) where id = ${id}`);
  };

  it('is held at its time without an approval, and can be asked for then', async () => {
    const id = await push(1);
    const scheduled = await as('sender')('POST', `/broadcasts/${id}/schedule`, { ...LATER, ...shown(1, 1) });
    expect(scheduled.body.status).toBe('scheduled');
    await addPhone(id);
    const held = await start(id);
    expect(held).toMatchObject({ status: 'missed', last_error: 'approval_required', started_at: null });
    expect(
      await service().db.execute(sql`select from broadcast_deliveries where broadcast_id = ${id}`),
    ).toEqual([]);
    const { version } = held;
    expect((await ask(id, { ...shown(version), plan: LATER })).status).toBe(200);
    const { body } = await approve(id, shown(version), 'second');
    expect(body).toMatchObject({ status: 'scheduled', last_error: null });
    expect(await start(id)).toMatchObject({ status: 'sending', targeted: 2 });
  });

  it('is sent with an approval', async () => {
    const id = await push();
    await ask(id, { plan: LATER });
    await approve(id);
    await addPhone(id);
    expect(await start(id)).toMatchObject({ status: 'sending', targeted: 3 });
  });

  it('keeps the rules that its segment had when it was approved', async () => {
    const { body: segment } = await as('sender')('POST', '/segments/', {
      name: 'Deux appareils',
      audience: (await read(await push())).audience,
    });
    const id = await push();
    await as('editor')('PATCH', `/broadcasts/${id}`, { audience: { segment_id: segment.id } });
    await ask(id, { ...shown(2), plan: LATER });
    const { body } = await approve(id, shown(2));
    expect([body.status, body.segment_name, body.audience]).toEqual([
      'scheduled',
      'Deux appareils',
      segment.audience,
    ]);
  });
});

it('takes a recent password to approve a push to many devices', async () => {
  const version = '900';
  await service().db.execute(sql`
    with member as (
      insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), 'm' || n || '@many.example', 'm' || n || '@many.example', 'none', 'fr', now()
      from generate_series(1, 1000) as n returning id
    )
    insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, app_version,
      push_permission, created_at, last_seen_at)
    select gen_random_uuid(), gen_random_uuid(), id, 'ios', 'fcm', id::text, id::text, 'fr', ${version}, 'granted',
      ${clock.now.toISOString()}::timestamptz, ${clock.now.toISOString()}::timestamptz from member`);
  const audience = { app_version: { gte: version, lt: `${version}.0` } };
  const { body } = await as('editor')('POST', '/broadcasts/', { translations: TEXTS, audience });
  const late = await service().teamMember('sender');
  const before = clock.now;
  clock.now = new Date(before.getTime() + 6 * 60_000);
  // Asking is no sending.
  expect((await ask(body.id, shown(1, 1000))).status).toBe(200);
  expect(outcome(await approve(body.id, shown(1, 1000), late))).toEqual([409, 'password_required']);
  expect((await read(body.id)).approval.status).toBe('waiting');
  await as(late)('POST', '/login/verify-password', { password: late.password });
  expect((await approve(body.id, shown(1, 1000), late)).body.status).toBe('sending');
  clock.now = before;
});

describe('an article', () => {
  const write = async (by: Person = 'editor'): Promise<string> =>
    (await as(by)('POST', '/news/', { content })).body.id;
  const askFor = (id: string, plan: object = {}, version = 1) =>
    as('editor')('POST', `/news/${id}/approval`, { note: '', plan, version });
  const decide = (id: string, verb: string, fields: object, by: Account) =>
    as(by)('POST', `/news/${id}/approval/${verb}`, { version: 1, ...fields });
  const change = (id: string) =>
    as('editor')('PATCH', `/news/${id}`, {
      version: 1,
      content: { ...content, translations: { ...content.translations, en: content.translations.fr } },
    });
  let reviewer: Account;
  beforeAll(async () => {
    reviewer = await service().teamMember('editor');
  });

  it('is published once another editor approves that version', async () => {
    const id = await write();
    expect(outcome(await as('editor')('POST', `/news/${id}/publish`, {}))).toEqual([
      409,
      'approval_required',
    ]);
    const bulk = await as('editor')('POST', '/news/bulk', { action: 'publish', ids: [id] });
    expect(bulk.body.skipped).toMatchObject([{ id, code: 'approval_required' }]);
    expect((await askFor(id)).body.approval.status).toBe('waiting');
    expect(outcome(await decide(id, 'approve', {}, people.editor))).toEqual([409, 'approval_own']);
    expect((await decide(id, 'approve', {}, people.sender)).status).toBe(403);
    const { body } = await decide(id, 'approve', {}, reviewer);
    expect([body.status, body.approval.status]).toEqual(['published', 'approved']);
    await as('editor')('POST', `/news/${id}/unpublish`, {});
    expect(outcome(await as('editor')('POST', `/news/${id}/publish`, {}))).toEqual([
      409,
      'approval_required',
    ]);
  });

  it('is scheduled by its approval, and held once its time has passed', async () => {
    const plan = { visible_from: '2027-03-25T09:00', visible_to: '2027-04-25T09:00' };
    const [id, late] = [await write(), await write()];
    await askFor(id, plan);
    await askFor(late, plan);
    const { body } = await decide(id, 'approve', {}, reviewer);
    expect(body).toMatchObject({
      status: 'scheduled',
      visible_from: '2027-03-25T08:00:00.000Z',
      visible_to: '2027-04-25T07:00:00.000Z',
    });
    const before = clock.now;
    clock.now = new Date('2027-03-25T08:00:00Z');
    await holdOverdue(service().db, clock.now);
    expect(outcome(await decide(late, 'approve', {}, reviewer))).toEqual([409, 'approval_overdue']);
    expect((await decide(late, 'approve', { plan: {} }, reviewer)).body.status).toBe('published');
    clock.now = before;
  });

  it('takes another request after a change, and ends its request in the trash', async () => {
    const [id, trashed] = [await write(), await write()];
    await askFor(id);
    await askFor(trashed);
    expect((await change(id)).body.approval.status).toBe('outdated');
    expect(outcome(await decide(id, 'approve', {}, reviewer))).toEqual([409, 'version_conflict']);
    expect(outcome(await decide(id, 'approve', { version: 2 }, reviewer))).toEqual([409, 'approval_closed']);
    await as('editor')('DELETE', `/news/${trashed}`);
    const { body } = await as(reviewer)('GET', '/approvals/');
    expect(body.data.map(({ subject }: { subject: { id: string } }) => subject.id)).not.toContain(trashed);
  });

  it('is sent back with a comment', async () => {
    const [id, other] = [await write(), await write()];
    await askFor(id);
    const { body } = await decide(id, 'send-back', { comment: 'Il manque l’anglais' }, reviewer);
    expect(body).toMatchObject({
      status: 'draft',
      approval: { status: 'sent_back', comment: 'Il manque l’anglais' },
    });
    expect(await alertsOf('editor', id)).toEqual([['news_approval', 'sent_back']]);
    const listed = (await as('editor')('GET', '/news/?limit=200')).body.data;
    const statusOf = (of: string) =>
      listed.find((article: { id: string }) => article.id === of)?.approval?.status;
    expect([statusOf(id), statusOf(other)]).toEqual(['sent_back', undefined]);
  });

  it('is either changed or approved as it was', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await write();
      await askFor(id);
      const [edited, approved] = await Promise.all([change(id), decide(id, 'approve', {}, reviewer)]);
      // An edit after the approval is a draft of the next version.
      const { body } = await as('analyst')('GET', `/news/${id}`);
      expect(edited.status).toBe(200);
      expect([body.status, body.approval.status]).toEqual(
        approved.status === 200 ? ['published', 'approved'] : ['draft', 'outdated'],
      );
      if (approved.status === 200) expect(body.live.revision.version).toBe(1);
      else expect(approved.status).toBe(409);
    }
  });
});

describe('GET /approvals/', () => {
  it('lists what the caller may decide, oldest first, to the last one at the same moment', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await push();
      await ask(id);
      ids.push(id);
    }
    await service().db.execute(sql`update approvals set asked_at = now()`);
    const { body: all } = await as('sender')('GET', '/approvals/?limit=0');
    const pages = await Promise.all(
      Array.from({ length: all.count }, (_, skip) => as('sender')('GET', `/approvals/?limit=1&skip=${skip}`)),
    );
    const found: string[] = pages.map(({ body }) => body.data[0].subject.id);
    expect(found.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(found).size).toBe(all.count);
    const { body } = await as('sender')('GET', '/approvals/?kind=news');
    expect(body).toEqual({ data: [], count: 0 });
    expect((await as('analyst')('GET', '/approvals/')).status).toBe(403);
  });
});

it('refuses an approval whose author loses the permission while it waits for a lock', async () => {
  const id = await push();
  await ask(id);
  const former = await service().teamMember('sender');
  const { db } = service();
  const waiting = await db.transaction(async (tx) => {
    await lockBroadcast(tx, id);
    const answer = approve(id, {}, former);
    await eventually(async () => {
      const [row] = await db.execute(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return row;
    });
    await db.execute(sql`update users set role_id = null where id = ${former.id}`);
    return { answer };
  });
  expect((await waiting.answer).status).toBe(403);
  expect(await read(id)).toMatchObject({ status: 'draft', approval: { status: 'waiting' } });
});

it('names the field of a time that cannot be', async () => {
  const id = await push();
  const past = { ...LATER, local: '2020-01-01T09:00' };
  const answer = await ask(id, { plan: past });
  expect([answer.status, answer.body.detail[0]]).toMatchObject([
    422,
    { type: 'time_past', loc: ['body', 'plan', 'local'], input: past.local },
  ]);
  await ask(id);
  const approved = await approve(id, { plan: past });
  expect(approved.body.detail[0].loc).toEqual(['body', 'plan', 'local']);
  expect((await read(id)).approval.status).toBe('waiting');
});
