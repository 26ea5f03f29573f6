/** What a link of an article may lead to; `agora:` leads into the app, e.g. `agora://news/opening`. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'agora:']);

/** Longest address of a link, in code points. */
export const HREF_MAX = 2048;

/**
 * Whether a link is safe to follow: not too long, absolute, of a known scheme, without a name and password, and without
 * what browsers would skip or turn round in it (`java\nscript:`).
 */
export function isSafeHref(href: string): boolean {
  if (href.length > HREF_MAX || /[\p{Cc}\\]/u.test(href) || href !== href.trim()) return false;
  const url = URL.parse(href);
  return url !== null && SCHEMES.has(url.protocol) && !url.username && !url.password;
}
