/** Schemes allowed in links of an article; `agora:` links into the app, e.g. `agora://news/opening`. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'agora:']);

/** Maximum length of a link's URL, in code points. */
export const HREF_MAX = 2048;

/**
 * Returns true if a link is safe to follow: not too long, absolute, with a known scheme, without credentials,
 * and without characters that browsers strip or reorder (`java\nscript:`).
 */
export function isSafeHref(href: string): boolean {
  if (href.length > HREF_MAX || /[\p{Cc}\\]/u.test(href) || href !== href.trim()) return false;
  const url = URL.parse(href);
  return url !== null && SCHEMES.has(url.protocol) && !url.username && !url.password;
}
