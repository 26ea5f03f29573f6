import { Parser } from 'htmlparser2';

interface Opening {
  kind: 'open';
  tag: string;
  attributes: ReadonlyMap<string, string>;
}
type Token = Opening | { kind: 'close'; tag: string } | { kind: 'text' | 'comment'; text: string };

/** Elements that are invisible, deleted or struck through. */
const HIDDEN_TAGS = new Set(
  'head style script template noscript iframe object svg math title xml del s strike'.split(' '),
);
/** Comment references of Word and Google Docs, and the last line break that Chrome adds. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:MsoCommentReference|msocomanchor|msocomoff|Apple-interchange-newline)(?:\s|$)/;
const HIDDEN_ID = /^cmnt_ref\d/;
/** Styles of hidden and struck-through text, of comments, and of page breaks. */
const HIDDEN_STYLE =
  /(?<![\w-])(?:display: ?none|visibility: ?hidden|mso-hide: ?all|mso-(?:element|special-character): ?comment|page-break-before: ?always|text-line-through: ?(?!none)\w|text-decoration(?:-line)?:[^;]{0,60}line-through)/i;

/** Selectors of rules that hide text, such as `span.s1` in texts from Pages and Excel. */
const hidingSelectors = (css: string): string[] =>
  css.split('}').flatMap((rule) => {
    const [rules = '', selectors = ''] = rule.split('{').toReversed();
    return HIDDEN_STYLE.test(rules)
      ? (selectors.match(/(?<![^\s,])[\w-]*\.[\w-]+(?=\s*(?:,|$))/g) ?? [])
      : [];
  });

/**
 * Blocks that are removed if they contained only hidden content. Empty cells stay, so that other cells do not
 * move.
 */
const REMOVED_IF_EMPTIED = /^(?:p|h[1-6]|li|ul|ol|blockquote|div|tr|table)$/;

/** Parses HTML into visible tokens. Character references stay encoded, in texts and in attributes. */
function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  const open: { tag: string; at: number; hadHidden: boolean }[] = [];
  const hiding = new Set<string>();
  let hiddenDepth = 0;
  let css: string | undefined;
  const isHidden = (
    tag: string,
    { style = '', class: names = '', id = '', hidden }: Record<string, string>,
  ) =>
    HIDDEN_TAGS.has(tag) ||
    hidden !== undefined ||
    HIDDEN_STYLE.test(style) ||
    HIDDEN_CLASS.test(names) ||
    HIDDEN_ID.test(id) ||
    (hiding.size > 0 &&
      names.split(/\s+/).some((name) => hiding.has(`.${name}`) || hiding.has(`${tag}.${name}`)));
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (tag === 'style') css = '';
        if (hiddenDepth > 0 || isHidden(tag, attributes)) hiddenDepth += 1;
        else {
          open.push({ tag, at: tokens.length, hadHidden: false });
          tokens.push({ kind: 'open', tag, attributes: new Map(Object.entries(attributes)) });
        }
      },
      onclosetag: (tag) => {
        if (css !== undefined) for (const selector of hidingSelectors(css)) hiding.add(selector);
        css = undefined;
        if (hiddenDepth > 0) {
          hiddenDepth -= 1;
          const parent = open.at(-1);
          if (parent) parent.hadHidden = true;
          return;
        }
        const { at = 0, hadHidden = false } = open.pop() ?? {};
        const parent = open.at(-1);
        if (parent && hadHidden) parent.hadHidden = true;
        if (hadHidden && REMOVED_IF_EMPTIED.test(tag) && !hasContent(tokens.slice(at))) tokens.length = at;
        else tokens.push({ kind: 'close', tag });
      },
      ontext: (text) => {
        const last = tokens.at(-1);
        if (css !== undefined) css += text;
        if (hiddenDepth > 0) return;
        if (last?.kind === 'text') last.text += text;
        else tokens.push({ kind: 'text', text: text === '<' ? '&lt;' : text });
      },
      oncomment: (text) => tokens.push({ kind: 'comment', text }),
      onprocessinginstruction: (_name, text) => tokens.push({ kind: 'comment', text }),
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return rowsToLines(tokens);
}

const isBlank = (token: Token | undefined) => token?.kind === 'text' && token.text.trim() === '';
const isFilled = (token: Token) =>
  token.kind === 'text' && token.text.replaceAll('&nbsp;', ' ').trim() !== '';
const isOpening = (token: Token | undefined, tag: string) => token?.kind === 'open' && token.tag === tag;
const isClosing = (token: Token | undefined, tag: string) => token?.kind === 'close' && token.tag === tag;

/** Index of the end of an empty paragraph of Word that starts here; undefined for other paragraphs. */
function endOfBlankLine(tokens: readonly Token[], start: number): number | undefined {
  let at = start + 1;
  const skipText = () => {
    while (tokens[at]?.kind === 'text') at += 1;
  };
  if (isBlank(tokens[at])) at += 1;
  if (!isOpening(tokens[at], 'o:p')) return undefined;
  at += 1;
  skipText();
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
/** Word ends a paragraph with a second line break, without which browsers would not show the first. */
const isLastBreak = (token: Token | undefined) =>
  token?.kind === 'comment' && token.text.includes('[if !supportLineBreakNewLine]');
const isEndOfMark = (token: Token | undefined) => token?.kind === 'comment' && token.text.includes('[endif]');

/** True if there is visible content besides the marker of a list item. */
function hasContent(tokens: readonly Token[]): boolean {
  let isInMark = false;
  return tokens.some((token) => {
    if (isMark(token)) isInMark = true;
    else if (isEndOfMark(token)) isInMark = false;
    return !isInMark && (isFilled(token) || isOpening(token, 'img') || isOpening(token, 'hr'));
  });
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const parseRoman = (letters: string): number =>
  [...letters].reduce((sum, letter, index) => {
    const [value = 0, next = 0] = [ROMAN[letter], ROMAN[letters[index + 1] ?? '']];
    return sum + (value < next ? -value : value);
  }, 0);

const IS_NUMBER = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)°-]/i;

/**
 * Possible numbers of a list marker such as `3.`, `1.2)` or `c)`, the likeliest first; empty for a bullet.
 */
function numbersOf(mark: string): number[] {
  if (!IS_NUMBER.test(mark)) return [];
  const last = /(\d{1,6}|[a-z]{1,9})[^a-z\d]{0,9}$/i.exec(mark)?.[1]?.toLowerCase() ?? '1';
  if (/\d/.test(last)) return [Number(last)];
  const place = last.length === 1 ? [last.charCodeAt(0) - 96] : [];
  const roman = /^[ivxlc]+$/.test(last) ? [parseRoman(last)] : [];
  return /^[ivx]/.test(last) ? [...roman, ...place] : [...place, ...roman];
}

/** Possible numbers of the list item that starts here. */
function numbersAt(tokens: readonly Token[], start: number): number[] {
  let at = start + 1;
  while (at < tokens.length && !isMark(tokens[at]) && !isOpening(tokens[at], 'p')) at += 1;
  let mark = '';
  for (at += 1; at < tokens.length && !isEndOfMark(tokens[at]); at += 1) {
    const token = tokens[at];
    if (isOpening(token, 'p')) break;
    if (token?.kind === 'text') mark += token.text;
  }
  return numbersOf(mark.replaceAll('&nbsp;', ' ').trim());
}

/** Elements that a table row cannot contain if it becomes one line. */
const NOT_INLINE = /^(?:tr|table|ul|ol|li|h[1-6r]|blockquote)$/;
const opening = (tag: string, attributes = new Map<string, string>()): Opening => ({
  kind: 'open',
  tag,
  attributes,
});

/**
 * The table row that starts here as one paragraph; undefined for tables that only arrange blocks, as in
 * mails.
 */
function rowToLine(tokens: readonly Token[], start: number): { end: number; line: Token[] } | undefined {
  const cells: Token[][] = [];
  let isNewLine = false;
  let at = start + 1;
  for (; at < tokens.length && !isClosing(tokens[at], 'tr'); at += 1) {
    const token = tokens[at];
    const cell = cells.at(-1);
    if (!token) break;
    if (token.kind === 'open' && (token.tag === 'td' || token.tag === 'th')) {
      cells.push([]);
      isNewLine = false;
    } else if (token.kind === 'open' || token.kind === 'close') {
      const { tag } = token;
      const isPicture = token.kind === 'open' && token.attributes.has('data-media');
      if (NOT_INLINE.test(tag) || isPicture || (token.kind === 'open' && levelOf(token))) return undefined;
      if (tag === 'p' || BLOCK.test(tag)) isNewLine = true;
      else cell?.push(token);
    } else if (isFilled(token)) {
      if (isNewLine && cell?.some(isFilled)) cell.push(opening('br'));
      isNewLine = false;
      cell?.push(token);
    } else cell?.push(token);
  }
  if (cells.filter((cell) => cell.some(isFilled)).length < 2) return undefined;
  const shown = cells.slice(0, cells.findLastIndex((cell) => cell.some(isFilled)) + 1);
  const separator: Token = { kind: 'text', text: ' | ' };
  const line = shown.flatMap((cell, index) => (index > 0 ? [separator, ...cell] : cell));
  return { end: at, line: [opening('p'), ...line, { kind: 'close', tag: 'p' }] };
}

/** Converts table rows to lines with a bar between the cells, as articles have no tables. */
function rowsToLines(tokens: readonly Token[]): Token[] {
  const lines: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const row = isOpening(token, 'tr') ? rowToLine(tokens, at) : undefined;
    if (row) {
      lines.push(...row.line);
      at = row.end;
    } else if (token) lines.push(token);
  }
  return lines;
}

const isBlock = ({ tag }: { tag: string }) => NOT_INLINE.test(tag) || tag === 'p' || BLOCK.test(tag);

/** True for a line break between blocks, as Google Docs writes an empty line. */
function isBetweenBlocks(tokens: readonly Token[], at: number): boolean {
  const isBoundary = (token: Token | undefined) =>
    token && (token.kind === 'open' || token.kind === 'close' ? isBlock(token) : isFilled(token));
  let before = at - 1;
  while (before >= 0 && !isBoundary(tokens[before])) before -= 1;
  let after = at + 1;
  while (after < tokens.length && !isBoundary(tokens[after])) after += 1;
  return (
    (before < 0 || tokens[before]?.kind === 'close') &&
    (after >= tokens.length || tokens[after]?.kind === 'open')
  );
}

const escaped = (text = '') => text.replaceAll('"', '&quot;');

/** Similar Word styles such as `mso-bidi-font-weight` apply to other scripts. */
const FONT_WEIGHT = /(?<!-)font-weight:\s*(\w+)/i;
const FONT_STYLE = /(?<!-)font-style:\s*(\w+)/i;

/** Allowed elements with their attributes. */
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
  img: ['data-media', 'alt', 'data-caption', 'width', 'height'],
};
const EMPTY = new Set(['hr', 'br', 'img']);
/** Elements that end a paragraph. */
const BLOCK =
  /^(div|section|article|header|footer|main|aside|nav|figure|figcaption|table|t[rdh]|d[ltd]|pre|address)$/;

/** Opening and closing tag of an element. */
function tagsFor({ tag, attributes }: Opening): [open: string, close: string] {
  const style = attributes.get('style') ?? '';
  const slice = attributes.get('data-pm-slice');
  const sliceAttribute = slice === undefined ? '' : ` data-pm-slice="${escaped(slice)}"`;
  const kept = KEPT[tag];
  if (kept) {
    const shown = kept
      .filter((name) => attributes.has(name))
      .map((name) => ` ${name}="${escaped(attributes.get(name))}"`);
    return [`<${tag}${shown.join('')}${sliceAttribute}>`, EMPTY.has(tag) ? '' : `</${tag}>`];
  }
  if (BLOCK.test(tag)) return [`<div${sliceAttribute}>`, '</div>'];
  const weight = FONT_WEIGHT.exec(style)?.[1];
  const fontStyle = FONT_STYLE.exec(style)?.[1];
  const isBold = weight ? /^(bold|[6-9]00)/i.test(weight) : /^(b|strong)$/.test(tag);
  const isItalic = fontStyle ? /^italic/i.test(fontStyle) : /^(i|em)$/.test(tag);
  const marks = [...(isBold ? ['strong'] : []), ...(isItalic ? ['em'] : [])];
  return [
    marks.map((mark) => `<${mark}${sliceAttribute}>`).join(''),
    marks
      .reverse()
      .map((mark) => `</${mark}>`)
      .join(''),
  ];
}

/** True if there is text to paste: content copied from Word also contains a picture of it. */
export const hasText = (data: DataTransfer): boolean =>
  data.getData('text/plain').trim() !== '' || tokensOf(data.getData('text/html')).some(isFilled);

/** The list with the number of its first item as `start`, which LibreOffice writes to the item. */
function withStart(list: Opening, entry: Token | undefined): Opening {
  const value = entry?.kind === 'open' && entry.tag === 'li' ? entry.attributes.get('value') : undefined;
  return value === undefined ? list : opening('ol', new Map([...list.attributes, ['start', value]]));
}

/** Output so far, with its open elements. */
class Writer {
  readonly #written: string[] = [];
  readonly #open: { tag: string; close: string }[] = [];
  readonly #lists: { tag: 'ol' | 'ul'; last: number }[] = [];

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

  /**
   * Starts a list item; a deeper level starts a nested list in the previous item. A number that does not
   * follow the previous one starts a new list.
   */
  openEntry(numbers: readonly number[], level: number) {
    const lists = this.#lists;
    const tag = numbers.length > 0 ? 'ol' : 'ul';
    const depth = Math.min(level, lists.length + 1);
    const list = lists[depth - 1];
    const isNext = list?.tag === tag && (tag === 'ul' || numbers.includes(list.last + 1));
    this.#closeLists(isNext ? depth : depth - 1);
    if (isNext) {
      list.last += 1;
      this.write('</li>');
    } else {
      const [first = 1] = numbers;
      lists.push({ tag, last: first });
      this.write(first === 1 ? `<${tag}>` : `<${tag} start="${first}">`);
    }
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
    for (const { tag } of this.#lists.splice(depth).reverse()) this.write(`</li></${tag}>`);
  }
}

/**
 * Removes everything from pasted HTML that an article cannot contain. The editor would ignore it, but styles
 * and event handlers in parsed HTML violate the content security policy of the page.
 */
export function cleanPaste(pasted: string): string {
  const tokens = tokensOf(pasted);
  const writer = new Writer();
  let isInEntry = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if ((isInEntry && isMark(token)) || isLastBreak(token))
      while (at < tokens.length && !isEndOfMark(tokens[at])) at += 1;
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
      else if (token.tag === 'br' && isBetweenBlocks(tokens, at)) continue;
      else if (level !== undefined) {
        writer.openEntry(numbersAt(tokens, at), level);
        isInEntry = true;
      } else {
        if (!isInEntry) writer.closeLists();
        writer.open(
          token.tag === 'ol' ? withStart(token, tokens[at + (isBlank(tokens[at + 1]) ? 2 : 1)]) : token,
        );
      }
    }
  }
  return writer.end();
}
