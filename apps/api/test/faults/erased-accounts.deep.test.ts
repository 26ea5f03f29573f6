import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { french, ID, useArticles } from '../articles.ts';
import { queueOnRow } from '../harness.ts';
import { fileForm } from '../requests.ts';

const scene = useArticles();

const PHONE = { platform: 'ios', provider: 'fcm', token: randomUUID() };
const PICTURE = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

const erasing = (id: string) => sql`delete from users where id = ${id}`;

it.each([
  ['POST', '/items/', { json: { title: 'x' } }],
  ['PATCH', '/preferences/', { json: { theme: 'dark' } }],
  ['PATCH', '/app/notification-preferences', { json: { news: false } }],
  ['PUT', `/app/devices/${ID}`, { json: PHONE }],
  ['PUT', '/app/ratings', { json: { target_type: 'app', score: 3 } }],
  ['POST', '/app/messages', { json: { body: 'x', client_token: randomUUID() } }],
  ['PUT', '/app/news/:id/read', {}],
  ['POST', '/message-images/', fileForm(PICTURE)],
])(
  '%s %s returns 401 to a member whose account is erased during the call',
  async (method, route, options) => {
    const path = route.replace(':id', await scene.write(french('Un titre'), 'publish'));
    const { id, token } = await scene.t.member();
    const [answer] = await queueOnRow(scene.t, erasing(id), [
      () => scene.t.call(method, path, { token, ...options }),
    ]);
    expect([answer?.status, answer?.body.code]).toEqual([401, 'invalid_credentials']);
  },
);

it('PUT /app/devices/:id returns 401 to a member whose session ends during the call', async () => {
  const { id, token } = await scene.t.member();
  const [answer] = await queueOnRow(scene.t, sql`delete from sessions where user_id = ${id}`, [
    () => scene.t.call('PUT', `/app/devices/${randomUUID()}`, { token, json: PHONE }),
  ]);
  expect([answer?.status, answer?.body.code]).toEqual([401, 'invalid_credentials']);
});

it('rejects a note about a member whose account is erased during the call', async () => {
  const { id } = await scene.t.member();
  const [answer] = await queueOnRow(scene.t, erasing(id), [
    () => scene.ask('PUT', `/users/${id}/note`, { body: 'x', version: 0 }),
  ]);
  expect([answer?.status, answer?.body.code]).toEqual([404, 'user_not_found']);
});
