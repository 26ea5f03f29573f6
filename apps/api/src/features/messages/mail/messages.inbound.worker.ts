import { parentPort, workerData } from 'node:worker_threads';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import PostalMime, { type Attachment, type Email } from 'postal-mime';

export interface Attached {
  name: string | null;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
}

/** The used parts of a mail. */
export interface ReadMail {
  /** The author's text, without quotes and signature. */
  text: string;
  pictures: Attached[];
  /** All other attachments. */
  files: Attached[];
  /** A server's report on a failed or delayed mail (RFC 3464). */
  report?: string;
}

const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 };

/** Parsed characters, twice the maximum of a message: quotes mostly come later. */
const TEXT_MAX = 10_000;

const HTML = {
  wordwrap: false as const,
  limits: { maxInputLength: 1024 * 1024, maxDepth: 100 },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    ...[
      'blockquote[type=cite]',
      '.gmail_quote',
      '.yahoo_quoted',
      '.moz-cite-prefix',
      '#divRplyFwdMsg',
      'hr',
    ].map((selector) => ({ selector, format: 'skip' })),
  ],
};

function writtenIn({ text = '', html = '' }: Email): string {
  const whole = (text.trim() === '' ? convert(html, HTML) : text)
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n');
  const lines = shortened(whole)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !PICTURE.test(line));
  const plain = lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n');
  const fragments = new EmailReplyParser().read(plain).getFragments();
  const [first, last] = [fragments.findIndex(isOwn), fragments.findLastIndex(isOwn)];
  return fragments
    .slice(Math.max(first, 0), last + 1)
    .map((fragment) => fragment.getContent())
    .join('\n')
    .trim();
}

/** Placeholder of an inline picture. */
const PICTURE = /^\[(image ?:|cid:)[^\]]*\]$/i;

/** Removes quotes first from a text that is too long. */
function shortened(text: string): string {
  if (text.length <= TEXT_MAX) return text.toWellFormed();
  const own = text.replaceAll(/^>.*\n?/gm, '');
  return own.length <= TEXT_MAX
    ? own.toWellFormed()
    : `${own
        .slice(0, TEXT_MAX - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .toWellFormed()}…`;
}

type Fragment = ReturnType<ReturnType<EmailReplyParser['read']>['getFragments']>[number];

/** Maximum lines of a signature; a longer block may be content below a greeting. */
const SIGNATURE_MAX = 5;

/** True for the author's own text, false for quotes around it and a signature below. */
function isOwn(fragment: Fragment): boolean {
  const content = fragment.getContent().trim();
  if (content === '' || fragment.isQuoted()) return false;
  const isShort = !content.includes('\n\n') && content.split('\n').length <= SIGNATURE_MAX;
  return !(fragment.isSignature() && isShort);
}

const bytesOf = ({ content }: Attachment) => new Uint8Array(content as ArrayBuffer);

/** Bytes below which an inline picture counts as the logo of a signature. */
const LOGO_MAX = 10_000;

const isLogo = (attachment: Attachment) =>
  attachment.related && attachment.mimeType.startsWith('image/') && bytesOf(attachment).length < LOGO_MAX;

const isPicture = ({ type }: Attached) => type.startsWith('image/');

/** Attachments for mail programs, not for people. */
const FOR_PROGRAMS =
  /^(message\/.*(status|notification)|application\/(x-)?(pkcs7|pgp)-|text\/rfc822-headers$)/;

function attachedTo({ attachments }: Email): Attached[] {
  return attachments
    .filter(({ mimeType }) => !FOR_PROGRAMS.test(mimeType))
    .filter((attachment) => !isLogo(attachment))
    .map((attachment) => ({
      name: attachment.filename,
      type: attachment.mimeType,
      bytes: bytesOf(attachment),
    }));
}

async function read(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const report = mail.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  );
  const attached = attachedTo(mail);
  return {
    text: writtenIn(mail),
    pictures: attached.filter(isPicture),
    files: attached.filter((each) => !isPicture(each)),
    ...(report && { report: new TextDecoder().decode(bytesOf(report)) }),
  };
}

const mail = await read(workerData as Uint8Array).catch(() => undefined);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(mail);
