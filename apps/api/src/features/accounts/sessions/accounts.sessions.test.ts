import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';

const service = useService();

const isAlive = async (token: string) => (await service().call('GET', '/users/me', { token })).status === 200;

describe('sessions', () => {
  it("list where one is signed in, newest first, and nobody else's", async () => {
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

  it('end one by one, here, or everywhere, from the next request on', async () => {
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
    expect([await isAlive(first), await isAlive(second), await isAlive(third)]).toEqual([true, false, true]);
    await t.call('DELETE', '/sessions/current', { token: third });
    expect([await isAlive(first), await isAlive(third), await isAlive(fourth)]).toEqual([true, false, true]);
    await t.call('DELETE', '/sessions/', { token: fourth });
    expect([await isAlive(first), await isAlive(fourth)]).toEqual([false, false]);
  });

  it('cannot be ended by others, to whom they do not seem to exist', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    const { body } = await t.call('GET', '/sessions/', { token: one.token });
    const answer = await t.call('DELETE', `/sessions/${body.data[0].id}`, { token: two.token });
    expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found']);
    expect(await isAlive(one.token)).toBe(true);
  });

  it('end by themselves when their time is over', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`,
    );
    expect(await isAlive(token)).toBe(false);
  });

  it('remember when they were last used, to five minutes', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.db.execute(
      sql`update sessions set last_used_at = now() - interval '6 minutes' where user_id = ${id}`,
    );
    const { body } = await t.call('GET', '/sessions/', { token });
    expect(Date.now() - Date.parse(body.data[0].last_used_at)).toBeLessThan(5 * 60_000);
  });
});
