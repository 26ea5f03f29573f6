import * as fc from 'fast-check';
import type { Sample } from '../requests.ts';
import type { Schema, Target } from './document.ts';
import { type Fields, invalid, invalidWords, isObject, objectOf, valid } from './values.ts';

/** A stranger is a member who names what is another member's. */
export type Role = 'anonymous' | 'member' | 'stranger' | 'superuser';

/** One thing that is wrong with a request, and nothing else is. */
interface Flaw {
  /** From the outside in: `body`, `filter`, `search`. */
  at: [place: 'path' | 'query' | 'body', ...path: (string | number)[]];
  /** Instead of what stands there; where this is missing, nothing does. Two words stand there both. */
  value?: unknown;
  /** The whole body, which is no JSON. */
  text?: string;
}

/** A request to be, field by field: a value of one's own, or that of the sample. */
export interface Case {
  role: Role;
  path: Fields;
  query: Fields;
  body: unknown;
  isMultipart: boolean;
  flaw: Flaw | undefined;
}

export const SAMPLE = Symbol('as in the sample');

/** Mostly those whom an operation is for. */
const ROLES: Record<Target['operation']['access'], Role[]> = {
  public: ['anonymous', 'anonymous', 'anonymous', 'member', 'superuser'],
  user: ['member', 'member', 'member', 'superuser', 'superuser', 'anonymous'],
  superuser: [...Array.from<Role>({ length: 8 }).fill('superuser'), 'member', 'anonymous'],
};

const rolesFor = ({ operation: { access }, path }: Target) =>
  fc.constantFrom(
    ...ROLES[access],
    // What the app reads is everybody's.
    ...(access === 'user' && path.includes('{') && !path.includes('/app/') ? ['stranger' as const] : []),
  );

const MALFORMED = ['{', '{"a":1,"a":2}', '{"a":1,}', "{'a':1}", '[1', 'nul', '{"a":01}', '{}x', '"\n"'];

/** Requests of an operation, about half of them as they should be. @param targets all operations */
export function casesOf(target: Target, targets: readonly Target[]): fc.Arbitrary<Case> {
  const { path, query } = target.parameters;
  const flaws = flawsOf(target, targets);
  return fc.record({
    role: rolesFor(target),
    path: objectOf(path, (schema) => either(schema, 4)),
    query: withMore(query, true),
    body: bodiesOf(target),
    isMultipart: fc.boolean(),
    flaw:
      flaws.length > 0 ? fc.option(fc.oneof(...flaws), { nil: undefined, freq: 2 }) : fc.constant(undefined),
  });
}

/** @param weight how much oftener it is the sample's */
const either = (schema: Schema, weight = 1) =>
  fc.oneof({ weight, arbitrary: fc.constant(SAMPLE) }, { weight: 1, arbitrary: valid(schema) });

/** With fields that the schema does not name: they are ignored. */
function withMore(schema: Schema, isWords: boolean): fc.Arbitrary<Fields> {
  const names = fc
    .string({ unit: 'grapheme-ascii', maxLength: 8 })
    .filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const values = isWords ? fc.string() : fc.jsonValue({ maxDepth: 2 });
  return fc
    .tuple(
      fc.dictionary(names, values, { maxKeys: 2, noNullPrototype: true }),
      objectOf(schema, (field) => either(field)),
    )
    .map(([more, fields]) => ({ ...more, ...fields }));
}

function bodiesOf({ method, body, isForm }: Target): fc.Arbitrary<unknown> {
  if (body) return withMore(body, isForm);
  return method === 'GET' ? fc.constant(undefined) : fc.constantFrom(undefined, {}, [], null, { id: 1 }, 'x');
}

function flawsOf({ parameters, body, isForm }: Target, targets: readonly Target[]): fc.Arbitrary<Flaw>[] {
  const others = new Set(targets.flatMap(({ path }) => path.split('/')));
  const leadsElsewhere = (text: string) => /^\.{0,2}$/.test(text) || others.has(text);
  const jsonFlaws = body && [...flawsIn(body, ['body']), fc.constantFrom(...MALFORMED).map(malformed)];
  return [
    ...Object.entries(parameters.path.properties ?? {}).map(([name, schema]) =>
      invalidWords(schema)
        .filter((text) => !leadsElsewhere(text))
        .map((value): Flaw => ({ at: ['path', name], value })),
    ),
    ...flawedWords('query', parameters.query),
    ...(isForm ? flawedWords('body', body) : (jsonFlaws ?? [])),
  ];
}

const malformed = (text: string): Flaw => ({ at: ['body'], text });
const missing = (at: Flaw['at'], names: readonly string[] = []) =>
  names.map((name) => fc.constant<Flaw>({ at: [...at, name] }));

const flawedWords = (place: 'query' | 'body', { properties = {}, required }: Schema = {}) => [
  ...missing([place], required),
  ...Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof(invalidWords(schema), fc.constantFrom(['1', '1'], ['a', 'b']))
      .map((value): Flaw => ({ at: [place, name], value })),
  ),
];

/** What can be wrong with JSON, and with the objects and lists in it. */
function flawsIn(schema: Schema, at: Flaw['at']): fc.Arbitrary<Flaw>[] {
  const { properties = {}, required, items } = schema;
  return [
    invalid(schema).map((value): Flaw => ({ at, value })),
    ...missing(at, required),
    ...Object.entries(properties).flatMap(([name, inner]) => flawsIn(inner, [...at, name])),
    ...(items ? flawsIn(items, [...at, 0]) : []),
  ];
}

/** A request as it goes out. */
export interface Wire {
  method: string;
  url: string;
  /** What a body says, before it is written down. */
  fields: unknown;
  headers: Record<string, string>;
  payload?: string;
}

/** Writes a case down. */
export function wireOf(target: Target, drawn: Case, { params = {}, query: words, json, form }: Sample): Wire {
  const { flaw } = drawn;
  const sound: Parts = {
    path: fill(drawn.path, params),
    query: fill(drawn.query, Object.fromEntries(new URLSearchParams(words))),
    body: target.body ? fill(drawn.body as Fields, (form ?? json) as Fields) : drawn.body,
  };
  const parts = flaw && flaw.text === undefined ? (changed(sound, flaw.at, flaw) as Parts) : sound;
  const fields = isBulk(target) && isObject(parts.body) ? withOneTarget(parts.body, flaw) : parts.body;
  const address = target.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parts.path[name])),
  );
  const search = new URLSearchParams(pairsOf(parts.query)).toString();
  return {
    method: target.method,
    url: search ? `${address}?${search}` : address,
    fields,
    ...bodyOf(target, drawn, fields),
  };
}

type Parts = Pick<Case, 'path' | 'query' | 'body'>;

const fill = (drawn: Fields, sample: Fields): Fields =>
  Object.fromEntries(
    Object.entries(drawn).flatMap(([name, value]) => {
      if (value !== SAMPLE) return [[name, value]];
      return Object.hasOwn(sample, name) ? [[name, sample[name]]] : [];
    }),
  );

const isBulk = ({ body: { properties = {} } = {} }: Target) => 'ids' in properties && 'filter' in properties;

/** What JSON Schema does not say of bulk actions: rows are named by id, or by a filter and their number. */
function withOneTarget({ ids, filter = {}, ...rest }: Fields, flaw: Flaw | undefined): Fields {
  const named = flaw?.at[1];
  const byIds = named === 'ids' || (named !== 'filter' && ids !== undefined);
  return byIds ? { ...rest, ids } : { expected_count: 0, ...rest, filter };
}

/** A value with another, or none, in one place of it. */
function changed(whole: unknown, [first, ...rest]: (string | number)[], flaw: Flaw): unknown {
  if (first === undefined) return flaw.value;
  const inner = (whole as Fields | undefined)?.[first];
  if (first === 0) return [changed(inner, rest, flaw)];
  const { [first]: _, ...others } = isObject(whole) ? whole : {};
  if (rest.length === 0 && !('value' in flaw)) return others;
  return { ...others, [first]: changed(inner, rest, flaw) };
}

/** Texts by name, a name twice where two were meant. */
const pairsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );

const BOUNDARY = 'edge-of-the-fuzzer';

/** As browsers write it (HTML, 4.10.21.8): what would end the name is percent-encoded. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const multipart = (fields: Fields) =>
  [
    ...pairsOf(fields).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

/** What the library that reads multipart bodies takes for an attack on objects: it refuses all of the body, with 400. */
const OBJECT_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));

const written = (type: string, payload: string) => ({ headers: { 'content-type': type }, payload });

function bodyOf({ isForm }: Target, { flaw, isMultipart }: Case, body: unknown) {
  if (flaw?.text !== undefined) return written('application/json', flaw.text);
  if (body === undefined) return { headers: {} };
  if (!isForm) return written('application/json', JSON.stringify(body));
  const fields = body as Fields;
  return isMultipart && Object.keys(fields).every((name) => !OBJECT_NAMES.has(name))
    ? written(`multipart/form-data; boundary=${BOUNDARY}`, multipart(fields))
    : written('application/x-www-form-urlencoded', new URLSearchParams(pairsOf(fields)).toString());
}
