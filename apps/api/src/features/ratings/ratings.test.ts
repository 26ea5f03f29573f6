import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';
import { addDays } from '../../platform/time/civil-date.ts';

let time = Date.parse('2036-03-10T12:00:00Z');
let t: TestService;
let admin: Account;
let member: Account;
beforeAll(async () => {
  const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' };
  t = await TestService.start({ now: () => new Date(time), settings });
  admin = await t.superuser();
});
afterAll(() => t.stop());
beforeEach(async () => {
  time = Date.parse('2036-03-10T12:00:00Z');
  await t.db.execute(sql`delete from ratings`);
  await t.db.execute(sql`delete from daily_messages`);
  await t.db.execute(sql`delete from daily_message_issues`);
  member = await t.member();
});

const team = (method: string, path: string, json?: object) =>
  t.call(method, path, { token: admin.token, ...(json && { json }) });
const rate = (score: number, fields: object = {}, { token } = member) =>
  t.call('PUT', '/app/ratings', { token, json: { target_type: 'app', score, ...fields } });
const mine = (query = 'target_type=app', { token } = member) =>
  t.call('GET', `/app/ratings/mine?${query}`, { token });
const list = async (query = '') => (await team('GET', `/ratings/?${query}`)).body;
const summary = async (query = '') => (await team('GET', `/ratings/summary?${query}`)).body;

/** Writes the message of today, or of a later day. */
async function writeDaily(status = 'ready', later = 0, fields: object = {}): Promise<string> {
  const translations = {
    fr: { title: 'Un titre', body: 'Bonjour' },
    en: { title: 'A title', body: 'Hello' },
  };
  const day = addDays(new Date(time).toISOString().slice(0, 10), later);
  const { body } = await team('POST', '/daily-messages/', { day, status, translations, ...fields });
  return body.id;
}

/** Creates one rating per score, each by another member. */
async function rateAll(scores: readonly number[], fields: object = {}): Promise<Account[]> {
  const members = await Promise.all(scores.map(() => t.member()));
  for (const [index, account] of members.entries()) await rate(scores[index] ?? 0, fields, account);
  return members;
}

describe('ratings of members', () => {
  it('stores one rating per member and target and keeps the previous score', async () => {
    const first = await rate(2, { comment: ' Bof ', platform: 'ios', app_version: '2.3.0' });
    expect(first.body).toMatchObject({ target_type: 'app', target_id: null, score: 2, comment: 'Bof' });
    time += 1000;
    await rate(4, { comment: 'Mieux', app_version: '2.4.0' });
    await rate(4, { comment: 'Bien mieux' });
    const { data, count } = await list();
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      score: 4,
      previous_score: 2,
      comment: 'Bien mieux',
      locale: 'fr',
      app_version: null,
      user: { id: member.id, email: member.email },
      target_title: null,
      thread_id: null,
      created_at: '2036-03-10T12:00:00.000Z',
      updated_at: '2036-03-10T12:00:01.000Z',
    });
    expect((await mine()).body).toMatchObject({ score: 4, comment: 'Bien mieux' });
  });

  it('ignores a repeated rating and rejects it once its target is deleted', async () => {
    const target_id = await writeDaily();
    const put = () => rate(4, { target_type: 'daily_message', target_id, comment: 'Bien' });
    const rowVersion = async () => (await t.db.execute(sql`select xmin::text, updated_at from ratings`))[0];
    const first = await put();
    const before = await rowVersion();
    time += 1000;
    const { status, body } = await put();
    expect([status, body]).toEqual([200, first.body]);
    expect(await rowVersion()).toEqual(before);
    await team('DELETE', `/daily-messages/${target_id}`);
    expect((await put()).body.code).toBe('rating_target_not_found');
  });

  it('rejects a rating of a message that is hidden in the language of the member', async () => {
    const translations = { fr: { body: 'Bonjour' } };
    const target_id = await writeDaily('ready', 0, { translations, missing_locale: 'hide' });
    const put = () => rate(4, { target_type: 'daily_message', target_id });
    expect((await put()).status).toBe(200);
    await t.call('PATCH', '/users/me', { token: member.token, json: { locale: 'en' } });
    expect((await put()).body.code).toBe('rating_target_not_found');
  });

  it.each([
    ['score', 5],
    ['comment', 'Mieux'],
    ['platform', 'android'],
    ['app_version', '2.4.0'],
  ])('updates a rating that is sent with another %s', async (field, value) => {
    const said = { comment: 'Bien', platform: 'ios', app_version: '2.3.0' };
    await rate(4, said);
    await rate(4, { ...said, [field]: value });
    expect((await list()).data).toMatchObject([{ [field]: value }]);
  });

  it('accepts a rating of any message that the app lists, even if it was deleted or erased', async () => {
    const target_id = await writeDaily();
    const ask = (path: string) => t.call('GET', path, { token: member.token });
    expect((await ask('/app/daily-message')).body.id).toBe(target_id);
    time += 3 * 86_400_000;
    await team('DELETE', `/daily-messages/${target_id}`);
    const listed = async () =>
      (await ask('/app/daily-messages')).body.data.map(({ id }: { id: string }) => id);
    const put = () => rate(4, { target_type: 'daily_message', target_id });
    expect([await listed(), (await put()).status]).toEqual([[target_id], 200]);
    await t.db.execute(sql`delete from daily_messages`);
    expect([await listed(), (await put()).status]).toEqual([[target_id], 200]);
  });

  it('stores one rating per target after concurrent requests', async () => {
    const target_id = await writeDaily();
    for (const target of [{}, { target_type: 'daily_message', target_id }]) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => rate(1 + (index % 5), target)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    }
    expect((await list()).count).toBe(2);
  });

  it('limits the rate of ratings with Retry-After, without counting repeats and rejections', async () => {
    const strict = await TestService.start({ beside: t, settings: { RATINGS_PER_HOUR: '3' } });
    const token = await strict.login(member.email, member.password);
    const put = (json: object) =>
      strict.call('PUT', '/app/ratings', { token, json: { target_type: 'app', ...json } });
    const nowhere = { target_type: 'news', target_id: randomUUID(), score: 5 };
    for (let round = 0; round < 4; round += 1) expect((await put(nowhere)).status).toBe(404);
    const repeats = await Promise.all(Array.from({ length: 6 }, () => put({ score: 1 })));
    expect(repeats.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const answers = [];
    for (const score of [2, 3, 4, 5]) answers.push(await put({ score }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect((await put({ score: 3 })).status).toBe(200);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(3000);
    await strict.stop();
  });

  it('accepts ratings only of the app and of messages and articles that members can read', async () => {
    const [ready, draft, later] = [
      await writeDaily(),
      await writeDaily('draft', 1),
      await writeDaily('ready', 2),
    ];
    const of = (target_id: string | null) => rate(5, { target_type: 'daily_message', target_id });
    expect((await of(ready)).status).toBe(200);
    expect((await list('target_type=daily_message')).data[0].target_title).toBe('2036-03-10 · Un titre');
    await team('PATCH', '/users/me', { locale: 'en' });
    expect((await list('target_type=daily_message')).data[0].target_title).toBe('2036-03-10 · A title');
    await team('PATCH', '/users/me', { locale: 'fr' });
    for (const id of [draft, later, randomUUID()]) {
      const { status, body } = await of(id);
      expect([status, body.code]).toEqual([404, 'rating_target_not_found']);
    }
    const paragraph = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    };
    const content = {
      translations: { fr: { title: 'Un article', body: paragraph, state: 'ready' }, en: null },
    };
    const { body: article } = await team('POST', '/news/', { content });
    const rateArticle = (target_id = article.id) => rate(5, { target_type: 'news', target_id });
    for (const id of [article.id, randomUUID()])
      expect((await rateArticle(id)).body.code).toBe('rating_target_not_found');
    await team('POST', `/news/${article.id}/publish`, {});
    expect((await rateArticle()).status).toBe(200);
    expect((await list('target_type=news')).data[0].target_title).toBe('Un article');
    for (const answer of [await of(null), await rate(5, { target_id: ready })])
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'target_id']]);
    for (const method of ['GET', 'DELETE'] as const)
      for (const target of ['target_type=news', `target_type=app&target_id=${ready}`]) {
        const { status, body } = await t.call(method, `/app/ratings/mine?${target}`, { token: member.token });
        expect([status, body.detail[0].loc]).toEqual([422, ['query', 'target_id']]);
      }
    await team('POST', `/news/${article.id}/unpublish`);
    expect((await rateArticle()).body.code).toBe('rating_target_not_found');
    await team('DELETE', `/daily-messages/${ready}`);
    for (const type of ['daily_message', 'news']) expect((await list(`target_type=${type}`)).count).toBe(1);
  });

  it.each([0, 6, -1, 3.5, '5', null])('rejects a rating with the score %j', async (score) => {
    const { status, body } = await rate(score as number);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'score']]);
  });

  it.each(['x'.repeat(1001), 'a\0b'])('rejects a rating with the comment %j', async (comment) => {
    const { status, body } = await rate(3, { comment });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'comment']]);
  });

  it('lets only its own member delete a rating', async () => {
    await rate(3);
    const other = await t.member();
    const drop = ({ token }: Account) => t.call('DELETE', '/app/ratings/mine?target_type=app', { token });
    expect((await drop(other)).body.code).toBe('rating_not_found');
    expect((await drop(member)).status).toBe(200);
    expect((await mine()).body.code).toBe('rating_not_found');
    expect((await list()).count).toBe(0);
  });

  it('hides the author of ratings of a deleted account and removes the comments of an erased account', async () => {
    const others = await rateAll([1, 2], { comment: 'Je suis Colette' });
    await rate(3, { comment: 'Moi aussi' });
    for (const { id } of others) await team('DELETE', `/users/${id}`);
    expect((await list('has_comment=true')).data.map(({ user }: { user: unknown }) => user)).toEqual([
      expect.objectContaining({ id: member.id }),
      null,
      null,
    ]);
    for (const { id } of others) await team('POST', `/users/${id}/erase`);
    const { data } = await list();
    expect(
      data.map(({ score, comment, user }: Record<string, unknown>) => [score, comment, user === null]),
    ).toEqual(
      expect.arrayContaining([
        [1, '', true],
        [2, '', true],
        [3, 'Moi aussi', false],
      ]),
    );
    expect((await summary()).average).toBe(2);
  });
});

describe('list and export of ratings', () => {
  it('filters ratings by every shown field', async () => {
    const target_id = await writeDaily();
    await rate(5, { comment: 'Été', platform: 'ios', app_version: '2.4.0' });
    await rate(2, { target_type: 'daily_message', target_id });
    const english = await t.member();
    await t.call('PATCH', '/users/me', { token: english.token, json: { locale: 'en' } });
    time += 2 * 86_400_000;
    await rate(3, { platform: 'web', app_version: '2.3.0' }, english);
    const scores = async (query: string) => {
      const { data, count } = await list(query);
      expect(count).toBe(data.length);
      return data.map(({ score }: { score: number }) => score);
    };
    expect(await scores('')).toEqual([3, ...(await scores('to=2036-03-11'))]);
    expect(await scores('score=5')).toEqual([5]);
    expect((await scores('score=2,3')).sort()).toEqual([2, 3]);
    expect(await scores('has_comment=true')).toEqual([5]);
    expect(await scores('target_type=daily_message')).toEqual([2]);
    expect(await scores(`target_id=${target_id}`)).toEqual([2]);
    expect(await scores('platform=web')).toEqual([3]);
    expect(await scores('app_version=2.4.0')).toEqual([5]);
    expect(await scores('locale=en')).toEqual([3]);
    expect(await scores(`user_id=${english.id}`)).toEqual([3]);
    expect(await scores('answered=true')).toEqual([]);
    expect(await scores('from=2036-03-12')).toEqual([3]);
    expect(await scores('search=ete')).toEqual([5]);
    for (const score of ['0', '6', '1,,2', 'x'])
      expect((await team('GET', `/ratings/?score=${score}`)).body.detail[0].loc).toEqual(['query', 'score']);
  });

  it('sorts ratings by score, latest first among equals', async () => {
    for (const score of [3, 1, 5, 1, 5]) {
      time += 1000;
      await rateAll([score], { comment: `${score} at ${time % 100_000}` });
    }
    const byTime = (await list()).data;
    const scores = async (sort: string) => (await list(`sort=${sort}`)).data;
    const order = (ascending: number) =>
      byTime.toSorted((a: { score: number }, b: { score: number }) => ascending * (a.score - b.score));
    expect(await scores('score')).toEqual(order(1));
    expect(await scores('-score')).toEqual(order(-1));
    expect((await scores('score')).map(({ score }: { score: number }) => score)).toEqual([1, 1, 3, 5, 5]);
  });

  it('exports the filtered ratings', async () => {
    await rateAll([1, 5], { comment: 'Très bien', app_version: '2.4.0' });
    const { text, headers } = await team('GET', '/ratings/export?score=5');
    expect(headers['content-disposition']).toContain('ratings.csv');
    const [heading = '', ...rows] = text.trim().split('\r\n');
    expect(heading).toContain('Note');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('application;;5;;Très bien;A Member;');
    expect(rows[0]).toMatch(/;2\.4\.0;non$/);
    const [{ id }] = (await list('score=5')).data;
    await team('POST', `/ratings/${id}/reply`, { body: 'Merci' });
    expect((await team('GET', '/ratings/export?score=5')).text.trim()).toMatch(/;2\.4\.0;oui$/);
  });

  it('exports ratings without name and email of a member in the trash', async () => {
    const [gone] = await rateAll([5]);
    await team('DELETE', `/users/${gone?.id}`);
    const { text } = await team('GET', '/ratings/export');
    expect(text).toContain('application;;5;');
    expect(text).not.toContain('A Member');
    expect(text).not.toContain(gone?.email);
  });
});

describe('GET /ratings/summary', () => {
  it('summarises the filtered ratings by score, month and version', async () => {
    time = Date.parse('2036-02-20T12:00:00Z');
    await rateAll([1, 1], { app_version: '2.3.0' });
    time = Date.parse('2036-03-10T12:00:00Z');
    await rateAll([5, 4, 4], { app_version: '2.4.0', platform: 'ios' });
    expect(await summary()).toEqual({
      count: 5,
      average: 3,
      distribution: { 1: 2, 2: 0, 3: 0, 4: 2, 5: 1 },
      previous: null,
      series: [
        { month: '2036-02', count: 2, average: 1 },
        { month: '2036-03', count: 3, average: 4.33 },
      ],
      by_version: [
        { app_version: '2.4.0', count: 3, average: 4.33, first_month: '2036-03' },
        { app_version: '2.3.0', count: 2, average: 1, first_month: '2036-02' },
      ],
    });
    expect(await summary('from=2036-03-01&to=2036-03-31')).toMatchObject({
      count: 3,
      previous: { count: 2, average: 1 },
    });
    expect((await summary('platform=ios')).count).toBe(3);
    expect(await summary('platform=web')).toMatchObject({
      count: 0,
      average: null,
      series: [],
      by_version: [],
    });
  });

  it('returns when a version was first rated for any filter, in the time zone of the organisation', async () => {
    time = Date.parse('2036-07-31T22:30:00Z');
    await rateAll([2], { app_version: '7.0.0', platform: 'android' });
    time = Date.parse('2036-09-10T12:00:00Z');
    await rateAll([4], { app_version: '7.0.0', platform: 'ios' });
    await rateAll([4], { app_version: null, platform: 'ios' });
    expect((await summary('platform=ios&from=2036-09-01&to=2036-09-30')).by_version).toEqual([
      { app_version: '7.0.0', count: 1, average: 4, first_month: '2036-08' },
      { app_version: null, count: 1, average: 4, first_month: null },
    ]);
  });

  it('compares a running period with the same hours before it, as the dashboard does', async () => {
    const moments = [
      ['2036-03-05T22:59:59Z', 1],
      ['2036-03-05T23:00:00Z', 2],
      ['2036-03-07T11:59:59Z', 4],
      ['2036-03-07T12:00:00Z', 5],
      ['2036-03-08T12:00:00Z', 5],
    ] as const;
    for (const [moment, score] of moments) {
      time = Date.parse(moment);
      await rateAll([score]);
    }
    time = Date.parse('2036-03-09T12:10:00Z');
    for (const period of [
      'from=2036-03-08&to=2036-03-09',
      'from=2036-03-08',
      'from=2036-03-08&to=2036-03-31',
    ])
      expect(await summary(period)).toMatchObject({ count: 1, previous: { count: 2, average: 3 } });
    const { kpis } = (await team('GET', '/stats/overview?from=2036-03-08&to=2036-03-09')).body;
    expect(kpis.ratings).toMatchObject({ value: 1, previous: 2 });
    time = Date.parse('2036-03-10T12:10:00Z');
    expect((await summary('from=2036-03-08&to=2036-03-09')).previous).toEqual({ count: 3, average: 3.67 });
  });

  it('compares a period with as many days before it, in the time zone of the organisation', async () => {
    const moments = [
      ['2036-01-29T12:00:00Z', 5],
      ['2036-02-29T22:59:59Z', 1],
      ['2036-02-29T23:00:00Z', 3],
    ] as const;
    for (const [moment, score] of moments) {
      time = Date.parse(moment);
      await rateAll([score]);
    }
    time = Date.parse('2036-04-01T12:00:00Z');
    expect(await summary('from=2036-03-01&to=2036-03-31')).toMatchObject({
      count: 1,
      previous: { count: 1, average: 1 },
      series: [{ month: '2036-03', count: 1, average: 3 }],
    });
    expect((await summary()).series.map(({ month }: { month: string }) => month)).toEqual([
      '2036-01',
      '2036-02',
      '2036-03',
    ]);
  });

  it('returns an exact summary after eight members rated concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => t.member()));
    await Promise.all(
      members.map(async (account, index) => {
        for (let round = 0; round < 12; round += 1) await rate(1 + ((index + round) % 5), {}, account);
      }),
    );
    const [counted] = await t.db.execute(
      sql`select count(*)::int as count, round(avg(score), 2)::float8 as average from ratings`,
    );
    expect(await summary()).toMatchObject({ count: 8, ...counted });
  });
});

describe('POST /ratings/{id}/reply', () => {
  const replyTo = (id: string, json: object) => team('POST', `/ratings/${id}/reply`, json);
  const ratingOf = async (): Promise<string> => (await list(`user_id=${member.id}`)).data[0].id;

  it('starts a conversation linked to the rating and adds further replies to it', async () => {
    await rate(1, { comment: 'Ça plante', app_version: '2.4.0', platform: 'android' });
    const id = await ratingOf();
    const { status, body } = await replyTo(id, { body: 'Nous cherchons' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'waiting',
      rating: { id, score: 1, comment: 'Ça plante' },
      context: { app_version: '2.4.0', platform: 'android' },
      entries: [
        { kind: 'member', body: 'Ça plante' },
        { kind: 'reply', body: 'Nous cherchons', delivery: 'queued' },
      ],
    });
    expect((await list('answered=true')).data[0].thread_id).toBe(body.id);
    expect((await replyTo(id, { body: 'Encore' })).body.code).toBe('thread_advanced');
    const more = await replyTo(id, { body: 'Trouvé', last_entry_id: body.entries[1].id });
    expect([more.body.id, more.body.entries.length]).toEqual([body.id, 3]);
    const { body: own } = await t.call('GET', '/app/messages', { token: member.token });
    expect([own.count, own.unread]).toEqual([1, 1]);
  });

  const own = async () => (await t.call('GET', '/app/messages', { token: member.token })).body;
  const cancel = (id: string) => team('DELETE', `/pending-replies/${id}`);

  it.each([
    ['with', 'Bof'],
    ['without', ''],
  ])(
    'takes back a reply to a rating %s a comment, of which the member sees nothing',
    async (_name, comment) => {
      const other = await t.member();
      await rate(1, { comment: 'Autre' }, other);
      await rate(2, { comment });
      const id = await ratingOf();
      const [bystander] = (await list(`user_id=${other.id}`)).data;
      await replyTo(bystander.id, { body: 'Bonjour' });
      const { body } = await replyTo(id, { body: 'Trop vite', undo_seconds: 10 });
      expect([body.awaiting, body.pending_replies.length]).toEqual([false, 1]);
      expect(await own()).toMatchObject({ count: 0, unread: 0, data: [] });
      const read = await t.call('GET', `/app/messages/${body.id}`, { token: member.token });
      expect(read.body.code).toBe('message_not_found');
      expect((await cancel(body.pending_replies[0].id)).body).toEqual({ rating_id: id });
      expect((await team('GET', `/messages/${body.id}`)).body.code).toBe('message_not_found');
      expect((await list('answered=true')).data.map((row: { id: string }) => row.id)).toEqual([bystander.id]);
      const again = await replyTo(id, { body: 'Posément' });
      expect(again.body.entries.at(-1)).toMatchObject({ kind: 'reply', body: 'Posément' });
      expect(await own()).toMatchObject({ count: 1, unread: 1 });
    },
  );

  it('keeps a conversation about a rating with a note or an earlier reply when a reply is taken back', async () => {
    await rate(2, { comment: 'Bof' });
    const { body } = await replyTo(await ratingOf(), { body: 'Un', undo_seconds: 10 });
    await team('POST', `/messages/${body.id}/notes`, { body: 'Attends' });
    expect((await cancel(body.pending_replies[0].id)).body).toEqual({ rating_id: null });
    expect(await own()).toMatchObject({ count: 0 });
    const last = async () => (await team('GET', `/messages/${body.id}`)).body.entries.at(-1).id;
    await team('POST', `/messages/${body.id}/replies`, { body: 'Deux', last_entry_id: await last() });
    const third = { body: 'Trois', last_entry_id: await last(), undo_seconds: 10 };
    const { pending_replies } = (await team('POST', `/messages/${body.id}/replies`, third)).body;
    expect((await cancel(pending_replies[0].id)).body).toEqual({ rating_id: null });
    expect(await own()).toMatchObject({ count: 1 });
  });

  it('shows a colleague a pending reply to the rating before theirs', async () => {
    await rate(2);
    const id = await ratingOf();
    const { body } = await replyTo(id, { body: 'Un', undo_seconds: 10 });
    const { token } = await t.colleague();
    const hers = (json: object) =>
      t.call('POST', `/ratings/${id}/reply`, { token, json: { body: 'Deux', ...json } });
    const [pending] = body.pending_replies;
    expect((await hers({})).body).toMatchObject({ code: 'thread_advanced', missed: [{ id: pending.id }] });
    expect((await hers({ seen_replies: [pending.id] })).status).toBe(200);
  });

  it('accepts one of eight concurrent replies to a rating', async () => {
    await rate(2);
    const id = await ratingOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => replyTo(id, { body: 'Bonjour' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'thread_advanced')).toHaveLength(7);
    const { body } = await t.call('GET', '/app/messages', { token: member.token });
    expect(body.count).toBe(1);
    const { body: own } = await t.call('GET', `/app/messages/${body.data[0].id}`, { token: member.token });
    expect(own.entries).toHaveLength(1);
  });

  it('rejects a reply to a rating of a deleted or erased account', async () => {
    await rate(2);
    const id = await ratingOf();
    await team('DELETE', `/users/${member.id}`);
    expect((await replyTo(id, { body: 'x' })).body.code).toBe('sender_deleted');
    await team('POST', `/users/${member.id}/erase`);
    expect((await replyTo(id, { body: 'x' })).body.code).toBe('sender_deleted');
    expect((await replyTo(randomUUID(), { body: 'x' })).body.code).toBe('rating_not_found');
  });
});
