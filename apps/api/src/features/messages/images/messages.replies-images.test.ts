import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useConversations } from '../../../../test/conversations.ts';
import { type Account, eventually, TestService } from '../../../../test/harness.ts';
import { freePort } from '../../../../test/ports.ts';
import { fileForm } from '../../../../test/requests.ts';
import { SmtpSink } from '../../../../test/smtp-sink.ts';
import { sendDueReply } from '../replies/messages.replies.service.ts';
import { collectImages } from './messages.images.service.ts';

const DAY = 86_400_000;
const sink = new SmtpSink(await freePort());
const scene = useConversations();
const { as, team, send, read, reply, mine } = scene;

let worker: TestService;
beforeAll(async () => {
  await sink.on();
  const settings = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(sink.port),
    SMTP_TLS: 'false',
    MEDIA_DIR: scene.t.config.MEDIA_DIR ?? '',
  };
  worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now, settings });
});
afterAll(async () => {
  await worker.stop();
  await sink.off();
});

const picture = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
const upload = async (account: Account = scene.admin, bytes?: Buffer): Promise<string> =>
  (
    await scene.t.call('POST', '/message-images/', {
      token: account.token,
      ...fileForm(bytes ?? (await picture())),
    })
  ).body.id;
const statusFor = async (id: string, account: Account) =>
  (await as(account)('GET', `/message-images/${id}`)).status;
const runJob = (id: string) => sendDueReply({ db: scene.t.db, now: scene.now }, id);
const lastOf = <Entry>(entries: readonly Entry[]) => entries.at(-1) as Entry;

describe('pictures in replies', () => {
  it('shows them in order to the team, to the member and in the mail, but not to other members', async () => {
    const [id, stranger] = [await send(), await scene.t.member()];
    const [wide, narrow] = [await upload(scene.admin, await picture(900, 300)), await upload()];
    const body = 'Voyez https://example.com/plan (ou <b>https://a.fr</b>).';
    const { status } = await reply(id, { images: [narrow, wide], body });
    expect(status).toBe(200);
    const images = [
      { id: narrow, width: 40, height: 30 },
      { id: wide, width: 900, height: 300 },
    ];
    expect(lastOf((await read(id)).entries).images).toEqual(images);
    expect(lastOf<{ images: object[] }>((await mine(id)).entries).images).toEqual(images);
    const people = [scene.member, scene.admin, scene.colleague, stranger];
    expect(await Promise.all(people.map((each) => statusFor(wide, each)))).toEqual([200, 200, 200, 404]);

    const mail = await eventually(async () =>
      sink.received.find(({ to }) => to.includes(scene.member.email)),
    );
    expect(mail.html).toContain(`<a class="accent" href="https://example.com/plan" style="color:#00796b;">`);
    expect(mail.html).toContain('&lt;b&gt;<a class="accent" href="https://a.fr"');
    expect(mail.html).toMatch(new RegExp(`src="cid:${narrow}@pictures" alt="Image 1 sur 2" width="40"`));
    expect(mail.html).toMatch(new RegExp(`src="cid:${wide}@pictures" alt="Image 2 sur 2" width="504"`));
    expect(mail.text).toContain('[Image 2 sur 2]');
    expect(mail.attachments.map(({ filename, contentId }) => [filename, contentId])).toEqual([
      ['image-1.jpg', `<${narrow}@pictures>`],
      ['image-2.jpg', `<${wide}@pictures>`],
    ]);
    const { format, width } = await sharp(Buffer.from(lastOf(mail.attachments).content)).metadata();
    expect([format, width]).toEqual(['jpeg', 900]);
  });

  it('hides the pictures of a pending reply from the member until it is sent, and keeps them for days', async () => {
    const id = await send();
    const image = await upload();
    const send_at = new Date(scene.time + 3 * DAY).toISOString();
    const { body } = await reply(id, { images: [image], send_at });
    expect(body.pending_replies[0].images).toEqual([{ id: image, width: 40, height: 30 }]);
    const people = [scene.member, scene.colleague];
    expect(await Promise.all(people.map((each) => statusFor(image, each)))).toEqual([404, 200]);
    scene.time += 3 * DAY;
    await collectImages({ db: scene.t.db, now: scene.now, storage: scene.t.storage });
    await runJob(body.pending_replies[0].id);
    expect(lastOf<{ images: object[] }>((await mine(id)).entries).images).toHaveLength(1);
    expect(await statusFor(image, scene.member)).toBe(200);
  });

  it('gives the pictures of a reply that is taken back to their owner, for another reply', async () => {
    const id = await send();
    const image = await upload();
    const { body } = await reply(id, { images: [image], undo_seconds: 10 });
    const again = await reply(id, { images: [image] });
    expect([again.status, again.body.detail[0].loc, again.body.detail[0].type]).toEqual([
      422,
      ['body', 'images'],
      'image_missing',
    ]);
    await team('DELETE', `/pending-replies/${body.pending_replies[0].id}`);
    expect((await reply(id, { images: [image] }, scene.colleague)).body.detail[0].type).toBe('image_missing');
    expect((await reply(id, { images: [image] })).status).toBe(200);
  });

  it('accepts at most five pictures', async () => {
    const id = await send();
    const images = await Promise.all(Array.from({ length: 6 }, () => upload()));
    const { status, body } = await reply(id, { images });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'images']]);
    expect((await reply(id, { images: images.slice(0, 5) })).status).toBe(200);
  });

  it('sends a reply without a picture whose file was deleted', async () => {
    const account = await scene.t.member();
    const id = await send({}, account);
    const image = await upload();
    await scene.t.storage.deleteAll(`messages/${image}/`);
    await reply(id, { images: [image] });
    const mail = await eventually(async () => sink.received.find(({ to }) => to.includes(account.email)));
    expect(mail.attachments).toEqual([]);
  });
});
