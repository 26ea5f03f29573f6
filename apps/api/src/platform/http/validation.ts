import type { ValidationError } from '@agora/contract/shared/errors';
import type { FastifyRequest } from 'fastify';
import { RequestValidationError } from './router.ts';
import { takesForm } from './tsrest-route.ts';

interface Issue {
  code?: string;
  expected?: string;
  values?: readonly unknown[];
  message: string;
  path?: readonly PropertyKey[];
  params?: { type: string; ctx?: Record<string, unknown> };
}

/** A form's fields are told like a query's: one that is missing does not echo the others. */
type Source = 'header' | 'path' | 'query' | 'body' | 'form';
type Loc = (string | number)[];

/** What is wrong with a request, path before query before body, one entry per field. */
export function validationEntries(error: RequestValidationError, request: FastifyRequest): ValidationError[] {
  return [
    ...entriesOf('header', error.headers, request.headers),
    ...entriesOf('path', error.pathParams, request.params),
    ...entriesOf('query', error.query, request.query),
    ...entriesOf(takesForm(request) ? 'form' : 'body', error.body, request.body),
  ];
}

function entriesOf(source: Source, error: unknown, raw: unknown): ValidationError[] {
  const issues = (error as { issues?: readonly Issue[] } | null)?.issues ?? [];
  const entries = new Map<string, ValidationError>();
  for (const issue of issues) {
    const entry = entryOf(source, issue, raw);
    const field = JSON.stringify(entry.loc);
    if (!entries.has(field)) entries.set(field, entry);
  }
  return [...entries.values()];
}

function entryOf(source: Source, issue: Issue, raw: unknown): ValidationError {
  const path = (issue.path ?? []).map((key) => (typeof key === 'number' ? key : String(key)));
  const loc: Loc = [source === 'form' ? 'body' : source, ...path];
  const input = valueAt(raw, path);
  if (path.length === 0) return rootEntry(loc, input);
  if (input === undefined) {
    const whole = source === 'body' ? valueAt(raw, path.slice(0, -1)) : null;
    return { type: 'missing', loc, msg: 'Field required', input: echo(whole) };
  }
  const { type, msg, ctx } = ruleOf(issue, input);
  return { type, loc, msg, input: echo(input), ...(ctx && { ctx }) };
}

function rootEntry(loc: Loc, input: unknown): ValidationError {
  if (input === undefined || input === null)
    return { type: 'missing', loc, msg: 'Field required', input: null };
  return {
    type: 'model_attributes_type',
    loc,
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: echo(input),
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

/** Levels of nesting that are said back; no declared field has more than a few. */
const ECHO_LEVELS = 100;

/** The value as sent; null where it is a file, or nested so deep that saying it back would exhaust the stack. */
const echo = (value: unknown): unknown =>
  value instanceof Uint8Array || isDeeper(value, ECHO_LEVELS) ? null : value;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
