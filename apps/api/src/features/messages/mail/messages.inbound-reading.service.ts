import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { AppError } from '../../../platform/errors.ts';
import { PROGRAM_EXTENSION } from '../../../platform/package-files.ts';
import { createWorkQueue } from '../../../platform/work-queue.ts';
import type { ReadingJob } from './messages.inbound.worker.ts';
import type { HtmlReading, ReadMail } from './messages.inbound-parsing.service.ts';
import type { Sender } from './messages.quotes.rules.ts';

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

/**
 * Headers of automatic mails (RFC 3834) and of bounces. Headers that request no automatic answers, or that mailing lists
 * add, reveal nothing about the author.
 */
const SIGNS = new Map([
  ['auto-submitted', /^(?!no\b)/i],
  ['precedence', /^(bulk|junk|auto_reply)\b/i],
  ['x-autoreply', /^(?!no\b)/i],
  ['x-autoreply-from', /^/],
  ['x-autorespond', /^(?!no\b)/i],
  ['return-path', /^<>$/],
]);

/** Subject prefixes of automatic mails and read receipts, by programs that set no header. */
const SUBJECT =
  /^\s*(?:lu|non lu|accusé de lecture|read|not read|read receipt|gelesen|ungelesen|lesebestätigung|leído|no leído|letto|non letto|lido|não lido|gelezen|niet gelezen|przeczytano|läst|lest|læst|automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|réponse automatique|absence du bureau|message d[’']absence|automatische antwort|abwesenheitsnotiz|abwesend|respuesta automática|fuera de la oficina|risposta automatica|fuori sede|automatisch antwoord|afwezigheidsbericht|resposta automática|autosvar|automatiskt svar|automatyczna odpowiedź|odpowiedź automatyczna)\s*[:：]/iu;

/** Message-ID of a reply of the team, which indicates a loop; other mail servers may share its domain. */
const OWN_ID = /^<[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}@([^>]+)>$/;

/** True for one of our own mails that came back. @param domain of their Message-IDs */
export const isOurs = ({ messageId }: Email, domain: string): boolean =>
  OWN_ID.exec(messageId?.trim() ?? '')?.[1] === domain;

export const isAutomatic = ({ headers, subject = '' }: Email): boolean =>
  SUBJECT.test(subject) || headers.some(({ key, value }) => SIGNS.get(key)?.test(value.trim()));

/** True for a read receipt (RFC 8098), which has no content. */
export const isReceipt = ({ headers }: Email): boolean =>
  headers.some(
    ({ key, value }) => key === 'content-type' && /report-type="?disposition-notification\b/i.test(value),
  );

/** Address of the sender; undefined if a mail has several, since mail programs differ in which they show. */
export function senderOf({ headers }: Email): string | undefined {
  const [from, ...others] = headers.filter(({ key }) => key === 'from');
  const [mailbox, ...more] = addressParser(from?.value ?? '', { flatten: true });
  return others.length > 0 || more.length > 0 ? undefined : mailbox?.address;
}

/** True for a bounce in free text, from a server without RFC 3464. */
export const isFromServer = ({ headers, from }: Email): boolean =>
  headers.some(({ key, value }) => key === 'return-path' && value.trim() === '<>') &&
  /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '');

/** Limits of parsing a mail: milliseconds, and MB of memory. */
const TIMEOUT_MS = 10_000;
const MEMORY = 256;

/** Seconds after which a mail that timed out may be redelivered. */
const RETRY_AFTER = '600';

/** Limits concurrent parsing: each mail may take the memory above. Waiting mails occupy memory, too. */
const queueWork = createWorkQueue({ slots: 2, timeoutMs: 30_000, waiting: 64 });

/**
 * Parses a mail in a worker thread: untrusted input may take too long, or too much memory. If its HTML does, only
 * its characters are used.
 * @returns undefined for an unreadable mail
 * @throws {AppError} `service_unavailable` on timeout: the mail is delivered again later
 */
export const readMail = (raw: Uint8Array, sender: Sender): Promise<ReadMail | undefined> =>
  queueWork(async () => {
    const mail = await attempt(raw, sender, 'structure');
    return typeof mail === 'string' ? finished(await attempt(raw, sender, 'characters')) : mail;
  });

/** The same without the HTML. */
export const readReport = (raw: Uint8Array, sender: Sender): Promise<ReadMail | undefined> =>
  queueWork(async () => finished(await attempt(raw, sender, 'none')));

type Exceeded = 'time' | 'memory';

function finished(mail: ReadMail | Exceeded | undefined): ReadMail | undefined {
  if (mail === 'time') throw new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });
  return mail === 'memory' ? undefined : mail;
}

/** @returns which limit was exceeded, if any */
async function attempt(
  raw: Uint8Array,
  sender: Sender,
  html: HtmlReading,
): Promise<ReadMail | Exceeded | undefined> {
  // A copy: a view would take the whole buffer of the request along.
  const workerData: ReadingJob = { raw: new Uint8Array(raw), sender, html };
  const worker = new Worker(new URL(`./messages.inbound.worker${PROGRAM_EXTENSION}`, import.meta.url), {
    workerData,
    transferList: [workerData.raw.buffer as ArrayBuffer],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  worker.on('error', () => {});
  const time = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [mail] = (await once(worker, 'message', { signal: time })) as [ReadMail | undefined];
    return mail;
  } catch (error) {
    if (time.aborted) return 'time';
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory';
    throw error;
  } finally {
    await worker.terminate();
  }
}
