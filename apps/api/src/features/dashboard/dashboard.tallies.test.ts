import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStatistics } from '../../../test/statistics.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { readConfig } from '../../platform/config.ts';
import { rangeOf, readOverview } from './dashboard.statistics.service.ts';
import { sumUpStatistics } from './dashboard.tallies.service.ts';

const { service, member, conversation, read } = useStatistics();

/** Long ago, so that the database's clock is later. */
const NOW = '2024-05-14T10:30:00Z';
/** A whole month and days around it, as is the range before. */
const RANGE = 'from=2024-04-01&to=2024-05-14';
const ARTICLE = randomUUID();

const run = (statement: string) => service().db.execute(sql.raw(statement));

const sumUp = (own: { TIME_ZONE?: string; BUSINESS_HOURS?: string } = {}, now = NOW) =>
  sumUpStatistics({ db: service().db, config: { ...service().config, ...own }, now: () => new Date(now) });

/** Everything that the dashboard counts in past days. */
async function figures() {
  const { kpis, is_recomputing } = await read(`/stats/overview?${RANGE}`, NOW);
  const { data: news } = await read(`/stats/news?${RANGE}`, NOW);
  const { data, waiting: _now, ...answers } = await read(`/stats/messages?${RANGE}`, NOW);
  return { kpis, is_recomputing, news, answers, months: data };
}

/** The same without anything that is summed up. */
async function counted() {
  await run('delete from tallies where not is_final');
  return figures();
}

const talliesOf = async (condition = 'true') =>
  [...(await run(`select * from tallies where ${condition} order by metric, unit, first`))] as {
    metric: string;
    first: string;
    count: number;
  }[];

beforeEach(async () => {
  await run(`delete from news_articles`);
  await run(`insert into news_articles (id, status, slug, content, created_at, updated_at)
    values ('${ARTICLE}', 'draft', '${ARTICLE}', '{}', '2023-01-01', '2023-01-01')`);
  // The range before, and until the same hour of its last day; then around midnight in Paris, the last two days and today.
  for (const moment of [
    '2024-02-20T09:00Z',
    '2024-03-31T09:59:00Z',
    '2024-03-31T10:01:00Z',
    '2024-04-09T21:59:59Z',
    '2024-04-09T22:00:00Z',
    '2024-04-30T21:59:59Z',
    '2024-04-22T09:00:00Z',
    '2024-05-13T09:00:00Z',
    '2024-05-14T09:00:00Z',
  ]) {
    const id = await member(moment, moment);
    await conversation(id, moment, { answered: moment.replace(/T..:/, 'T23:'), closed: moment });
    await run(`insert into ratings (id, user_id, target_type, score, comment, locale, created_at, updated_at)
      values (gen_random_uuid(), '${id}', 'app', 3, '', 'fr', '${moment}', '${moment}')`);
    await run(
      `insert into news_reads (article_id, user_id, locale, at) values ('${ARTICLE}', '${id}', 'fr', '${moment}')`,
    );
  }
});

describe('summing up statistics', () => {
  it('shows the same figures before and after past days are summed up, however often', async () => {
    const before = await figures();
    expect(before.kpis.new_members).toMatchObject({ value: 6, previous: 2 });
    expect(before.news).toMatchObject([{ value: 6, previous: 2 }]);
    await sumUp();
    const tallies = await talliesOf();
    expect(await figures()).toEqual(before);
    await sumUp();
    expect(await talliesOf()).toEqual(tallies);
    await run(`delete from tallies where first > '2024-04-15'`);
    await sumUp();
    expect(await talliesOf()).toEqual(tallies);
  });

  it('reads past days from their sums, and leaves out today and a day that has just ended', async () => {
    await sumUp({}, '2024-05-13T22:59:00Z');
    expect((await talliesOf(`metric = 'ratings'`)).at(-1)?.first).toBe('2024-05-12');
    await sumUp({}, '2024-05-13T23:01:00Z');
    expect((await talliesOf(`metric = 'ratings'`)).at(-1)?.first).toBe('2024-05-13');
    await run(`update tallies set count = 100 where metric = 'ratings' and first = '2024-05-13'`);
    expect((await figures()).kpis.ratings.value).toBe(5 + 100);
  });

  it('sums up any range of days again on command', async () => {
    const before = await figures();
    await sumUp();
    await run(`update tallies set count = 100, parts = '{"7": 100}' where metric <> 'active_members'`);
    const config = readConfig({ DATABASE_URL: service().url, TIME_ZONE: 'Europe/Paris' });
    await COMMANDS.get('sum-up-statistics')?.(config, { from: '2024-04-09', to: '2024-04-10' });
    const again = await talliesOf(`count <> 100 and metric <> 'active_members' and first < '2024-05-01'`);
    expect(again.filter(({ metric }) => metric === 'ratings')).toMatchObject([
      { first: '2024-04-09', count: 1 },
      { first: '2024-04-10', count: 1 },
    ]);
    expect(again.filter(({ metric }) => metric === 'answers').map(({ first }) => first)).toEqual([
      '2024-04-09',
      '2024-04-10',
      '2024-04-01',
    ]);
    await sumUpStatistics({ ...service(), now: () => new Date(NOW) }, {});
    expect(await figures()).toEqual(before);
    await expect(COMMANDS.get('sum-up-statistics')?.(config, { from: 'May' })).rejects.toThrow('--from');
  });

  it('counts live while summing up fails, and continues where it stopped', async () => {
    const before = await figures();
    await run(`create function fail() returns trigger language plpgsql as $$ begin raise 'no more'; end $$`);
    await run(
      `create trigger fail before insert on tallies for each row when (new.metric = 'ratings') execute function fail()`,
    );
    await expect(sumUp()).rejects.toThrow('insert into tallies');
    expect(await figures()).toEqual(before);
    await run('drop function fail cascade');
    await sumUp();
    expect(await figures()).toEqual(before);
  });

  it('counts live after a change of the time zone until its days are summed up, and says so', async () => {
    const overviewOf = (timeZone: string, businessHours?: string) => {
      const now = new Date(NOW);
      const range = rangeOf({ range: '30d', from: '2024-04-08', to: '2024-04-11' }, { now, timeZone });
      return readOverview(service().db, { range, businessHours, now });
    };
    const valuesOf = async (timeZone: string, metric: 'new_members' | 'active_members' | 'news_reads') =>
      (await overviewOf(timeZone)).kpis[metric].series.map(({ value }) => value);
    await sumUp();
    expect(await valuesOf('Europe/Paris', 'new_members')).toEqual([0, 1, 1, 0]);
    expect((await overviewOf('Europe/Paris')).is_recomputing).toBe(false);
    expect((await overviewOf('Europe/Paris', 'mon-fri 09:00-18:00')).is_recomputing).toBe(true);
    expect((await overviewOf('UTC')).is_recomputing).toBe(true);
    for (const metric of ['new_members', 'news_reads'] as const)
      expect(await valuesOf('UTC', metric), metric).toEqual([0, 2, 0, 0]);
    await sumUp({ TIME_ZONE: 'UTC' });
    expect((await overviewOf('UTC')).is_recomputing).toBe(false);
    expect(await talliesOf(`metric = 'ratings' and count = 2`)).toHaveLength(2);
    for (const metric of ['new_members', 'news_reads'] as const)
      expect(await valuesOf('UTC', metric), metric).toEqual([0, 2, 0, 0]);
  });

  it.each([
    ['a member moved to the trash', `update users set deleted_at = now() where id = :id`],
    ['a member who becomes a superuser', `update users set is_superuser = true where id = :id`],
    ['an erased member', `delete from users where id = :id`],
    [
      'an imported member',
      `insert into users (id, email, email_key, password_hash, locale, created_at)
      values (gen_random_uuid(), 'i', 'i', '', 'fr', '2024-04-20')`,
    ],
    ['a member who comes back', `update users set last_seen_at = '2024-05-14' where id = :id`],
    ['an imported visit', `insert into member_days (user_id, at) values (:id, '2024-04-20')`],
    ['a conversation that is spam', `update message_threads set status = 'spam' where user_id = :id`],
    ['a conversation that is opened again', `update message_threads set status = 'open' where user_id = :id`],
    ['a deleted conversation', `delete from message_threads where user_id = :id`],
    ['a late answer', `update message_threads set first_answered_at = '2024-05-13' where user_id = :id`],
    ['another score', `update ratings set score = 1, updated_at = '2024-05-13' where user_id = :id`],
    ['a deleted rating', `delete from ratings where user_id = :id`],
    ['an erased article', `delete from news_articles`],
    ['a read of another day', `update news_reads set at = '2024-04-20' where user_id = :id`],
  ])(
    'shows what counting by hand gives after %s, before and after it is summed up',
    async (_change, statement) => {
      const [{ id } = { id: '' }] = (await run(
        `select id::text from users where created_at = '2024-04-09T22:00:00Z'`,
      )) as unknown as { id: string }[];
      await sumUp();
      const before = await figures();
      await run(statement.replaceAll(':id', `'${id}'`));
      const changed = await figures();
      expect(changed).not.toEqual(before);
      await sumUp();
      expect([...(await run('select from changed_moments'))]).toEqual([]);
      expect(await figures()).toEqual(changed);
      expect(await counted()).toEqual(changed);
    },
  );

  it('notes a change that is committed after its day was summed up', async () => {
    await service().db.transaction(async (tx) => {
      await tx.execute(sql`delete from users where created_at = '2024-04-09T22:00:00Z'`);
      await sumUp();
      expect((await figures()).kpis.new_members.value).toBe(6);
    });
    const after = await figures();
    expect(after.kpis.new_members.value).toBe(5);
    expect(await counted()).toEqual(after);
  });

  it('notes nothing about rows of today, which are counted live', async () => {
    const now = new Date().toISOString();
    const id = await member(now, now);
    await conversation(id, now, { closed: now });
    await run(`update message_threads set first_answered_at = now() where user_id = '${id}'`);
    await run(
      `insert into news_reads (article_id, user_id, locale, at) values ('${ARTICLE}', '${id}', 'fr', now())`,
    );
    expect([...(await run(`select from changed_moments where at > '2024-06-01'`))]).toEqual([]);
  });

  it('forgets who used the app once the day is summed up and keeps its number, in any time zone', async () => {
    for (const moment of ['2024-02-13T22:59:59Z', '2024-02-13T23:00:00Z']) await member(moment, moment);
    const now = new Date(NOW);
    const day = async (timeZone: string) => {
      const range = rangeOf({ range: '30d', from: '2024-02-13', to: '2024-02-14' }, { now, timeZone });
      const { kpis } = await readOverview(service().db, { range, businessHours: undefined, now });
      return kpis.active_members.series.map(({ value }) => value);
    };
    const visits = async () =>
      [...(await run(`select from member_days where at < '2024-02-14T23:00Z'`))].length;
    expect([await visits(), await day('Europe/Paris')]).toEqual([2, [1, 1]]);
    await sumUp();
    expect([await visits(), await day('Europe/Paris')]).toEqual([0, [1, 1]]);
    await run(`delete from users where created_at < '2024-02-14'`);
    await sumUp({ TIME_ZONE: 'UTC' });
    expect(await day('UTC')).toEqual([1, 1]);
    await sumUp();
    expect(await day('Europe/Paris')).toEqual([1, 1]);
  });
});
