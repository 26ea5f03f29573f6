import { isUtf8 } from 'node:buffer';
import { convert, type HtmlToTextOptions } from 'html-to-text';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { QUOTE_MARK, type Sender, wholeText, withoutQuotes } from './messages.quotes.rules.ts';

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
  /** The whole text, if it contains more than that of the author. */
  whole: string | null;
  pictures: Attached[];
  /** All other attachments. */
  files: Attached[];
  /** A server's report on a failed or delayed mail (RFC 3464). */
  report?: string;
}

/**
 * Conversion of the HTML of a mail to text: by its structure; by its characters only, which is fast; or not at all.
 */
export type HtmlReading = 'structure' | 'characters' | 'none';

export interface ReadingOptions {
  html: HtmlReading;
  sender: Sender;
}

const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 };

/** Maximum length of a mail's whole text. */
const WHOLE_MAX = 100_000;

/** Elements after which mail programs insert the quoted mail. */
const QUOTES = [
  '#appendonsend',
  '#divRplyFwdMsg',
  '#mail-editor-reference-message-container',
  '.yahoo_quoted',
];

/** Marker on both sides of struck-through text, as in Markdown. */
const STRUCK = '~~';
const STRUCK_OUT = ['s', 'strike', 'del', '[style*="line-through"]'];

const HTML: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 1024 * 1024, maxDepth: 100 },
  formatters: {
    quote: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addInline(QUOTE_MARK);
      builder.closeBlock({ trailingLineBreaks: 1 });
      walk(element.children, builder);
    },
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
    struck: (element, walk, builder) => {
      builder.addInline(STRUCK);
      walk(element.children, builder);
      builder.addInline(STRUCK, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...STRUCK_OUT.map((selector) => ({ selector, format: 'struck' })),
    ...QUOTES.map((selector) => ({ selector, format: 'quote' })),
  ],
};

/** Pictures in the text of a mail, which may be longer than the rest of it. */
const INLINE_PICTURE = /data:image\/[a-z+.-]{1,20};base64,[\w+/=\s]+/gi;

const READERS: Record<HtmlReading, (html: string) => string> = {
  structure: (html) => convert(html.replaceAll(INLINE_PICTURE, ''), HTML),
  characters: (html) =>
    html
      .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  none: () => '',
};

/** Text of a mail, and what its other format adds. */
interface Written {
  text: string;
  aside: string;
}

/** The plain text of a mail, or that of its HTML if the plain text is a mere notice that there is HTML. */
function bestTextOf({ text = '', html = '' }: Email, reading: HtmlReading): Written {
  const plain = text.replaceAll(QUOTE_MARK, '');
  if (plain.trim() !== '' && hasMostWordsOf(READERS.characters(html) + html, plain))
    return { text: plain, aside: '' };
  const rich = READERS[reading](html);
  if (plain.trim() === '') return { text: rich, aside: '' };
  return rich.trim() === '' || hasMostWordsOf(rich, plain)
    ? { text: plain, aside: '' }
    : { text: rich, aside: plain };
}

/** True if a text has at least half of the words of another one. */
function hasMostWordsOf(text: string, other: string): boolean {
  const known = new Set(lettersOf(text));
  const words = lettersOf(other);
  return words.filter((word) => known.has(word)).length * 2 >= words.length;
}

const lettersOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** At most `WHOLE_MAX` characters of a text. Quotes are omitted first, wherever they are. */
function bounded(text: string): string {
  const whole = text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed();
  if (whole.length <= WHOLE_MAX) return whole;
  const own = whole.replaceAll(/^>.*\n?/gm, '');
  return own.length <= WHOLE_MAX ? own : `${own.slice(0, WHOLE_MAX - 1).toWellFormed()}…`;
}

type Forwarded = ReadonlyMap<Attachment, { subject: string; text: string }>;

/** Attached mails, as subject and text; unreadable ones are omitted. Mails inside them stay files. */
async function forwardedIn({ attachments }: Email, html: HtmlReading): Promise<Forwarded> {
  const mails = attachments.filter(({ mimeType }) => mimeType === 'message/rfc822');
  const read = async (attachment: Attachment) => {
    const mail = await parse(bytesOf(attachment)).catch(() => undefined);
    if (!mail) return [];
    return [[attachment, { subject: mail.subject ?? '', text: bestTextOf(mail, html).text }] as const];
  };
  return new Map((await Promise.all(mails.map(read))).flat());
}

const wordsOf = (text: string) => text.split(/\s+/).join(' ').trim();

const bytesOf = ({ content }: Attachment) => new Uint8Array(content as ArrayBuffer);

/** Bytes below which an inline picture counts as the logo of a signature. */
const LOGO_MAX = 10_000;

const isLogo = (attachment: Attachment) =>
  attachment.related && attachment.mimeType.startsWith('image/') && bytesOf(attachment).length < LOGO_MAX;

/** First bytes of pictures that mail programs may send as `application/octet-stream`. */
const PICTURES = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF[\s\S]{4}WEBP/,
  /^[\s\S]{4}ftyp(?:avif|avis|heic|heix|mif1)/,
];

function isPicture({ type, bytes }: Attached): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  return type.startsWith('image/') || PICTURES.some((format) => format.test(start));
}

/** A reaction of Gmail, which its mail also has as text. */
const REACTION = 'text/vnd.google.email-reaction+json';

/** Attachments for mail programs, not for people; encrypted content is for people. */
const FOR_PROGRAMS =
  /^(message\/.*(status|notification)|application\/(x-)?(pkcs7-signature|pgp-(signature|encrypted|keys))|text\/rfc822-headers$)/;

function attachedTo({ attachments }: Email, forwarded: Forwarded): Attached[] {
  return attachments
    .filter(({ mimeType }) => !FOR_PROGRAMS.test(mimeType) && mimeType !== REACTION)
    .filter((attachment) => !isLogo(attachment))
    .map((attachment) => ({
      name: attachment.filename || forwarded.get(attachment)?.subject || null,
      type: attachment.mimeType,
      bytes: bytesOf(attachment),
    }));
}

/** Part of a mail, before the parser decodes it. */
interface Part {
  content: ArrayBuffer | null;
  contentType: { parsed: { params: { charset?: string } } };
}

const MULTI_BYTE =
  /^(utf-?(7|16|32)|iso-2022|gb|hz|big5|euc|x?-?s(hift)?[-_]?jis|ms_kanji|(cp|ms|windows-)9|ks_?c)/;

/** The charset of a text: often undeclared or declared wrongly. */
function charsetOf(bytes: Uint8Array, declared: string): string {
  const label = declared.trim().toLowerCase();
  if (MULTI_BYTE.test(label)) return label;
  if (isUtf8(bytes)) return 'utf-8';
  if (label !== '' && !/^utf-?8$/.test(label)) return label;
  // A few broken characters don't make a text Windows-1252.
  const decoded = new TextDecoder().decode(bytes);
  const broken = decoded.match(/\ufffd/g)?.length ?? 0;
  const whole = decoded.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return whole > broken ? 'utf-8' : 'windows-1252';
}

/** Parses a mail with the charsets that its texts have. */
async function parse(raw: Uint8Array): Promise<Email> {
  // The parser has no option for charsets, and passes the bytes of texts only to this method.
  const parser = new PostalMime(LIMITS) as PostalMime & { isInlineTextNode: (part: Part) => boolean };
  const isText = parser.isInlineTextNode.bind(parser);
  parser.isInlineTextNode = (part) => {
    const { params } = part.contentType.parsed;
    if (!isText(part)) return false;
    if (part.content) params.charset = charsetOf(new Uint8Array(part.content), params.charset ?? '');
    return true;
  };
  return parser.parse(raw);
}

const EMOJI = /"emoji"\s*:\s*"(?<emoji>[^"\\]{1,64})"/;

/** The emoji of a reaction. */
function reactionIn({ attachments }: Email): string {
  const reaction = attachments.find(({ mimeType }) => mimeType === REACTION);
  const text = reaction ? new TextDecoder().decode(bytesOf(reaction)) : '';
  return EMOJI.exec(text)?.groups?.['emoji'] ?? '';
}

/** @throws for an unreadable mail */
export async function parseMail(raw: Uint8Array, { html, sender }: ReadingOptions): Promise<ReadMail> {
  const mail = await parse(raw);
  const report = mail.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  );
  const forwarded: Forwarded = report ? new Map() : await forwardedIn(mail, html);
  const attached = attachedTo(mail, forwarded);
  const written = bestTextOf(mail, html);
  const all = bounded(written.text);
  const content = wholeText(all) || reactionIn(mail);
  const mails = [...forwarded.values()].flatMap(({ subject, text }) => [subject, text]);
  const whole = bounded(
    [content, written.aside, ...mails]
      .map((part) => part.trim())
      .filter(Boolean)
      .join('\n\n'),
  );
  const text = all.trim() === '' ? content : withoutQuotes(all, sender);
  return {
    text,
    whole: wordsOf(whole) === wordsOf(text) ? null : whole,
    pictures: attached.filter(isPicture),
    files: attached.filter((each) => !isPicture(each)),
    ...(report && { report: new TextDecoder().decode(bytesOf(report)) }),
  };
}
