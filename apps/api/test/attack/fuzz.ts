import type { Account, Answer, TestService } from '../harness.ts';
import { randomEmail } from '../harness.ts';
import { pathOf, type Sample } from '../requests.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { JSON_VALUES, RAW_PARTS, TEXTS } from './corpus.ts';
import { ALL_FIELDS, type Field } from './operations.ts';

/** One value in one field of an otherwise valid request. */
export interface Shot {
  field: Field;
  /** As sent: JSON text in a body, percent-encoded elsewhere. */
  written: string;
  /** The decoded text, if it is a text that this place can carry. */
  text: string | undefined;
}

/** Shots at different fields of one operation. */
type Volley = [Shot, ...Shot[]];

const kindOf = ({ place, path, schema }: Field) => JSON.stringify([place, path.at(-1), schema]);

/** Fields with the same name and rules, of all operations. */
const ALIKE = Map.groupBy(ALL_FIELDS, kindOf);

/** Texts for a field: a third for each of three or more fields with the same name and rules, which together get all. */
function textsFor(field: Field): readonly string[] {
  const alike = ALIKE.get(kindOf(field)) ?? [];
  return alike.length < 3 ? TEXTS : thirdOf(TEXTS, alike.indexOf(field));
}

/** Values for a field. Forms and URLs only carry texts, without lone surrogates. */
export function shotsAt(field: Field): Shot[] {
  const texts = textsFor(field);
  if (field.place === 'body' && field.operation.route.method !== 'GET' && !isForm(field.operation)) {
    const values = [...texts.map((text) => JSON.stringify(text)), ...JSON_VALUES];
    return values.map((written) => ({ field, written, text: textOf(written) }));
  }
  return [
    ...texts
      .filter((text) => text.isWellFormed())
      .map((text) => ({ field, written: encodeURIComponent(text), text })),
    ...RAW_PARTS.map((written) => ({ field, written, text: undefined })),
  ];
}

const isForm = ({ route }: Operation) => 'contentType' in route && route.contentType !== undefined;

const textOf = (json: string) => (json.startsWith('"') ? (JSON.parse(json) as string) : undefined);

/** Placeholder of a raw value: it occurs in no JSON text and no URL. */
const placeholderFor = ({ path }: Field) => `here\u0001${path.join('.')}`;
const HERE = /"here\\u0001[^"]*"/g;

const placed = (whole: unknown, [name = '', ...rest]: readonly string[], value: string): unknown => ({
  ...(whole as object | undefined),
  [name]:
    rest.length > 0 ? placed((whole as Record<string, unknown> | undefined)?.[name], rest, value) : value,
});

/** The sample's body around the values, with an unused address; a filter replaces ids. */
function bodyAround(shots: readonly Shot[], json: unknown): unknown {
  const { ids, ...body } = json as { ids?: unknown; email?: string };
  const named = 'email' in body ? { ...body, email: randomEmail() } : body;
  const isFiltered = shots.some(({ field }) => field.path[0] === 'filter');
  const chosen = isFiltered ? { expected_count: 0 } : ids !== undefined && { ids };
  return shots.reduce<unknown>((whole, { field }) => placed(whole, field.path, placeholderFor(field)), {
    ...named,
    ...chosen,
  });
}

/** Sends shots at different fields of one operation in one request. */
export function fire(t: TestService, shots: Volley, sample: Sample, { token }: Account): Promise<Answer> {
  const { operation } = shots[0].field;
  const { route } = operation;
  const at = (place: Field['place']) => shots.filter(({ field }) => field.place === place);
  const inPath = new Map(at('path').map(({ field, written }) => [placeholderFor(field), written]));
  const params = {
    ...sample.params,
    ...Object.fromEntries(at('path').map(({ field }) => [field.path[0], placeholderFor(field)])),
  };
  const query = encodedAround(at('query'), new URLSearchParams(sample.query));
  const url = pathOf(
    route,
    { ...sample, params, query },
    (value) => inPath.get(String(value)) ?? encodeURIComponent(value),
  );
  if (sample.form)
    return t.call(route.method, url, {
      token,
      payload: encodedAround(at('body'), new URLSearchParams(sample.form)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  if (sample.json === undefined) return t.call(route.method, url, { token });
  const inBody = new Map(
    at('body').map((shot) => [JSON.stringify(placeholderFor(shot.field)), shot.written]),
  );
  const body = inBody.size > 0 ? bodyAround(at('body'), sample.json) : sample.json;
  return t.call(route.method, url, {
    token,
    // In one pass: the values can be long.
    payload: JSON.stringify(body).replaceAll(HERE, (here) => inBody.get(here) ?? here),
    headers: { 'content-type': 'application/json' },
  });
}

/** Form-encoded values, around those of the sample. */
function encodedAround(shots: readonly Shot[], sample: URLSearchParams): string {
  for (const { field } of shots) sample.delete(field.path[0] ?? '');
  return [...shots.map(({ field, written }) => `${field.path[0]}=${written}`), sample.toString()]
    .filter(Boolean)
    .join('&');
}

const isJson = ({ place, operation }: Field) => place === 'body' && !isForm(operation);

/** A shot with the given value. */
export const shot = (field: Field, value: string): Shot => ({
  field,
  written: isJson(field) ? value : encodeURIComponent(value),
  text: undefined,
});

/** A shot with the given text. */
export const shotOfText = (field: Field, text: string): Shot => ({
  ...shot(field, isJson(field) ? JSON.stringify(text) : text),
  text,
});

/** A third of the values, another one at each of three subsequent turns. */
const thirdOf = <Value>(values: readonly Value[], turn: number): Value[] =>
  values.filter((_, index) => (index + turn) % 3 === 0);

/**
 * Sends shots at the fields of one operation, `lanes` concurrently: those with the same value in one request, then again
 * without the fields that were rejected by name. Sends shots one by one if they were rejected without a name, and for
 * fields that contain other fields; also a third of those whose field an accepted response does not show, since a filter
 * may mask another.
 */
export async function fireAll(
  shots: readonly Shot[],
  lanes: number,
  send: (volley: Volley) => Promise<Answer>,
): Promise<void> {
  const fields = [...new Set(shots.map(({ field }) => field))];
  const contains = (outer: Field) =>
    fields.some((inner) => inner !== outer && locOf(inner).startsWith(`${locOf(outer)},`));
  const around = new Set(fields.filter(contains));
  let turn = fields[0] ? OPERATIONS.indexOf(fields[0].operation) : 0;
  const alone = shots.filter(({ field }) => around.has(field));
  const together = shots.filter(({ field }) => !around.has(field));
  const volleys = Map.groupBy(together, ({ text, written }) =>
    text === undefined ? written : `text ${text}`,
  );
  const sendAll = async (volley: Volley): Promise<void> => {
    const { status, body } = await send(volley);
    if (volley.length === 1) return;
    if (status < 300) {
      const unseen = volley.filter(({ field }) => !Object.hasOwn(Object(body), field.path.at(-1) ?? ''));
      alone.push(...thirdOf(unseen, turn++));
      return;
    }
    const entries: { loc: unknown[] }[] = status === 422 ? body.detail : [];
    const refused = new Set(entries.map(({ loc }) => loc.join()));
    const [first, ...rest] = volley.filter(({ field }) => !refused.has(locOf(field)));
    if (!first) return;
    if (rest.length + 1 < volley.length) await sendAll([first, ...rest]);
    else alone.push(...volley);
  };
  await withConcurrency([...volleys.values()] as Volley[], lanes, sendAll);
  await withConcurrency(alone, lanes, async (shot) => void (await send([shot])));
}

const locOf = ({ place, path }: Field) => [place, ...path].join();

/** Runs the work for each value with limited concurrency. */
async function withConcurrency<Value>(
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
