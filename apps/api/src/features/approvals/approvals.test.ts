import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '../../../test/broadcasts.ts';
import { type Account, useService } from '../../../test/harness.ts';
import { register } from '../devices/devices.samples.ts';
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
      approval: { status: 'waiting', note: 'Merci de relire', devices: 2, asked_by: { id: people.editor.id } },
    });
    const listed = await as('sender')('GET', '/approvals/?kind=broadcast');
    expect(listed.body.data.at(-1)).toMatchObject({ subject: { kind: 'broadcast', id, titles: { fr: 'Bonjour' } } });
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
    const other = await push();
    await ask(other, { plan: { ...LATER, local: '2027-03-25T10:00' } });
    clock.now = new Date('2027-03-25T09:30:00Z');
    expect(outcome(await approve(other))).toEqual([409, 'approval_overdue']);
    expect((await approve(other, { plan: null })).body.status).toBe('sending');
    clock.now = new Date('2027-03-20T12:00:00Z');
  });
});
