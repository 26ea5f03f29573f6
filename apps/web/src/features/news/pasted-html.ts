/** A paragraph that Word means as an entry of a list, and the mark that it writes before it. */
const WORD_ENTRY = /<p\b[^>]*mso-list:\s*l\d[^>]*>([\s\S]*?)<\/p>/gi;
const WORD_MARK = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;
/** What Word puts into an empty line. */
const WORD_BLANK = /<p\b[^>]*>\s*<o:p>[\s\S]*?<\/o:p>\s*<\/p>/gi;
const IS_NUMBER = /^(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

const textOf = (html: string) => html.replaceAll(/<[^>]*>|&nbsp;/g, ' ').trim();

function listOf(_paragraph: string, content: string): string {
  const mark = textOf(WORD_MARK.exec(content)?.[1] ?? '');
  const list = IS_NUMBER.test(mark) ? 'ol' : 'ul';
  return `<${list}><li>${content.replace(WORD_MARK, '')}</li></${list}>`;
}

/** What Word means as lists, as lists, without its empty lines. */
const withLists = (html: string) =>
  html
    .replaceAll(WORD_BLANK, '')
    .replaceAll(WORD_ENTRY, listOf)
    .replaceAll(/<\/(ul|ol)>\s*<\1>/g, '');

const UNSEEN = /<(head|style|script|template|noscript|iframe|object|svg|math|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
const TOKEN = /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|([^<]+|<)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

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
  const isBold =
    /font-weight:\s*(bold|[6-9]00)/i.test(style) ||
    (/^(b|strong)$/.test(tag) && !/font-weight:/i.test(style));
  const isItalic =
    /font-style:\s*italic/i.test(style) || (/^(i|em)$/.test(tag) && !/font-style:/i.test(style));
  const marks = [...(isBold ? ['strong'] : []), ...(isItalic ? ['em'] : [])];
  return [
    marks.map((mark) => `<${mark}${marked}>`).join(''),
    marks
      .reverse()
      .map((mark) => `</${mark}>`)
      .join(''),
  ];
}

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
