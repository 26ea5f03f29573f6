/** A part of a plain text. */
export interface TextPart {
  /** Index of its first character. */
  at: number;
  text: string;
  /** Address of a link, which the text shows in full. */
  href?: string;
}

const URLS = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Punctuation that ends a sentence rather than an address. */
const TRAILING = new Set(".,;:!?…'’”»*_)]}");

const countOf = (text: string, char: string) => text.split(char).length - 1;

/** An address without the punctuation after it; a parenthesis that the address opens belongs to it. */
function withoutTrailing(url: string): string {
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1] ?? '';
    const isOwn = last === ')' && countOf(url.slice(0, end), '(') >= countOf(url.slice(0, end), ')');
    if (!TRAILING.has(last) || isOwn) break;
    end -= 1;
  }
  return url.slice(0, end);
}

/** True for an address that leads where it seems to lead. */
function isHonest(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.hostname !== '' && parsed.username === '' && parsed.password === '';
}

/** Splits a plain text at its links, `http` or `https`, so that each can be opened. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const href = withoutTrailing(found);
    if (!isHonest(href)) continue;
    if (index > start) parts.push({ at: start, text: text.slice(start, index) });
    parts.push({ at: index, text: href, href });
    start = index + href.length;
  }
  if (start < text.length) parts.push({ at: start, text: text.slice(start) });
  return parts;
}
