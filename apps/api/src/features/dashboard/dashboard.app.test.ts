import { randomUUID } from 'node:crypto';
import type { AppNewsListed } from '@agora/contract/features/news/news.app.contract';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';

const NOW = '2036-03-10T12:00:00.000Z';
let time = new Date(NOW);
let t: TestService;
let admin: Account;
let member: Account;
beforeAll(async () => {
  const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600', MIN_APP_VERSION: '2.4.0' };
  t = await TestService.start({ now: () => time, settings });
  admin = await t.superuser();
  const translations = { fr: { title: 'Un titre', body: 'Bonjour' } };
  for (const day of ['2036-03-10', '2036-03-11'])
    await t.call('POST', '/daily-messages/', {
      token: admin.token,
      json: { day, status: 'ready', translations },
    });
});
afterAll(() => t.stop());
beforeEach(async () => {
  time = new Date(NOW);
  member = await t.member();
});

const home = (query = '', headers: Record<string, string> = {}) =>
  t.call('GET', `/app/home?${query}`, { token: member.token, headers });

async function receiveReply(): Promise<string> {
  const json = { body: 'Bonjour', client_token: randomUUID() };
  const { body } = await t.call('POST', '/app/messages', { token: member.token, json });
  const reply = { body: 'Voilà', last_entry_id: body.entries[0].id };
  await t.call('POST', `/messages/${body.id}/replies`, { token: admin.token, json: reply });
  return body.id;
}

describe('GET /app/home', () => {
  it('returns the daily message, news, unread counts and minimum app version in one response', async () => {
    await receiveReply();
    const { body } = await home();
    const { body: daily_message } = await t.call('GET', '/app/daily-message', { token: member.token });
    expect(daily_message.day).toBe('2036-03-10');
    expect(body).toEqual({
      daily_message,
      news: [],
      unread_messages: 1,
      unread_notifications: 0,
      min_app_version: '2.4.0',
      server_time: NOW,
    });
  });

  it('returns the daily message of the requested day or of today in the time zone of the phone or member', async () => {
    const dayOf = async (query?: string) => (await home(query)).body.daily_message?.day;
    expect(await dayOf('day=2036-03-11')).toBe('2036-03-11');
    expect(await dayOf('time_zone=Pacific/Kiritimati')).toBe('2036-03-11');
    expect(await dayOf('time_zone=UTC%2B14')).toBe('2036-03-11');
    const unknown = await home('time_zone=Mars/Olympus');
    expect([unknown.status, unknown.headers[TIME_ZONE_USED]]).toEqual([200, 'Europe/Paris']);
    const json = { time_zone: 'Pacific/Kiritimati' };
    await t.call('PATCH', '/preferences/', { token: member.token, json });
    expect(await dayOf()).toBe('2036-03-11');
    expect((await home('day=2035-01-01')).body.daily_message).toBeNull();
  });

  it('returns 304 for the home of the app while only the time changes', async () => {
    const id = await receiveReply();
    const { headers } = await home();
    expect(headers['cache-control']).toBe('private, no-cache');
    const etag = String(headers['etag']);
    time = new Date('2036-03-10T12:30:00Z');
    const again = await home('', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const fetched = await home('', {
      'if-none-match': etag,
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    });
    expect(fetched.status).toBe(304);
    await t.call('POST', `/app/messages/${id}/read`, { token: member.token });
    expect((await home('', { 'if-none-match': etag })).body.unread_messages).toBe(0);
  });

  it('returns the first articles of GET /app/news with the read state of the member', async () => {
    const paragraph = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    };
    const write = async (title: string) => {
      const content = { translations: { fr: { title, body: paragraph, state: 'ready' }, en: null } };
      const { body } = await t.call('POST', '/news/', { token: admin.token, json: { content } });
      await t.call('POST', `/news/${body.id}/publish`, { token: admin.token, json: {} });
      time = new Date(time.getTime() + 1000);
      return body.id as string;
    };
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push(await write(`Article ${index}`));
    await t.call('POST', `/news/${ids[0]}/pin`, { token: admin.token, json: { until: '2036-04-01T12:00' } });
    await t.call('PUT', `/app/news/${ids[6]}/read`, { token: member.token });
    const { body } = await t.call('GET', '/app/news?limit=5', { token: member.token });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[6], ids[5], ids[4], ids[3]]);
    expect((await home()).body.news).toEqual(body.data);

    const isRead = async ({ token } = member) =>
      (await t.call('GET', '/app/home', { token })).body.news.map(({ is_read }: AppNewsListed) => is_read);
    expect(await isRead()).toEqual([false, true, false, false, false]);
    await t.call('PUT', `/app/news/${ids[4]}/read`, { token: member.token });
    expect(await isRead()).toEqual([false, true, false, true, false]);
    expect(await isRead(await t.member())).toEqual(Array.from({ length: 5 }).fill(false));
    await t.call('POST', `/news/${ids[6]}/unpublish`, { token: admin.token });
    expect(await isRead()).toEqual([false, false, true, false, false]);
  });
});
