import { randomUUID } from 'node:crypto';
import { PUSH_BYTES_MAX } from '@agora/contract/features/broadcasts/broadcasts.schema';
import {
  actionsFrom,
  BROADCAST_ACTIONS,
  BROADCAST_STATES,
  type BroadcastAction,
} from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { TEXTS, useBroadcasts } from '../../../../test/broadcasts.ts';
import { fileForm } from '../../../../test/requests.ts';
import { pushedAmong } from '../broadcasts.queries.ts';
import { broadcasts, type NewBroadcast } from '../broadcasts.table.ts';

const { service, clock, ask, reader, draft, admin } = useBroadcasts();

/** An article that members see. */
async function article(): Promise<{ id: string; slug: string }> {
  const { token } = admin();
  const doc = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Le texte' }] }],
  };
  const fr = { title: `Titre ${randomUUID()}`, body: doc, state: 'ready' };
  const written = await service().call('POST', '/news/', {
    token,
    json: { content: { translations: { fr } } },
  });
  const { id } = written.body;
  const { status, body } = await service().call('POST', `/news/${id}/publish`, { token, json: {} });
  expect(status).toBe(200);
  return { id, slug: body.slug };
}
const typeOf = ({ body }: { body: { detail: { type: string; loc: string[] }[] } }) => [
  body.detail[0]?.type,
  body.detail[0]?.loc.at(-1),
];

describe('POST /broadcasts/', () => {
  it('creates a broadcast as a draft without an audience', async () => {
    const { body } = await ask('POST', '/', {});
    expect(body).toMatchObject({
      status: 'draft',
      audience: null,
      version: 1,
      actions: ['schedule', 'send'],
    });
    expect(body.created_by.id).toBe(admin().id);
  });

  it.each([
    [{}, 'audience_undefined'],
    [{ everyone: false }, 'audience_undefined'],
    [{ exclude_member_ids: [] }, 'audience_undefined'],
    [{ joined: {} }, 'audience_undefined'],
    [{ app_version: {}, last_seen_days: {} }, 'audience_undefined'],
    [{ everyone: true, platfroms: ['ios'] }, 'value_error'],
  ])('rejects the audience %j', async (audience, type) => {
    expect(typeOf(await ask('POST', '/', { audience }))).toEqual([type, 'audience']);
  });

  it.each([
    'https://evil.example/',
    'http://admin.example.com/',
    '//evil.example',
    'javascript:alert(1)',
    'https://admin.example.com@evil.example/',
    'news',
  ])('rejects a link outside the app: %s', async (link) => {
    expect(typeOf(await ask('POST', '/', { link }))).toEqual(['link_not_allowed', 'link']);
  });

  it('rejects an unknown source article and a link to an unknown article', async () => {
    const { id, slug } = await article();
    const source = { source: 'news', source_id: id };
    expect((await ask('POST', '/', { ...source, link: `/news/${slug}?from=push` })).status).toBe(200);
    expect((await ask('POST', '/', { link: `/news/${id}` })).status).toBe(200);
    const unknown = { ...source, source_id: randomUUID() };
    expect(typeOf(await ask('POST', '/', unknown))).toEqual(['source_unknown', 'source_id']);
    expect(typeOf(await ask('POST', '/', { link: '/news/nowhere' }))).toEqual(['link_unknown', 'link']);
    const draftId = await draft([]);
    const changed = await ask('PATCH', `/${draftId}`, { link: '/news/nowhere' });
    expect(typeOf(changed)).toEqual(['link_unknown', 'link']);
  });

  it('returns a library picture in the width of phones and rejects an unknown picture', async () => {
    const bytes = await sharp({ create: { width: 1400, height: 700, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const { token } = admin();
    const { body: picture } = await service().call('POST', '/media/', { token, ...fileForm(bytes) });
    const { body } = await ask('POST', '/', { image_id: picture.id });
    expect(body).toMatchObject({ image_id: picture.id, image: `/media/${picture.id}/1080.jpg` });
    expect((await ask('PATCH', `/${body.id}`, { image_id: null })).body.image).toBeNull();
    expect(typeOf(await ask('POST', '/', { image_id: randomUUID() }))).toEqual(['media_missing', 'image_id']);
    const { db } = service();
    await ask('POST', '/', { image_id: picture.id });
    expect([...(await pushedAmong(db, [picture.id, randomUUID()]))]).toEqual([picture.id]);
  });

  it.each(['/daily-message', '/news?from=push', 'https://admin.example.com/news'])(
    'accepts a link into the app or to a known host: %s',
    async (link) => {
      expect((await ask('POST', '/', { link })).body.link).toBe(link);
    },
  );

  it('rejects a translation whose encrypted payload is too large for browsers', async () => {
    const family = '👩‍👩‍👧‍👦';
    const en = { title: family.repeat(50), body: family.repeat(150) };
    const answer = await ask('POST', '/', { translations: { ...TEXTS, en } });
    expect([typeOf(answer), answer.body.detail[0].ctx.locale]).toEqual([
      ['push_too_large', 'translations'],
      'en',
    ]);
  });

  it('rejects a placeholder that is unknown or has no text for members without a name, by its field', async () => {
    const problemOf = async (fr: object) => {
      const { status, body } = await ask('POST', '/', { translations: { fr } });
      return status === 200 ? 200 : [status, body.detail[0].type, body.detail[0].loc.slice(1).join('.')];
    };
    expect(await problemOf({ title: 'Bonjour {prénom}' })).toEqual([
      422,
      'placeholder_without_fallback',
      'translations.fr.title',
    ]);
    expect(await problemOf({ title: 'Bonjour', body: 'À {nom|vous}' })).toEqual([
      422,
      'unknown_placeholder',
      'translations.fr.body',
    ]);
    expect(await problemOf({ title: 'Bonjour {prénom|cher membre}', body: '{first_name|Vous}' })).toBe(200);
  });

  it('requires room in the payload for the longest first name, and for its fallback', async () => {
    const family = '👩‍👩‍👧‍👦';
    const bytesOf = async (title: string) => {
      const translations = { fr: { title, body: family.repeat(130) } };
      const { status, body } = await ask('POST', '/', { translations });
      return status === 200 ? 200 : body.detail[0].ctx.bytes;
    };
    const text = family.repeat(20);
    expect(await bytesOf(`${text}{prénom|${family.repeat(4)}}`)).toBe(200);
    expect(await bytesOf(`${text}{prénom|${family.repeat(5)}}`)).toBe(PUSH_BYTES_MAX + 1);
    expect(await bytesOf(`${text}${family}{prénom|x}`)).toBe(PUSH_BYTES_MAX + 24);
  });
});

describe('PATCH /broadcasts/{id}', () => {
  it('changes only the sent fields of a broadcast and rejects a stale version', async () => {
    const id = await draft([]);
    const json = { translations: { en: null }, version: 1 };
    const { body } = await ask('PATCH', `/${id}`, json);
    expect(body).toMatchObject({ translations: { fr: TEXTS.fr, en: null }, version: 2, name: 'Test' });
    expect((await ask('PATCH', `/${id}`, json)).body.code).toBe('version_conflict');
  });

  it('records the change of a broadcast in the audit log', async () => {
    const id = await draft([]);
    await ask('PATCH', `/${id}`, { name: 'Another' });
    const { body } = await service().call('GET', `/audit-logs/?entity_id=${id}`, { token: admin().token });
    expect(body.data[0]).toMatchObject({
      entity_type: 'broadcast',
      entity_label: 'Another',
      actor_id: admin().id,
      changes: { name: ['Test', 'Another'] },
    });
  });
});

describe('actions on a broadcast', () => {
  const actions = Object.keys(BROADCAST_ACTIONS) as BroadcastAction[];
  const cases = BROADCAST_STATES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(cases)('enforces the allowed actions of a broadcast in status %s: %s', async (state, action) => {
    const id = await draft([await reader()]);
    await service().db.execute(
      sql`update broadcasts set status = ${state}, version = version + 1 where id = ${id}`,
    );
    const bodies: Partial<Record<BroadcastAction, object>> = {
      send: { expected_devices: 1 },
      schedule: { local: '2027-03-21T09:00', time_zone: 'Europe/Paris', expected_devices: 1 },
    };
    const { status, body } = await ask('POST', `/${id}/${action}`, bodies[action]);
    if (actionsFrom(state).includes(action))
      expect([status, body.status]).toEqual([200, BROADCAST_ACTIONS[action].to]);
    else expect([status, body.code, body.allowed]).toEqual([409, 'invalid_state', actionsFrom(state)]);
  });

  it.each(BROADCAST_STATES)(
    'edits only drafts and deletes only drafts and cancelled broadcasts: %s',
    async (state) => {
      const id = await draft([]);
      await service().db.execute(sql`update broadcasts set status = ${state} where id = ${id}`);
      expect((await ask('PATCH', `/${id}`, { name: 'New' })).status).toBe(state === 'draft' ? 200 : 409);
      const isDeletable = state === 'draft' || state === 'cancelled';
      expect((await ask('DELETE', `/${id}`)).status).toBe(isDeletable ? 200 : 409);
    },
  );

  it('rejects deleting a cancelled broadcast that had already started', async () => {
    const id = await draft([]);
    await service().db.execute(
      sql`update broadcasts set status = 'cancelled', started_at = now() where id = ${id}`,
    );
    expect((await ask('DELETE', `/${id}`)).body.code).toBe('invalid_state');
  });
});

describe('POST /broadcasts/{id}/send', () => {
  const send = (id: string, expected_devices: number, key?: string) =>
    ask('POST', `/${id}/send`, { expected_devices }, key ? { 'idempotency-key': key } : {});

  it('rejects sending a broadcast without an audience, a text in the default language or any device', async () => {
    const nobody = await service().member();
    const refusals = [
      await send(await draft([], { audience: null }), 0),
      await send(await draft([nobody], { translations: { en: TEXTS.en } }), 0),
      await send(await draft([nobody]), 0),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'broadcast_incomplete'],
      [409, 'broadcast_incomplete'],
      [409, 'audience_empty'],
    ]);
  });

  it('rejects sending or scheduling a broadcast that a colleague has changed since it was read', async () => {
    const id = await draft([await reader()]);
    const { version } = (await ask('GET', `/${id}`)).body;
    await ask('PATCH', `/${id}`, { name: 'Of a colleague' });
    const shown = { expected_devices: 1, version };
    const schedule = { ...shown, local: '2027-03-21T09:00', time_zone: 'Europe/Paris' };
    expect((await ask('POST', `/${id}/send`, shown)).body.code).toBe('version_conflict');
    expect((await ask('POST', `/${id}/schedule`, schedule)).body.code).toBe('version_conflict');
    expect((await ask('GET', `/${id}`)).body.status).toBe('draft');
    expect((await ask('POST', `/${id}/send`, { ...shown, version: version + 1 })).status).toBe(200);
  });

  it('sends a broadcast in one language when missing languages are skipped', async () => {
    const some = [await reader({ locale: 'en' })];
    const id = await draft(some, { translations: { en: TEXTS.en }, missing_locale: 'skip' });
    expect((await send(id, 1)).status).toBe(200);
  });

  it('rejects an expected device count that is off by more than 20 and returns the actual count', async () => {
    const id = await draft([await reader()]);
    const { status, body } = await send(id, 500);
    expect([status, body.code, body.devices]).toEqual([409, 'audience_changed', 1]);
    expect((await send(id, 22)).body.code).toBe('audience_changed');
    expect((await send(id, 21)).status).toBe(200);
  });

  it('does not send a push twice when its request is retried or sent concurrently', async () => {
    const id = await draft([await reader()]);
    const key = randomUUID();
    const answers = await Promise.all([send(id, 1, key), send(id, 1, key), send(id, 1), send(id, 1)]);
    const done = answers.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed']);
    expect(done).toHaveLength(1);
    expect((await send(id, 1, key)).status).toBeOneOf([200, 409]);
    expect((await send(id, 1)).body.code).toBe('invalid_state');
  });

  it('sends one of two concurrent broadcasts about an article and rejects every later broadcast', async () => {
    const some = [await reader()];
    const { id } = await article();
    const source = { source: 'news', source_id: id };
    const [first, second] = [await draft(some, source), await draft(some, source)];
    const answers = await Promise.all([send(first, 1), send(second, 1)]);
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual(['already_pushed', 'done']);
    expect((await send(await draft(some, source), 1)).body.code).toBe('already_pushed');
  });

  it('rejects sending or scheduling a second push of an article by a copy or by a link to the article', async () => {
    const some = [await reader()];
    const { id: source_id, slug } = await article();
    const link = `/news/${slug}`;
    const id = await draft(some, { source: 'news', source_id, link });
    expect((await send(id, 1)).status).toBe(200);
    const copy = (await ask('POST', `/${id}/duplicate`)).body.id;
    for (const again of [copy, await draft(some, { link: `/news/${source_id}` })]) {
      expect((await send(again, 1)).body.code).toBe('already_pushed');
      const time = { local: '2027-06-01T10:00', time_zone: 'UTC', expected_devices: 1 };
      expect((await ask('POST', `/${again}/schedule`, time)).body.code).toBe('already_pushed');
    }
    await ask('PATCH', `/${copy}`, { link: '/daily-message' });
    expect((await send(copy, 1)).status).toBe(200);
    for (const spelling of [`/./news/${slug}`, `/%6eews//${slug}`]) {
      const { body } = await ask('PATCH', `/${await draft(some)}`, { link: spelling });
      expect(body.link).toBe(link);
      expect((await send(body.id, 1)).body.code).toBe('already_pushed');
    }
  });

  it('rejects sending or scheduling a push of an article that is not visible at that time', async () => {
    const { id } = await article();
    const days = (count: number) => new Date(clock.now.getTime() + count * 86_400_000).toISOString();
    await service().db.execute(
      sql`update news_live set visible_from = ${days(2)}, visible_to = ${days(4)} where article_id = ${id}`,
    );
    for (const fields of [{ source: 'news', source_id: id }, { link: `/news/${id}` }]) {
      const push = await draft([await reader()], fields);
      const later = (day: number) =>
        ask('POST', `/${push}/schedule`, {
          local: days(day).slice(0, 16),
          time_zone: 'UTC',
          expected_devices: 1,
        });
      for (const { status, body } of [await send(push, 1), await later(1), await later(4)])
        expect([status, body.code]).toEqual([409, 'push_target_gone']);
      expect((await later(2)).body.status).toBe('scheduled');
      await ask('POST', `/${push}/unschedule`);
    }
  });
});

const LARGE_AUDIENCE = 1_001;

/** Creates an audience of devices so large that a push to it requires a recent password. */
async function createLargeAudience() {
  const version = `${Date.now() % 1_000_000}`;
  await service().db.execute(sql`
      with member as (
        insert into users (id, email, email_key, password_hash, locale, created_at)
        select gen_random_uuid(), n || '@' || ${version}, n || '@' || ${version}, 'none', 'fr', now()
        from generate_series(1, ${LARGE_AUDIENCE}::int) as n returning id
      )
      insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, app_version,
        push_permission, created_at, last_seen_at)
      select gen_random_uuid(), gen_random_uuid(), id, 'ios', 'fcm', id::text, id::text, 'fr', ${version}, 'granted',
        ${clock.now.toISOString()}::timestamptz, ${clock.now.toISOString()}::timestamptz from member`);
  return { app_version: { gte: version, lt: `${version}.0` } };
}

it('requires a recent password for a push to many devices and limits such pushes per day and team', async () => {
  const audience = await createLargeAudience();
  const [me, colleague] = [await service().colleague(), await service().colleague()];
  const send = async (by = me) => {
    const act = (method: string, path: string, json?: object) =>
      service().call(method, path, { token: by.token, ...(json && { json }) });
    const { body } = await act('POST', '/broadcasts/', { translations: TEXTS, audience });
    const { status, ...answer } = await act('POST', `/broadcasts/${body.id}/send`, {
      expected_devices: LARGE_AUDIENCE,
    });
    await act('POST', `/broadcasts/${body.id}/cancel`);
    return [status, answer.body.code];
  };
  expect(await send()).toEqual([200, undefined]);
  const before = clock.now;
  clock.now = new Date(clock.now.getTime() + 6 * 60_000);
  expect(await send()).toEqual([409, 'password_required']);
  for (const { token, password } of [me, colleague])
    await service().call('POST', '/login/verify-password', { token, json: { password } });
  expect(await send()).toEqual([200, undefined]);
  expect(await send()).toEqual([429, 'too_many_requests']);
  expect(await send(colleague)).toEqual([429, 'too_many_requests']);
  clock.now = before;
});

describe('POST /broadcasts/{id}/schedule', () => {
  const schedule = async (local: string, more: object = {}) => {
    const id = await draft([await reader()]);
    return ask('POST', `/${id}/schedule`, { local, time_zone: 'Europe/Paris', expected_devices: 1, ...more });
  };

  it('stores the typed local time, its time zone and the resulting moment', async () => {
    const { body } = await schedule('2027-07-14T09:00');
    expect(body).toMatchObject({
      status: 'scheduled',
      scheduled_local: '2027-07-14T09:00',
      time_zone: 'Europe/Paris',
      scheduled_at: '2027-07-14T07:00:00.000Z',
    });
  });

  it.each([
    ['2027-03-28T02:30', 'time_skipped', 'Europe/Paris'],
    ['2027-10-31T02:30', 'time_ambiguous', 'Europe/Paris'],
    ['2027-11-07T01:30', 'time_ambiguous', 'America/New_York'],
    ['2027-02-30T09:00', 'datetime_parsing', 'Europe/Paris'],
    ['2027-03-20T12:59', 'time_past', 'Europe/Paris'],
    ['2030-03-20T12:00', 'date_too_late', 'Europe/Paris'],
  ])('rejects the scheduled time %s with %s', async (local, type, time_zone) => {
    expect(typeOf(await schedule(local, { time_zone }))).toEqual([type, 'local']);
  });

  it('rejects an unknown time zone', async () => {
    const answer = await schedule('2027-07-14T09:00', { time_zone: 'Europe/Atlantis' });
    expect(typeOf(answer)).toEqual(['value_error', 'time_zone']);
  });

  it('accepts an ambiguous local time with its offset', async () => {
    const { body } = await schedule('2027-10-31T02:30', { offset: '+02:00' });
    expect(body.scheduled_at).toBe('2027-10-31T00:30:00.000Z');
  });

  it('schedules a push in local time at the moment when that time comes first in any time zone', async () => {
    const { body } = await schedule('2027-03-22T09:00', { mode: 'local' });
    expect(body.scheduled_at).toBe('2027-03-21T19:00:00.000Z');
    const passed = await schedule('2027-03-19T09:00', { mode: 'local' });
    expect(typeOf(passed)).toEqual(['time_past', 'local']);
  });
});

describe('POST /broadcasts/{id}/test', () => {
  it('sends a marked test push in each language to the caller’s devices without changing the draft', async () => {
    const me = await service().colleague();
    const json = { platform: 'ios', provider: 'fcm', token: randomUUID() };
    await service().call('PUT', `/app/devices/${randomUUID()}`, { token: me.token, json });
    const id = await draft([], { audience: null });
    const { body } = await service().call('POST', `/broadcasts/${id}/test`, { token: me.token, json: {} });
    expect(
      body.data.map(({ is_accepted, locale }: Record<string, unknown>) => [is_accepted, locale]),
    ).toEqual([
      [true, 'fr'],
      [true, 'en'],
    ]);
    const pushes = await service().call('GET', '/private/pushes', { token: admin().token });
    const titles = pushes.body.data
      .filter(({ token }: { token: string }) => token === json.token)
      .map(({ title }: { title: string }) => title);
    expect(titles.sort()).toEqual(['[TEST] Bonjour', '[TEST] Hello']);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'draft', version: 1 });
  });

  it('rejects a test push to a device that the caller does not have', async () => {
    const { body } = await ask('POST', `/${await draft([])}/test`, { device_ids: [randomUUID()] });
    expect(body.code).toBe('no_test_device');
  });
});

describe('GET /broadcasts/', () => {
  it('filters broadcasts by their source article', async () => {
    const { id: source_id } = await article();
    const about = await draft([], { source: 'news', source_id });
    await draft([]);
    const { body } = await ask('GET', `/?source_id=${source_id}`);
    expect([body.count, body.data[0].id]).toEqual([1, about]);
  });

  it('filters broadcasts by status, category, day and text, newest first', async () => {
    clock.now = new Date('2027-03-25T12:00:00Z');
    const [first, second] = [
      await draft([], { name: 'Élan un', category: 'daily' }),
      await draft([], { name: 'Élan deux' }),
    ];
    const ids = async (query: string) =>
      (await ask('GET', `/?search=elan&${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('category=daily&status=draft')).toEqual([first]);
    expect(await ids('from=2027-03-25&to=2027-03-25')).toEqual([second, first]);
    expect(await ids('to=2027-03-24')).toEqual([]);
    clock.now = new Date('2027-03-20T12:00:00Z');
  });
});

describe('POST /broadcasts/{id}/duplicate', () => {
  it('creates a draft with the same content and audience', async () => {
    const some = [await reader()];
    const content = {
      name: 'La fête',
      category: 'service',
      missing_locale: 'skip',
      link: '/daily-message',
      urgent: true,
      ttl_seconds: 3600,
    };
    const id = await draft(some, content);
    await ask('POST', `/${id}/send`, { expected_devices: 1 });
    const { body } = await ask('POST', `/${id}/duplicate`);
    expect(body).toMatchObject({
      ...content,
      status: 'draft',
      translations: TEXTS,
      audience: { member_ids: [some[0]?.id] },
    });
  });

  it('duplicates a broadcast whose article was deleted, but rejects saving the link to the article', async () => {
    const { id: source_id, slug } = await article();
    const link = `/news/${slug}`;
    const id = await draft([], { source: 'news', source_id, link });
    await service().call('DELETE', `/news/${source_id}`, { token: admin().token });
    const { status, body } = await ask('POST', `/${id}/duplicate`);
    expect([status, body.link, body.source, body.source_id]).toEqual([200, link, 'manual', null]);
    expect(typeOf(await ask('PATCH', `/${body.id}`, { link }))).toEqual(['link_unknown', 'link']);
  });
});

describe('GET /broadcasts/{id}/stats', () => {
  it('returns accepted and opened deliveries by hour and by app version', async () => {
    const readers = [await reader(), await reader(), await reader()];
    const id = await draft(readers);
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, app_version, not_before,
        status, sent_at, opened_at)
      select ${id}, id, user_id, platform, locale, case when number < 3 then '2.0' end, now(),
        case when number = 3 then 'failed' else 'sent' end, timestamptz '2027-03-20 08:59Z',
        case when number < 3 then timestamptz '2027-03-20 08:34Z' + number * interval '25 minutes' end
      from (select *, row_number() over () as number from devices
        where user_id = any(${`{${readers.map((each) => each.id).join(',')}}`}::uuid[])) as numbered`);
    const { body } = await ask('GET', `/${id}/stats`);
    expect(body.over_time).toEqual([
      { hour: '2027-03-20T08:00:00.000Z', accepted: 2, opened: 1 },
      { hour: '2027-03-20T09:00:00.000Z', accepted: 0, opened: 1 },
    ]);
    expect(body.by_version).toEqual([
      { key: '2.0', targeted: 2, sent: 2, opened: 2 },
      { key: null, targeted: 1, sent: 0, opened: 0 },
    ]);
    expect((await ask('GET', `/${await draft([])}/stats`)).body.over_time).toEqual([]);
    expect((await ask('GET', `/${randomUUID()}/stats`)).body.code).toBe('broadcast_not_found');
  });

  it('excludes pending and cancelled deliveries from the failures', async () => {
    const readers = [await reader(), await reader(), await reader()];
    const id = await draft(readers);
    for (const [index, status] of ['pending', 'cancelled', 'failed'].entries())
      await service().db.execute(sql`
        insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status, error_code)
        select ${id}, id, user_id, platform, locale, now(), ${status}, 'rate_limited' from devices
        where user_id = ${readers[index]?.id}`);
    expect((await ask('GET', `/${id}/stats`)).body.failures).toEqual([
      { status: 'failed', error_code: 'rate_limited', count: 1 },
    ]);
  });

  it('compares a broadcast with its category in the preceding 365 days', async () => {
    const sent = async (started_at: string, fields: Partial<NewBroadcast> = {}) => {
      const id = await draft([]);
      const counts = { targeted: 10, sent: 8, reached: 7, opened: 3 };
      await service()
        .db.update(broadcasts)
        .set({ category: 'service', status: 'sent', started_at: new Date(started_at), ...counts, ...fields })
        .where(eq(broadcasts.id, id));
      return id;
    };
    const id = await sent('2019-06-01T12:00:00Z');
    await sent('2019-05-31T12:00:00Z');
    await sent('2018-06-01T12:00:00Z', { opened: 1 });
    await sent('2018-06-01T11:59:59Z');
    await sent('2019-06-01T12:00:00Z');
    await sent('2019-05-01T12:00:00Z', { category: 'daily' });
    await sent('2019-05-01T12:00:00Z', { status: 'cancelled' });
    const { body } = await ask('GET', `/${id}/stats`);
    expect(body.category).toEqual({ broadcasts: 2, targeted: 20, sent: 16, reached: 14, opened: 4 });
    expect((await ask('GET', `/${await draft([])}/stats`)).body.category.broadcasts).toBe(0);
  });

  it('counts one opening per member for any number of devices and repeated requests', async () => {
    const member = await reader();
    const json = { platform: 'ios', provider: 'fcm', token: randomUUID() };
    await service().call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
    const id = await draft([member]);
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
      select ${id}, id, user_id, platform, locale, now(), 'sent' from devices where user_id = ${member.id}`);
    const open = () => service().call('POST', `/app/notifications/${id}/opened`, { token: member.token });
    for (let times = 0; times < 2; times += 1) expect((await open()).status).toBe(200);
    const { body } = await ask('GET', `/${id}/stats`);
    const opened = (groups: { opened: number }[]) => groups.reduce((sum, group) => sum + group.opened, 0);
    expect([opened(body.by_platform), opened(body.by_locale), opened(body.over_time)]).toEqual([1, 1, 1]);
    expect((await ask('GET', `/${id}`)).body.opened).toBe(1);
    const inbox = await service().call('GET', '/app/notifications', { token: member.token });
    expect(inbox.body.data[0].is_read).toBe(true);
  });
});
