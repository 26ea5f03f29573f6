import { randomUUID } from 'node:crypto';
import type { Task } from '@agora/contract/features/dashboard/dashboard.contract';
import type { TaskCode } from '@agora/contract/features/dashboard/dashboard.tasks.rules';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { rowsReadBy } from '../../../test/plans.ts';
import { asked } from '../approvals/approvals.samples.ts';
import { selectTasks } from './dashboard.tasks.queries.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2036-04-08T10:00:00Z');
let time = NOON;
const service = useService({
  settings: { TIME_ZONE: 'Europe/Paris', ACCESS_TOKEN_EXPIRE_MINUTES: '525600' },
  now: () => new Date(time),
});

async function team(method: string, path: string, json?: object) {
  const { token } = await service().superuser();
  const { status, body } = await service().call(method, path, { token, ...(json && { json }) });
  expect(status).toBeLessThan(300);
  return body;
}
const tasks = async (): Promise<Task[]> => (await team('GET', '/stats/todo')).data;
const counts = async () => Object.fromEntries((await tasks()).map(({ code, count }) => [code, count]));

const LISTS: Record<TaskCode, string> = {
  broadcasts_missed: '/broadcasts/',
  broadcasts_paused: '/broadcasts/',
  broadcasts_to_approve: '/approvals/',
  news_to_approve: '/approvals/',
  messages_overdue: '/messages/',
  ratings_low: '/ratings/',
  days_draft: '/daily-messages/',
  days_without_fr: '/daily-messages/',
  days_without_en: '/daily-messages/',
};

const send = async (moment: string): Promise<string> => {
  time = Date.parse(moment);
  const { token } = await service().member();
  const json = { body: 'Bonjour', client_token: randomUUID() };
  return (await service().call('POST', '/app/messages', { token, json })).body.id;
};

/** @returns the member */
const rate = async (moment: string, score: number, comment: string): Promise<string> => {
  time = Date.parse(moment);
  const { id, token } = await service().member();
  await service().call('PUT', '/app/ratings', { token, json: { target_type: 'app', score, comment } });
  return id;
};

const text = (body: string) => ({ title: '', body, author: '' });
const plan = (day: string | null, status: string, translations: object) =>
  team('POST', '/daily-messages/', { day, status, translations });

async function insertBroadcast(status: string): Promise<void> {
  const { id } = await team('POST', '/broadcasts/', { name: status });
  await service().db.execute(sql`update broadcasts set status = ${status} where id = ${id}`);
}

describe('GET /stats/todo', () => {
  beforeEach(async () => {
    time = NOON;
    for (const table of ['broadcasts', 'ratings', 'daily_messages', 'message_threads'])
      await service().db.execute(sql`delete from ${sql.identifier(table)}`);
  });

  it('returns no tasks when nothing waits', async () => {
    expect(await team('GET', '/stats/todo')).toEqual({ data: [], count: 0 });
  });

  it('finds overdue conversations without reading closed conversations', async () => {
    const { db } = service();
    const { id } = await service().member();
    await db.execute(sql`
      insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at,
        last_at, entry_count, closed_at)
      select gen_random_uuid(), ${id}, '', 'other', 'closed', 'fr', '{}', now(), now(), now(), 1, now()
      from generate_series(1, 2000)`);
    await db.execute(sql`vacuum analyze message_threads`);
    expect(
      await rowsReadBy(db, selectTasks(db, { now: new Date(time), timeZone: 'Europe/Paris' }, randomUUID())),
    ).toBeLessThan(100);
  });

  it('counts only missed and paused broadcasts as tasks', async () => {
    for (const status of ['missed', 'paused', 'paused', 'sent', 'draft', 'cancelled'])
      await insertBroadcast(status);
    expect(await counts()).toEqual({ broadcasts_missed: 1, broadcasts_paused: 2 });
  });

  it('counts conversations that have waited for 24 hours as overdue', async () => {
    await send('2036-04-07T10:00:00Z');
    await send('2036-04-07T10:00:01Z');
    const answered = await send('2036-04-06T10:00:00Z');
    time = NOON;
    const { entries } = await team('GET', `/messages/${answered}`);
    await team('POST', `/messages/${answered}/replies`, { body: 'Voilà', last_entry_id: entries.at(-1).id });
    expect(await counts()).toEqual({ messages_overdue: 1 });
  });

  it('pages through overdue conversations by waiting time, not by the latest message', async () => {
    const { token } = await service().member();
    const write = async (path: string): Promise<string> => {
      const json = { body: 'Bonjour ?', client_token: randomUUID() };
      return (await service().call('POST', path, { token, json })).body.id;
    };
    time = Date.parse('2036-04-01T10:00:00Z');
    const longest = await write('/app/messages');
    const same = [await send('2036-04-02T10:00:00Z'), await send('2036-04-02T10:00:00Z')];
    await send('2036-04-02T10:00:01Z');
    time = Date.parse('2036-04-05T10:00:00Z');
    await write(`/app/messages/${longest}/replies`);
    time = NOON;
    const [task] = await tasks();
    const pageAfter = async (after?: string): Promise<string | undefined> => {
      const query = new URLSearchParams({ ...task?.filter, limit: '1', ...(after && { after }) });
      return (await team('GET', `/messages/?${query.toString()}`)).data[0]?.id;
    };
    const first = await pageAfter();
    const second = await pageAfter(first);
    expect([first, second, await pageAfter(second)]).toEqual([longest, ...same.toSorted()]);
  });

  it('measures waiting from the first unanswered message until a reply, despite further messages', async () => {
    const { token } = await service().member();
    const write = async (moment: string, path: string): Promise<string> => {
      time = Date.parse(moment);
      const json = { body: 'Bonjour ?', client_token: randomUUID() };
      return (await service().call('POST', path, { token, json })).body.id;
    };
    const waiting = async () => {
      const { oldest_at, ...figures } = (await team('GET', '/stats/messages')).waiting;
      return { ...figures, oldest_at: oldest_at && new Date(oldest_at).toISOString() };
    };
    const monday = '2036-04-07T10:00:00.000Z';
    const id = await write(monday, '/app/messages');
    await write('2036-04-10T10:00:00Z', `/app/messages/${id}/replies`);
    const overdue = async () => {
      const [task] = await tasks();
      const listed = task && (await team('GET', `/messages/?${new URLSearchParams(task.filter).toString()}`));
      return [task?.code, task?.count, listed?.data.map((each: { id: string }) => each.id)];
    };
    expect(await overdue()).toEqual(['messages_overdue', 1, [id]]);
    expect(await waiting()).toEqual({ count: 1, oldest_at: monday });

    for (const status of ['closed', 'open']) await team('PATCH', `/messages/${id}`, { status });
    expect(await overdue()).toEqual(['messages_overdue', 1, [id]]);

    const { entries } = await team('GET', `/messages/${id}`);
    await team('POST', `/messages/${id}/replies`, { body: 'Voilà', last_entry_id: entries.at(-1).id });
    expect(await waiting()).toEqual({ count: 0, oldest_at: null });
    const again = '2036-04-10T12:00:00.000Z';
    await write(again, `/app/messages/${id}/replies`);
    expect(await waiting()).toEqual({ count: 1, oldest_at: again });
    expect(await tasks()).toEqual([]);
  });

  it('counts unanswered comments with one or two stars of the last seven days', async () => {
    await rate('2036-04-01T21:59:59Z', 1, 'Trop ancien');
    await rate('2036-04-01T22:00:00Z', 1, 'Nul');
    await rate('2036-04-08T09:00:00Z', 2, 'Bof');
    await rate('2036-04-08T09:00:00Z', 3, 'Moyen');
    await rate('2036-04-08T09:00:00Z', 1, '');
    time = NOON;
    expect(await counts()).toEqual({ ratings_low: 2 });
    const [answered] = (await team('GET', '/ratings/?score=2')).data;
    await team('POST', `/ratings/${answered.id}/reply`, { body: 'Merci' });
    expect(await counts()).toEqual({ ratings_low: 1 });
  });

  it('excludes comments of members in the trash from the task and its list until a restore', async () => {
    const id = await rate('2036-04-08T09:00:00Z', 1, 'Nul');
    await rate('2036-04-08T09:00:00Z', 2, 'Bof');
    time = NOON;
    const [task] = await tasks();
    const agreed = async () => {
      const query = new URLSearchParams(task?.filter).toString();
      const [{ count, data }, summary, counted] = [
        await team('GET', `/ratings/?${query}`),
        await team('GET', `/ratings/summary?${query.replace(/score=[^&]*&/, '')}`),
        await counts(),
      ];
      expect([data.length, summary.count, counted]).toEqual([count, count, { ratings_low: count }]);
      return count;
    };
    expect(await agreed()).toBe(2);
    await team('DELETE', `/users/${id}`);
    expect(await agreed()).toBe(1);
    await team('POST', `/users/${id}/restore`);
    expect(await agreed()).toBe(2);
  });

  it('counts the drafts of the next seven days and the missing languages of the next fourteen days', async () => {
    const both = { fr: text('Bonjour'), en: text('Hello') };
    time = NOON - 24 * HOUR;
    await plan('2036-04-07', 'draft', both);
    time = NOON;
    await plan('2036-04-08', 'draft', both);
    await plan('2036-04-14', 'draft', both);
    await plan('2036-04-15', 'draft', both);
    await plan('2036-04-21', 'ready', { fr: text('Bonjour') });
    await plan('2036-04-22', 'ready', { fr: text('Bonjour') });
    await plan('2036-04-09', 'draft', { en: text('Hello') });
    await plan(null, 'draft', { fr: text('Bonjour') });
    expect(await counts()).toEqual({ days_draft: 3, days_without_fr: 1, days_without_en: 1 });
  });

  it('links each task to a list of exactly the counted rows, most urgent task first', async () => {
    for (const status of ['missed', 'paused', 'sent']) await insertBroadcast(status);
    await plan('2036-04-08', 'draft', { fr: text('Bonjour') });
    await plan('2036-04-09', 'draft', { en: text('Hello') });
    await send('2036-04-06T10:00:00Z');
    await rate('2036-04-08T09:00:00Z', 1, 'Nul');
    for (const list of ['broadcasts', 'news'] as const)
      await asked(list, {})(service(), await service().superuser());
    time = NOON + HOUR;
    const listed = await tasks();
    expect(listed.map(({ code }) => code)).toEqual(Object.keys(LISTS));
    for (const { code, count, filter } of listed)
      expect([
        code,
        (await team('GET', `${LISTS[code]}?${new URLSearchParams(filter).toString()}`)).count,
      ]).toEqual([code, count]);
  });
});
