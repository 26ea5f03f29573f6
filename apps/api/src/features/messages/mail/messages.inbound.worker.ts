import { parentPort, workerData } from 'node:worker_threads';
import { parseMail, type ReadingOptions } from './messages.inbound-parsing.service.ts';

export interface ReadingJob extends ReadingOptions {
  raw: Uint8Array;
}

const { raw, ...options } = workerData as ReadingJob;
const mail = await parseMail(raw, options).catch(() => undefined);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(mail);
