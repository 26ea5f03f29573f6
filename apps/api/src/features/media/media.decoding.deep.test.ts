import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, eventually, TestService } from '../../../test/harness.ts';
import { fileForm } from '../../../test/requests.ts';

let t: TestService;
beforeAll(async () => {
  t = await TestService.start();
});
afterAll(() => t.stop());

/** A picture that no other test uses. */
const picture = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** Width and height as PNG and AVIF encode them. */
const header = (width: number, height: number) => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return size;
};

describe('decoding of pictures', () => {
  /** A picture of one colour, which is small at any number of pixels. */
  const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });
  const flood = () => plain(8000, 5000).avif({ quality: 1, effort: 0 }).toBuffer();
  const upload = async (bytes: Buffer, account: Account) =>
    t.call('POST', '/message-images/', { token: account.token, ...fileForm(bytes) });
  const small = () => picture().png().toBuffer();

  /** Process id of the decoder (Linux only). Retries, because the list may omit a child while another exits. */
  const decoder = () =>
    eventually(async () => {
      const threads = await readdir('/proc/self/task');
      const lists = threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8'));
      for (const pid of (await Promise.all(lists)).join(' ').trim().split(/\s+/).map(Number))
        if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('media.worker')) return pid;
      return undefined;
    });
  /** CPU time of a process, in clock ticks. */
  const computed = async (pid: number) =>
    Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[13]);

  /** Process id of a decoder that has rejected a picture and waits for the next one. */
  async function waitingDecoder(): Promise<number> {
    expect((await upload(Buffer.from('x'), await t.member())).status).toBe(422);
    return decoder();
  }

  /** Runs `work` while the decoder is paused. */
  async function whileStopped<Result>(work: () => Promise<Result>): Promise<Result> {
    const pid = await waitingDecoder();
    process.kill(pid, 'SIGSTOP');
    try {
      return await work();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  it('does not block sign-ins while pictures wait for the decoder', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => t.member()));
    const bytes = await small();
    const { uploads } = await whileStopped(async () => {
      const uploads = members.map((member) => upload(bytes, member));
      const signIns = members.flatMap(({ email, password }) =>
        Array.from({ length: 4 }, () =>
          t.call('POST', '/login/access-token', { form: { username: email, password } }),
        ),
      );
      expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(16).fill(200));
      return { uploads };
    });
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(4).fill(200));
  });

  it.each([
    ['AVIF', 16_777_216, flood],
    ['WebP', 25_000_000, () => plain(8000, 5000).webp({ lossless: true }).toBuffer()],
    ['PNG', 25_000_000, () => plain(8000, 5000).png().toBuffer()],
    ['JPEG', 50_000_000, () => plain(9000, 6000).jpeg().toBuffer()],
  ])('rejects %s of more than %i pixels by its header', async (_name, max_pixels, make) => {
    const bytes = await make();
    // Clears the last tenth of the data, which the check of the header does not notice.
    bytes.fill(0, Math.floor(bytes.length * 0.9));
    const { status, body } = await upload(bytes, await t.member());
    expect([status, body.detail[0]]).toEqual([
      422,
      expect.objectContaining({ loc: ['body', 'file'], type: 'too_many_pixels', ctx: { max_pixels } }),
    ]);
  });

  it('accepts phone pictures of 48 megapixels as JPEG and 12 megapixels as WebP and AVIF', async () => {
    const member = await t.member();
    const taken = [
      await plain(8064, 6048).jpeg().toBuffer(),
      await plain(4032, 3024).webp().toBuffer(),
      await plain(4080, 3072).avif({ effort: 0, bitdepth: 10, chromaSubsampling: '4:2:0' }).toBuffer(),
    ];
    for (const bytes of taken) expect((await upload(bytes, member)).status).toBe(200);
  });

  it('aborts decoding that takes too much memory and decodes the next picture', async () => {
    const member = await t.member();
    const deep = plain(4096, 4096, 4).avif({ effort: 0, bitdepth: 12, lossless: true });
    const { status, body } = await upload(await deep.toBuffer(), member);
    expect([status, body.detail[0].type]).toEqual([422, 'too_complex']);
    expect((await upload(await small(), member)).status).toBe(200);
  });

  it('rejects a picture with more pixels than its header declares without using much memory', async () => {
    const bytes = await flood();
    header(100, 100).copy(bytes, bytes.indexOf('ispe') + 8);
    const pid = await waitingDecoder();
    expect((await upload(bytes, await t.member())).status).toBe(422);
    const peak = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    expect(Number(peak) * 1024).toBeLessThan(200 * 1024 * 1024);
  });

  it('returns 503 when the decoder is killed and decodes the next picture', async () => {
    const member = await t.member();
    const pid = await waitingDecoder();
    const before = await computed(pid);
    // Below the limit for AVIF: at the limit, decoding takes nearly all the memory that the process may use.
    const bytes = await plain(4080, 3072).avif({ effort: 0 }).toBuffer();
    const cut = upload(bytes, member);
    await expect.poll(() => computed(pid), { interval: 5 }).toBeGreaterThan(before + 5);
    process.kill(pid, 'SIGKILL');
    const { status, body, headers } = await cut;
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '2']);
    expect((await upload(bytes, member)).status).toBe(200);
  });

  it('decodes one picture per member at a time and rejects too many concurrent uploads', async () => {
    const [member, other] = [await t.member(), await t.member()];
    const bytes = await small();
    const { uploads, refused } = await whileStopped(async () => {
      const uploads = Array.from({ length: 12 }, () => upload(bytes, member));
      const refused = await Promise.any(
        uploads.map(async (sending) => {
          const answer = await sending;
          return answer.status === 429 ? answer : Promise.reject(new Error('Not rejected'));
        }),
      );
      return { uploads, refused };
    });
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['upload_in_progress', '2']);
    const answers = await Promise.all([...uploads, upload(bytes, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(11).fill(200),
      ...Array<number>(2).fill(429),
    ]);
  });

  it('accepts the next upload of a member whose previous uploads were aborted', async () => {
    const member = await t.member();
    const { payload, headers } = fileForm(await small());
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const send = (signal: AbortSignal) =>
      fetch(`${url}/api/v1/message-images/`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${member.token}` },
        body: new ReadableStream({ start: (body) => body.enqueue(payload.subarray(0, -20)) }),
        duplex: 'half',
        signal,
      });
    const leaving = new AbortController();
    const left = Array.from({ length: 3 }, () => send(leaving.signal).catch(() => 'left'));
    const connections = promisify(t.app.server.getConnections.bind(t.app.server));
    await expect.poll(() => connections()).toBe(3);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left', 'left']);
    expect((await upload(await small(), member)).status).toBe(200);
  });
});
