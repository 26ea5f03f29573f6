import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { french } from '../articles.ts';
import { eventually } from '../harness.ts';
import { FCM } from '../push-server.ts';
import { usePushes } from './pushes.ts';

const pushes = usePushes();
const { ask, read, until, readers, draft, requireExact } = pushes;
const news = (method: string, path: string, json?: object) =>
  pushes.t.call(method, `/news${path}`, { token: pushes.admin.token, ...(json && { json }) });

/** A published article. */
async function article(): Promise<string> {
  const { body } = await news('POST', '/', { content: french(`Titre ${crypto.randomUUID()}`) });
  expect((await news('POST', `/${body.id}/publish`, {})).status).toBe(200);
  return body.id;
}

/** A push about an article, or linking to one, scheduled for two minutes from now. */
async function scheduled(fields: object) {
  const { audience } = await readers(2);
  const id = await draft(audience, fields);
  const local = new Date(Date.now() + 120_000).toISOString().slice(0, 16);
  const { status } = await ask('POST', `/${id}/schedule`, { local, time_zone: 'UTC', expected_devices: 2 });
  expect(status).toBe(200);
  return id;
}
const begin = (id: string, ago = '0 seconds') =>
  pushes.t.db.execute(sql`update broadcasts set scheduled_at = now() - ${ago}::interval where id = ${id}`);

const withdrawn: [string, (id: string) => Promise<unknown>][] = [
  ['unpublished', (id) => news('POST', `/${id}/unpublish`, {})],
  ['archived', (id) => news('POST', `/${id}/archive`, {})],
  ['in the trash', (id) => news('DELETE', `/${id}`)],
  [
    'expired',
    (id) => pushes.t.db.execute(sql`update news_live set visible_to = now() where article_id = ${id}`),
  ],
];

describe('scheduled pushes', () => {
  it.each(withdrawn)(
    'marks a scheduled push as missed if its article is %s at the scheduled time',
    async (_, withdraw) => {
      const [source_id, linked] = [await article(), await article()];
      const about = await scheduled({ source: 'news', source_id });
      const leading = await scheduled({ link: `/news/${linked}?from=push` });
      for (const id of [source_id, linked]) await withdraw(id);
      for (const id of [about, leading]) {
        await begin(id);
        expect(await until(id, 'missed')).toMatchObject({ last_error: 'push_target_gone', started_at: null });
        const sent = await ask('POST', `/${id}/send`, { expected_devices: 2 });
        expect([sent.status, sent.body.code]).toEqual([409, 'push_target_gone']);
        expect((await ask('POST', `/${id}/unschedule`)).body).toMatchObject({
          status: 'draft',
          last_error: null,
        });
      }
      expect(pushes.server.received).toEqual([]);
    },
  );

  it('pauses a push whose article is unpublished during sending until it is published again and resumed', async () => {
    const source_id = await article();
    const { audience } = await readers(700);
    const id = await draft(audience, { source: 'news', source_id });
    let hide: Promise<unknown> | undefined;
    pushes.server.reply = async () => {
      hide ??= news('POST', `/${source_id}/unpublish`, {});
      await hide;
      return FCM.accepted;
    };
    await ask('POST', `/${id}/send`, { expected_devices: 700 });
    const paused = await until(id, 'paused');
    expect(paused.last_error).toBe('push_target_gone');
    expect(paused.sent).toBeLessThan(700);
    await news('POST', `/${source_id}/publish`, {});
    await ask('POST', `/${id}/resume`);
    await until(id, 'sent');
    await requireExact(id, { sent: 700 });
  });

  it('starts a late push in local time for recipients whose local time has not passed', async () => {
    const { ids, audience } = await readers(2);
    for (const [index, zone] of ['Pacific/Kiritimati', 'Etc/GMT+12'].entries())
      await pushes.t.db.execute(sql`update devices set time_zone = ${zone} where user_id = ${ids[index]}`);
    const inTwoHours = new Date(Date.now() - 10 * 3_600_000).toISOString().slice(0, 16);
    const json = { mode: 'local', local: inTwoHours, time_zone: 'Europe/Paris', expected_devices: 2 };
    const id = await draft(audience);
    await ask('POST', `/${id}/schedule`, json);
    await begin(id, '24 hours');
    await eventually(async () => ((await read(id)).targeted === 2 ? true : undefined));
    expect(await read(id)).toMatchObject({ status: 'sending', skipped: 1 });
    await ask('POST', `/${id}/cancel`);
  });

  it('marks a push in local time as missed once that time has passed in every time zone', async () => {
    const { audience } = await readers(1);
    const id = await draft(audience);
    const local = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await ask('POST', `/${id}/schedule`, {
      mode: 'local',
      local,
      time_zone: 'Europe/Paris',
      expected_devices: 1,
    });
    const past = new Date(Date.now() - 12 * 3_600_000 - 31 * 60_000).toISOString().slice(0, 16);
    await pushes.t.db.execute(sql`update broadcasts set scheduled_local = ${past},
      scheduled_at = now() - interval '27 hours' where id = ${id}`);
    expect((await until(id, 'missed')).last_error).toBeNull();
  });

  it('marks a push in local time as missed if that time has passed for all its recipients', async () => {
    const { ids, audience } = await readers(1);
    await pushes.t.db.execute(
      sql`update devices set time_zone = 'Pacific/Kiritimati' where user_id = ${ids[0]}`,
    );
    const id = await draft(audience);
    const local = new Date(Date.now() - 10 * 3_600_000).toISOString().slice(0, 16);
    await ask('POST', `/${id}/schedule`, {
      mode: 'local',
      local,
      time_zone: 'Europe/Paris',
      expected_devices: 1,
    });
    await begin(id, '24 hours');
    expect(await until(id, 'missed')).toMatchObject({ targeted: null, skipped: 0, started_at: null });
    await ask('POST', `/${id}/send`, { expected_devices: 1 });
    await until(id, 'sent');
    await requireExact(id, { sent: 1 });
  });
});
