import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { AppError } from '../../../platform/errors.ts';
import type { ReadMail } from './messages.inbound.worker.ts';

/** Bytes of a mail's headers. */
const HEAD_MAX = 64 * 1024;

/** A mail's headers; undefined if invalid. */
export async function readHead(raw: Buffer): Promise<Email | undefined> {
  const start = raw.subarray(0, HEAD_MAX);
  const ends = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((end) => end >= 0);
  if (ends.length === 0 && raw.length > HEAD_MAX) return undefined;
  try {
    return await PostalMime.parse(start.subarray(0, Math.min(...ends, start.length)));
  } catch {
    return undefined;
  }
}

/** Headers that name the recipients of a mail. */
const RECIPIENTS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];

export const recipientsOf = ({ headers }: Email): string[] =>
  RECIPIENTS.flatMap((name) => headers.filter(({ key }) => key === name))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .map(({ address = '' }) => address);

/** Headers of automatic mails (RFC 3834, 2919) and of bounces. */
const SIGNS = new Map([
  ['auto-submitted', /^(?!no\b)/i],
  ['precedence', /^(bulk|junk|list|auto_reply)\b/i],
  ['x-autoreply', /^/],
  ['x-autoreply-from', /^/],
  ['x-autorespond', /^/],
  ['x-auto-response-suppress', /\b(all|oof|autoreply)\b/i],
  ['list-id', /^/],
  ['return-path', /^<>$/],
]);

/** Message-ID of a reply of the team, which indicates a loop; other mail servers may share its domain. */
const OWN_ID = /^<[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}@([^>]+)>$/;

/** True for one of our own mails that came back. @param domain of their Message-IDs */
export const isOurs = ({ messageId }: Email, domain: string): boolean =>
  OWN_ID.exec(messageId?.trim() ?? '')?.[1] === domain;

export const isAutomatic = ({ headers }: Email): boolean =>
  headers.some(({ key, value }) => SIGNS.get(key)?.test(value.trim()));

/** True for a bounce in free text, from a server without RFC 3464. */
export const isFromServer = ({ headers, from }: Email): boolean =>
  headers.some(({ key, value }) => key === 'return-path' && value.trim() === '<>') &&
  /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '');

/** Limits of parsing a mail: milliseconds, and MB of memory. */
const PATIENCE = 10_000;
const MEMORY = 256;

/** Seconds after which a mail that timed out may be delivered again. */
const RETRY_AFTER = '600';

/**
 * Parses a mail in a worker thread: untrusted input may take too long, or too much memory.
 * @returns undefined for an unreadable mail
 * @throws {AppError} `service_unavailable` on timeout: the mail is delivered again later
 */
export async function readMail(raw: Buffer): Promise<ReadMail | undefined> {
  const worker = new Worker(new URL('./messages.inbound.worker.ts', import.meta.url), {
    workerData: raw,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  worker.on('error', () => {});
  const time = AbortSignal.timeout(PATIENCE);
  try {
    const [mail] = (await once(worker, 'message', { signal: time })) as [ReadMail | undefined];
    return mail;
  } catch (error) {
    if (time.aborted) throw new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
    throw error;
  } finally {
    await worker.terminate();
  }
}
