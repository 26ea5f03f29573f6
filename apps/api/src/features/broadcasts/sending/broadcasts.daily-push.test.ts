import { randomUUID } from 'node:crypto';
import { PUSH_BYTES_MAX } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, text, useDailyMessages } from '../../../../test/daily-messages.ts';
import { eventually, TestService } from '../../../../test/harness.ts';
import { PushServer, type Received } from '../../../../test/push-server.ts';
import { payloadBytes } from '../../../platform/push/payload.ts';
import { endOfDay } from '../../../platform/time/civil-date.ts';

const TOMORROW = '2036-03-11';
const HOUR = '08:30';

const scene = useDailyMessages();
const { write, onDay } = scene;
const workers: TestService[] = [];
beforeAll(async () => {
  const settings = { DAILY_PUSH_AT: HOUR };
  const start = () => TestService.start({ beside: scene.t, worker: true, now: () => scene.time, settings });
  workers.push(await start(), await start());
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
});
beforeEach(() => scene.t.db.execute(sql`delete from broadcasts`));

/** Runs both workers several times concurrently. */
async function runJobs(): Promise<void> {
  await scene.t.db.execute(
    sql`select graphile_worker.add_job('make_daily_pushes') from generate_series(1, 20)`,
  );
  await eventually(async () => {
    const [left] = await scene.t.db.execute(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'make_daily_pushes'`,
    );
    return left ? undefined : true;
  });
}

const ask = (method: string, path: string) =>
  scene.t.call(method, `/broadcasts/${path}`, { token: scene.admin.token });

/** The daily pushes, from the team's API. */
async function pushes() {
  const { body } = await ask('GET', '?category=daily');
  return body.data;
}
const made = async () => {
  await runJobs();
  return (await pushes()).map(({ day }: { day: string }) => day);
};

describe('the daily push', () => {
  it('creates the daily push once with several workers, at the local hour of each recipient', async () => {
    await write({
      day: TOMORROW,
      translations: { fr: { ...text('Bonjour'), title: 'Un titre' }, en: text('Hello') },
    });
    await runJobs();
    expect(await pushes()).toMatchObject([
      {
        day: TOMORROW,
        source: 'daily',
        status: 'scheduled',
        actions: ['cancel'],
        audience: { everyone: true },
        link: '/daily-message',
        urgent: false,
        schedule_mode: 'local',
        scheduled_local: `${TOMORROW}T${HOUR}`,
        scheduled_at: '2036-03-10T18:30:00.000Z',
        late_policy: 'skip',
        ttl_seconds: 15.5 * 3600,
        created_by: null,
        translations: {
          fr: { title: 'Un titre', body: 'Bonjour' },
          en: { title: 'Message of the day', body: 'Hello' },
        },
      },
    ]);
    const [{ id }] = await pushes();
    const { body } = await scene.t.call('GET', `/audit-logs/?entity_type=broadcast&entity_id=${id}`, {
      token: scene.admin.token,
    });
    expect(body.data).toMatchObject([{ action: 'created', actor_kind: 'system' }]);
  });

  it('creates the daily push once its day begins in any time zone, unless its hour is over everywhere', async () => {
    await onDay(TODAY);
    await onDay('2036-03-12');
    scene.time = new Date('2036-03-10T20:30:00Z');
    expect(await made()).toEqual([]);
    scene.time = new Date('2036-03-11T09:59:00Z');
    expect(await made()).toEqual([]);
    scene.time = new Date('2036-03-11T10:00:00Z');
    expect(await made()).toEqual(['2036-03-12']);
  });

  it('creates no daily push for a draft, and one for a message that is written after the day has begun', async () => {
    await onDay(TODAY, { status: 'draft' });
    expect(await made()).toEqual([]);
    scene.time = new Date(`${TODAY}T20:00:00Z`);
    await onDay(TOMORROW);
    await runJobs();
    expect(await pushes()).toMatchObject([{ day: TOMORROW, scheduled_at: scene.time.toISOString() }]);
  });

  it('creates the daily push from a message of the reserve without creating its issue', async () => {
    await onDay(null, { translations: { fr: text('De réserve') } });
    expect(await made()).toEqual([TOMORROW, TODAY]);
    expect(await pushes()).toMatchObject([
      { translations: { fr: { title: 'Message du jour', body: 'De réserve' }, en: null } },
      {},
    ]);
    expect(await scene.t.db.execute(sql`select from daily_message_issues`)).toHaveLength(0);
  });

  it('cancels a missed daily push once its day is over in every time zone', async () => {
    await onDay(TOMORROW);
    await runJobs();
    await scene.t.db.execute(sql`update broadcasts set status = 'missed'`);
    const state = async () => {
      await runJobs();
      const [{ status, finished_at, actions }] = await pushes();
      return { status, finished_at, actions };
    };
    scene.time = new Date('2036-03-12T11:59:00Z');
    expect(await state()).toEqual({ status: 'missed', finished_at: null, actions: ['cancel'] });
    scene.time = new Date('2036-03-12T12:00:00Z');
    expect(await state()).toEqual({
      status: 'cancelled',
      finished_at: '2036-03-12T12:00:00.000Z',
      actions: [],
    });
  });

  it('updates the daily push when its message is corrected, swapped or deleted', async () => {
    const [today, tomorrow] = [await onDay(TODAY), await onDay(TOMORROW)];
    const body = async () => {
      await runJobs();
      return Object.fromEntries(
        (await pushes()).map((push: { day: string; translations: { fr: { body: string } } }) => [
          push.day,
          push.translations.fr.body,
        ]),
      );
    };
    expect(await body()).toEqual({ [TODAY]: `Message ${TODAY}`, [TOMORROW]: `Message ${TOMORROW}` });
    await scene.call('PATCH', tomorrow.id, { translations: { fr: text('Corrigé') } });
    expect(await body()).toEqual({ [TODAY]: `Message ${TODAY}`, [TOMORROW]: 'Corrigé' });
    await scene.call('POST', `${today.id}/move`, { day: TOMORROW, on_conflict: 'swap' });
    expect(await body()).toEqual({ [TODAY]: 'Corrigé', [TOMORROW]: `Message ${TODAY}` });
    await scene.call('DELETE', today.id);
    await onDay(TOMORROW, { translations: { fr: text('Un autre') }, missing_locale: 'hide' });
    expect(await body()).toEqual({ [TODAY]: 'Corrigé', [TOMORROW]: 'Un autre' });
    expect((await pushes()).map((push: { missing_locale: string }) => push.missing_locale)).toEqual([
      'skip',
      'fallback',
    ]);
  });

  it('rejects actions other than cancel on a daily push, and does not recreate a cancelled daily push', async () => {
    await onDay(TOMORROW);
    await runJobs();
    const [{ id }] = await pushes();
    for (const path of ['unschedule', 'pause', 'send']) {
      const json = path === 'send' ? { expected_devices: 0 } : undefined;
      const { status, body } = await scene.t.call('POST', `/broadcasts/${id}/${path}`, {
        token: scene.admin.token,
        ...(json && { json }),
      });
      expect([status, body.code, body.allowed]).toEqual([409, 'invalid_state', ['cancel']]);
    }
    expect((await ask('POST', `${id}/cancel`)).body.status).toBe('cancelled');
    expect((await ask('DELETE', id)).status).toBe(409);
    await runJobs();
    expect(await pushes()).toMatchObject([{ id, status: 'cancelled' }]);
  });

  it('truncates the daily push between grapheme clusters to the payload limit of every provider', async () => {
    const family = '👨‍👩‍👧‍👦';
    const title = 'é'.repeat(120);
    await write({ day: TODAY, translations: { fr: { title, body: 'a '.repeat(400), author: '' } } });
    await write({
      day: TOMORROW,
      translations: {
        fr: { title: family.repeat(120), body: family.repeat(600), author: '' },
      },
    });
    await runJobs();
    const [heavy, long] = await pushes();
    expect(long.translations.fr.title).toBe(`${'é'.repeat(99)}…`);
    expect(long.translations.fr.body).toBe(`${'a '.repeat(249)}a…`);
    const { title: short, body } = heavy.translations.fr;
    expect(short).toMatch(/^(👨‍👩‍👧‍👦)+…$/u);
    expect(body).toMatch(/^(👨‍👩‍👧‍👦)+…$/u);
    const content = { notificationId: heavy.id, collapseId: heavy.id, locale: 'fr', link: heavy.link };
    expect(payloadBytes({ ...content, title: short, body, image: null, ttl: 0 })).toBeLessThan(
      PUSH_BYTES_MAX,
    );
  });
});

it('creates no daily push without DAILY_PUSH_AT', async () => {
  const own = await TestService.start({ worker: true });
  const { token } = await own.superuser();
  const json = { status: 'ready', translations: { fr: text('De réserve') } };
  await own.call('POST', '/daily-messages/', { token, json });
  await own.db.execute(sql`select graphile_worker.add_job('make_daily_pushes')`);
  await eventually(async () => {
    const left = await own.db.execute(
      sql`select from graphile_worker.jobs where task_identifier = 'make_daily_pushes'`,
    );
    return left.length === 0 ? true : undefined;
  });
  expect((await own.call('GET', '/broadcasts/', { token })).body.count).toBe(0);
  await own.stop();
});

describe('the delivery of a daily push', () => {
  /** The push hour: now in Tokyo, past in Kiritimati, ahead in Paris and New York. */
  const now = new Date();
  const tokyo = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Asia/Tokyo');
  const day = tokyo.toPlainDate().toString();
  const clock = (minutes: number) =>
    tokyo.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' });
  const hour = clock(0);
  const settings = { DAILY_PUSH_AT: hour, PUSH_QUIET_HOURS: `${clock(-120)}-${clock(-30)}` };
  let time = now;
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await TestService.start({ worker: true, now: () => time, settings });
    admin = (await t.superuser()).token;
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    time = now;
    for (const table of [
      'broadcasts',
      'broadcast_deliveries',
      'devices',
      'daily_message_issues',
      'daily_messages',
    ])
      await t.db.execute(sql`delete from ${sql.identifier(table)}`);
  });

  const call = async (method: string, path: string, json?: object) => {
    const answer = await t.call(method, path, { token: admin, ...(json && { json }) });
    expect([answer.status, answer.body]).toEqual([200, answer.body]);
    return answer.body;
  };
  const plan = (fields: object) => call('POST', '/daily-messages/', { day, status: 'ready', ...fields });

  async function phone(time_zone: string, locale = 'fr', wants = {}) {
    const { token } = await t.member();
    await t.call('PATCH', '/app/notification-preferences', { token, json: wants });
    const device = { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone, locale };
    await t.call('PUT', `/app/devices/${randomUUID()}`, { token, json: device });
    const got = async () => {
      const { data } = await call('GET', '/private/pushes?limit=1000');
      return data
        .filter((push: { token: string }) => push.token === device.token)
        .map((push: object & { title: string; body: string; locale: string; link: string }) => [
          push.locale,
          push.title,
          push.body,
          push.link,
        ]);
    };
    const inbox = async () => (await t.call('GET', '/app/notifications', { token })).body.data;
    /** Status of the delivery, and its due time on the device's clock. */
    const outcome = async () => {
      const [row] = await t.db.execute(sql`
        select status, error_code, to_char(not_before at time zone ${time_zone}, 'YYYY-MM-DD HH24:MI') as due
        from broadcast_deliveries where device_id = (select id from devices where token = ${device.token})`);
      return row;
    };
    /** Makes the delivery due, and waits for its outcome. */
    const becomeDue = async () => {
      await eventually(async () => {
        await t.db.execute(sql`update broadcast_deliveries set not_before = now() where status = 'pending'
          and device_id = (select id from devices where token = ${device.token})`);
        const status = (await outcome())?.['status'];
        return status === undefined || status === 'pending' || status === 'sending' ? undefined : true;
      });
    };
    return { got, inbox, outcome, becomeDue };
  }

  /** Creates the daily push and picks its devices. */
  async function begin() {
    await t.db.execute(sql`select graphile_worker.add_job('make_daily_pushes')`);
    return eventually(async () => {
      const { data } = await call('GET', '/broadcasts/');
      return data[0]?.targeted === null ? undefined : data[0];
    });
  }
  const settled = (id: string, open: number) =>
    eventually(async () => {
      const { targeted, sent, skipped } = await call('GET', `/broadcasts/${id}`);
      return targeted - sent - skipped === open ? true : undefined;
    });

  const both = {
    translations: { fr: { ...text('À tous'), title: 'Bonjour' }, en: { ...text('To all'), title: 'Hello' } },
  };
  const FRENCH = ['fr', 'Bonjour', 'À tous', '/daily-message'];

  it('delivers the daily push at the local hour and in the language of each phone', async () => {
    await plan(both);
    const [french, english] = [await phone('Asia/Tokyo'), await phone('Asia/Tokyo', 'en')];
    const [paris, past] = [await phone('Europe/Paris'), await phone('Pacific/Kiritimati')];
    const declined = await phone('Asia/Tokyo', 'fr', { daily: false });
    const { id } = await begin();
    await settled(id, 1);
    expect([await french.got(), await english.got()]).toEqual([
      [FRENCH],
      [['en', 'Hello', 'To all', '/daily-message']],
    ]);
    expect(await english.inbox()).toMatchObject([
      { id, category: 'daily', locale: 'en', title: 'Hello', body: 'To all', link: '/daily-message' },
    ]);
    expect(await paris.outcome()).toMatchObject({ status: 'pending', due: `${day} ${hour}` });
    expect(await past.outcome()).toMatchObject({ status: 'skipped', error_code: 'too_late' });
    expect(await declined.outcome()).toBeUndefined();
    await paris.becomeDue();
    expect(await paris.got()).toEqual([FRENCH]);
    expect([await past.got(), await declined.got()]).toEqual([[], []]);
    await eventually(async () =>
      (await call('GET', `/broadcasts/${id}`)).status === 'sent' ? true : undefined,
    );
  });

  it('delivers the message of the day as of the local hour: a corrected message, a swapped message or nothing', async () => {
    const message = await plan(both);
    const zones = ['Europe/Paris', 'America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'];
    const [paris, newYork, losAngeles, honolulu] = await Promise.all(zones.map((zone) => phone(zone)));
    await begin();
    await call('PATCH', `/daily-messages/${message.id}`, { translations: { fr: text('Corrigé') } });
    await paris?.becomeDue();
    expect(await paris?.got()).toEqual([['fr', 'Message du jour', 'Corrigé', '/daily-message']]);
    const other = await plan({
      day: tokyo.toPlainDate().add({ days: 9 }).toString(),
      translations: { fr: text('Un autre') },
    });
    await call('POST', `/daily-messages/${other.id}/move`, { day, on_conflict: 'swap' });
    await newYork?.becomeDue();
    expect(await newYork?.got()).toEqual([['fr', 'Message du jour', 'Un autre', '/daily-message']]);
    await call('DELETE', `/daily-messages/${other.id}`);
    await losAngeles?.becomeDue();
    expect(await losAngeles?.outcome()).toMatchObject({ status: 'skipped', error_code: 'no_message' });
    await plan({ translations: { fr: text('Enfin') } });
    await honolulu?.becomeDue();
    expect([await losAngeles?.got(), await honolulu?.got()]).toEqual([
      [],
      [['fr', 'Message du jour', 'Enfin', '/daily-message']],
    ]);
  });

  it('delivers the default language or nothing to a phone if the message lacks its language', async () => {
    const [tokyoPhone, seoul] = [await phone('Asia/Tokyo', 'en'), await phone('Asia/Seoul', 'en')];
    const later = await phone('Europe/Paris', 'en');
    const message = await plan({ translations: { fr: text('À tous') } });
    const { id } = await begin();
    await settled(id, 1);
    const fallback = ['fr', 'Message du jour', 'À tous', '/daily-message'];
    expect([await tokyoPhone.got(), await seoul.got()]).toEqual([[fallback], [fallback]]);
    expect(await seoul.inbox()).toMatchObject([{ locale: 'fr', title: 'Message du jour', body: 'À tous' }]);
    await call('PATCH', `/daily-messages/${message.id}`, { missing_locale: 'hide' });
    await later.becomeDue();
    expect(await later.outcome()).toMatchObject({ status: 'skipped', error_code: 'no_message' });
    expect([await later.got(), await later.inbox()]).toEqual([[], []]);
  });

  it('skips the daily push of a past day after a long outage of the workers', async () => {
    await plan(both);
    const paris = await phone('Europe/Paris');
    await begin();
    time = new Date(now.getTime() + 2 * 86_400_000);
    await paris.becomeDue();
    expect(await paris.outcome()).toMatchObject({ status: 'skipped', error_code: 'too_late' });
    expect(await paris.got()).toEqual([]);
  });

  it('delays the daily push until the quiet hours in the time zone of the phone are over', async () => {
    await plan(both);
    const shanghai = await phone('Asia/Shanghai');
    await begin();
    await t.db.execute(sql`update broadcast_deliveries set not_before = now()`);
    await eventually(async () => {
      const { status, due } = (await shanghai.outcome()) ?? {};
      return status === 'pending' && String(due).endsWith(clock(-30)) ? true : undefined;
    });
    expect(await shanghai.got()).toEqual([]);
  });

  it('delivers no daily push that was paused, resumed and cancelled', async () => {
    await plan(both);
    const paris = await phone('Europe/Paris');
    const { id, actions } = await begin();
    expect(actions).toEqual(['pause', 'cancel']);
    expect((await call('POST', `/broadcasts/${id}/pause`)).actions).toEqual(['resume', 'cancel']);
    await call('POST', `/broadcasts/${id}/resume`);
    await call('POST', `/broadcasts/${id}/cancel`);
    await eventually(async () => ((await paris.outcome())?.['status'] === 'cancelled' ? true : undefined));
    expect(await paris.got()).toEqual([]);
  });
});

it('limits the TTL of a late daily push to the end of the day in the time zone of the phone', async () => {
  const server = await PushServer.start();
  const now = new Date();
  const tokyo = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Asia/Tokyo');
  const day = tokyo.toPlainDate().toString();
  const settings = {
    DAILY_PUSH_AT: tokyo.toPlainTime().toString({ smallestUnit: 'minute' }),
    FCM_SERVICE_ACCOUNT: server.serviceAccount,
  };
  let time = now;
  const own = await TestService.start({
    worker: true,
    now: () => time,
    settings,
    pushOrigins: { fcm: server.origin },
  });
  try {
    const { token } = await own.superuser();
    const json = { day, status: 'ready', translations: { fr: text('À tous') } };
    await own.call('POST', '/daily-messages/', { token, json });
    const phone = {
      platform: 'android',
      provider: 'fcm',
      token: randomUUID(),
      time_zone: 'Pacific/Honolulu',
    };
    await own.call('PUT', `/app/devices/${randomUUID()}`, { token, json: phone });
    await own.db.execute(sql`select graphile_worker.add_job('make_daily_pushes')`);
    const isPicked = sql`select from broadcast_deliveries`;
    await eventually(async () => (await own.db.execute(isPicked)).length > 0 || undefined);
    // The push hour in Honolulu is 19 hours after Tokyo; the push is sent halfway from then to the end of the day.
    const end = endOfDay(day, phone.time_zone).getTime();
    time = new Date((now.getTime() + 19 * 3_600_000 + end) / 2);
    await own.db.execute(sql`update broadcast_deliveries set not_before = now()`);
    const [{ message }] = await eventually(async () =>
      server.received.length > 0 ? (server.received as [Received]) : undefined,
    );
    const ttl = `${Math.floor((end - time.getTime()) / 1000)}s`;
    expect(message).toMatchObject({ android: { ttl } });
  } finally {
    await own.stop();
    await server.stop();
  }
});
