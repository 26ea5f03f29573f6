import { UNREAD_COUNT } from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, useService } from '../../../../test/harness.ts';

const service = useService();
const ask = ({ token }: Account, method: string, path = '') =>
  service().call(method, `/app/notifications${path}`, { token });

/** Sends pushes to a member at these minutes of an hour, in order. */
async function sentTo({ id }: Account, minutes: number[], status = 'sent'): Promise<string[]> {
  const { token } = await service().superuser();
  const pushes: string[] = [];
  for (const minute of minutes) {
    const json = {
      translations: { fr: { title: `À ${minute}`, body: 'À tous' } },
      audience: { member_ids: [id] },
    };
    const { body } = await service().call('POST', '/broadcasts/', { token, json });
    const at = new Date(Date.UTC(2027, 2, 20, 9, minute)).toISOString();
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, sent_at, status)
      values (${body.id}, gen_random_uuid(), ${id}, 'ios', 'fr', ${at}, ${at}, ${status})`);
    pushes.push(body.id);
  }
  return pushes;
}
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

describe('GET /app/notifications', () => {
  it('pages through notifications newest first, and by latest creation at the same moment', async () => {
    const member = await service().member();
    const [early = '', late = '', ...tied] = await sentTo(member, [1, 3, 2, 2, 2]);
    const expected = [late, ...tied.toReversed(), early];
    expect(idsOf(await ask(member, 'GET'))).toEqual(expected);
    const pages = await Promise.all(expected.map((_, skip) => ask(member, 'GET', `?skip=${skip}&limit=1`)));
    expect(pages.flatMap(idsOf)).toEqual(expected);
    expect(pages.map(({ body }) => body.count)).toEqual([5, 5, 5, 5, 5]);
  });

  it('pages by `after` without gaps or repeats while notifications arrive or are read', async () => {
    const member = await service().member();
    const sent = await sentTo(member, [1, 2, 2, 2, 3]);
    for (const filter of ['', '&unread=true']) {
      const expected = idsOf(await ask(member, 'GET', `?${filter}`));
      const seen: string[] = [];
      for (let page = '?limit=3'; seen.length < expected.length; page = `?limit=3&after=${seen.at(-1)}`) {
        seen.push(...idsOf(await ask(member, 'GET', `${page}${filter}`)));
        sent.push(...(await sentTo(member, [10 + sent.length])));
        if (filter) await ask(member, 'POST', `/${seen.at(-1)}/opened`);
      }
      expect(seen).toEqual(expected);
    }
  });

  it('rejects `after` for a notification that was sent to another member or never sent', async () => {
    const [member, other] = [await service().member(), await service().member()];
    await sentTo(member, [1]);
    for (const id of [...(await sentTo(other, [2])), ...(await sentTo(member, [2], 'skipped'))]) {
      const { status, body } = await ask(member, 'GET', `?after=${id}`);
      expect([status, body.code]).toEqual([409, 'row_gone']);
    }
  });

  it('shows the first name that the member has, or its fallback, and leaves the message of a day as it is', async () => {
    const [named, nameless] = [
      await service().member({ full_name: 'Éloïse Martin' }),
      await service().member({ full_name: null }),
    ];
    const textsOf = async (member: Account) =>
      (await ask(member, 'GET')).body.data.map(({ title, body }: Record<string, string>) => [title, body]);
    for (const member of [named, nameless]) {
      const [id] = await sentTo(member, [1]);
      const fr = { title: 'Bonjour {prénom|cher membre}', body: '{first_name|Vous} !' };
      await service().db.execute(
        sql`update broadcasts set translations = ${JSON.stringify({ fr, en: null })}::jsonb where id = ${id}`,
      );
    }
    expect(await textsOf(named)).toEqual([['Bonjour Éloïse', 'Éloïse !']]);
    expect(await textsOf(nameless)).toEqual([['Bonjour cher membre', 'Vous !']]);
    await service().db.execute(sql`update broadcasts set source = 'daily', day = '2027-03-20'
      where id in (select broadcast_id from broadcast_deliveries where user_id = ${named.id})`);
    expect(await textsOf(named)).toEqual([['Bonjour {prénom|cher membre}', '{first_name|Vous} !']]);
  });

  it('filters notifications by unread and counts the unread notifications in a header', async () => {
    const member = await service().member();
    const [first = '', second = '', third = ''] = await sentTo(member, [1, 2, 3]);
    await ask(member, 'POST', `/${second}/opened`);
    for (const [query, ids] of [
      ['', [third, second, first]],
      ['?unread=true', [third, first]],
      ['?unread=false', [second]],
    ] as const) {
      const inbox = await ask(member, 'GET', query);
      expect([idsOf(inbox), inbox.body.count]).toEqual([ids, ids.length]);
      expect(inbox.headers[UNREAD_COUNT]).toBe('2');
    }
  });

  it('counts each unread notification once in GET /app/home', async () => {
    const member = await service().member();
    const [first = '', second = ''] = await sentTo(member, [1, 2]);
    await sentTo(member, [3], 'skipped');
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
      values (${second}, gen_random_uuid(), ${member.id}, 'android', 'fr', now(), 'sent')`);
    const unread = async () =>
      (await service().call('GET', '/app/home', { token: member.token })).body.unread_notifications;
    expect(await unread()).toBe(2);
    await ask(member, 'POST', `/${second}/opened`);
    expect(await unread()).toBe(1);
    await ask(member, 'POST', `/${first}/opened`);
    expect(await unread()).toBe(0);
  });

  it('lists a notification sent to two devices once, and none that was never sent', async () => {
    const member = await service().member();
    const [id] = await sentTo(member, [1]);
    await service().db.execute(sql`
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
      values (${id}, gen_random_uuid(), ${member.id}, 'android', 'fr', now(), 'failed')`);
    for (const status of ['pending', 'skipped', 'cancelled']) await sentTo(member, [2], status);
    const inbox = await ask(member, 'GET');
    expect([idsOf(inbox), inbox.body.count, inbox.headers[UNREAD_COUNT]]).toEqual([[id], 1, '1']);
  });
});

describe('POST /app/notifications/read-all', () => {
  it('marks only the notifications of the caller as read, without counting them as opened', async () => {
    const [member, other] = [await service().member(), await service().member()];
    const [id] = await sentTo(member, [1, 2]);
    await sentTo(other, [1]);
    expect((await ask(member, 'POST', '/read-all')).status).toBe(200);
    const inbox = await ask(member, 'GET', '?unread=true');
    expect([inbox.body, inbox.headers[UNREAD_COUNT]]).toEqual([{ data: [], count: 0 }, '0']);
    expect((await ask(other, 'GET')).headers[UNREAD_COUNT]).toBe('1');
    const { token } = await service().superuser();
    expect((await service().call('GET', `/broadcasts/${id}`, { token })).body.opened).toBe(0);
  });

  it('leaves notifications that were sent after `until` unread', async () => {
    const member = await service().member();
    await sentTo(member, [1, 2]);
    const [newest] = (await ask(member, 'GET')).body.data;
    const [missed] = await sentTo(member, [3]);
    await ask(member, 'POST', `/read-all?until=${newest.sent_at}`);
    expect(idsOf(await ask(member, 'GET', '?unread=true'))).toEqual([missed]);
  });

  it.each(['yesterday', '2027-03-20', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])(
    'rejects %s as the value of `until`',
    async (until) => {
      const member = await service().member();
      const { status, body } = await ask(member, 'POST', `/read-all?until=${encodeURIComponent(until)}`);
      expect([status, body.detail[0].type]).toEqual([422, 'datetime_parsing']);
    },
  );
});

describe('POST /app/notifications/{id}/opened', () => {
  it('returns 404 for a notification that was sent to another member or never sent', async () => {
    const [member, other] = [await service().member(), await service().member()];
    const ids = [...(await sentTo(other, [1])), ...(await sentTo(member, [1], 'skipped'))];
    for (const id of ids) {
      const { status, body } = await ask(member, 'POST', `/${id}/opened`);
      expect([status, body.code]).toEqual([404, 'notification_not_found']);
    }
    expect((await ask(other, 'GET', '?unread=true')).body.count).toBe(1);
  });

  it.each(['sending', 'failed', 'invalid'])(
    'counts one opening of a notification whose delivery is %s',
    async (delivery) => {
      const member = await service().member();
      const [id] = await sentTo(member, [1], delivery);
      expect((await ask(member, 'POST', `/${id}/opened`)).status).toBe(200);
      expect((await ask(member, 'POST', `/${id}/opened`)).status).toBe(200);
      const { token } = await service().superuser();
      expect((await service().call('GET', `/broadcasts/${id}`, { token })).body.opened).toBe(1);
    },
  );
});
