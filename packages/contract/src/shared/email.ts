// Imported by its file, since Node.js has a deprecated module of the same name.
import { toASCII, toUnicode } from 'punycode/punycode.es6.js';

/**
 * E-mail addresses that the product accepts: the common form (RFC 5321 dot-atom, RFC 6531 unicode), validated
 * like python's email-validator without DNS, whose messages existing clients show. Quoted local parts,
 * comments and IP literals are rejected.
 */

const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;
const LABEL_MAX = 63;
const ADDRESS_MAX = 254;

const ATOM = /[^\p{L}\p{N}\p{M}!#$%&'*+\-/=?^_`{|}~.]/gu;
const HOST = /[^\p{L}\p{N}\p{M}\-.]/gu;

/**
 * A domain in Unicode; browsers and mail servers write it in punycode. A domain
 * whose punycode is invalid, or encodes letters in another form, stays unchanged: it would be mistaken for another one.
 * @param domain in lower case
 */
export function unicodeDomain(domain: string): string {
  if (!domain.includes('xn--') && !domain.includes('。')) return domain;
  // Decoding takes quadratic time.
  if (domain.length > DOMAIN_MAX) return domain;
  try {
    const unicode = toUnicode(domain);
    const folded = unicode.normalize('NFKC').toLowerCase();
    return toASCII(folded) === toASCII(domain) ? unicode : domain;
  } catch {
    return domain;
  }
}

/** Position of the @-sign. */
const atOf = (address: string) => address.lastIndexOf('@');

/**
 * Folds compatibility forms (NFKC), trims blanks, and writes the domain in lower case and Unicode; the rest stays as
 * typed.
 */
export function normalizeEmail(value: string): string {
  const address = value.normalize('NFKC').trim();
  const domain = atOf(address) + 1;
  return address.slice(0, domain) + unicodeDomain(address.slice(domain).toLowerCase());
}

const folded = (local: string): string =>
  local.toLowerCase().normalize('NFKC').replaceAll('ı', 'i').replaceAll('i\u0307', 'i');

/**
 * Key shared by all spellings of one address: it decides who owns the account. Before the @-sign the dotless i and
 * the i with an extra dot map to i: case conversion turns one into the other, and people can't tell them apart
 * (GHSA-7rqj). Domains with these letters are different domains, which anyone may own.
 */
export function emailKey(value: string): string {
  const address = normalizeEmail(value);
  const at = atOf(address);
  return at === -1 ? folded(address) : folded(address.slice(0, at)) + address.slice(at);
}

/** Returns why a normalised address is invalid, as an English sentence; undefined if it is valid. */
export function emailProblem(address: string): string | undefined {
  const at = atOf(address);
  if (at === -1) return 'An email address must have an @-sign.';
  return (
    localProblem(address.slice(0, at)) ?? domainProblem(address.slice(at + 1)) ?? addressProblem(address)
  );
}

function localProblem(local: string): string | undefined {
  if (local === '') return 'There must be something before the @-sign.';
  const bad = invalidCharacters(local, ATOM);
  if (bad) return `The email address contains invalid characters before the @-sign: ${bad}.`;
  return dotProblem(local) ?? tooLong('The email address is too long before the @-sign', local, LOCAL_MAX);
}

function domainProblem(domain: string): string | undefined {
  if (domain === '') return 'There must be something after the @-sign.';
  const bad = invalidCharacters(domain, HOST);
  if (bad) return `The part after the @-sign contains invalid characters: ${bad}.`;
  if (domain.startsWith('.')) return 'An email address cannot have a period immediately after the @-sign.';
  if (domain.endsWith('.')) return 'An email address cannot end with a period.';
  if (domain.includes('..')) return 'An email address cannot have two periods in a row.';
  if (!domain.includes('.')) return 'The part after the @-sign is not valid. It should have a period.';
  const length = tooLong('The email address is too long after the @-sign', domain, DOMAIN_MAX);
  if (length) return length;
  for (const label of domain.split('.')) {
    if (label.startsWith('xn--'))
      return 'The part after the @-sign is not a valid internationalized domain name.';
    if (label.startsWith('-') || label.endsWith('-'))
      return 'An email address cannot have a hyphen immediately after the @-sign or next to a period.';
    if (toASCII(label).length > LABEL_MAX)
      return 'After the @-sign, periods cannot be separated by so many characters.';
  }
  if (!/\p{L}/u.test(domain.slice(domain.lastIndexOf('.') + 1)))
    return 'The part after the @-sign is not valid. It is not within a valid top-level domain.';
  return undefined;
}

const addressProblem = (address: string) => tooLong('The email address is too long', address, ADDRESS_MAX);

function dotProblem(local: string): string | undefined {
  if (local.startsWith('.')) return 'An email address cannot start with a period.';
  if (local.endsWith('.')) return `An email address cannot have a period immediately before the @-sign.`;
  if (local.includes('..')) return 'An email address cannot have two periods in a row.';
  return undefined;
}

function tooLong(sentence: string, value: string, max: number): string | undefined {
  const over = byteLength(value) - max;
  return over > 0 ? `${sentence} (${over} character${over === 1 ? '' : 's'} too many).` : undefined;
}

const encoder = new TextEncoder();
const byteLength = (value: string) => encoder.encode(value).length;

/** Lists the forbidden characters by name, since some are invisible. */
function invalidCharacters(value: string, allowedNot: RegExp): string | undefined {
  const found = [...new Set(value.match(allowedNot) ?? [])].sort();
  if (found.length === 0) return undefined;
  return found
    .map((char) => (char === ' ' ? 'SPACE' : /[\p{P}\p{S}]/u.test(char) ? `'${char}'` : codePoint(char)))
    .join(', ');
}

const codePoint = (char: string) =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
