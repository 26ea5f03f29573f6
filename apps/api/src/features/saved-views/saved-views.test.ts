import type { SavedView } from '@agora/contract/features/saved-views/saved-views.contract';
import { VIEW_QUERY_MAX, VIEWS_MAX } from '@agora/contract/features/saved-views/saved-views.rules';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, useService } from '../../../test/harness.ts';
import { eraseDeletedViews } from './saved-views.queries.ts';

const service = useService();

beforeEach(() => service().db.execute(sql`delete from saved_views`));

const INACTIVE = { list: 'members', name: 'Inactive', query: 'sort=last_seen_at&status=deactivated' };

const create = ({ token }: Account, fields: object = {}) =>
  service().call('POST', '/saved-views/', { token, json: { ...INACTIVE, ...fields } });
const change = ({ token }: Account, { id }: SavedView, json: object) =>
  service().call('PATCH', `/saved-views/${id}`, { token, json });
const remove = ({ token }: Account, { id }: SavedView) =>
  service().call('DELETE', `/saved-views/${id}`, { token });
const restore = ({ token }: Account, { id }: SavedView) =>
  service().call('POST', `/saved-views/${id}/restore`, { token });
const list = async ({ token }: Account, query = '') => {
  const { body } = await service().call('GET', `/saved-views/?${query}`, { token });
  expect(body.count).toBe(body.data.length);
  return body.data as SavedView[];
};
const names = async (account: Account, query = '') => (await list(account, query)).map(({ name }) => name);
const two = async () => [await service().colleague(), await service().colleague()] as const;

describe('who has a view', () => {
  it('keeps a private view for its author, and shows a shared one to everybody, oldest first', async () => {
    const [author, colleague] = await two();
    const { body: own } = await create(author);
    await create(author, { name: 'Shared', visibility: 'all' });
    await create(author, { name: 'Of items', list: 'items' });
    expect(own).toEqual({
      ...INACTIVE,
      id: own.id,
      visibility: 'private',
      author_id: author.id,
      author: author.email,
      missing: [],
      version: 1,
      created_at: own.created_at,
    });
    expect(await names(author)).toEqual(['Inactive', 'Shared', 'Of items']);
    expect(await names(author, 'list=items')).toEqual(['Of items']);
    expect(await names(colleague)).toEqual(['Shared']);
  });

  it('hides a private view from colleagues who try to change, delete or restore it', async () => {
    const [author, colleague] = await two();
    const { body: view } = await create(author);
    for (const answer of [await change(colleague, view, { name: 'x' }), await remove(colleague, view)])
      expect([answer.status, answer.body.code]).toEqual([404, 'saved_view_not_found']);
    await remove(author, view);
    expect((await restore(colleague, view)).body.code).toBe('saved_view_not_found');
    expect((await restore(author, view)).body.name).toBe('Inactive');
  });

  it('lets a colleague change and delete a shared view, but only its author take it back', async () => {
    const [author, colleague] = await two();
    const { body: view } = await create(author, { visibility: 'all' });
    expect((await change(colleague, view, { query: 'status=active' })).body).toMatchObject({
      name: 'Inactive',
      query: 'status=active',
      author_id: author.id,
      version: 2,
    });
    const refused = await change(colleague, view, { visibility: 'private' });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_view_author']);
    expect((await change(author, view, { visibility: 'private' })).body.visibility).toBe('private');
    expect(await names(colleague)).toEqual([]);
    await change(author, view, { visibility: 'all' });
    expect((await remove(colleague, view)).status).toBe(200);
    expect(await names(author)).toEqual([]);
  });

  it('erases the private views of an erased colleague, and keeps the shared ones without an author', async () => {
    const [author, colleague] = await two();
    await create(author);
    const { body: shared } = await create(author, { name: 'Shared', visibility: 'all' });
    await create(colleague);
    await service().db.execute(sql`delete from users where id = ${author.id}`);
    expect(await list(colleague)).toEqual([
      { ...shared, author_id: null, author: null },
      expect.objectContaining({ name: 'Inactive', author_id: colleague.id }),
    ]);
    const [left] = await service().db.execute(sql`select count(*)::int as count from saved_views`);
    expect(left).toEqual({ count: 2 });
    expect((await change(colleague, shared, { name: 'Ours' })).body.name).toBe('Ours');
  });
});

describe('views of a list that somebody may not open', () => {
  it('shows neither shared nor own ones, of any list or of that one, and refuses another', async () => {
    const [author] = await two();
    const reader = await service().teamMember(['members.read', 'ratings.read']);
    const outsider = await service().teamMember(['ratings.read']);
    await create(author, { visibility: 'all' });
    await create(author, { name: 'Angry', list: 'ratings', visibility: 'all' });
    expect(await names(reader)).toEqual(['Inactive', 'Angry']);
    expect(await names(outsider)).toEqual(['Angry']);
    expect(await names(outsider, 'list=members')).toEqual([]);
    expect((await create(reader, { name: 'Mine' })).status).toBe(200);
    for (const visibility of ['private', 'all']) {
      const { status, body } = await create(outsider, { name: 'Mine', visibility });
      expect([status, body.code]).toEqual([403, 'privileges_required']);
    }
    await service().db.execute(
      sql`update users set role_id = (select role_id from users where id = ${outsider.id}) where id = ${reader.id}`,
    );
    expect(await names(reader)).toEqual(['Angry']);
    expect(await names(author)).toEqual(['Inactive', 'Angry']);
  });

  it('can be changed, deleted and restored by nobody who may not open it, also by id', async () => {
    const [author] = await two();
    const outsider = await service().teamMember(['ratings.read']);
    const { body: view } = await create(author, { visibility: 'all' });
    for (const answer of [await change(outsider, view, { name: 'x' }), await remove(outsider, view)])
      expect([answer.status, answer.body.code]).toEqual([404, 'saved_view_not_found']);
    await remove(author, view);
    expect((await restore(outsider, view)).body.code).toBe('saved_view_not_found');
    expect((await restore(author, view)).body.name).toBe('Inactive');
  });
});

describe('changes of a view', () => {
  it('rejects the second of two changes of one version, and keeps the first', async () => {
    const [author, colleague] = await two();
    const { body: view } = await create(author, { visibility: 'all' });
    await change(author, view, { name: 'First', version: 1 });
    const { status, body } = await change(colleague, view, { name: 'Second', version: 1 });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
    expect(await names(colleague)).toEqual(['First']);
  });

  it('brings a deleted view back to its place within a day, unless its name was taken', async () => {
    const [author] = await two();
    const { body: first } = await create(author, { name: 'First' });
    await create(author, { name: 'Second' });
    await remove(author, first);
    expect((await remove(author, first)).body.code).toBe('saved_view_not_found');
    expect(await names(author)).toEqual(['Second']);
    expect((await restore(author, first)).body).toEqual({ ...first, version: 3 });
    expect(await names(author)).toEqual(['First', 'Second']);
    expect((await restore(author, first)).body.code).toBe('saved_view_not_found');
    await remove(author, first);
    const { body: other } = await create(author, { name: 'First' });
    expect((await restore(author, first)).body.code).toBe('saved_view_name_taken');
    await remove(author, other);
    const { db } = service();
    await db.execute(
      sql`update saved_views set deleted_at = now() - interval '23 hours' where id = ${first.id}`,
    );
    await db.execute(
      sql`update saved_views set deleted_at = now() - interval '25 hours' where id = ${other.id}`,
    );
    await eraseDeletedViews(db, new Date());
    expect((await restore(author, other)).body.code).toBe('saved_view_not_found');
    expect((await restore(author, first)).status).toBe(200);
  });

  it('logs the changes of shared views, and nothing about private ones', async () => {
    const [author] = await two();
    const { token } = author;
    const { body: own } = await create(author, { name: 'Mine' });
    await change(author, own, { query: 'locale=fr' });
    await remove(author, own);
    await service().db.execute(sql`delete from saved_views where id = ${own.id}`);
    const { body: shared } = await create(author, { name: 'Ours', visibility: 'all' });
    await change(author, shared, { name: 'Ours again' });
    await change(author, shared, { visibility: 'private' });
    await change(author, shared, { name: 'Secret' });
    await remove(author, shared);
    const logged = async (id: string) => {
      const { body } = await service().call('GET', `/audit-logs/?entity_id=${id}&sort=at`, { token });
      return body.data.map(({ action, changes }: { action: string; changes: object }) => [action, changes]);
    };
    expect(await logged(own.id)).toEqual([]);
    expect(await logged(shared.id)).toEqual([
      [
        'created',
        {
          list: [null, 'members'],
          name: [null, 'Ours'],
          query: [null, INACTIVE.query],
          visibility: [null, 'all'],
        },
      ],
      ['updated', { name: ['Ours', 'Ours again'] }],
      ['updated', { visibility: ['all', 'private'] }],
    ]);
  });
});

describe('names and limits', () => {
  it('has each name once per person and list, and once among the shared ones, whatever its case', async () => {
    const [author, colleague] = await two();
    const taken = async (answer: ReturnType<typeof create>) =>
      expect([(await answer).status, (await answer).body.code]).toEqual([409, 'saved_view_name_taken']);
    const { body: own } = await create(author, { name: 'Été' });
    await taken(create(author, { name: 'ÉTÉ' }));
    expect((await create(author, { name: 'Été', list: 'items' })).status).toBe(200);
    expect((await create(colleague, { name: 'été' })).status).toBe(200);
    const { body: shared } = await create(colleague, { name: 'Été', visibility: 'all' });
    await taken(create(author, { name: 'été', visibility: 'all' }));
    await taken(change(author, own, { visibility: 'all' }));
    const { body: other } = await create(author, { name: 'Autre', visibility: 'all' });
    await taken(change(author, other, { name: 'éTé' }));
    await remove(colleague, shared);
    expect((await change(author, own, { visibility: 'all' })).body.visibility).toBe('all');
  });

  it.each(['private', 'all'])(
    'has at most six %s views of a list, also when two are saved at once',
    async (visibility) => {
      const [author, colleague] = await two();
      const add = (index: number) => create(author, { name: `View ${index}`, visibility });
      const views: SavedView[] = [];
      for (let index = 1; index < VIEWS_MAX; index += 1) views.push((await add(index)).body);
      const answers = await Promise.all([add(6), add(7)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const refused = await add(8);
      expect(refused.body.code).toBe('too_many_saved_views');
      const other = visibility === 'all' ? 'private' : 'all';
      expect((await create(author, { name: 'Bystander', visibility: other })).status).toBe(200);
      expect((await create(author, { name: 'Bystander', visibility, list: 'news' })).status).toBe(200);
      expect((await create(colleague, { name: 'Of another person' })).status).toBe(200);
      const [first] = views as [SavedView];
      await remove(author, first);
      expect((await add(9)).status).toBe(200);
      expect((await restore(author, first)).body.code).toBe('too_many_saved_views');
      const bystander = (await list(author)).find(({ name }) => name === 'Bystander');
      expect((await change(author, bystander as SavedView, { visibility })).body.code).toBe(
        'too_many_saved_views',
      );
    },
  );

  it.each<[string, string, number]>([
    ['name', 'x'.repeat(60), 200],
    ['name', 'x'.repeat(61), 422],
    ['name', ' ', 422],
    ['query', '', 200],
    ['list', 'devices', 422],
    ['visibility', 'role', 422],
  ])('answers a view whose %s is %j with %i', async (field, value, status) => {
    const [author] = await two();
    const { status: answered, body } = await create(author, { [field]: value });
    expect(answered).toBe(status);
    if (status === 422) expect(body.detail[0].loc).toEqual(['body', field]);
  });
});

it('limits the address of a view to 2,000 characters', async () => {
  const [author] = await two();
  expect((await create(author, { query: 'x'.repeat(VIEW_QUERY_MAX) })).status).toBe(200);
  const { status, body } = await create(author, { name: 'Longer', query: 'x'.repeat(VIEW_QUERY_MAX + 1) });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'query']]);
});

describe('filters whose row is gone', () => {
  it('names the parameters of deleted categories, segments and people, and not those that exist or are no ids', async () => {
    const [author, colleague] = await two();
    const { token } = author;
    const { body: category } = await service().call('POST', '/news-categories/', {
      token,
      json: { names: { fr: 'Sorties', en: 'Trips' }, color: '#336699' },
    });
    const query = `author_id=${colleague.id}&category_id=${category.id}`;
    await create(author, { list: 'news', query });
    await create(author, { list: 'messages', query: 'assignee=none&user_id=x' });
    await create(author, { list: 'audit_log', query: `actor_id=${colleague.id}` });
    const { body: segment } = await service().call('POST', '/segments/', {
      token,
      json: { name: crypto.randomUUID(), audience: { locales: ['fr'] } },
    });
    await create(author, { list: 'members', query: `segment_id=${segment.id}` });
    const missing = async () => (await list(author)).map((view) => view.missing);
    expect(await missing()).toEqual([[], [], [], []]);
    await service().call('DELETE', `/news-categories/${category.id}`, { token });
    expect(await missing()).toEqual([['category_id'], [], [], []]);
    await service().call('DELETE', `/users/${colleague.id}`, { token });
    expect(await missing()).toEqual([['category_id', 'author_id'], [], [], []]);
    await service().call('DELETE', `/segments/${segment.id}`, { token });
    expect(await missing()).toEqual([['category_id', 'author_id'], [], [], ['segment_id']]);
  });
});
