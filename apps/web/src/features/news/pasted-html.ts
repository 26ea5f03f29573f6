/** A paragraph that Word means as an entry of a list, and the mark that it writes before it. */
const WORD_ENTRY = /<p\b[^>]*mso-list:\s*l\d+(?:\s+level(\d))?[^>]*>([\s\S]*?)<\/p>\s*/gi;
const WORD_LIST = new RegExp(`(?:${WORD_ENTRY.source})+`, 'gi');
const WORD_MARK = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;
/** What Word puts into an empty line. */
const WORD_BLANK = /<p\b[^>]*>\s*<o:p>[\s\S]*?<\/o:p>\s*<\/p>/gi;
const IS_NUMBER = /^(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

const textOf = (html: string) => html.replaceAll(/<[^>]*>|&nbsp;/g, ' ').trim();

/** Entries of Word in a row as lists in lists. */
function listOf(entries: string): string {
  const open: string[] = [];
  let html = '';
  const closeDownTo = (depth: number) => {
    for (const list of open.splice(depth).reverse()) html += `</li></${list}>`;
  };
  for (const [, level = '1', content = ''] of entries.matchAll(WORD_ENTRY)) {
    const mark = textOf(WORD_MARK.exec(content)?.[1] ?? '');
    const list = IS_NUMBER.test(mark) ? 'ol' : 'ul';
    const depth = Math.min(Number(level), open.length + 1);
    closeDownTo(open[depth - 1] === list ? depth : depth - 1);
    html += open.length < depth ? `<${list}>` : '</li>';
    if (open.length < depth) open.push(list);
    html += `<li>${content.replace(WORD_MARK, '')}`;
  }
  closeDownTo(0);
  return html;
}

/** What Word means as lists, as lists, without its empty lines. */
const withLists = (html: string) => html.replaceAll(WORD_BLANK, '').replaceAll(WORD_LIST, listOf);

const UNSEEN = /<(head|style|script|template|noscript|iframe|object|svg|math|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
const TOKEN = /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|([^<]+|<)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** What looks like it in Word's own styles, as `mso-bidi-font-weight`, is of other scripts. */
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

function attributesOf(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)];
  return new Map(
    found.map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      (double ?? single ?? bare ?? '').replaceAll('"', '&quot;'),
    ]),
  );
}

/** What stands for the beginning and the end of an element. */
function tagsFor(tag: string, text: string): [open: string, close: string] {
  const attributes = attributesOf(text);
  const style = attributes.get('style') ?? '';
  const slice = attributes.get('data-pm-slice');
  const marked = slice === undefined ? '' : ` data-pm-slice="${slice}"`;
  const kept = KEPT[tag];
  if (kept) {
    const shown = kept
      .filter((name) => attributes.has(name))
      .map((name) => ` ${name}="${attributes.get(name)}"`);
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

/** Whether there is text to take over: what is copied from Word comes with a picture of it. */
export const hasText = (data: DataTransfer): boolean =>
  textOf(data.getData('text/plain') || cleanPaste(data.getData('text/html'))) !== '';

/**
 * Pasted HTML with nothing left in it but what an article may be made of. The editor takes over no more than that
 * anyway, but styles and handlers in what it reads break the policy of the page.
 */
export function cleanPaste(pasted: string): string {
  const open: { tag: string; close: string }[] = [];
  const written: string[] = [];
  const closeFrom = (index: number) => {
    for (const { close } of open.splice(index).reverse()) written.push(close);
  };
  for (const [, slash, name = '', attributes = '', text] of withLists(pasted)
    .replaceAll(UNSEEN, '')
    .matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    if (text !== undefined) written.push(text === '<' ? '&lt;' : text);
    else if (tag === '') continue;
    else if (slash) {
      const index = open.findLastIndex((each) => each.tag === tag);
      if (index >= 0) closeFrom(index);
    } else {
      const [before, close] = tagsFor(tag, attributes);
      written.push(before);
      if (close && !EMPTY.has(tag)) open.push({ tag, close });
    }
  }
  closeFrom(0);
  return written.join('');
}
