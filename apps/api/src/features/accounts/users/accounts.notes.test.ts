import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, useService } from '../../../../test/harness.ts';

const service = useService();

const read = async (id: string, as?: Account) => {
  const { token } = as ?? (await service().superuser());
  return service().call('GET', `/users/${id}/note`, { token });
};
const write = async (id: string, body: string, version: number, as?: Account) => {
  const { token } = as ?? (await service().superuser());
  return service().call('PUT', `/users/${id}/note`, { token, json: { body, version } });
};

describe('the note about an account', () => {
  it('stores and rewrites the note about an account and returns its author', async () => {
    const { id } = await service().member();
    const colleague = await service().colleague();
    expect((await read(id)).body).toEqual({ id, body: '', version: 0, updated_at: null, updated_by: null });
    expect((await write(id, '  Helps at the library ', 0)).body).toMatchObject({
      body: 'Helps at the library',
      version: 1,
    });
    const { body } = await write(id, 'On leave', 1, colleague);
    expect(body).toMatchObject({ id, body: 'On leave', version: 2, updated_by: { id: colleague.id } });
    expect((await read(id)).body).toEqual(body);
  });

  it('accepts one of three concurrent writes of a note and rejects the others with a conflict', async () => {
    const { id } = await service().member();
    for (const version of [0, 1]) {
      const answers = await Promise.all(['One', 'Two', 'Three'].map((body) => write(id, body, version)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version_conflict');
      const written = answers.find(({ status }) => status === 200)?.body;
      expect((await read(id)).body).toMatchObject({ body: written.body, version: version + 1 });
    }
  });

  it('rejects a note longer than 2,000 characters, and a note about an unknown account', async () => {
    const { id } = await service().member();
    expect((await write(id, '👩‍👩‍👧'.repeat(2000), 0)).status).toBe(200);
    const { status, body } = await write(id, 'x'.repeat(2001), 1);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'body']]);
    for (const answer of [await read(randomUUID()), await write(randomUUID(), 'x', 0)])
      expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found']);
  });

  it('rejects a member who reads or writes the note about their own account', async () => {
    const member = await service().member();
    await write(member.id, 'Difficult', 0);
    expect((await read(member.id, member)).status).toBe(403);
    expect((await write(member.id, 'Nice', 1, member)).status).toBe(403);
  });

  it('logs a note without its text, and deletes the note when the account is erased', async () => {
    const { id } = await service().member();
    await write(id, 'Secretive', 0);
    const { token } = await service().superuser();
    const log = await service().call('GET', `/audit-logs/?entity_id=${id}`, { token });
    expect(log.body.data[0].changes).toEqual({ note: null });
    expect(log.text).not.toContain('Secretive');
    await service().call('DELETE', `/users/${id}`, { token });
    expect((await read(id)).body.body).toBe('Secretive');
    await service().call('POST', `/users/${id}/erase`, { token });
    expect(await service().db.execute(sql`select from user_notes where user_id = ${id}`)).toEqual([]);
  });
});
