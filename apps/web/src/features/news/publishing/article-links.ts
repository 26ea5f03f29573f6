/**
 * False for an address that no phone can open: a host without a domain, an empty mail address or number. The
 * address is not requested.
 */
export function isComplete(href: string): boolean {
  const url = URL.parse(href);
  if (!url) return false;
  if (url.protocol === 'mailto:') {
    const [name, host, ...more] = url.pathname.split('@');
    return Boolean(name) && /[^.]\.[^.]/.test(host ?? '') && more.length === 0;
  }
  if (url.protocol === 'tel:') return /\d{3}/.test(url.pathname);
  if (url.protocol === 'agora:') return url.host !== '';
  return /[^.]\.[^.]/.test(url.hostname);
}
