import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomEmail, SUPERUSER, useService } from '../../../test/harness.ts';

/** Time of the service; defaults to the system time, so that tokens are valid. */
let clock: Date | undefined;
const service = useService({
  settings: { TIME_ZONE: 'Europe/Paris', ACCESS_TOKEN_EXPIRE_MINUTES: '525600' },
  now: () => clock ?? new Date(),
});

interface Joined {
  is_superuser?: boolean;
  deleted?: boolean;
}

async function join(moment: string, { is_superuser = false, deleted = false }: Joined = {}) {
  const email = randomEmail();
  await service().db.execute(sql`
    insert into users (id, email, email_key, is_superuser, password_hash, locale, created_at, deleted_at)
    values (gen_random_uuid(), ${email}, ${email}, ${is_superuser}, '', 'fr', ${moment}::timestamptz,
            ${deleted ? moment : null}::timestamptz)`);
}

async function dashboardAt(moment: string) {
  const t = service();
  const { token } = await t.superuser();
  clock = new Date(moment);
  const { status, body } = await t.call('GET', '/dashboard/', { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /dashboard/', () => {
  beforeEach(async () => {
    clock = undefined;
    await service().db.execute(sql`delete from users where email <> ${SUPERUSER.email}`);
  });

  it('counts members and superusers separately and excludes accounts in the trash', async () => {
    const moment = '2026-05-05T10:00:00Z';
    await join(moment);
    await join(moment);
    await join(moment, { deleted: true });
    await join(moment, { is_superuser: true });
    await join(moment, { is_superuser: true, deleted: true });
    const body = await dashboardAt('2026-05-05T12:00:00Z');
    expect(body).toEqual({
      time_zone: 'Europe/Paris',
      today: '2026-05-05',
      members: 2,
      admins: 2,
      messages_awaiting: 0,
      new_members: { count: 2, previous: 0, from: '2026-04-29' },
      daily_messages: { missing: 14, first_missing: '2026-05-05', last_missing: '2026-05-18', reserve: 0 },
    });
  });

  it('counts days without a message or draft among the next fourteen days', async () => {
    const { token } = await service().superuser();
    clock = new Date('2026-05-05T12:00:00Z');
    const write = (day: string | null, status = 'ready') =>
      service().call('POST', '/daily-messages/', {
        token,
        json: { day, status, translations: { fr: { title: '', body: 'Bonjour', author: '' } } },
      });
    for (const day of ['2026-05-05', '2026-05-18', '2026-05-19']) await write(day);
    await write('2026-05-06', 'draft');
    await write(null);
    await write(null, 'draft');
    const { daily_messages } = await dashboardAt('2026-05-05T12:00:00Z');
    expect(daily_messages).toEqual({
      missing: 11,
      first_missing: '2026-05-07',
      last_missing: '2026-05-17',
      reserve: 1,
    });
    await service().db.execute(sql`delete from daily_messages`);
  });

  it('starts the day of the dashboard at midnight in the time zone of the organisation', async () => {
    expect((await dashboardAt('2026-05-05T21:59:59Z')).today).toBe('2026-05-05');
    expect((await dashboardAt('2026-05-05T22:00:00Z')).today).toBe('2026-05-06');
  });

  it.each([
    {
      now: '2026-03-31T10:00:00Z',
      from: '2026-03-25',
      starts: '2026-03-24T23:00:00.000Z',
      previous: '2026-03-17T23:00:00.000Z',
      until: '2026-03-24T11:00:00.000Z',
    },
    {
      now: '2026-10-30T22:30:00Z',
      from: '2026-10-24',
      starts: '2026-10-23T22:00:00.000Z',
      previous: '2026-10-16T22:00:00.000Z',
      until: '2026-10-23T21:00:00.000Z',
    },
  ])(
    'compares new members from $from on with the same hours a week before, as the statistics do',
    async (times) => {
      const { now, from, starts, previous, until } = times;
      const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
      for (const moment of [now, starts, before(starts), until, before(until), previous, before(previous)])
        await join(moment);
      await join(starts, { is_superuser: true });
      await join(starts, { deleted: true });
      const { new_members } = await dashboardAt(now);
      expect(new_members).toEqual({ count: 2, previous: 2, from });
      const { token } = await service().superuser();
      const { body } = await service().call('GET', '/stats/overview?range=7d', { token });
      expect(body.kpis.new_members).toMatchObject({ value: 2, previous: 2 });
    },
  );
});
