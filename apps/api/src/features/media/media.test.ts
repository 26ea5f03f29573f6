import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../test/harness.ts';
import { fileForm } from '../../../test/requests.ts';
import { shownAmong } from '../news/news.queries.ts';
import { collectMedia, findStrayMedia, lockMedia, storeMedia } from './media.service.ts';

let t: TestService;
let admin: Account;
beforeAll(async () => {
  t = await TestService.start();
  admin = await t.superuser();
});
afterAll(() => t.stop());

const send = (bytes: Buffer, name?: string, { token } = admin) =>
  t.call('POST', '/media/', { token, ...fileForm(bytes, name) });

/** A picture that no other test uses. */
const picture = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** Limit of the mean difference between upload and result, of 256 levels: quality 80 meets it, 60 does not. */
const LARGEST_DIFFERENCE = { webp: 2.5, jpeg: 1.6 };

/** Width and height as PNG and AVIF encode them. */
const header = (width: number, height: number) => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return size;
};

async function open(path: string) {
  const { statusCode: status, headers, rawPayload } = await t.app.inject(path);
  return { status, headers, bytes: rawPayload };
}

describe('pictures of the team', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    're-encodes a %s picture as WebP and JPEG and serves both with safe headers',
    async (format) => {
      const { status, body } = await send(await picture().toFormat(format).toBuffer());
      expect([status, body.width, body.height]).toEqual([200, 40, 30]);
      const [{ webp, jpeg }] = body.sources;
      for (const [path, type] of [
        [webp, 'webp'],
        [jpeg, 'jpeg'],
      ]) {
        const { bytes, headers } = await open(path);
        expect((await sharp(bytes).metadata()).format).toBe(type);
        expect(headers).toMatchObject({
          'content-type': `image/${type}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': expect.stringMatching(/^inline; filename="40\.(webp|jpg)"$/),
        });
      }
    },
  );

  it('stores a picture that looks like the upload', async () => {
    const [width, height] = [320, 240];
    const waves = Buffer.from(
      Array.from({ length: width * height * 3 }, (_, index) => {
        const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)];
        const detail = 20 * Math.sin(x / 2) * Math.sin(y / 3);
        return 128 + detail + 80 * Math.sin((x + y * (index % 3)) / 40);
      }),
    );
    const { body } = await send(
      await sharp(waves, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const differenceOf = async (path: string) => {
      const shown = await sharp((await open(path)).bytes)
        .raw()
        .toBuffer();
      return (
        waves.reduce((sum, value, index) => sum + Math.abs(value - (shown[index] ?? 0)), 0) / waves.length
      );
    };
    expect(await differenceOf(body.sources[0].webp)).toBeLessThan(LARGEST_DIFFERENCE.webp);
    expect(await differenceOf(body.sources[0].jpeg)).toBeLessThan(LARGEST_DIFFERENCE.jpeg);
  });

  it('stores a picture in several widths for phones, none wider than the upload', async () => {
    const { body } = await send(await picture(1800, 900).jpeg().toBuffer());
    const widths = body.sources.map(({ width, height }: Record<string, number>) => [width, height]);
    expect(widths).toEqual([
      [320, 160],
      [640, 320],
      [1080, 540],
      [1600, 800],
    ]);
    for (const { webp, width } of body.sources)
      expect((await sharp((await open(webp)).bytes).metadata()).width).toBe(width);
  });

  it('removes location and other metadata from a picture and rotates it upright', async () => {
    const taken = await picture(40, 20)
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await send(taken);
    expect([body.width, body.height]).toEqual([20, 40]);
    for (const path of [body.sources[0].webp, body.sources[0].jpeg]) {
      const { exif, xmp, icc, orientation } = await sharp((await open(path)).bytes).metadata();
      expect([exif, xmp, icc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    }
  });

  it('returns the same picture for the same bytes under any file name', async () => {
    const bytes = await picture().png().toBuffer();
    const names = ['a.png', '../../etc/passwd', `${'x'.repeat(300)}.png`, 'nul%00.png', 'é"\\.svg'];
    const answers = await Promise.all(names.map((name) => send(bytes, name.replaceAll('"', '%22'))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await t.call('GET', '/media/', { token: admin.token });
    expect(body.data).toContainEqual(answers[0]?.body);
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  /** A PNG with a false size in its header. */
  async function claiming(width: number, height: number) {
    const png = await picture(1, 1).png().toBuffer();
    header(width, height).copy(png, 16);
    const { crc32 } = await import('node:zlib');
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  }

  const REFUSED: Record<string, () => Promise<Buffer> | Buffer> = {
    'an SVG with a script': () => Buffer.from(SVG),
    'HTML named like a picture': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'only the first bytes of a PNG': () => Buffer.from('\x89PNG\r\n\x1a\nx', 'latin1'),
    'a GIF that is also JavaScript': () => Buffer.from('GIF89a/*\x00\x00\x00\x00*/=1;alert(1)', 'latin1'),
    'a GIF': () => picture().gif().toBuffer(),
    'a TIFF': () => picture().tiff().toBuffer(),
    'a PDF': () => Buffer.from('%PDF-1.4\n1 0 obj\n'),
    'an empty file': () => Buffer.alloc(0),
    'half a JPEG': async () => {
      const whole = await picture(400, 400).jpeg().toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
    'half a PNG': async () => {
      const whole = await picture(400, 400).png().toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
    'an animated WebP': () =>
      sharp(randomBytes(20 * 40 * 3), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
        .webp({ loop: 0 })
        .toBuffer(),
    'a PNG of 30,000 by 30,000': () => claiming(30_000, 30_000),
    'a PNG that claims to be larger than it is': () => claiming(5000, 5000),
  };

  it.each(Object.keys(REFUSED))('rejects %s without using much memory', async (name) => {
    const bytes = await (REFUSED[name] as () => Buffer)();
    const before = process.memoryUsage().rss;
    const { status, body } = await send(bytes);
    expect([status, body.detail[0]]).toEqual([
      422,
      expect.objectContaining({
        loc: ['body', 'file'],
        type: name.includes('30,000') ? 'too_many_pixels' : 'not_an_image',
        input: null,
      }),
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('rejects a file of more than 8 MiB as too large, but not one of exactly 8 MiB', async () => {
    const limit = 8 * 1024 * 1024;
    expect((await send(Buffer.alloc(limit + 1))).body.code).toBe('payload_too_large');
    expect((await send(Buffer.alloc(limit))).status).toBe(422);
  });

  const sendRaw = (payload: string, type = 'multipart/form-data; boundary=agora') =>
    t.call('POST', '/media/', { token: admin.token, payload, headers: { 'content-type': type } });

  it.each([
    [
      'a field in place of the file',
      '--agora\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--agora--',
      422,
    ],
    ['no part', '--agora--', 422],
    ['a missing end', '--agora\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nx', 400],
  ])('rejects a picture upload with %s', async (_name, payload, status) => {
    expect((await sendRaw(payload)).status).toBe(status);
  });

  it('rejects a picture upload as JSON or with two files', async () => {
    expect((await sendRaw('{"file":"x"}', 'application/json')).status).toBe(422);
    const { payload, headers } = fileForm(await picture().png().toBuffer());
    const twice = Buffer.concat([payload.subarray(0, -'--agora--\r\n'.length), payload]);
    const { status } = await t.call('POST', '/media/', { token: admin.token, payload: twice, headers });
    expect(status).toBe(413);
  });

  it('rejects a picture upload by an anonymous caller or a member', async () => {
    const { payload, headers } = fileForm(Buffer.alloc(1024));
    expect((await t.call('POST', '/media/', { payload, headers })).status).toBe(401);
    expect((await send(Buffer.alloc(1024), 'x', await t.member())).status).toBe(403);
  });

  it.each([
    '/media/00000000-0000-8000-8000-000000000000/320.webp',
    '/media/00000000-0000-8000-8000-000000000000/..%2f..%2fPG_VERSION',
    '/media/..%2f..%2f..%2fetc/passwd',
    '/media/00000000-0000-8000-8000-000000000000/320.svg',
  ])('returns 404 for the picture %s', async (path) => {
    expect((await open(path)).status).toBe(404);
  });
});

describe('deletion of unused pictures', () => {
  const now = () => new Date();
  const collect = (storage = t.storage) => collectMedia({ ...t, now, storage }, shownAmong);
  const isServed = async (path: string) => (await open(path)).status === 200;
  const ageAll = () => t.db.execute(sql`update media set sent_at = sent_at - interval '25 hours'`);

  /** The storage with some methods replaced. */
  const storageThat = (other: Partial<typeof t.storage>): typeof t.storage =>
    Object.assign(Object.create(t.storage), other);

  const isListed = async (id: string) => {
    const { body } = await t.call('GET', '/media/?limit=100', { token: admin.token });
    return body.data.some((each: { id: string }) => each.id === id);
  };

  it('deletes unused pictures after a day but keeps those of articles, revisions and autosaves', async () => {
    const sent = async () => (await send(await picture().png().toBuffer())).body;
    const [unused, cover, inside, unsaved] = [await sent(), await sent(), await sent(), await sent()];
    const image = (media_id: string) => ({ type: 'doc', content: [{ type: 'image', attrs: { media_id } }] });
    const content = (fields: object) => ({ translations: { fr: { title: 'x' } }, ...fields });
    const call = (method: string, path: string, json: object) =>
      t.call(method, path, { token: admin.token, json });
    const { body: article } = await call('POST', '/news/', {
      content: content({ cover: { media_id: cover.id } }),
    });
    const translations = { fr: { title: 'x', body: image(inside.id) } };
    await call('PATCH', `/news/${article.id}`, { version: 1, content: { translations } });
    const autosave = { version: 2, content: content({ cover: { media_id: unsaved.id } }) };
    await call('PUT', `/news/${article.id}/autosave`, autosave);
    await collect();
    expect(await isServed(unused.sources[0].webp)).toBe(true);
    await ageAll();
    const again = await send(await picture().png().toBuffer());
    await collect();
    const found = [unused, cover, inside, unsaved, again.body].map(({ sources }) =>
      isServed(sources[0].webp),
    );
    expect(await Promise.all(found)).toEqual([false, true, true, true, true]);
    const gone = await call('POST', '/news/', { content: content({ cover: { media_id: unused.id } }) });
    expect(gone.body.detail[0].type).toBe('media_missing');
  });

  it('keeps an unused picture for a day after its last upload', async () => {
    const [again, once] = [await picture().png().toBuffer(), await picture().png().toBuffer()];
    const path = async (bytes: Buffer) => (await send(bytes)).body.sources[0].webp;
    const paths = [await path(again), await path(once)];
    await t.db.execute(sql`update media set sent_at = sent_at - interval '23 hours'`);
    await send(again);
    await t.db.execute(sql`update media set sent_at = sent_at - interval '2 hours'`);
    await collect();
    expect(await Promise.all(paths.map(isServed))).toEqual([true, false]);
  });

  it('keeps a picture that an article is about to use', async () => {
    const { body } = await send(await picture().png().toBuffer());
    await ageAll();
    await t.db.transaction(async (tx) => {
      await lockMedia(tx, [body.id]);
      await collect();
    });
    expect(await isServed(body.sources[0].webp)).toBe(true);
  });

  it('rejects an article with a picture that is being deleted concurrently', async () => {
    const { body } = await send(await picture().png().toBuffer());
    await ageAll();
    const json = { content: { translations: { fr: { title: 'x' } }, cover: { media_id: body.id } } };
    let saving: ReturnType<typeof t.call> | undefined;
    await collectMedia({ ...t, now }, async (tx) => {
      saving = t.call('POST', '/news/', { token: admin.token, json });
      const saved = saving.then(() => true);
      await expect
        .poll(async () => {
          const waiting = await tx.execute(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return waiting.length > 0 || Promise.race([saved, false]);
        })
        .toBe(true);
      return new Set<string>();
    });
    const answer = await saving;
    expect([answer?.status, answer?.body.detail?.[0].type]).toEqual([422, 'media_missing']);
    expect(await isServed(body.sources[0].webp)).toBe(false);
  });

  it('hides a picture whose deletion failed halfway and stores it again on the next upload', async () => {
    const bytes = await picture().png().toBuffer();
    const { body } = await send(bytes);
    await ageAll();
    const breaking = storageThat({
      deleteAll: async (folder) => {
        await t.storage.deleteAll(folder);
        throw new Error('The storage is unavailable');
      },
    });
    await expect(collect(breaking)).rejects.toThrow('The storage is unavailable');
    expect(await isListed(body.id)).toBe(false);
    const again = await send(bytes);
    expect([again.body.id, await isServed(body.sources[0].webp)]).toEqual([body.id, true]);
    await collect();
    expect(await isServed(body.sources[0].webp)).toBe(true);
  });

  it('stores a complete picture when it is uploaded again during its deletion', async () => {
    const bytes = await picture().png().toBuffer();
    const { body } = await send(bytes);
    await ageAll();
    let again: ReturnType<typeof send> | undefined;
    const slow = storageThat({
      deleteAll: async (folder) => {
        if (folder === `${body.id}/`) again = send(bytes);
        await setTimeout(100);
        await t.storage.deleteAll(folder);
      },
    });
    await collect(slow);
    expect((await again)?.status).toBe(200);
    expect(await isServed(body.sources[0].webp)).toBe(true);
  });

  it('deletes the files of an upload that failed halfway', async () => {
    const bytes = await picture().png().toBuffer();
    let folder = '';
    const breaking = storageThat({
      put: async (path, content) => {
        folder = path.split('/')[0] ?? '';
        if (path.endsWith('.webp')) return t.storage.put(path, content);
        throw new Error('The storage is unavailable');
      },
    });
    await expect(storeMedia({ ...t, now, storage: breaking }, bytes)).rejects.toThrow(
      'The storage is unavailable',
    );
    expect(await isListed(folder)).toBe(false);
    await expect.poll(() => isServed(`/media/${folder}/40.webp`)).toBe(true);
    await ageAll();
    await collect();
    expect(await isServed(`/media/${folder}/40.webp`)).toBe(false);
  });

  it('keeps the files of a picture that is being written', async () => {
    const bytes = await picture().png().toBuffer();
    const visited = storageThat({
      put: async (path, content) => {
        await t.storage.put(path, content);
        await collect();
      },
    });
    const { id } = await storeMedia({ ...t, now, storage: visited }, bytes);
    expect([await isListed(id), await isServed(`/media/${id}/40.webp`)]).toEqual([true, true]);
  });

  it('rejects an upload that took so long that its files may have been deleted', async () => {
    const bytes = await picture().png().toBuffer();
    let folder = '';
    const late = storageThat({
      put: async (path, content) => {
        folder = path.split('/')[0] ?? '';
        await t.storage.put(path, content);
        await ageAll();
      },
    });
    const keeping = storeMedia({ ...t, now, storage: late }, bytes);
    await expect(keeping).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await isListed(folder)).toBe(false);
  });

  it('deletes picture files without a row in the database and keeps all other files', async () => {
    const stray = randomUUID();
    await t.storage.put(`${stray}/40.webp`, 'x');
    await t.storage.put('read-me.txt', 'x');
    const { body } = await send(await picture().png().toBuffer());
    await collect();
    expect(await isServed(`/media/${stray}/40.webp`)).toBe(true);
    await findStrayMedia({ ...t, now });
    expect(await isListed(stray)).toBe(false);
    await collect();
    expect(await isServed(`/media/${stray}/40.webp`)).toBe(false);
    expect([await isServed(body.sources[0].webp), await t.storage.exists('read-me.txt')]).toEqual([
      true,
      true,
    ]);
  });

  it('restores the size of a picture that is uploaded again after its row was lost', async () => {
    const bytes = await picture().png().toBuffer();
    const { body } = await send(bytes);
    await t.db.execute(sql`delete from media where id = ${body.id}`);
    await findStrayMedia({ ...t, now });
    const again = await send(bytes);
    expect(again.body).toMatchObject({ width: 40, height: 30, sources: body.sources });
  });
});
