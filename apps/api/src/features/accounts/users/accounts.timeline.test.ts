import type { Timeline, TimelineEntry } from '@agora/contract/features/accounts/accounts.timeline.contract';
import type { Permission } from '@agora/contract/shared/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';

const service = useService();

/** A member with three items and a rating, all of the same millisecond. */
async function member() {
  const t = service();
  const owner = await t.member();
  for (const title of ['one', 'two', 'three'])
    await t.call('POST', '/items/', { token: owner.token, json: { title } });
  await t.db.execute(
    sql`update items set created_at = '2026-01-02T03:04:05.678Z' where owner_id = ${owner.id}`,
  );
  await t.db.execute(sql`insert into ratings (id, user_id, target_type, score, comment, locale, created_at, updated_at)
    values (gen_random_uuid(), ${owner.id}, 'app', 4, 'Nice', 'en', now(), '2026-01-02T03:04:05.678Z')`);
  return owner;
}

async function read(id: string, query = ''): Promise<Timeline> {
  const { token } = await service().superuser();
  const { status, body } = await service().call('GET', `/users/${id}/timeline${query}`, { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /users/{id}/timeline', () => {
  it('lists sign-ins, ratings and items of an account, newest first', async () => {
    const { id } = await member();
    const { data, next } = await read(id);
    expect(next).toBeNull();
    expect(data.map(({ kind }) => kind)).toEqual(['sign_in', 'rating', 'item', 'item', 'item']);
    expect(data[1]).toMatchObject({ title: 'Nice', detail: '4', at: '2026-01-02T03:04:05.678Z' });
  });

  it('pages through timeline entries with the same timestamp without gaps or repeats', async () => {
    const { id } = await member();
    const whole = (await read(id)).data;
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Timeline = await read(id, `?limit=1${cursor && `&before=${cursor}`}`);
      seen.push(...page.data);
      cursor = page.next;
    }
    expect(seen).toEqual(whole);
  });

  it('filters a timeline by kind and omits other accounts and items in the trash', async () => {
    const { id } = await member();
    await member();
    const { data } = await read(id, '?kind=item');
    expect(data.map(({ title }) => title).sort()).toEqual(['one', 'three', 'two']);
    const { token } = await service().superuser();
    await service().call('DELETE', `/items/${data[0]?.id}`, { token });
    const { data: left, counts } = await read(id, '?kind=item');
    expect(left).toHaveLength(2);
    expect(counts).toMatchObject({ item: 2, notification: 0, sign_in: 1 });
  });

  it('shows and counts only what the role of the reader includes', async () => {
    const { id } = await member();
    const t = service();
    const readAs = async (permissions: Permission[], query = '') => {
      const { token } = await t.teamMember(permissions);
      return t.call('GET', `/users/${id}/timeline${query}`, { token });
    };
    const { body: few } = await readAs(['members.read']);
    expect(few.data.map(({ kind }: TimelineEntry) => kind)).toEqual(['sign_in']);
    expect(few.counts).toEqual({ device: 0, sign_in: 1 });
    for (const kind of ['conversation', 'rating', 'notification', 'item'])
      expect((await readAs(['members.read'], `?kind=${kind}`)).body.code).toBe('privileges_required');
    const { body: more } = await readAs(['members.read', 'ratings.read']);
    expect(more.data.map(({ kind }: TimelineEntry) => kind)).toEqual(['sign_in', 'rating']);
    expect(more.counts).toEqual({ device: 0, rating: 1, sign_in: 1 });
    expect((await readAs(['members.read', 'items.read'], '?kind=item')).body.data).toHaveLength(3);
  });

  it('lists a notification sent to two devices once, with its title and category', async () => {
    const { id } = await member();
    const { db } = service();
    const broadcast = crypto.randomUUID();
    await db.execute(sql`insert into broadcasts (id, name, category, translations, missing_locale, ttl_seconds, source,
        created_at, updated_at)
      values (${broadcast}, '', 'news', '{"fr": {"title": "Bonjour"}}', 'fallback', 60, 'manual', now(), now())`);
    for (const device of [crypto.randomUUID(), crypto.randomUUID()])
      await db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, status,
          not_before, sent_at)
        values (${broadcast}, ${device}, ${id}, 'ios', 'fr', 'sent', now(), '2026-03-01T00:00:00Z')`);
    const { data, counts } = await read(id, '?kind=notification');
    expect(counts.notification).toBe(1);
    expect(data).toEqual([
      {
        kind: 'notification',
        id: broadcast,
        at: '2026-03-01T00:00:00.000Z',
        title: 'Bonjour',
        detail: 'news',
      },
    ]);
  });

  it('rejects a member with 403 and returns 404 for the timeline of an unknown account', async () => {
    const { id, token } = await member();
    expect((await service().call('GET', `/users/${id}/timeline`, { token })).status).toBe(403);
    const admin = await service().superuser();
    const missing = `/users/${crypto.randomUUID()}/timeline`;
    expect((await service().call('GET', missing, { token: admin.token })).status).toBe(404);
  });
});
