import { Parser } from 'htmlparser2';

interface Opening {
  kind: 'open';
  tag: string;
  attributes: ReadonlyMap<string, string>;
}
type Token = Opening | { kind: 'close'; tag: string } | { kind: 'text' | 'comment'; text: string };

/** Elements of which nothing is to be seen. */
const UNSEEN = new Set('head style script template noscript iframe object svg math title xml'.split(' '));

/** Character references stay as they are written, in texts and in attributes. */
function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let unseen: string | undefined;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (unseen) return;
        if (UNSEEN.has(tag)) unseen = tag;
        else tokens.push({ kind: 'open', tag, attributes: new Map(Object.entries(attributes)) });
      },
      onclosetag: (tag) => {
        if (tag === unseen) unseen = undefined;
        else if (!unseen) tokens.push({ kind: 'close', tag });
      },
      ontext: (text) => {
        const last = tokens.at(-1);
        if (unseen) return;
        if (last?.kind === 'text') last.text += text;
        else tokens.push({ kind: 'text', text: text === '<' ? '&lt;' : text });
      },
      oncomment: (text) => tokens.push({ kind: 'comment', text }),
      onprocessinginstruction: (_name, text) => tokens.push({ kind: 'comment', text }),
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return tokens;
}

const isBlank = (token: Token | undefined) => token?.kind === 'text' && token.text.trim() === '';
const isOpening = (token: Token | undefined, tag: string) => token?.kind === 'open' && token.tag === tag;
const isClosing = (token: Token | undefined, tag: string) => token?.kind === 'close' && token.tag === tag;

/** End of an empty line of Word that starts here: a blank in an element of Word's own. */
function endOfBlankLine(tokens: readonly Token[], start: number): number | undefined {
  let at = start + 1;
  const pass = () => {
    while (tokens[at]?.kind === 'text') at += 1;
  };
  if (isBlank(tokens[at])) at += 1;
  if (!isOpening(tokens[at], 'o:p')) return undefined;
  at += 1;
  pass();
  if (!isClosing(tokens[at], 'o:p')) return undefined;
  at += 1;
  if (isBlank(tokens[at])) at += 1;
  return isClosing(tokens[at], 'p') ? at : undefined;
}

/** List level that Word gives a paragraph; undefined outside lists. */
function levelOf({ tag, attributes }: Opening): number | undefined {
  const style = attributes.get('style') ?? '';
  return tag === 'p' && style.includes('mso-list:') ? Number(/level(\d)/.exec(style)?.[1] ?? 1) : undefined;
}

const isMark = (token: Token | undefined) =>
  token?.kind === 'comment' && token.text.includes('[if !supportLists]');
const isEndOfMark = (token: Token | undefined) => token?.kind === 'comment' && token.text.includes('[endif]');

const IS_NUMBER = /^(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

/** The kind of list that the mark before an entry is of. */
function listAt(tokens: readonly Token[], start: number): 'ol' | 'ul' {
  let at = start + 1;
  while (at < tokens.length && !isMark(tokens[at]) && !isOpening(tokens[at], 'p')) at += 1;
  let mark = '';
  for (at += 1; at < tokens.length && !isEndOfMark(tokens[at]); at += 1) {
    const token = tokens[at];
    if (isOpening(token, 'p')) break;
    if (token?.kind === 'text') mark += token.text;
  }
  return IS_NUMBER.test(mark.trim()) ? 'ol' : 'ul';
}

const escaped = (text = '') => text.replaceAll('"', '&quot;');

/** Similar Word styles such as `mso-bidi-font-weight` apply to other scripts. */
const FONT_WEIGHT = /(?<!-)font-weight:\s*(\w+)/i;
const FONT_STYLE = /(?<!-)font-style:\s*(\w+)/i;

/** Elements that are taken over, with these attributes. */
const KEPT: Record<string, readonly string[]> = {
  p: [],
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, []])),
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  hr: [],
  br: [],
  a: ['href'],
  img: ['data-media', 'alt', 'width', 'height'],
};
const EMPTY = new Set(['hr', 'br', 'img']);
/** Elements that end a paragraph. */
const BLOCK =
  /^(div|section|article|header|footer|main|aside|nav|figure|figcaption|table|t[rdh]|d[ltd]|pre|address)$/;

/** Opening and closing tag of an element. */
function tagsFor({ tag, attributes }: Opening): [open: string, close: string] {
  const style = attributes.get('style') ?? '';
  const slice = attributes.get('data-pm-slice');
  const marked = slice === undefined ? '' : ` data-pm-slice="${escaped(slice)}"`;
  const kept = KEPT[tag];
  if (kept) {
    const shown = kept
      .filter((name) => attributes.has(name))
      .map((name) => ` ${name}="${escaped(attributes.get(name))}"`);
    return [`<${tag}${shown.join('')}${marked}>`, EMPTY.has(tag) ? '' : `</${tag}>`];
  }
  if (BLOCK.test(tag)) return [`<div${marked}>`, '</div>'];
  const weight = FONT_WEIGHT.exec(style)?.[1];
  const slant = FONT_STYLE.exec(style)?.[1];
  const isBold = weight ? /^(bold|[6-9]00)/i.test(weight) : /^(b|strong)$/.test(tag);
  const isItalic = slant ? /^italic/i.test(slant) : /^(i|em)$/.test(tag);
  const marks = [...(isBold ? ['strong'] : []), ...(isItalic ? ['em'] : [])];
  return [
    marks.map((mark) => `<${mark}${marked}>`).join(''),
    marks
      .reverse()
      .map((mark) => `</${mark}>`)
      .join(''),
  ];
}

/** True if there is text to paste: content copied from Word also contains a picture of it. */
export const hasText = (data: DataTransfer): boolean =>
  data.getData('text/plain').trim() !== '' ||
  tokensOf(data.getData('text/html')).some(
    (token) => token.kind === 'text' && token.text.replaceAll('&nbsp;', ' ').trim() !== '',
  );

/** Output so far, with its open elements. */
class Writer {
  readonly #written: string[] = [];
  readonly #open: { tag: string; close: string }[] = [];
  readonly #lists: string[] = [];

  write(html: string) {
    this.#written.push(html);
  }

  open(opening: Opening) {
    const [before, close] = tagsFor(opening);
    this.write(before);
    if (close) this.#open.push({ tag: opening.tag, close });
  }

  close(tag: string) {
    const index = this.#open.findLastIndex((each) => each.tag === tag);
    if (index >= 0) this.#closeFrom(index);
  }

  /** Begins an entry of a list, in a list in the entry before it where it lies deeper. */
  openEntry(list: 'ol' | 'ul', level: number) {
    const lists = this.#lists;
    const depth = Math.min(level, lists.length + 1);
    this.#closeLists(lists[depth - 1] === list ? depth : depth - 1);
    this.write(lists.length < depth ? `<${list}>` : '</li>');
    if (lists.length < depth) lists.push(list);
    this.write('<li>');
    this.#open.push({ tag: 'p', close: '' });
  }

  closeLists() {
    this.#closeLists(0);
  }

  end(): string {
    this.#closeFrom(0);
    this.closeLists();
    return this.#written.join('');
  }

  #closeFrom(index: number) {
    for (const { close } of this.#open.splice(index).reverse()) this.write(close);
  }

  #closeLists(depth: number) {
    for (const list of this.#lists.splice(depth).reverse()) this.write(`</li></${list}>`);
  }
}

/**
 * Pasted HTML with nothing left in it but what an article may be made of. The editor takes over no more than that
 * anyway, but styles and handlers in what it reads break the policy of the page.
 */
export function cleanPaste(pasted: string): string {
  const tokens = tokensOf(pasted);
  const writer = new Writer();
  let isInEntry = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (isInEntry && isMark(token)) while (at < tokens.length && !isEndOfMark(tokens[at])) at += 1;
    else if (token.kind === 'text') {
      if (isInEntry || !isBlank(token)) {
        if (!isInEntry) writer.closeLists();
        writer.write(token.text);
      } else writer.write(' ');
    } else if (token.kind === 'close') {
      if (!isInEntry) writer.closeLists();
      writer.close(token.tag);
      if (token.tag === 'p') isInEntry = false;
    } else if (token.kind === 'open') {
      const level = levelOf(token);
      const end = token.tag === 'p' ? endOfBlankLine(tokens, at) : undefined;
      if (end !== undefined) at = end;
      else if (level !== undefined) {
        writer.openEntry(listAt(tokens, at), level);
        isInEntry = true;
      } else {
        if (!isInEntry) writer.closeLists();
        writer.open(token);
      }
    }
  }
  return writer.end();
}
