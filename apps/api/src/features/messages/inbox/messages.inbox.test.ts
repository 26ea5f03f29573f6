import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { expectOneMeaning, useConversations } from '../../../../test/conversations.ts';

const scene = useConversations();
const { as, team, send, answer, read, reply, list, countsOn } = scene;

describe('GET /messages', () => {
  it('filters conversations by every shown field with an exact count', async () => {
    const english = await scene.t.member({ full_name: 'Zoë O’Brien' });
    await as(english)('PATCH', '/users/me', { locale: 'en' });
    await send({ subject: 'Été', body: 'Il fait beau', category: 'idea' });
    const bug = await send({ subject: 'Broken', body: 'It Crashes', category: 'bug' }, english);
    await team('PATCH', `/messages/${bug}`, { assignee_id: scene.admin.id });
    const spam = await send({ body: 'Buy now' }, english);
    await team('POST', `/messages/${spam}/spam`);
    const filters = [
      ...['new', 'open', 'waiting', 'closed', 'spam'].map((status) => `status=${status}`),
      ...['question', 'bug', 'idea', 'other'].map((category) => `category=${category}`),
      ...['fr', 'en'].map((locale) => `locale=${locale}`),
      ...['me', 'none', scene.colleague.id].map((assignee) => `assignee=${assignee}`),
      'awaiting=true',
      'awaiting=false',
      'awaiting=true&assignee=me&category=bug&locale=en&status=open',
      `user_id=${english.id}`,
      'from=2036-03-10&to=2036-03-10',
      'from=2036-03-11',
      'search=crashes',
      'search=ete',
      `search=${encodeURIComponent('lefevre')}`,
      '',
    ];
    for (const filter of filters) {
      const { data, count } = await list(`${filter}&limit=1000`);
      expect([filter, count]).toEqual([filter, data.length]);
    }
    const idsOf = async (filter: string) =>
      (await list(`${filter}&user_id=${english.id}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([bug]);
    expect(await idsOf('status=spam')).toEqual([spam]);
    for (const filter of ['assignee=me', 'category=bug', 'awaiting=true', 'search=CRÀSHES', 'search=broken'])
      expect([filter, await idsOf(filter)]).toEqual([filter, [bug]]);
    expect(await idsOf('search=obrien')).toEqual([]);
    for (const name of ['zoe o’brien', 'O’Brien ZOÉ'])
      expect(await idsOf(`search=${encodeURIComponent(name)}`)).toEqual([bug]);
    const { number } = await read(bug);
    for (const sign of ['', '%23']) expect(await idsOf(`search=${sign}${number}`)).toEqual([bug]);
    expect(await idsOf('from=2036-03-11')).toEqual([]);
  });

  it('shows an administrator which conversations they have not read', async () => {
    const id = await send();
    const isUnread = async () => (await list(`user_id=${scene.member.id}`)).data[0]?.is_unread;
    expect(await isUnread()).toBe(true);
    await team('POST', `/messages/${id}/read`);
    expect(await isUnread()).toBe(false);
    await team('POST', `/messages/${id}/unread`);
    expect(await isUnread()).toBe(true);
    await reply(id);
    expect(await isUnread()).toBe(false);
    await answer(id);
    expect(await isUnread()).toBe(true);
  });

  it('counts conversations awaiting the team consistently after every event', async () => {
    const ids = [await send(), await send(), await send(), await send()];
    const [one = '', two = '', three = '', four = ''] = ids;
    const steps: (() => Promise<unknown>)[] = [
      () => reply(one),
      () => answer(one),
      () => team('PATCH', `/messages/${one}`, { assignee_id: scene.admin.id }),
      () => team('PATCH', `/messages/${two}`, { status: 'closed' }),
      () => answer(two),
      () => team('POST', `/messages/${three}/spam`),
      () => team('POST', `/messages/${three}/not-spam`),
      () => team('POST', '/messages/bulk', { action: 'close', ids }),
      () => team('PATCH', `/messages/${four}`, { status: 'open' }),
      () => team('DELETE', `/users/${scene.member.id}`),
      () => team('POST', `/users/${scene.member.id}/erase`),
    ];
    for (const step of steps) {
      await step();
      await expectOneMeaning(scene);
    }
    expect((await team('GET', `/messages/${one}`)).body.code).toBe('message_not_found');
  });

  it('returns the count of each tab of the inbox', async () => {
    await scene.t.db.execute(sql`delete from message_threads`);
    const [id] = [await send(), await send()];
    await team('PATCH', `/messages/${id}`, { assignee_id: scene.admin.id });
    expect(await countsOn(scene.twin)).toEqual({
      awaiting: 2,
      mine: 1,
      unassigned: 1,
      new: 1,
      open: 1,
      waiting: 0,
      closed: 0,
      spam: 0,
      snoozed: 0,
      wakes_at: null,
    });
  });
});

it('keeps the counts of conversations exact while eight members and the team write concurrently', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => scene.t.member()));
  await Promise.all(
    members.map(async (account, index) => {
      for (let round = 0; round < 6; round += 1) {
        const id = await send({ category: round % 2 ? 'bug' : 'idea' }, account);
        await reply(id, { close: round % 3 === 0 }, index % 2 ? scene.admin : scene.colleague);
        await answer(id, 'encore', account);
        if (round % 4 === 0) await team('POST', `/messages/${id}/spam`);
      }
    }),
  );
  await expectOneMeaning(scene);
  const { awaiting: _awaiting, mine: _mine, unassigned: _unassigned, ...byStatus } = await countsOn(scene.t);
  const [counted] = await scene.t.db.execute(sql`select
      count(*) filter (where status = 'new')::int as new, count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'closed')::int as closed,
      count(*) filter (where status = 'spam')::int as spam, 0 as snoozed, null as wakes_at from message_threads`);
  expect(byStatus).toEqual(counted);
});
