import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { randomEmail, SUPERUSER, useService } from './harness.ts';

/** A service in Paris at a time that a test sets, without accounts and ratings before each test. */
export function useStatistics() {
  /** Defaults to the system time, so that tokens are valid. */
  const clock = { now: () => new Date() };
  const service = useService({
    settings: { TIME_ZONE: 'Europe/Paris', ACCESS_TOKEN_EXPIRE_MINUTES: '525600' },
    now: () => clock.now(),
  });

  /** @param now defaults to the system time */
  const setTime = (now?: string): void => {
    clock.now = () => (now === undefined ? new Date() : new Date(now));
  };

  beforeEach(async () => {
    setTime();
    await service().db.execute(sql`delete from users where email <> ${SUPERUSER.email}`);
    await service().db.execute(sql`delete from ratings`);
    await service().db.execute(sql`delete from tallies`);
    await service().db.execute(sql`delete from changed_moments`);
  });

  async function member(created_at: string, last_seen_at: string | null = null): Promise<string> {
    const email = randomEmail();
    const [row] = await service().db.execute<{ id: string }>(sql`
      insert into users (id, email, email_key, password_hash, locale, created_at, last_seen_at)
      values (gen_random_uuid(), ${email}, ${email}, '', 'fr', ${created_at}::timestamptz, ${last_seen_at}::timestamptz)
      returning id`);
    if (last_seen_at) await visit(row?.id ?? '', last_seen_at);
    return row?.id ?? '';
  }

  /** The first of a member on that day. */
  const visit = (user_id: string, at: string) =>
    service().db.execute(sql`insert into member_days (user_id, at) values (${user_id}, ${at})`);

  async function see(id: string, at: string) {
    await service().db.execute(sql`update users set last_seen_at = ${at}::timestamptz where id = ${id}`);
    await visit(id, at);
  }

  const conversation = (
    user_id: string,
    created_at: string,
    more: { answered?: string; closed?: string; status?: string; isOurs?: boolean } = {},
  ) =>
    service().db.execute(sql`
      insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at,
        last_at, entry_count, first_answered_at, closed_at)
      values (gen_random_uuid(), ${user_id}, '', 'other', ${more.status ?? (more.closed ? 'closed' : 'open')}, 'fr',
        '{}', ${created_at}::timestamptz, ${more.isOurs ? null : created_at}::timestamptz, ${created_at}::timestamptz, 1,
        ${more.answered ?? null}::timestamptz, ${more.closed ?? null}::timestamptz)`);

  async function get(path: string, now: string) {
    setTime();
    const { token } = await service().superuser();
    setTime(now);
    return service().call('GET', path, { token });
  }

  async function read(path: string, now: string) {
    const { status, body } = await get(path, now);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  return { service, setTime, member, see, conversation, get, read };
}
