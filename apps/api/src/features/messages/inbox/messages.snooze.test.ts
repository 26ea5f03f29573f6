import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { expectOneMeaning, useConversations } from '../../../../test/conversations.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const scene = useConversations();
const { team, send, answer, read, reply, list } = scene;

const inHours = (hours: number) => new Date(scene.time + hours * HOUR).toISOString();
const snooze = (id: string, json: object = { until: inHours(3) }) =>
  team('POST', `/messages/${id}/snooze`, json);
/** Ids of the member's conversations in a list. */
const idsIn = async (query: string) =>
  (await list(`${query}&user_id=${scene.member.id}`)).data.map(({ id }) => id);

describe('snoozed conversations', () => {
  it('hides a snoozed conversation from what awaits the team until its time, without a job', async () => {
    const [id, other] = [await send(), await send()];
    const { status, body } = await snooze(id);
    expect([status, body.is_snoozed, body.awaiting, body.snoozed_until, body.snooze_kind]).toEqual([
      200,
      true,
      false,
      inHours(3),
      'until_message',
    ]);
    expect(body.snoozed_by.id).toBe(scene.admin.id);
    expect(await idsIn('awaiting=true')).toEqual([other]);
    expect(await idsIn('awaiting=false')).toEqual([id]);
    expect(await idsIn('snoozed=true')).toEqual([id]);
    expect(await idsIn('snoozed=false')).toEqual([other]);
    await expectOneMeaning(scene);
    scene.time += 3 * HOUR - 1;
    expect(await idsIn('awaiting=true')).toEqual([other]);
    await expectOneMeaning(scene);
    scene.time += 1;
    expect(await idsIn('awaiting=true')).toEqual([other, id]);
    expect(await idsIn('snoozed=true')).toEqual([]);
    expect(await read(id)).toMatchObject({ is_snoozed: false, awaiting: true, snoozed_until: inHours(0) });
    await expectOneMeaning(scene);
  });

  it.each(['awaiting=true', 'awaiting=false', 'snoozed=true', 'snoozed=false', 'snoozed=false&status=new'])(
    'counts the rows of a list with filter %s exactly',
    async (query) => {
      await scene.t.db.execute(sql`delete from message_threads`);
      const [id, , spam] = [await send(), await send(), await send()];
      await snooze(id);
      await team('POST', `/messages/${spam}/spam`);
      for (const more of ['', '&category=question', '&assignee=none', '&assignee=me', '&locale=fr']) {
        const { data, count } = await list(`${query}${more}`);
        expect([more, count]).toEqual([more, data.length]);
      }
    },
  );

  it('subtracts snoozed conversations from each count of the tabs, and tells when the next one wakes', async () => {
    await scene.t.db.execute(sql`delete from message_threads`);
    const [mine, nobodys, awake] = [await send(), await send(), await send()];
    await team('PATCH', `/messages/${mine}`, { assignee_id: scene.admin.id });
    expect(await scene.countsOn(scene.t)).toMatchObject({
      awaiting: 3,
      mine: 1,
      unassigned: 2,
      snoozed: 0,
      wakes_at: null,
    });
    await snooze(mine, { until: inHours(5) });
    await snooze(nobodys, { until: inHours(4) });
    const counts = { awaiting: 1, mine: 0, unassigned: 1, snoozed: 2, wakes_at: inHours(4) };
    expect(await scene.countsOn(scene.t)).toMatchObject(counts);
    expect(await scene.countsOn(scene.twin)).toMatchObject(counts);
    const { waiting } = (await team('GET', '/stats/messages')).body;
    expect(waiting.count).toBe(1);
    expect((await list('sort=wakes_at&snoozed=true')).data.map(({ id }) => id)).toEqual([nobodys, mine]);
    expect((await list('awaiting=true')).data.map(({ id }) => id)).toEqual([awake]);
  });

  it('is not overdue while it is snoozed', async () => {
    const id = await send();
    scene.time += 25 * HOUR;
    expect(await idsIn('overdue=true')).toEqual([id]);
    await snooze(id);
    expect(await idsIn('overdue=true')).toEqual([]);
    expect(await idsIn('overdue=false')).toEqual([id]);
  });

  it.each([
    ['until_message', false, true],
    ['until_time', true, false],
  ])('snoozed %s, is still snoozed once the member writes: %s', async (kind, is_snoozed, awaiting) => {
    const [id, other] = [await send(), await send()];
    for (const each of [id, other]) await snooze(each, { until: inHours(3), kind });
    await answer(id);
    expect(await read(id)).toMatchObject({ is_snoozed, awaiting });
    expect(await read(other)).toMatchObject({ is_snoozed: true, awaiting: false });
    await expectOneMeaning(scene);
  });

  it.each([
    ['a reply', (id: string) => reply(id)],
    ['closing', (id: string) => team('PATCH', `/messages/${id}`, { status: 'closed' })],
    ['marking as spam', (id: string) => team('POST', `/messages/${id}/spam`)],
    ['waking', (id: string) => team('POST', `/messages/${id}/wake`)],
  ])('wakes a conversation by %s, and leaves others snoozed', async (_by, act) => {
    const [id, other] = [await send(), await send()];
    for (const each of [id, other]) await snooze(each);
    expect((await act(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ is_snoozed: false, snoozed_until: null, snoozed_by: null });
    expect((await read(other)).is_snoozed).toBe(true);
  });

  it('stays snoozed on notes, assignment and classification', async () => {
    const id = await send();
    await snooze(id);
    await team('POST', `/messages/${id}/notes`, { body: 'Later' });
    await team('PATCH', `/messages/${id}`, { assignee_id: scene.colleague.id, category: 'idea' });
    expect(await read(id)).toMatchObject({ status: 'open', is_snoozed: true });
  });

  it('rejects a time in the past or more than 366 days ahead by the name of the field', async () => {
    const id = await send();
    for (const [ms, status, type] of [
      [0, 422, 'datetime_too_early'],
      [1, 200, undefined],
      [366 * DAY, 200, undefined],
      [366 * DAY + 1, 422, 'datetime_too_late'],
    ] as const) {
      const json = { until: new Date(scene.time + ms).toISOString() };
      for (const { status: actual, body } of [
        await snooze(id, json),
        await team('POST', '/messages/bulk', { action: 'snooze', ids: [id], ...json }),
      ])
        expect([ms, actual, body.detail?.[0].loc, body.detail?.[0].type]).toEqual([
          ms,
          status,
          type && ['body', 'until'],
          type,
        ]);
    }
  });

  it('rejects a closed conversation', async () => {
    const id = await send();
    await team('PATCH', `/messages/${id}`, { status: 'closed' });
    for (const { status, body } of [await snooze(id), await team('POST', `/messages/${id}/wake`)])
      expect([status, body.code]).toEqual([409, 'invalid_state']);
  });

  it('snoozes and wakes in bulk, and requires a time', async () => {
    const [id, closed, other] = [await send(), await send(), await send()];
    await team('PATCH', `/messages/${closed}`, { status: 'closed' });
    const bulk = (json: object) => team('POST', '/messages/bulk', { ids: [id, closed], ...json });
    const missing = await bulk({ action: 'snooze' });
    expect([missing.status, missing.body.detail[0].loc]).toEqual([422, ['body', 'until']]);
    const { body } = await bulk({ action: 'snooze', until: inHours(3), kind: 'until_time' });
    expect([body.done, body.skipped.map(({ code }: { code: string }) => code)]).toEqual([
      1,
      ['invalid_state'],
    ]);
    expect(await read(id)).toMatchObject({ is_snoozed: true, snooze_kind: 'until_time' });
    expect((await read(other)).is_snoozed).toBe(false);
    await bulk({ action: 'wake' });
    expect((await read(id)).is_snoozed).toBe(false);
    await expectOneMeaning(scene);
  });

  it('logs who snoozed a conversation, until when, and who woke it', async () => {
    const id = await send();
    const until = inHours(3);
    await snooze(id);
    await team('POST', `/messages/${id}/wake`);
    const { data } = (await team('GET', `/audit-logs/?entity_type=message&entity_id=${id}`)).body;
    expect(data.slice(0, 2).map(({ changes }: { changes: object }) => changes)).toMatchObject([
      { snoozed_until: [expect.anything(), null] },
      { snoozed_until: [null, expect.anything()] },
    ]);
    expect(new Date(data[1].changes.snoozed_until[1]).toISOString()).toBe(until);
    expect(data[0].actor_id).toBe(scene.admin.id);
  });

  it('is woken by no account of its own: erasing who snoozed it keeps it snoozed', async () => {
    const id = await send();
    await scene.as(scene.colleague)('POST', `/messages/${id}/snooze`, { until: inHours(3) });
    await scene.t.db.execute(sql`update message_threads set snoozed_by = null where id = ${id}`);
    expect(await read(id)).toMatchObject({ is_snoozed: true, snoozed_by: null });
  });
});
