import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deleteExpiredAnswers } from '../../src/platform/http/idempotency.ts';
import { type Account, type Answer, eventually, TestService, useService } from '../harness.ts';

const service = useService();

describe('Idempotency-Key', () => {
  const create = (title: string, { token }: Account, key: string): Promise<Answer> =>
    service().call('POST', '/items/', { token, json: { title }, headers: { 'idempotency-key': key } });
  const titlesOf = async ({ token }: Account): Promise<string[]> => {
    const { body } = await service().call('GET', '/items/', { token });
    return body.data.map((item: { title: string }) => item.title);
  };
  const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

  it('executes a repeated call once and replays its response', async () => {
    const member = await service().member();
    const first = await create('once', member, 'a');
    const again = await create('once', member, 'a');
    expect(first.status).toBe(200);
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      200,
      first.text,
      first.headers['content-type'],
    ]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(await titlesOf(member)).toEqual(['once']);
  });

  it('executes twenty concurrent calls with the same key once', async () => {
    const member = await service().member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('twenty', member, 'b')));
    expect(answers.filter((answer) => answer.status === 200 && !isReplay(answer))).toHaveLength(1);
    for (const answer of answers)
      expect(isReplay(answer) || answer.status === 200 || answer.body.code === 'call_in_progress').toBe(true);
    for (const { status, headers } of answers) if (status === 409) expect(headers['retry-after']).toBe('1');
    expect(await titlesOf(member)).toEqual(['twenty']);
  });

  it('ignores the order of the fields when it compares a repeated call', async () => {
    const { token } = await service().member();
    const headers = { 'idempotency-key': 'order' };
    const write = (json: object) => service().call('POST', '/app/messages', { token, json, headers });
    const [body, client_token] = ['Bonjour', randomUUID()];
    const first = await write({ body, client_token, context: { os: '17', screen: 'home' } });
    const again = await write({ context: { screen: 'home', os: '17' }, client_token, body });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = await write({ context: { screen: '17', os: 'home' }, client_token, body });
    expect(other.status).toBe(422);
  });

  it('recognises a repeated call after a change of SECRET_KEY, even if the first call was abandoned', async () => {
    const member = await service().member();
    const first = await create('before', member, 'e');
    const settings = {
      SECRET_KEY: 'the new key, made of enough characters',
      SECRET_KEY_PREVIOUS: service().config.SECRET_KEY,
    };
    const rotated = await TestService.start({ beside: service(), settings });
    const again = () =>
      rotated.call('POST', '/items/', {
        token: member.token,
        json: { title: 'before' },
        headers: { 'idempotency-key': 'e' },
      });
    expect([(await again()).text, await titlesOf(member)]).toEqual([first.text, ['before']]);
    await service().db.execute(sql`update idempotency_keys set status = null, body = null,
      claimed_at = now() - interval '2 minutes' where user_id = ${member.id}`);
    expect((await again()).status).toBe(200);
    await rotated.stop();
  });

  it('rejects a key that was used for another body or another route', async () => {
    const member = await service().member();
    const { body } = await create('one', member, 'c');
    const other = await create('other', member, 'c');
    const headers = { 'idempotency-key': 'c' };
    const { token } = member;
    const elsewhere = await service().call('DELETE', `/items/${body.id}`, { token, headers });
    for (const answer of [other, elsewhere])
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'] }] },
      });
    expect(await titlesOf(member)).toEqual(['one']);
  });

  it('rejects a repeated call while the first is in progress and takes over an abandoned call', async () => {
    const member = await service().member();
    await create('late', member, 'd');
    const ageClaim = (seconds: number) =>
      service().db.execute(sql`update idempotency_keys set status = null, body = null,
        claimed_at = now() - ${seconds}::int * interval '1 second' where user_id = ${member.id}`);
    await ageClaim(30);
    expect(await create('late', member, 'd')).toMatchObject({
      status: 409,
      body: { code: 'call_in_progress' },
    });
    await ageClaim(61);
    expect((await create('another', member, 'd')).status).toBe(422);
    expect((await create('late', member, 'd')).status).toBe(200);
    expect(isReplay(await create('late', member, 'd'))).toBe(true);
  });

  it('replays rejected calls too, but executes calls again that were invalid or failed with a server error', async () => {
    const member = await service().member();
    const erase = () =>
      service().call('DELETE', `/items/${randomUUID()}`, {
        token: member.token,
        headers: { 'idempotency-key': 'g' },
      });
    expect((await erase()).status).toBe(404);
    expect((await erase()).body.detail[0].type).toBe('idempotency_key_reused');
    const invalid = await create('', member, 'e');
    const [kept] = await service().db.execute(
      sql`select array_agg(key) as keys from idempotency_keys where user_id = ${member.id}`,
    );
    expect([invalid.status, kept]).toEqual([422, { keys: '{g}' }]);
    expect((await create('valid', member, 'e')).status).toBe(200);
    await service().db.execute(sql`alter table items rename to items_away`);
    const failed = await create('failed', member, 'f');
    await service().db.execute(sql`alter table items_away rename to items`);
    expect(failed.status).toBe(500);
    const repeated = await create('failed', member, 'f');
    expect([repeated.status, isReplay(repeated)]).toEqual([200, false]);
  });

  it('keeps the responses of the last 1,000 keys of an account, and those of other accounts', async () => {
    const [busy, calm] = [await service().member(), await service().member()];
    await create('calm', calm, 'calm');
    await create('first', busy, 'first');
    await create('second', busy, 'second');
    await service().db.execute(sql`insert into idempotency_keys (user_id, key, fingerprint, claim, claimed_at, status, body)
      select ${busy.id}, 'key ' || n, '', gen_random_uuid(), now() + n * interval '1 millisecond', 200, '{}'
      from generate_series(1, 998) as n`);
    expect(isReplay(await create('first', busy, 'first'))).toBe(true);
    await service().db.execute(sql`update idempotency_keys set claimed_at = claimed_at - interval '1 hour'
      where user_id in (${busy.id}, ${calm.id})`);
    await create('last', busy, 'last');
    expect(isReplay(await create('second', busy, 'second'))).toBe(true);
    const again = await create('first', busy, 'first');
    expect([again.status, isReplay(again)]).toEqual([200, false]);
    expect(isReplay(await create('calm', calm, 'calm'))).toBe(true);
    const [row] = await service().db.execute(
      sql`select count(*)::int as count from idempotency_keys where user_id = ${busy.id}`,
    );
    expect(row).toEqual({ count: 1000 });
  });

  it('executes a call again that was rejected by a rate limit', async () => {
    const settings = { MESSAGES_PER_HOUR: '1' };
    const strict = await TestService.start({ beside: service(), settings });
    const { id, token } = await service().member();
    const write = (key: string) =>
      strict.call('POST', '/app/messages', {
        token,
        json: { body: key, client_token: tokens[key] },
        headers: { 'idempotency-key': key },
      });
    const tokens: Record<string, string> = { first: randomUUID(), second: randomUUID() };
    expect((await write('first')).status).toBe(200);
    const refused = await write('second');
    expect([refused.status, isReplay(refused)]).toEqual([429, false]);
    await service().db.execute(sql`delete from rate_limits where key like ${`%${id}`}`);
    const written = await write('second');
    expect([written.status, isReplay(written)]).toEqual([200, false]);
    expect(isReplay(await write('second'))).toBe(true);
    await strict.stop();
  });

  it('replays the response of the attempt that took over, even if the abandoned attempt completes later', async () => {
    const { db } = service();
    const member = await service().member();
    // Delays the first attempt at this title, like a stopped process.
    await db.execute(sql`create sequence attempts`);
    await db.execute(sql`create function hold_first() returns trigger language plpgsql as $$
      begin
        if new.title = 'held up' and nextval('attempts') = 1 then
          perform pg_advisory_xact_lock(4711);
        end if;
        return new;
      end $$`);
    await db.execute(
      sql`create trigger hold_first before insert on items for each row execute function hold_first()`,
    );
    let first: Promise<Answer> | undefined;
    let second: Answer | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(4711)`);
      first = create('held up', member, 'j');
      await eventually(async () => {
        const rows = await db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
        return rows.length > 0 || undefined;
      });
      await db.execute(sql`update idempotency_keys set claimed_at = now() - interval '61 seconds'
        where user_id = ${member.id}`);
      second = await create('held up', member, 'j');
    });
    expect([second?.status, (await first)?.status]).toEqual([200, 200]);
    expect((await first)?.body.id).not.toBe(second?.body.id);
    const again = await create('held up', member, 'j');
    expect([isReplay(again), again.body.id]).toEqual([true, second?.body.id]);
    await db.execute(sql`drop trigger hold_first on items`);
  });

  it('replays a response to its own account for 24 hours and then deletes it', async () => {
    const [one, two] = [await service().member(), await service().member()];
    const makeOlder = ({ id }: Account, hours: number) =>
      service().db.execute(
        sql`update idempotency_keys set claimed_at = now() - ${hours} * interval '1 hour' where user_id = ${id}`,
      );
    const keysOf = async ({ id }: Account) => {
      await deleteExpiredAnswers(service().db);
      return (await service().db.execute(sql`select 1 from idempotency_keys where user_id = ${id}`)).length;
    };
    await create('mine', one, 'g');
    expect(isReplay(await create('mine', two, 'g'))).toBe(false);
    await makeOlder(one, 23.9);
    await makeOlder(two, 23.9);
    expect(await keysOf(one)).toBe(1);
    expect(isReplay(await create('mine', one, 'g'))).toBe(true);
    await makeOlder(one, 24.1);
    expect(isReplay(await create('something else', one, 'g'))).toBe(false);
    await makeOlder(two, 24.1);
    expect(await keysOf(two)).toBe(0);
  });

  it.each([
    ['no characters', ''],
    ['a space', 'a b'],
    ['256 characters', 'x'.repeat(256)],
    ['an é', 'é'],
  ])('rejects a key with %s', async (_, key) => {
    const answer = await create('never', await service().member(), key);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'idempotency-key'] }] } });
  });

  it.each(['by its owner', 'by the team', 'in bulk'])(
    'deletes all stored responses of an account that is erased %s, including that of the call itself',
    async (who) => {
      const member = await service().member();
      const admin = await service().superuser();
      await create('private', member, 'e');
      const erase = {
        'by its owner': () =>
          service().call('DELETE', '/users/me', { ...member, headers: { 'idempotency-key': 'end' } }),
        'by the team': () => service().call('POST', `/users/${member.id}/erase`, { token: admin.token }),
        'in bulk': () =>
          service().call('POST', '/users/bulk', {
            token: admin.token,
            json: { action: 'erase', ids: [member.id] },
          }),
      }[who];
      expect((await erase?.())?.status).toBe(200);
      const kept = sql`select from idempotency_keys where user_id = ${member.id}`;
      expect(await service().db.execute(kept)).toEqual([]);
    },
  );

  it.each(['active', 'trashed'])(
    'deletes stored responses of the team about an erased %s member, but keeps those about others',
    async (which) => {
      const { token } = await service().superuser();
      const [member, other] = [await service().member(), await service().member()];
      const team = async (path: string, json?: object) => {
        const headers = { 'idempotency-key': randomUUID() };
        const { status } = await service().call('POST', path, { token, headers, ...(json && { json }) });
        expect(status).toBe(200);
      };
      const begin = async (account: Account): Promise<string> => {
        const json = { body: 'Secret', client_token: randomUUID() };
        return (await service().call('POST', '/app/messages', { token: account.token, json })).body.id;
      };
      const [about, besides] = [await begin(member), await begin(other)];
      if (which === 'trashed') await service().call('DELETE', `/users/${member.id}`, { token });
      await team(`/messages/${about}/notes`, { body: 'Known since 1999' });
      await team(`/messages/${about}/read`);
      await team(`/messages/${besides}/notes`, { body: 'Of another' });
      const kept = async () =>
        (await service().db.execute(sql`select body from idempotency_keys where named is not null`))
          .map(({ body }) => String(body))
          .join();
      expect(await kept()).toContain('Known since 1999');
      expect((await service().call('POST', `/users/${member.id}/erase`, { token })).status).toBe(200);
      const left = await kept();
      expect(left).not.toContain('Known since 1999');
      expect(left).not.toContain(about);
      expect(left).toContain('Of another');
    },
  );

  it('stores neither a password nor a hash of it', async () => {
    const { token, id } = await service().colleague();
    const headers = { 'idempotency-key': 'h' };
    const json = { email: 'new@example.com', password: 'canary canary' };
    expect((await service().call('POST', '/users/', { token, headers, json })).status).toBe(200);
    const change = { current_password: 'correct horse', new_password: 'canary canary' };
    await service().call('PATCH', '/users/me/password', {
      token,
      headers: { 'idempotency-key': 'i' },
      json: change,
    });
    const stored = await service().db.execute(sql`select * from idempotency_keys where user_id = ${id}`);
    expect(stored.map(({ key }) => key)).toEqual(['h']);
    expect(JSON.stringify(stored)).not.toMatch(/canary|argon2/);
  });
});
