import { parentPort, workerData } from 'node:worker_threads';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** What is used of a mail. */
export interface ReadMail {
  /** What its writer wrote, without what they quote and their signature. */
  text: string;
  pictures: { name: string | null; bytes: Uint8Array }[];
  /** What a server says of a mail that it sends back, or late (RFC 3464). */
  report?: string;
}

const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 };

/** Characters that are looked at, twice what a message may have: what is quoted mostly lies behind. */
const TEXT_MAX = 10_000;

const HTML = {
  wordwrap: false as const,
  limits: { maxInputLength: 1024 * 1024, maxDepth: 100 },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'blockquote', format: 'skip' },
    { selector: '.gmail_quote', format: 'skip' },
  ],
};

function writtenIn({ text = '', html = '' }: Email): string {
  const whole = text.trim() === '' ? convert(html, HTML) : text;
  const lines = whole
    .slice(0, TEXT_MAX)
    .toWellFormed()
    .replaceAll('\0', '')
    .split('\n')
    .map((line) => line.trimEnd());
  const plain = lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n');
  return new EmailReplyParser().read(plain).getVisibleText().trim();
}

const bytesOf = ({ content }: Attachment) => new Uint8Array(content as ArrayBuffer);

/** Those of a signature are `related`: parts of the page. */
const isPicture = ({ mimeType, related }: Attachment) => mimeType.startsWith('image/') && !related;

async function read(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const report = mail.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  );
  return {
    text: writtenIn(mail),
    pictures: mail.attachments
      .filter(isPicture)
      .map((picture) => ({ name: picture.filename, bytes: bytesOf(picture) })),
    ...(report && { report: new TextDecoder().decode(bytesOf(report)) }),
  };
}

const mail = await read(workerData as Uint8Array).catch(() => undefined);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(mail);
