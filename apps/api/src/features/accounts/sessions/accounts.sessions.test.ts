import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';

const service = useService();

const isSignedIn = async (token: string) =>
  (await service().call('GET', '/users/me', { token })).status === 200;

describe('sessions', () => {
  it('lists only the sessions of the caller, newest first, and marks the current session', async () => {
    const t = service();
    await t.member();
    const { email, password, token } = await t.member();
    await t.call('POST', '/login/access-token', {
      form: { username: email, password },
      headers: { 'user-agent': 'A phone' },
    });
    const { body } = await t.call('GET', '/sessions/', { token });
    expect(body.count).toBe(2);
    expect(
      body.data.map((row: { user_agent: string; is_current: boolean }) => [row.user_agent, row.is_current]),
    ).toEqual([
      ['A phone', false],
      [expect.any(String), true],
    ]);
  });

  it('ends a session by id, the current session or all sessions from the next request on', async () => {
    const t = service();
    const { email, password, token: first } = await t.member();
    const [second, third, fourth] = [
      await t.login(email, password),
      await t.login(email, password),
      await t.login(email, password),
    ];
    const { body } = await t.call('GET', '/sessions/', { token: second });
    const current = body.data.find((row: { is_current: boolean }) => row.is_current);

    await t.call('DELETE', `/sessions/${current.id}`, { token: first });
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([
      true,
      false,
      true,
    ]);
    await t.call('DELETE', '/sessions/current', { token: third });
    expect([await isSignedIn(first), await isSignedIn(third), await isSignedIn(fourth)]).toEqual([
      true,
      false,
      true,
    ]);
    await t.call('DELETE', '/sessions/', { token: fourth });
    expect([await isSignedIn(first), await isSignedIn(fourth)]).toEqual([false, false]);
  });

  it('returns 404 for ending a session of another account and keeps the session', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    const { body } = await t.call('GET', '/sessions/', { token: one.token });
    const answer = await t.call('DELETE', `/sessions/${body.data[0].id}`, { token: two.token });
    expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found']);
    expect(await isSignedIn(one.token)).toBe(true);
  });

  it('rejects a session that has expired', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`,
    );
    expect(await isSignedIn(token)).toBe(false);
  });

  it('updates last_used_at of a session that was last used more than five minutes ago', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.db.execute(
      sql`update sessions set last_used_at = now() - interval '6 minutes' where user_id = ${id}`,
    );
    const { body } = await t.call('GET', '/sessions/', { token });
    expect(Date.now() - Date.parse(body.data[0].last_used_at)).toBeLessThan(5 * 60_000);
  });
});
