import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useConversations } from '../../../../test/conversations.ts';
import { type Account, TestService } from '../../../../test/harness.ts';
import { fileForm } from '../../../../test/requests.ts';
import { collectImages, findStrayImages, storeImage } from './messages.images.service.ts';

const scene = useConversations();
const { as, team, send, read, mine } = scene;

const picture = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

const upload = async (bytes: Buffer, { token }: Account = scene.member) =>
  scene.t.call('POST', '/message-images/', { token, ...fileForm(bytes) });
const sent = async (account = scene.member): Promise<string> =>
  (await upload(await picture().png().toBuffer(), account)).body.id;

async function open(id: string, { token }: Account, query = '') {
  const {
    statusCode: status,
    headers,
    rawPayload,
  } = await scene.t.app.inject({
    url: `/api/v1/message-images/${id}${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status, headers, bytes: rawPayload };
}
const statusFor = async (id: string, account: Account) => (await open(id, account)).status;

const write = (images: string[], account = scene.member) =>
  as(account)('POST', '/app/messages', { body: 'Voyez', client_token: randomUUID(), images });

describe('pictures in messages', () => {
  it('shows pictures to member and team in the original order, re-encoded in two sizes', async () => {
    const camera = { exif: { IFD0: { Make: 'Camera', Copyright: 'Somebody' } } };
    const large = await upload(await picture(700, 350).withMetadata(camera).jpeg().toBuffer());
    expect(large.body).toEqual({ id: expect.any(String), width: 700, height: 350 });
    const other = await sent();
    const { body } = await write([other, large.body.id]);
    const images = [{ id: other, width: 40, height: 30 }, large.body];
    expect(body.entries[0].images).toEqual(images);
    expect((await read(body.id)).entries[0]?.images).toEqual(images);
    for (const [query, width] of [
      ['', 700],
      ['?size=small', 320],
    ] as const) {
      const { bytes, headers } = await open(large.body.id, scene.admin, query);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      const { exif, ...shown } = await sharp(bytes).metadata();
      expect([exif, shown]).toEqual([undefined, expect.objectContaining({ format: 'webp', width })]);
    }
  });

  it('accepts pictures in an answer and in the follow-up of a closed conversation', async () => {
    const id = await send();
    const reply = async () => {
      const json = { body: 'Encore', client_token: randomUUID(), images: [await sent()] };
      return (await as(scene.member)('POST', `/app/messages/${id}/replies`, json)).body;
    };
    expect((await reply()).entries[1].images).toHaveLength(1);
    await team('PATCH', `/messages/${id}`, { status: 'closed' });
    scene.time += 15 * 86_400_000;
    const next = await reply();
    expect([next.id === id, next.entries[0].images.length]).toEqual([false, 1]);
  });

  it('stores a picture once when its message is sent repeatedly', async () => {
    const json = { body: 'Une fois', client_token: randomUUID(), images: [await sent()] };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as(scene.member)('POST', '/app/messages', json)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await mine(answers[0]?.body.id)).entries[0].images).toHaveLength(1);
  });

  it('shows a picture only to its member until it is sent, then to the team, never to other members', async () => {
    const id = await sent();
    const stranger = await scene.t.member();
    const seenBy = () =>
      Promise.all([scene.member, scene.admin, stranger].map((account) => statusFor(id, account)));
    expect(await seenBy()).toEqual([200, 404, 404]);
    await write([id]);
    expect(await seenBy()).toEqual([200, 200, 404]);
    expect((await scene.t.call('GET', `/message-images/${id}`)).status).toBe(401);
    expect((await scene.t.app.inject(`/media/${id}/40.webp`)).statusCode).toBe(404);
    expect((await scene.t.app.inject(`/media/messages/${id}/40.webp`)).statusCode).toBe(404);
  });

  it.each(['of another member', 'of another message', 'sent twice', 'that does not exist'])(
    'rejects a picture %s',
    async (kind) => {
      const used = await sent();
      await write([used]);
      const own = await sent();
      const ids: Record<string, string[]> = {
        'of another member': [own, await sent(await scene.t.member())],
        'of another message': [used],
        'sent twice': [own, own],
        'that does not exist': [randomUUID()],
      };
      const { status, body } = await write(ids[kind] ?? []);
      expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
        422,
        ['body', 'images'],
        'image_missing',
      ]);
      expect((await write([own])).status).toBe(200);
    },
  );

  it('accepts at most five pictures with 10 MiB in total per message', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => sent()));
    expect((await write(six)).body.detail[0].loc).toEqual(['body', 'images']);
    expect((await write(six.slice(1))).status).toBe(200);
    const [one, two] = [await sent(), await sent()];
    await scene.t.db.execute(sql`update message_images set bytes = 5242881 where id in (${one}, ${two})`);
    expect((await write([one, two])).body.detail[0].type).toBe('images_too_large');
    expect((await write([one])).status).toBe(200);
  });

  it('rejects an upload that is too large or not a picture', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(svg)).body.detail[0]).toMatchObject({ loc: ['body', 'file'], type: 'not_an_image' });
    const large = await upload(Buffer.alloc(8 * 1024 * 1024 + 1));
    expect(large.body.code).toBe('payload_too_large');
  });

  it('rejects pictures of a member whose messages are blocked', async () => {
    await team('POST', `/users/${scene.member.id}/block-messages`);
    expect((await upload(Buffer.from('x'))).body.code).toBe('sender_blocked');
  });

  it('limits uploads to five pictures per allowed message without counting rejected files', async () => {
    const settings = { MESSAGES_PER_HOUR: '1' };
    const strict = await TestService.start({ beside: scene.t, settings });
    const token = await strict.login(scene.member.email, scene.member.password);
    const noPicture = fileForm(Buffer.from('no picture'));
    for (let round = 0; round < 6; round += 1)
      expect((await strict.call('POST', '/message-images/', { token, ...noPicture })).status).toBe(422);
    const file = fileForm(await picture().png().toBuffer());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => strict.call('POST', '/message-images/', { token, ...file })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('too_many_requests');
    await strict.stop();
  });
});

describe('deletion of message pictures', () => {
  const collect = () => collectImages({ ...scene.t, now: scene.now });
  const areKept = (id: string) => scene.t.storage.exists(`messages/${id}/40.webp`);

  it('deletes the files of a picture that was not sent within a day', async () => {
    const [unused, used] = [await sent(), await sent()];
    await write([used]);
    scene.time += 86_400_000 - 1;
    await collect();
    expect(await areKept(unused)).toBe(true);
    scene.time += 1;
    await collect();
    expect([await areKept(unused), await areKept(used)]).toEqual([false, true]);
    expect((await write([unused])).body.detail[0].type).toBe('image_missing');
  });

  it('hides the pictures of an erased account at once and deletes their files', async () => {
    const [unused, used] = [await sent(), await sent()];
    await write([used]);
    await team('DELETE', `/users/${scene.member.id}`);
    await collect();
    expect(await areKept(used)).toBe(true);
    await team('POST', `/users/${scene.member.id}/erase`);
    expect(await statusFor(used, scene.admin)).toBe(404);
    await collect();
    expect([await areKept(unused), await areKept(used)]).toEqual([false, false]);
    const [left] = await scene.t.db.execute(
      sql`select count(*)::int as count from message_images where id in (${unused}, ${used})`,
    );
    expect(left?.['count']).toBe(0);
  });

  /** Stores a picture and calls `wrote` after each written file. */
  const storeWhile = async (wrote: (id: string) => Promise<unknown>) => {
    const storage = Object.assign(Object.create(scene.t.storage), {
      put: async (path: string, content: Uint8Array) => {
        await scene.t.storage.put(path, content);
        await wrote(path.split('/')[1] ?? '');
      },
    });
    const owner = { id: scene.member.id, messages_blocked_at: null, is_superuser: false, permissions: [] };
    return storeImage({ ...scene.t, now: scene.now, storage }, owner, await picture().png().toBuffer());
  };

  it('deletes the files of a failed upload after ten minutes', async () => {
    let folder = '';
    const keeping = storeWhile(async (id) => {
      folder = id;
      throw new Error('The storage is unavailable');
    });
    await expect(keeping).rejects.toThrow('unavailable');
    expect([await areKept(folder), await statusFor(folder, scene.member)]).toEqual([true, 404]);
    expect((await write([folder])).body.detail[0].type).toBe('image_missing');
    scene.time += 600_000;
    await collect();
    expect(await areKept(folder)).toBe(false);
  });

  it('keeps the files of a message picture that is being written', async () => {
    const { id } = await storeWhile(collect);
    expect(await statusFor(id, scene.member)).toBe(200);
  });

  it('rejects a message picture whose upload took so long that its files may have been deleted', async () => {
    let folder = '';
    const keeping = storeWhile(async (id) => {
      folder = id;
      scene.time += 600_000;
    });
    await expect(keeping).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await statusFor(folder, scene.member)).toBe(404);
  });

  it('deletes message picture files without a row in the database and keeps all others', async () => {
    const [stray, used] = [randomUUID(), await sent()];
    await write([used]);
    await scene.t.storage.put(`messages/${stray}/40.webp`, 'x');
    await collect();
    expect(await areKept(stray)).toBe(true);
    await findStrayImages({ ...scene.t, now: scene.now });
    await collect();
    expect([await areKept(stray), await areKept(used)]).toEqual([false, true]);
  });
});
