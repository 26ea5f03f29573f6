/** Texts that have broken other programs. Each must be rejected with 422, or stored unchanged. */
const LENGTHS = [
  '',
  ' ',
  'x'.repeat(255),
  'x'.repeat(256),
  'é'.repeat(255),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(10_000),
];

const UNSTORABLE = ['\0', 'a\0b', '\ud800', '\udfff\ud800', 'a\udc00'];

const UNICODE = [
  '\ufffe',
  '\ufeffx',
  '\u202eevil',
  'a\u200bb\u200cc\u200dd',
  'soft\u00adhyphen',
  'é',
  'e\u0301',
  'İıſKÅßﬁ',
  'a\uff20b.example',
  '👩‍👩‍👧‍👦',
  '🇫🇷',
  '1️⃣',
  `z${'\u0300\u0316\u0334'.repeat(100)}`,
  'السلام عليكم',
  '\u3164',
  'ৌ్రీ',
  '\ud83d\ude00'.repeat(255),
  '\u2028\u2029',
  '\u0085',
];

const CONTROLS = ['\r', '\n', 'a\r\nSet-Cookie: evil=1', '\t', '\u001b[31mred\u001b[0m', '\u0007', '\u007f'];

const PATTERNS = [
  '%',
  '_',
  '\\',
  '\\\\',
  '%_%',
  "'",
  '"',
  '`',
  ';--',
  '$$',
  '$1',
  '{}',
  '[',
  '(',
  '(?:',
  '*',
];

const SQL = [
  "' or '1'='1",
  "'; drop table users; --",
  '1) union all values (1',
  "\\'; vacuum; --",
  '1; commit;--',
];

const TEMPLATES = [
  '${7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '#{7*7}',
  '%s%n%x',
  '{0}',
  '$(id)',
  '`id`',
  '|id',
  '%{x}',
];

const FORMULAS = ['=1+1', '+cmd', '-1', '@SUM(A1)', '=HYPERLINK("//evil")'];

const PATHS = ['../', '..%2f', '..\\', '%00', '%ff', '%2e%2e%2f', 'C:\\', '/etc/passwd', '~root', 'CON'];

const ADDRESSES = [
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'http://[::1]/',
];

const MARKUP = [
  '<svg/onload=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<math><mi//xlink:href="data:x">',
  ']]>',
  '<!--',
  '</script>',
  '&lt;b&gt;',
  '"><b>',
];

const NUMBERS_AS_TEXT = ['0', '-0', '-1', '1.0', '1e3', '1e400', 'NaN', 'Infinity', '0x10', '٣', '２'];
const BOUNDS_AS_TEXT = [
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
];
const WORDS = [
  'true',
  'TRUE',
  'null',
  'undefined',
  'None',
  '[object Object]',
  '__proto__',
  'constructor',
  'me',
  'current',
];

const DAYS = [
  '0000-00-00',
  '2026-02-30',
  '2024-02-29',
  '9999-12-31T23:59:60Z',
  '+275760-09-13',
  '0000-01-01',
  '2026-03-29T02:30:00+01:00',
  '2026-3-1',
  '1000-01-01',
  '2999-12-31',
];

const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '{ffffffff-ffff-4fff-8fff-ffffffffffff}',
  'urn:uuid:ffffffff-ffff-4fff-8fff-ffffffffffff',
  'ffffffffffff4fff8fffffffffffffff',
  'ffffffff-ffff-4fff-8fff-fffffffffff\0',
];

const LABEL = 'd'.repeat(61);
const EMAILS = [
  `${'l'.repeat(64)}@${LABEL}.${LABEL}.${LABEL}.fr`,
  `${'l'.repeat(64)}@${LABEL}.${LABEL}.${LABEL}.fra`,
  '"quoted local"@example.com',
  'a@[127.0.0.1]',
  'zoé@exämple.fr',
  'a@xn--exmple-cua.fr',
  'a@b@example.com',
  'a@example.com\r\nBcc: all@example.com',
  ' Blank@Example.COM ',
  'a+tag@example.com',
  'A@EXAMPLE.com',
  '\uff41@example.com',
];

export const TEXTS: readonly string[] = [
  ...LENGTHS,
  ...UNSTORABLE,
  ...UNICODE,
  ...CONTROLS,
  ...PATTERNS,
  ...SQL,
  ...TEMPLATES,
  ...FORMULAS,
  ...PATHS,
  ...ADDRESSES,
  ...MARKUP,
  ...NUMBERS_AS_TEXT,
  ...BOUNDS_AS_TEXT,
  ...WORDS,
  ...DAYS,
  ...UUIDS,
  ...EMAILS,
];

/** JSON numbers, in source form. */
export const NUMBERS: readonly string[] = [
  '-1',
  '0',
  '-0',
  '1',
  '1.0',
  '1.5',
  '1e3',
  '1e400',
  '-1e400',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
];

/** All other kinds of JSON values, in source form. */
const OTHERS = [
  'null',
  'true',
  'false',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"__proto__":{}}',
  '{"constructor":{}}',
  '{"toString":1}',
  '{"length":1e9}',
  '["a","b"]',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
];

/** JSON values other than texts, in source form. */
export const JSON_VALUES: readonly string[] = [...NUMBERS, ...OTHERS];

/** Invalid percent-encodings, for values in URLs. */
export const RAW_PARTS: readonly string[] = [
  '%',
  '%f',
  '%ff',
  '%ed%a0%80',
  '%c0%80',
  '%00',
  '%u0041',
  '+',
  '%2B',
];
