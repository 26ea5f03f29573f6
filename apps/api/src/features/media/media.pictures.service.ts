import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../platform/errors.ts';
import { fieldProblem } from '../../platform/http/router.ts';
import { PROGRAM_EXTENSION } from '../../platform/package-files.ts';
import { createWorkQueue } from '../../platform/work-queue.ts';
import type { Picture, PictureAnswer, PictureJob, PictureProblem } from './media.worker.ts';

/** Maximum wait of a picture in milliseconds, and queue length; waiting pictures occupy memory. */
const queueWork = createWorkQueue({ slots: 1, timeoutMs: 20_000, waiting: 16 });

/** Time limit per picture in milliseconds, on a machine that gives it low priority. */
const LONGEST = 30_000;

/** Milliseconds without a picture after which the process ends. */
const IDLE = 30_000;

/** Seconds after which a picture may be sent again if its process was killed. */
const RETRY_AFTER = '2';

/** Limit of the JavaScript heap and of its young generation, in megabytes; pictures are stored outside it. */
const HEAP = 32;
const YOUNG = 1;

let current: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Re-encodes a picture, one at a time, in a separate process: uploads are untrusted, and a decoder may crash,
 * or use too much time or memory. The process gets no settings, and so no secrets.
 * @throws a 422 for an invalid or too large picture
 * @throws {AppError} `service_unavailable` if the queue is full, or the process died
 */
export const encodePicture = (job: PictureJob): Promise<Picture> =>
  queueWork(async () => {
    const result = await resultOf(ready(), job);
    if ('problem' in result) throw refusalOf(result);
    return result;
  });

function ready(): ChildProcess {
  clearTimeout(idle);
  current ??= start();
  return current;
}

function start(): ChildProcess {
  const worker = fork(new URL(`./media.worker${PROGRAM_EXTENSION}`, import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP}`, `--max-semi-space-size=${YOUNG}`],
    // Fewer arenas than threads: their memory is not released while the process lives.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('exit', () => discardWorker(worker)).on('error', () => discardWorker(worker));
  worker.unref();
  return worker;
}

function discardWorker(worker: ChildProcess): void {
  if (current === worker) current = undefined;
}

/** The process keeps the service alive only while it works. */
async function resultOf(worker: ChildProcess, job: PictureJob): Promise<Picture | PictureProblem> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
  const died = () => reject(new AppError('service_unavailable', { 'retry-after': RETRY_AFTER }));
  const timeOut = () => resolve({ result: { problem: 'too_complex' }, isExhausted: true });
  const timer = setTimeout(timeOut, LONGEST);
  worker.once('message', resolve).once('exit', died).once('error', died);
  worker.channel?.ref();
  worker.send(job, (error) => error && died());
  try {
    const { result, isExhausted } = await promise;
    if (isExhausted) end(worker);
    return result;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('exit', died).off('error', died);
    worker.channel?.unref();
    idle = setTimeout(() => end(worker), IDLE).unref();
  }
}

function end(worker: ChildProcess): void {
  discardWorker(worker);
  worker.kill('SIGKILL');
}

const MESSAGES: Record<PictureProblem['problem'], (problem: PictureProblem) => string> = {
  not_an_image: () => 'Input should be a picture: JPEG, PNG, WebP or AVIF, whole and not moving',
  too_many_pixels: ({ max_pixels }) => `Input should have at most ${max_pixels} pixels in this format`,
  too_complex: () => 'Input should be a picture that takes less time and memory to decode',
};

const refusalOf = (refused: PictureProblem) => {
  const { problem, ...ctx } = refused;
  const message = MESSAGES[problem](refused);
  return fieldProblem('file', { type: problem, message, ...(ctx.max_pixels && { ctx }) });
};
