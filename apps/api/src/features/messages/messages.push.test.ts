import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useConversations } from '../../../test/conversations.ts';
import { type Account, eventually, TestService } from '../../../test/harness.ts';

const DAY = 86_400_000;
const scene = useConversations();
const { as, send, reply, answer } = scene;

/** Registers a phone with the app. @returns its token */
async function phoneOf(account: Account, fields: object = {}, installation = randomUUID()) {
  const json = { platform: 'android', provider: 'fcm', token: randomUUID(), ...fields };
  await as(account)('PUT', `/app/devices/${installation}`, json);
  return json.token;
}

/** Runs background jobs until none is left. */
async function work(): Promise<void> {
  const worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now });
  const isDone = eventually(async () => {
    const waiting = await scene.t.db.execute(sql`select from graphile_worker.jobs
      where task_identifier like 'messages.%'`);
    return waiting.length === 0 ? true : undefined;
  });
  try {
    await isDone;
  } finally {
    await worker.stop();
  }
}

/** Pushes that the provider received for a phone, newest first. */
async function pushesTo(token: string) {
  const { body } = await scene.team('GET', '/private/pushes?limit=1000');
  return body.data.filter((push: { token: string }) => push.token === token);
}

describe('pushes of replies', () => {
  it('pushes a reply to every phone of the member in its language, collapsed by conversation', async () => {
    const [french, english] = [await phoneOf(scene.member), await phoneOf(scene.member, { locale: 'en' })];
    const stranger = await phoneOf(await scene.t.member());
    const id = await send();
    await reply(id, { body: `Bonjour,\n\nvoici. ${'🙂'.repeat(200)}` });
    await work();
    expect(await pushesTo(french)).toMatchObject([
      {
        provider: 'fcm',
        collapse_id: id,
        locale: 'fr',
        title: 'L’équipe vous a répondu',
        body: expect.stringMatching(/^Bonjour, voici\. (🙂)+…$/u),
        link: `/messages/${id}`,
      },
    ]);
    expect(await pushesTo(english)).toMatchObject([{ locale: 'en', title: 'The team replied to you' }]);
    await answer(id);
    await reply(id);
    await work();
    expect(await pushesTo(french)).toMatchObject([{ collapse_id: id }, { collapse_id: id }]);
    expect(await pushesTo(stranger)).toEqual([]);
  });

  it('pushes a reply despite declined categories, but not to a phone without push permission', async () => {
    const declined = { announcement: false, news: false, daily: false };
    await as(scene.member)('PATCH', '/app/notification-preferences', declined);
    const phone = await phoneOf(scene.member);
    const mute = await phoneOf(scene.member, { push_permission: 'denied' });
    await reply(await send());
    await work();
    expect([(await pushesTo(phone)).length, (await pushesTo(mute)).length]).toEqual([1, 0]);
  });

  it('does not push a reply that was read, is a day old, or is for the previous member of a phone', async () => {
    const installation = randomUUID();
    const phone = await phoneOf(scene.member, {}, installation);
    const [seen, late] = [await send(), await send()];
    await reply(seen);
    await as(scene.member)('POST', `/app/messages/${seen}/read`);
    await work();
    await reply(late);
    scene.time += DAY;
    await work();
    await reply(await send());
    await phoneOf(await scene.t.member(), { token: phone }, installation);
    await work();
    expect(await pushesTo(phone)).toEqual([]);
  });

  it('accepts a reply to a member without a phone', async () => {
    const id = await send();
    expect((await reply(id)).body.status).toBe('waiting');
  });
});
