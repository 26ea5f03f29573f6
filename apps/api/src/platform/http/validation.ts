import type { ValidationError } from '@agora/contract/shared/errors';
import { type FieldNames, fieldNamesOf } from '@agora/contract/shared/field-names';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestValidationError } from './router.ts';
import { schemasOf, takesForm } from './tsrest-route.ts';

interface Issue {
  code?: string;
  expected?: string;
  values?: readonly unknown[];
  message: string;
  path?: readonly PropertyKey[];
  params?: { type: string; ctx?: Record<string, unknown> };
}

/** Form fields are reported like query parameters: a missing one does not echo the others. */
type Source = 'header' | 'path' | 'query' | 'body' | 'form';
type Loc = (string | number)[];

/** A part of a request, and its fields in the contract. */
interface Sent extends FieldNames {
  source: Source;
  raw: unknown;
}

const NO_FIELDS: FieldNames = { declared: new Set(), secret: new Set() };

/** Returns the errors of a request, path before query before body, one entry per field. */
export function validationEntries(error: RequestValidationError, request: FastifyRequest): ValidationError[] {
  const { pathParams, query, body } = schemasOf(request);
  const namesOf = (schema: unknown) => (schema instanceof z.ZodType ? fieldNamesOf(schema) : NO_FIELDS);
  const source = takesForm(request) ? 'form' : 'body';
  return [
    ...entriesOf({ source: 'header', raw: request.headers, ...NO_FIELDS }, error.headers),
    ...entriesOf({ source: 'path', raw: request.params, ...namesOf(pathParams) }, error.pathParams),
    ...entriesOf({ source: 'query', raw: request.query, ...namesOf(query) }, error.query),
    ...entriesOf({ source, raw: request.body, ...namesOf(body) }, error.body),
  ];
}

function entriesOf(sent: Sent, error: unknown): ValidationError[] {
  const issues = (error as { issues?: readonly Issue[] } | null)?.issues ?? [];
  const entries = new Map<string, ValidationError>();
  for (const issue of issues) {
    const entry = entryOf(sent, issue);
    const field = JSON.stringify(entry.loc);
    if (!entries.has(field)) entries.set(field, entry);
  }
  return [...entries.values()];
}

function entryOf(sent: Sent, issue: Issue): ValidationError {
  const { source, raw } = sent;
  const path = (issue.path ?? []).map((key) => (typeof key === 'number' ? key : String(key)));
  const loc: Loc = [source === 'form' ? 'body' : source, ...path];
  const input = valueAt(raw, path);
  if (path.length === 0) return rootEntry(loc, input, sent);
  if (input === undefined) {
    const whole = source === 'body' ? valueAt(raw, path.slice(0, -1)) : null;
    return { type: 'missing', loc, msg: 'Field required', input: echo(whole, sent) };
  }
  const { type, msg, ctx } = ruleOf(issue, input);
  const isSecret = path.some((key) => sent.secret.has(String(key)));
  return { type, loc, msg, input: isSecret ? null : echo(input, sent), ...(ctx && { ctx }) };
}

function rootEntry(loc: Loc, input: unknown, sent: Sent): ValidationError {
  if (input === undefined || input === null)
    return { type: 'missing', loc, msg: 'Field required', input: null };
  return {
    type: 'model_attributes_type',
    loc,
    msg: 'Input should be a valid dictionary or object to extract fields from',
    // A value that is not an object may be the whole form as text.
    input: sent.secret.size > 0 ? null : echo(input, sent),
  };
}

function ruleOf(issue: Issue, input: unknown): Pick<ValidationError, 'type' | 'msg' | 'ctx'> {
  if (issue.params) {
    const { type, ctx } = issue.params;
    return { type, msg: issue.message, ...(ctx && { ctx }) };
  }
  if (issue.code === 'invalid_value') {
    const expected = (issue.values ?? []).map((value) => `'${String(value)}'`).join(' or ');
    return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
  }
  if (issue.expected === 'boolean') {
    const parsable = typeof input === 'string' || typeof input === 'number';
    return { type: parsable ? 'bool_parsing' : 'bool_type', msg: issue.message };
  }
  if (issue.expected === 'string') return { type: 'string_type', msg: 'Input should be a valid string' };
  return { type: 'value_error', msg: issue.message };
}

function valueAt(raw: unknown, path: readonly (string | number)[]): unknown {
  let value = raw;
  for (const key of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined;
  return value;
}

/**
 * Maximum nesting and length in characters of an echoed value; no declared field has more than a few levels.
 */
const ECHO_LEVELS = 100;
const ECHO_LENGTH = 2_048;

/**
 * Returns the value as sent, without files and secret fields; null if it is too long or too deep. If there
 * are secret fields, only declared ones are kept: a misspelt field may be a password, too.
 */
function echo(value: unknown, { declared, secret }: FieldNames): unknown {
  let room = ECHO_LENGTH;
  const isHidden = (key: string) => secret.has(key) || (secret.size > 0 && !declared.has(key));
  const copy = (inner: unknown, levels: number): unknown => {
    room -= typeof inner === 'string' ? inner.length : 1;
    if (levels === 0) room = -1;
    if (typeof inner !== 'object' || inner === null || inner instanceof Uint8Array || room < 0)
      return inner instanceof Uint8Array ? null : inner;
    const copies: [string, unknown][] = [];
    for (const [key, each] of Object.entries(inner)) {
      if (!Array.isArray(inner) && isHidden(key)) continue;
      room -= key.length;
      if (room < 0) return null;
      copies.push([key, copy(each, levels - 1)]);
    }
    return Array.isArray(inner) ? copies.map(([, each]) => each) : Object.fromEntries(copies);
  };
  const echoed = copy(value, ECHO_LEVELS);
  return room < 0 ? null : echoed;
}

/** Maximum bytes of all entries; a response has at most 16 KiB. */
const ENTRIES_LENGTH = 15 * 1024;

/** Returns the first entries that fit into a response, without values that exceed it. */
export function withinLimit(entries: readonly ValidationError[]): ValidationError[] {
  const kept: ValidationError[] = [];
  let room = ENTRIES_LENGTH;
  const lengthOf = (entry: ValidationError) => Buffer.byteLength(JSON.stringify(entry)) + 1;
  for (const entry of entries) {
    const fitting = [entry, { ...entry, input: null }].find((each) => lengthOf(each) <= room);
    if (!fitting) break;
    kept.push(fitting);
    room -= lengthOf(fitting);
  }
  return kept;
}
