import * as fc from 'fast-check';
import type { Group, Sample } from '../requests.ts';
import type { Schema, Target } from './document.ts';
import { type Fields, invalid, invalidWords, isObject, objectOf, valid } from './values.ts';

/** A stranger is a member who uses ids of another member. */
export type Role = 'anonymous' | 'member' | 'stranger' | 'superuser';

/** A single error in an otherwise valid request. */
interface Flaw {
  /** From the outside in: `body`, `filter`, `search`. */
  at: [place: 'path' | 'query' | 'body', ...path: (string | number)[]];
  /** Replacement value; absent to remove the field. Two words send the field twice. */
  value?: unknown;
  /** The whole body, as invalid JSON. */
  text?: string;
}

/** A generated request: each field has its own value, or the sample's. */
export interface Case {
  role: Role;
  path: Fields;
  query: Fields;
  body: unknown;
  isMultipart: boolean;
  flaw: Flaw | undefined;
}

export const SAMPLE = Symbol('as in the sample');

/** Mostly the roles that an operation is for. */
const ROLES: Record<Group, Role[]> = {
  public: ['anonymous', 'anonymous', 'anonymous', 'member', 'superuser'],
  user: ['member', 'member', 'member', 'superuser', 'superuser', 'anonymous'],
  team: [...Array.from<Role>({ length: 8 }).fill('superuser'), 'member', 'anonymous'],
};

const rolesFor = ({ operation: { group }, path }: Target) =>
  fc.constantFrom(
    ...ROLES[group],
    // App content is shared by all members.
    ...(group === 'user' && path.includes('{') && !path.includes('/app/') ? ['stranger' as const] : []),
  );

const MALFORMED = ['{', '{"a":1,}', "{'a':1}", '[1', 'nul', '{"a":01}', '{}x', '"\n"'];

/** Requests of an operation, about half of them valid. @param targets all operations */
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

/** @param weight relative frequency of the sample's value */
const either = (schema: Schema, weight = 1) =>
  fc.oneof({ weight, arbitrary: fc.constant(SAMPLE) }, { weight: 1, arbitrary: valid(schema) });

/** Adds undeclared fields, which must be ignored. */
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

/** Errors in JSON values, and in nested objects and lists. */
function flawsIn(schema: Schema, at: Flaw['at']): fc.Arbitrary<Flaw>[] {
  const { properties = {}, required, items } = schema;
  return [
    invalid(schema).map((value): Flaw => ({ at, value })),
    ...missing(at, required),
    ...Object.entries(properties).flatMap(([name, inner]) => flawsIn(inner, [...at, name])),
    ...(items ? flawsIn(items, [...at, 0]) : []),
  ];
}

/** A request as sent. */
export interface Wire {
  method: string;
  url: string;
  /** The body before serialisation. */
  fields: unknown;
  headers: Record<string, string>;
  payload?: string;
}

/** Serialises a case. */
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

/**
 * Rules of bulk actions that JSON Schema cannot express: rows by id, or by a filter and their number; only a
 * reactivation undoes something.
 */
function withOneTarget(
  { ids, filter = {}, deactivated_at, ...rest }: Fields,
  flaw: Flaw | undefined,
): Fields {
  const named = flaw?.at[1];
  const byIds = named === 'ids' || (named !== 'filter' && ids !== undefined);
  const undone = deactivated_at !== undefined && {
    ...(named !== 'action' && { action: 'reactivate' }),
    deactivated_at,
  };
  return { ...(byIds ? { ...rest, ids } : { expected_count: 0, ...rest, filter }), ...undone };
}

/** Replaces or removes the value at one path. */
function changed(whole: unknown, [first, ...rest]: (string | number)[], flaw: Flaw): unknown {
  if (first === undefined) return flaw.value;
  const inner = (whole as Fields | undefined)?.[first];
  if (first === 0) return [changed(inner, rest, flaw)];
  const { [first]: _, ...others } = isObject(whole) ? whole : {};
  if (rest.length === 0 && !('value' in flaw)) return others;
  return { ...others, [first]: changed(inner, rest, flaw) };
}

/** Fields as name and text pairs; a name occurs twice for two values. */
const pairsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );

const BOUNDARY = 'edge-of-the-fuzzer';

/** Escapes a name like browsers do (HTML, 4.10.21.8): characters that would end it are percent-encoded. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const multipart = (fields: Fields) =>
  [
    ...pairsOf(fields).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

/** Names that the multipart library treats as prototype pollution: it rejects the whole body, with 400. */
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
