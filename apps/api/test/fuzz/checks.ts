import { isDeepStrictEqual } from 'node:util';
import { normalizeEmail } from '@agora/contract/shared/email';
import { hasVisible, trimmed } from '@agora/contract/shared/fields';
import type { Account, Answer, TestService } from '../harness.ts';
import { type Case, SAMPLE, type Wire } from './cases.ts';
import type { Schema, Target } from './document.ts';
import type { People, Scene } from './people.ts';
import { type Fields, isObject } from './values.ts';

/** What is wrong with an answer, in words; nothing is when it is as it should be. */
type Verdict = string | undefined;

/** A request that was made, and its answer. */
export interface Round {
  t: TestService;
  people: People;
  targets: readonly Target[];
  target: Target;
  drawn: Case;
  scene: Scene;
  wire: Wire;
  /** What stood at the same address, if that can be read. */
  before: Fields | undefined;
  answer: Answer;
}

export const verdictOn = async (round: Round): Promise<Verdict> =>
  isDeclared(round) ?? isJudged(round) ?? (await isStored(round));

/** No fault of ours, but the declared status, kind of content and shape; a field more than declared is one too many. */
function isDeclared({ target: { responses }, answer: { status, headers, body } }: Round): Verdict {
  if (status >= 500) return `is our own fault: ${status}`;
  const declared = responses[status];
  if (!declared) return `has a status that is not declared: ${status}`;
  const [type] = String(headers['content-type']).split(';');
  if (type !== declared.type) return `is ${type} instead of ${declared.type}`;
  const { error } = declared.schema.safeParse(body);
  return error && `is not of the declared shape: ${JSON.stringify(error.issues)}`;
}

const namesSample = ({ path }: Case) => Object.values(path).every((value) => value === SAMPLE);

/**
 * The statuses one of which a request must be refused with, in the order in which requests are judged. An installation of the
 * app is whose member brings it.
 */
function refusalsOf({ operation: { access }, path }: Target, drawn: Case): number[] | undefined {
  const { role, flaw } = drawn;
  if (flaw?.text !== undefined) return [422];
  if (access !== 'public' && role === 'anonymous') return [401];
  if (access === 'superuser' && role !== 'superuser') return [403];
  if (flaw) return [422];
  const isOfOwner = path.includes('{') && !path.includes('{installation_id}');
  return role === 'stranger' && isOfOwner && namesSample(drawn) ? [403, 404] : undefined;
}

/** Refused when it should be, by the name of the field; accepted when it should be. */
function isJudged({ target, drawn, answer: { status, body } }: Round): Verdict {
  const expected = refusalsOf(target, drawn);
  if (!expected) return isAccepted(target, drawn, status, body);
  if (!expected.includes(status)) return `should be ${expected.join(' or ')} and is ${status}`;
  const { at } = drawn.flaw ?? {};
  const isNamed =
    status !== 422 || body.detail.some(({ loc }: Entry) => at?.every((part, index) => loc[index] === part));
  return isNamed ? undefined : `does not name ${at?.join('.')}`;
}

/** What JSON Schema can't ask for: the rules that a sound request may break. */
const RULES = new Set<unknown>([
  // A password that others would not think of.
  'password_too_common',
  // The password once more.
  'password_mismatch',
  // A day that is not over, or not too far ahead.
  'date_too_early',
  'date_too_late',
  // A message that is ready can be read in the default language.
  'default_locale_missing',
  'missing translations',
  // A time that is to come, that clocks show once, and that comes after the other one.
  'datetime_too_early',
  'visible_to_too_early',
  'time_skipped',
  'time_ambiguous',
  // A picture that was sent before.
  'media_missing',
  'image_missing',
  // A category that there is.
  'category_missing',
  // The version that a text began with.
  'missing version',
  // A conversation is given to superusers alone.
  'not_an_administrator',
  // The app has no id, everything else that can be rated has one.
  'target_mismatch',
  'missing target_id',
  // A token as its provider makes them.
  'push_token_invalid',
  // An audience that means somebody, a link that leads nowhere else, and texts and link that fit together.
  'audience_undefined',
  'link_not_allowed',
  'push_too_large',
  // What was published elsewhere, and nothing else, has a source.
  'source_mismatch',
  'source_unknown',
  'link_unknown',
  'missing source_id',
  'time_nonexistent',
  'time_past',
]);

interface Entry {
  type: string;
  loc: unknown[];
  ctx?: Fields;
}

const ruleOf = ({ type, loc, ctx }: Entry) =>
  ctx?.['reason'] ?? (type === 'missing' ? `missing ${String(loc.at(-1))}` : type);

/** What is sound is refused for a reason that the operation has, and whatever is there is found. */
function isAccepted({ operation, path }: Target, drawn: Case, status: number, body: Answer['body']): Verdict {
  if (status < 300 || (status === 422 && body.detail.every((entry: Entry) => RULES.has(ruleOf(entry)))))
    return undefined;
  const isThere = path.includes('{') && namesSample(drawn);
  const isReason = operation.errors.includes(body.code) && !(isThere && [403, 404].includes(status));
  return isReason ? undefined : `refuses what should be accepted: ${status} ${body.code}`;
}

const readerAt = (targets: readonly Target[], path: string) =>
  targets.find((target) => target.method === 'GET' && target.path === path);

const addressOf = ({ url }: Wire) => url.replace(/\?.*$/, '');

/** What a request is going to change. */
export async function readBefore({ t, targets, target, wire, scene }: Omit<Round, 'before' | 'answer'>) {
  const isChange = ['PATCH', 'PUT'].includes(target.method) && readerAt(targets, target.path);
  if (!isChange) return undefined;
  const { status, body } = await t.call('GET', addressOf(wire), { token: scene.caller.token });
  return status === 200 ? (body as Fields) : undefined;
}

/** Shows what is stored nowhere. */
const PREVIEW = 'news-preview_news';

/** What was stored equals what was sent, and what was answered. */
async function isStored(round: Round): Promise<Verdict> {
  const { target, wire, before, answer } = round;
  if (target.method === 'GET' || target.id === PREVIEW || answer.status >= 300) return undefined;
  if (target.method === 'DELETE') return isGone(round);
  const [fields, state] = [wire.fields, answer.body].map((value) => (isObject(value) ? value : {}));
  if (!fields || !state) return undefined;
  const verdict = isAsSent(target, fields, state, before) ?? (await isReadAlike(round, state));
  return verdict ?? isPassword(round, fields, state);
}

/** What an answer shows a field as, where it is not by its own name, or not at all. */
const SHOWN_AS: Record<string, string | undefined> = {
  reason: 'deactivation_reason',
  /** The version that the caller has seen, not the one that comes of it. */
  version: undefined,
};

/** What a value is once it is stored: some texts are normalised, as documented; nothing else is. */
const NORMALIZED: Record<string, (text: string) => string> = {
  email: normalizeEmail,
  uuid: (text) => text.toLowerCase(),
  trimmed,
  'local-time': (text) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Paris').toInstant().toString({
      smallestUnit: 'millisecond',
    }),
};

function stored({ format: own, anyOf = [] }: Schema, value: unknown): unknown {
  const format = own ?? anyOf.find((inner) => inner.format)?.format ?? '';
  return typeof value === 'string' ? (NORMALIZED[format]?.(value) ?? value) : value;
}

/** An article, or a message of the day, has no text in a language in which nothing is to be seen. */
const isUnwritten = ({ title = '', excerpt = '', cover_alt = '', author = '', body }: Fields): boolean =>
  [title, excerpt, cover_alt, author].every((text) => text === '') &&
  (typeof body === 'string' ? [body] : textsIn(body)).every((text) => !hasVisible(text));

function textsIn(node: unknown): string[] {
  if (!isObject(node)) return [];
  const { text, content } = node;
  return [
    ...(typeof text === 'string' ? [text] : []),
    ...(Array.isArray(content) ? content : []).flatMap(textsIn),
  ];
}

/** Whether what is shown holds what was sent, and the defaults of what was not. */
function holds(schema: Schema, sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((item, n) => holds(schema.items ?? {}, item, shown[n]));
  const properties = [schema, ...(schema.anyOf ?? [])].find((inner) => inner.properties)?.properties;
  const isText = properties && ('cover_alt' in properties || 'author' in properties);
  if (isText && shown === null && isObject(sent)) return isUnwritten(sent);
  if (!properties || !isObject(sent) || !isObject(shown))
    return isDeepStrictEqual(stored(schema, sent), shown);
  return Object.entries(properties).every(([name, inner]) => {
    const expected = Object.hasOwn(sent, name) ? sent[name] : inner.default;
    return expected === undefined || holds(inner, expected, shown[name]);
  });
}

/** What is not sent, and may be other because of what is: the slug of a draft follows its title. */
const FOLLOWING = new Set(['slug']);

/** What an operation changes of itself, where it was not told to. */
const EFFECTS: Record<string, readonly string[]> = {
  // Whoever is given a new conversation opens it.
  'messages-update_message': ['status'],
};

/** The answer shows fields as they were sent; those that were not are as they were, or as their default. */
function isAsSent({ id, body }: Target, sent: Fields, state: Fields, before: Fields = {}): Verdict {
  const other = Object.entries(body?.properties ?? {}).find(([name, schema]) => {
    const shown = name in SHOWN_AS ? SHOWN_AS[name] : name;
    if (shown === undefined || !(shown in state)) return false;
    if (EFFECTS[id]?.includes(name) && !Object.hasOwn(sent, name)) return false;
    const unsent = FOLLOWING.has(name) ? undefined : (before[shown] ?? schema.default);
    const expected = Object.hasOwn(sent, name) ? sent[name] : unsent;
    return expected !== undefined && !holds(schema, expected, state[shown]);
  });
  return other && `does not hold what was sent as ${other[0]}`;
}

/** What is answered is read again by the operation that shows the same, by its id or by what it is asked for. */
async function isReadAlike({ t, people, targets, target, scene, answer }: Round, state: Fields) {
  const shows = target.responses[answer.status]?.name;
  const readers = targets.filter(
    ({ method, responses }) => method === 'GET' && responses[200]?.name === shows,
  );
  const hasId = 'id' in state;
  const reader = shows && readers.find(({ path }) => path.includes('{') === hasId);
  if (!reader) return undefined;
  const isOwn = !hasId || reader.path.includes('/app/');
  const { token } = isOwn ? scene.caller : await people.auditor();
  const address = reader.path.replace(/\{\w+\}/, String(state['id']));
  const names = Object.keys(reader.parameters.query.properties ?? {});
  const words = names.flatMap((name) => (typeof state[name] === 'string' ? [[name, state[name]]] : []));
  const search = new URLSearchParams(words).toString();
  const { body } = await t.call('GET', `${address}?${search}`, { token });
  return isDeepStrictEqual(body, state) ? undefined : `is read otherwise: ${JSON.stringify(body)}`;
}

/** A thing that has an address has none any more. */
async function isGone({ t, people, targets, target, wire }: Round): Promise<Verdict> {
  if (!target.path.includes('{') || !readerAt(targets, target.path)) return undefined;
  const { token } = await people.auditor();
  const { status } = await t.call('GET', addressOf(wire), { token });
  return status === 404 ? undefined : `has deleted nothing: ${status}`;
}

/** A password can't be read, but somebody gets in with it, or is told that the account is shut. */
async function isPassword({ t, scene }: Round, sent: Fields, state: Fields): Promise<Verdict> {
  const { new_password, password } = sent;
  const owner = typeof state['email'] === 'string' ? [{ email: state['email'] }] : undefined;
  const chosen = new_password ?? (owner && password);
  if (typeof chosen !== 'string') return undefined;
  const candidates: Pick<Account, 'email'>[] = owner ?? [...scene.accounts];
  for (const { email: username } of candidates) {
    const { status, body } = await t.call('POST', '/login/access-token', {
      form: { username, password: chosen },
    });
    if (status === 200 || body.code === 'inactive_user') return undefined;
  }
  return 'has not stored the password';
}
