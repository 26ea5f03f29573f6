import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, eventually, TestService, useService } from '../../../test/harness.ts';

const service = useService();
let other: TestService;
const urls: string[] = [];
beforeAll(async () => {
  other = await TestService.start({ beside: service() });
  for (const { app } of [service(), other]) urls.push(await app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => other.stop());

/** An open page: the events received so far, and whether its stream has ended. */
async function listen({ token }: Account, url = urls[0], lastEventId?: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  const page = { response, text: '', isOver: false, leave: () => leaving.abort() };
  const read = async () => {
    for await (const chunk of response.body ?? []) page.text += Buffer.from(chunk).toString();
    page.isOver = true;
  };
  read().catch(() => {});
  await eventually(async () => (page.text.includes('event:') ? true : undefined));
  return page;
}
const createBroadcast = async (t: TestService, { token }: Account) => {
  const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: 'A push' } });
  return body.id as string;
};
const textWith = (page: { text: string }, words: string) =>
  eventually(async () => (page.text.includes(words) ? page.text : undefined));

/** Id of the last event that a page received. */
const lastIdOf = (page: { text: string }) => [...page.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1];

describe('GET /events', () => {
  it('rejects a subscription to events by anonymous callers and members', async () => {
    const { token } = await service().member();
    expect((await service().call('GET', '/events')).status).toBe(401);
    expect((await service().call('GET', '/events', { token })).status).toBe(403);
  });

  it('sends the ids of changed rows, without their data, to open pages on every instance', async () => {
    const admin = await service().superuser();
    const pages = [await listen(admin, urls[0]), await listen(admin, urls[1])];
    expect(pages[0]?.response.headers.get('content-type')).toContain('text/event-stream');
    // The listening connection is opened with the first page.
    await eventually(async () => {
      const id = await createBroadcast(other, admin);
      return pages.every(({ text }) => text.includes(id)) || undefined;
    });
    for (const page of pages) {
      expect(page.text).toContain('event: changed\ndata: {"entity":"broadcast","id":"');
      expect(page.text).toContain(`"by":"${admin.id}"`);
      expect(page.text).not.toContain('A push');
      page.leave();
    }
  });

  it('reports new messages of members and sends counts only when they change', async () => {
    const page = await listen(await service().superuser(), urls[1]);
    const { token } = await service().member();
    const message = { body: 'Where is it?', client_token: crypto.randomUUID() };
    const sent = await service().call('POST', '/app/messages', { token, json: message });
    expect(await textWith(page, `{"entity":"message","id":"${sent.body.id}"`)).toContain('event: counts\n');
    const before = page.text.length;
    const again = { ...message, client_token: crypto.randomUUID() };
    await service().call('POST', `/app/messages/${sent.body.id}/replies`, { token, json: again });
    const rating = { score: 2, target_type: 'app' };
    await service().call('PUT', '/app/ratings', { token, json: rating });
    expect((await textWith(page, '{"entity":"rating"')).slice(before)).not.toContain('event: counts\n');
    expect(page.text.slice(before)).toContain('{"entity":"message"');
    page.leave();
  });

  it('sends somebody with a role only the events that it allows them to read', async () => {
    const admin = await service().superuser();
    const [editor, moderator] = [
      await service().teamMember('editor'),
      await service().teamMember('moderator'),
    ];
    const [theirs, other] = [await listen(editor), await listen(moderator)];
    await eventually(async () => {
      const id = await createBroadcast(service(), admin);
      return theirs.text.includes(id) || undefined;
    });
    const { token } = await service().member();
    const message = { body: 'Where is it?', client_token: crypto.randomUUID() };
    const { body } = await service().call('POST', '/app/messages', { token, json: message });
    await textWith(other, body.id);
    expect(theirs.text).not.toContain('"entity":"message"');
    expect(theirs.text).not.toContain('event: counts');
    expect(other.text).not.toContain('"entity":"broadcast"');
    for (const page of [theirs, other]) page.leave();
  });

  it('tells an open page of its owner’s new role, applies it at once, and ends the stream without one', async () => {
    const { token } = await service().superuser();
    const [changed, bystander] = [await service().teamMember('editor'), await service().teamMember('editor')];
    const [theirs, other] = [await listen(changed), await listen(bystander)];
    const give = (role_id: string | null) =>
      service().call('PATCH', `/users/${changed.id}`, { token, json: { role_id } });
    await eventually(async () => {
      await give(await service().roleId('moderator'));
      await give(await service().roleId('analyst'));
      return theirs.text.includes(`{"entity":"user","id":"${changed.id}"`) || undefined;
    });
    await give(await service().roleId('moderator'));
    // Rights are read after the event about them.
    const heard = await eventually(async () => {
      const message = { body: 'Where is it?', client_token: crypto.randomUUID() };
      const member = await service().member();
      const { body } = await service().call('POST', '/app/messages', { token: member.token, json: message });
      return theirs.text.includes(body.id) ? body.id : undefined;
    });
    expect(other.text).not.toContain(heard);
    expect(other.text).not.toContain(changed.id);
    await give(null);
    await eventually(async () => theirs.isOver || undefined);
    expect(other.isOver).toBe(false);
    other.leave();
  });

  it('reports a bulk change as one event', async () => {
    const page = await listen(await service().superuser());
    await service().db.execute(sql`insert into items (id, title, owner_id, created_at)
      select gen_random_uuid(), 'Item', users.id, now() from users, generate_series(1, 300) limit 300`);
    const text = await textWith(page, 'event: changed\ndata: {"entity":"item","id":null');
    expect(text.split('"entity":"item"')).toHaveLength(2);
    page.leave();
  });

  it('replays missed events on the same instance and requests a resync on another', async () => {
    const admin = await service().superuser();
    const page = await listen(admin);
    const first = await createBroadcast(service(), admin);
    await textWith(page, first);
    const last = lastIdOf(page);
    page.leave();
    const staying = await listen(admin);
    const second = await createBroadcast(service(), admin);
    await textWith(staying, second);
    const back = await listen(admin, urls[0], last);
    expect(back.text).toContain(second);
    expect(back.text).not.toContain(first);
    expect(back.text).not.toContain('resync');
    const elsewhere = await listen(admin, urls[1], last);
    expect(elsewhere.text).toContain('event: resync');
    for (const each of [staying, back, elsewhere]) each.leave();
  });

  it('sends only new events after a reconnect that missed none', async () => {
    const admin = await service().superuser();
    const page = await listen(admin);
    const first = await createBroadcast(service(), admin);
    await textWith(page, first);
    const last = lastIdOf(page);
    page.leave();
    const back = await listen(admin, urls[0], last);
    const second = await createBroadcast(service(), admin);
    await textWith(back, second);
    expect(back.text).not.toContain(first);
    expect(back.text).not.toContain('resync');
    back.leave();
  });

  it('replays events that happened between the first response and the opening of the stream', async () => {
    const admin = await service().superuser();
    const staying = await listen(admin);
    const first = await createBroadcast(service(), admin);
    await textWith(staying, first);
    const { headers } = await service().call('GET', '/users/me', { token: admin.token });
    const second = await createBroadcast(service(), admin);
    await textWith(staying, second);
    const page = await listen(admin, urls[0], headers['x-event-id'] as string);
    expect(page.text).toContain(second);
    expect(page.text).not.toContain(first);
    expect(page.text).not.toContain('resync');
    const { token } = await service().member();
    expect((await service().call('GET', '/users/me', { token })).headers).not.toHaveProperty('x-event-id');
    for (const each of [staying, page]) each.leave();
  });

  it('reports the progress of a broadcast at most once per second', async () => {
    const admin = await service().superuser();
    const page = await listen(admin);
    const id = await createBroadcast(service(), admin);
    for (let sent = 1; sent <= 20; sent += 1)
      await service().db.execute(sql`update broadcasts set sent = ${sent} where id = ${id}`);
    const text = await textWith(page, '"sent":20');
    expect(text.split('event: broadcast.progress').length - 1).toBeLessThanOrEqual(2);
    page.leave();
  });

  it('closes the stream when its session ends on another instance', async () => {
    const admin = await service().colleague();
    const page = await listen(admin);
    const staying = await listen(await service().superuser());
    await other.call('DELETE', '/sessions/current', { token: admin.token });
    await eventually(async () => page.isOver || undefined);
    expect(staying.isOver).toBe(false);
    staying.leave();
  });

  it('closes the stream when its user is no longer a superuser', async () => {
    const admin = await service().colleague();
    const page = await listen(admin);
    const { token } = await service().superuser();
    await service().call('PATCH', `/users/${admin.id}`, { token, json: { is_superuser: false } });
    expect(await eventually(async () => page.isOver || undefined)).toBe(true);
  });

  it('keeps the stream open when its database connection is lost and requests a resync', async () => {
    const admin = await service().superuser();
    const page = await listen(admin);
    await service().db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`);
    expect(await textWith(page, 'event: resync')).not.toContain('event: changed');
    await eventually(async () => {
      const id = await createBroadcast(service(), admin);
      return page.text.includes(id) || undefined;
    });
    page.leave();
  });
});
