import { isTimeZone } from '@agora/contract/shared/fields';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import * as fc from 'fast-check';
import { TEXTS } from '../attack/corpus.ts';
import type { Schema } from './document.ts';

export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

const ATOM = [..."abcxyzABZ019!#$%&'*+-/=?^_`{|}~éß漢д"];
const LABEL = [...'abcxyzABZ019éд'];
const dotted = (unit: string[], maxLength: number) =>
  fc
    .array(fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join('.'));

interface Format {
  valid: fc.Arbitrary<string>;
  /** True if a text may be valid; all others must be rejected. */
  test: (text: string) => boolean;
  /** Almost valid texts. */
  near: readonly string[];
}

const FORMATS: Record<string, Format> = {
  email: {
    valid: fc
      .tuple(dotted(ATOM, 6), dotted(LABEL, 12), fc.constantFrom('com', 'COM', 'fr', 'xn--p1ai'))
      .map(([local, host, top]) => `${local}@${host}.${top}`),
    test: (text) => /^[^@\s"]+@[^@\s.[-][^@\s]*\.[^@\s\d]+$/u.test(text.normalize('NFKC').trim()),
    near: ['@', 'a@', '@b.fr', 'a b@c.fr', 'a@b', 'a@-b.fr', 'a@.b.fr', 'a@b.1', '"a"@b.fr'],
  },
  uuid: {
    valid: fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    ),
    test: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
    near: ['0000000-00000-0000-0000-000000000000', '00000000-0000-0000-0000-00000000000g'],
  },
  date: {
    valid: fc
      .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    test: isDay,
    near: ['2026-00-10', '2026-13-01', '2025-02-29', '2026-01-01T00:00:00Z', '3000-01-01', ' 2026-01-01'],
  },
  'date-time': {
    valid: fc
      .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    test: (text) => /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text) && isDay(text.slice(0, 10)),
    near: ['2050-02-30T10:00:00.000Z', '2050-01-01T24:00:00.000Z', '2050-01-01'],
  },
  'local-time': {
    valid: fc
      .date({ min: new Date('2050-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16)),
    test: (text) => /^.{10}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10)),
    near: [
      '2050-02-30T10:00',
      '2050-01-01T24:00',
      '2050-01-01T10:60',
      '2050-01-01 10:00',
      '2050-01-01T10:00Z',
    ],
  },
  uri: {
    valid: fc.webUrl({
      validSchemes: ['https'],
      withQueryParameters: true,
      withFragments: true,
      size: 'small',
    }),
    test: (text) => /^https:/i.test(text) && URL.canParse(text) && !/^[^/?#]*[/\\]*[^/?#\\]*@/.test(text),
    near: ['https://', 'http://a.fr', '//a.fr', 'javascript:alert(1)', ' https://a.fr', 'https://a:b@c.fr'],
  },
  'time-zone': {
    valid: fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
    test: isTimeZone,
    near: ['Europe/Atlantis', '+01:00', ' UTC'],
  },
};

/** Editor documents with a subset of their nodes. */
const documents: fc.Arbitrary<unknown> = fc
  .array(
    fc.oneof(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .filter((text) => text.isWellFormed() && !text.includes('\0'))
        .map((text) => ({ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] })),
      fc.constant({ type: 'heading', attrs: { level: 2 } }),
      fc.constant({ type: 'blockquote', content: [{ type: 'horizontalRule' }] }),
    ),
    { maxLength: 3 },
  )
  .map((content) => ({ type: 'doc', content }));

const lengthOf = (text: string) => [...text].length;

const isBool = (value: unknown) =>
  typeof value === 'boolean' || /^(1|0|true|false|t|f|yes|no|y|n|on|off)$/i.test(String(value));

function acceptsText(schema: Schema, text: string): boolean {
  const { format = '', pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isStorable = text.isWellFormed() && !text.includes('\0');
  const isPatterned = pattern === undefined || new RegExp(pattern, 'u').test(text);
  const isLong = lengthOf(text) >= minLength && lengthOf(text) <= maxLength;
  const isRead = countGraphemes(text) <= (schema['x-maxGraphemes'] ?? Infinity);
  return isStorable && isPatterned && isLong && isRead && (FORMATS[format]?.test(text) ?? true);
}

/** Tests a value by its schema; booleans can also be spelt as text. */
function accepts(schema: Schema, value: unknown): boolean {
  const { anyOf, type = '', enum: words, minimum = -Infinity, maximum = Infinity } = schema;
  const { minItems = 0, maxItems = Infinity, items = {}, properties = {}, required = [] } = schema;
  if (anyOf) return anyOf.some((inner) => accepts(inner, value));
  if (words) return words.includes(value);
  if (schema.format === 'tiptap') return isObject(value) && value['type'] === 'doc';
  switch (type) {
    case 'null':
      return value === null;
    case 'boolean':
      return isBool(value);
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    case 'number':
      return typeof value === 'number' && value >= minimum && value <= maximum;
    case 'array': {
      const isLong = Array.isArray(value) && value.length >= minItems && value.length <= maxItems;
      return isLong && value.every((item) => accepts(items, item));
    }
    case 'object':
      return (
        isObject(value) &&
        required.every((name) => name in value) &&
        Object.entries(properties).every(([name, inner]) => !(name in value) || accepts(inner, value[name]))
      );
    default:
      return typeof value === 'string' && acceptsText(schema, value);
  }
}

/** Texts with significant whitespace at the ends. */
const PADDED = [' in blanks ', '\tin tabs\t', 'ending a line\n', '\u00a0in hard blanks\u3000'];

/** Maximum length of generated texts for schemas without limits, or with high ones. */
const LONG = 300;
const WIDE = 5000;

/** A grapheme has one or more code points: this many code points are always short enough. */
const graphemes = ({ 'x-maxGraphemes': maxLength }: Schema) => (maxLength === undefined ? {} : { maxLength });

/** Texts of all code points, of ASCII, of the corpus, and at the limits. */
function texts(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = LONG } = { ...schema, ...graphemes(schema) };
  const bounds = { minLength, maxLength: maxLength > WIDE ? LONG : maxLength };
  return fc.oneof(
    fc.string({ unit: 'grapheme-ascii', ...bounds }),
    fc.string({ unit: 'binary', ...bounds }).map((text) => text.replaceAll('\0', '\u0001')),
    fc.constantFrom(
      'é'.repeat(minLength),
      '😀'.repeat(bounds.maxLength),
      ...[...TEXTS, ...PADDED].filter((text) => acceptsText(schema, text)),
    ),
  );
}

/** Valid values of a schema. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, type = '', enum: words, format = '', pattern, minimum, maximum } = schema;
  if (anyOf) return fc.oneof(...anyOf.map(valid));
  if (words) return fc.constantFrom(...words);
  if (format === 'tiptap') return documents;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.constantFrom(minimum ?? 0, maximum ?? 1, ((minimum ?? 0) + (maximum ?? 1)) / 4);
    case 'array':
      return fc.array(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return objectOf(schema, valid);
    case 'string':
      if (pattern !== undefined)
        return fc
          .stringMatching(new RegExp(pattern, 'u'))
          .filter((text) => lengthOf(text) <= (schema.maxLength ?? Infinity));
      return FORMATS[format]?.valid ?? texts(schema);
    default:
      throw new Error(`No values are known for ${JSON.stringify(schema)}`);
  }
}

/** Objects with all required fields, and some optional ones. */
export const objectOf = (
  { properties = {}, required = [] }: Schema,
  fieldOf: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Fields> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fieldOf(schema)])), {
    requiredKeys: required,
    noNullPrototype: true,
  });

const UNSTORABLE = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800'), fc.string())
  .map((parts) => parts.join(''));

const MANY = [
  null,
  true,
  false,
  0,
  1,
  7,
  -1,
  1.5,
  1e300,
  2 ** 53,
  'x',
  '',
  '7',
  [],
  ['x'],
  [[]],
  {},
  { a: 1 },
];

/** Characters for texts of a given length: a body has at most a megabyte. */
const unitsOf = (length: number) => fc.constantFrom('x', ...(length > WIDE ? [] : ['é', '😀']));

/** Values just outside a schema's limits. */
function misses({ anyOf = [], format = '', ...schema }: Schema): fc.Arbitrary<unknown>[] {
  const {
    minimum,
    maximum,
    minLength = 0,
    maxLength,
    maxItems,
    items = {},
  } = { ...schema, ...graphemes(schema) };
  const near = FORMATS[format]?.near ?? [];
  return [
    ...anyOf.flatMap(misses),
    ...near.map((text) => fc.constant(text)),
    ...(minimum === undefined ? [] : [fc.constant(minimum - 1)]),
    ...(maximum === undefined ? [] : [fc.constant(maximum + 1)]),
    ...(minLength === 0 ? [] : [fc.string({ unit: 'binary', maxLength: minLength - 1 })]),
    ...(maxLength === undefined ? [] : [unitsOf(maxLength).map((unit) => unit.repeat(maxLength + 1))]),
    ...(maxItems === undefined
      ? []
      : [valid(items).map((item) => Array.from({ length: maxItems + 1 }, () => item))]),
  ];
}

/** Invalid values of a schema. */
export const invalid = (schema: Schema): fc.Arbitrary<unknown> =>
  fc
    .oneof(fc.constantFrom(...MANY), fc.constantFrom(...TEXTS), fc.string(), UNSTORABLE, ...misses(schema))
    .filter((value) => !accepts(schema, value));

/** The same for URLs and forms: only texts, without lone surrogates. */
export const invalidWords = (schema: Schema): fc.Arbitrary<string> =>
  fc
    .oneof(fc.constantFrom(...TEXTS), fc.string(), UNSTORABLE, ...misses(schema))
    .map(String)
    .filter((text) => text.isWellFormed() && encodeURIComponent(text).length < LONGEST_WORD)
    .filter((text) => !accepts(schema, spelling(schema, text)));

/** Maximum length of an encoded parameter, well below the limit of URLs. */
const LONGEST_WORD = 1000;

const spelling = ({ type }: Schema, text: string) =>
  type === 'integer' && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : text;
