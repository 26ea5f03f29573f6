import type { Account, Answer, TestService } from '../harness.ts';
import { randomEmail } from '../harness.ts';
import { pathOf, type Sample } from '../requests.ts';
import { type Operation } from '../samples.ts';
import { JSON_TEXTS, RAW_PARTS, TEXTS } from './corpus.ts';
import type { Field } from './operations.ts';

/** One value in one field of an otherwise valid request. */
export interface Shot {
  field: Field;
  /** As sent: JSON text in a body, percent-encoded elsewhere. */
  written: string;
  /** The decoded text, if it is a text that this place can carry. */
  text: string | undefined;
}

/** Values for a field. Forms and URLs only carry texts, without lone surrogates. */
export function shotsAt(field: Field): Shot[] {
  if (field.place === 'body' && field.operation.route.method !== 'GET' && !isForm(field.operation))
    return JSON_TEXTS.map((written) => ({ field, written, text: textOf(written) }));
  const texts = TEXTS.filter((text) => text.isWellFormed());
  return [
    ...texts.map((text) => ({ field, written: encodeURIComponent(text), text })),
    ...RAW_PARTS.map((written) => ({ field, written, text: undefined })),
  ];
}

const isForm = ({ route }: Operation) => 'contentType' in route && route.contentType !== undefined;

const textOf = (json: string) => (json.startsWith('"') ? (JSON.parse(json) as string) : undefined);

/** Placeholder for the raw value: it occurs in no JSON text and no URL. */
const HERE = 'here\u0001';
const HERE_IN_JSON = JSON.stringify(HERE);

const placed = (whole: unknown, [name = '', ...rest]: readonly string[]): unknown => ({
  ...(whole as object | undefined),
  [name]: rest.length > 0 ? placed((whole as Record<string, unknown> | undefined)?.[name], rest) : HERE,
});

/** The sample's body around the value, with an unused address; a filter replaces ids. */
function bodyAround({ path }: Field, json: unknown): unknown {
  const { ids, ...body } = json as { ids?: unknown; email?: string };
  const named = 'email' in body ? { ...body, email: randomEmail() } : body;
  if (path[0] === 'filter') return placed({ ...named, expected_count: 0 }, path);
  return placed({ ...named, ...(ids !== undefined && { ids }) }, path);
}

/** Sends a shot with a sample of its operation. */
export function fire(t: TestService, shot: Shot, sample: Sample, { token }: Account): Promise<Answer> {
  const { field, written } = shot;
  const { route } = field.operation;
  const [name = ''] = field.path;
  if (field.place === 'path') {
    const params = { ...sample.params, [name]: HERE };
    const url = pathOf(route, { ...sample, params }, (value) =>
      value === HERE ? written : encodeURIComponent(value),
    );
    return t.call(route.method, url, { token, ...(sample.json !== undefined && { json: sample.json }) });
  }
  if (field.place === 'query') {
    const rest = [...new URLSearchParams(sample.query)].filter(([key]) => key !== name);
    const query = [`${name}=${written}`, new URLSearchParams(rest).toString()].filter(Boolean).join('&');
    return t.call(route.method, pathOf(route, { ...sample, query }), { token });
  }
  if (sample.form) {
    const rest = new URLSearchParams(Object.entries(sample.form).filter(([key]) => key !== name));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return t.call(route.method, pathOf(route, sample), {
      token,
      payload: `${name}=${written}&${rest.toString()}`,
      headers,
    });
  }
  const payload = JSON.stringify(bodyAround(field, sample.json)).replace(HERE_IN_JSON, () => written);
  const headers = { 'content-type': 'application/json' };
  return t.call(route.method, pathOf(route, sample), { token, payload, headers });
}

const isJson = ({ place, operation }: Field) => place === 'body' && !isForm(operation);

/** A shot with the given value. */
export const shot = (field: Field, value: string): Shot => ({
  field,
  written: isJson(field) ? value : encodeURIComponent(value),
  text: undefined,
});

/** A shot with the given text. */
export const shotOfText = (field: Field, text: string): Shot =>
  shot(field, isJson(field) ? JSON.stringify(text) : text);

/** Runs the work for each value with limited concurrency. */
export async function inLanes<Value>(
  values: readonly Value[],
  lanes: number,
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const rest = values.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const value of rest) await work(value);
    }),
  );
}
