import { isDeepStrictEqual } from 'node:util';
import { normalizeEmail } from '@agora/contract/shared/email';
import { trimmed } from '@agora/contract/shared/fields';
import { hasVisible } from '@agora/contract/shared/visible';
import type { Account, Answer, TestService } from '../harness.ts';
import { type Case, SAMPLE, type Wire } from './cases.ts';
import type { Schema, Target } from './document.ts';
import type { People, Scene } from './people.ts';
import { type Fields, isObject } from './values.ts';

/** Description of an error in a response; undefined if correct. */
type Verdict = string | undefined;

/** A sent request and its response. */
export interface Round {
  t: TestService;
  people: People;
  targets: readonly Target[];
  target: Target;
  drawn: Case;
  scene: Scene;
  wire: Wire;
  /** State of the resource before, if readable. */
  before: Fields | undefined;
  answer: Answer;
}

export const verdictOn = async (round: Round): Promise<Verdict> =>
  isDeclared(round) ?? checkRejection(round) ?? (await checkStored(round));

/** Checks that the response is not a 5xx and has declared status, content type and fields, no others. */
function isDeclared({ target: { responses }, answer: { status, headers, body } }: Round): Verdict {
  if (status >= 500) return `is a server error: ${status}`;
  const declared = responses[status];
  if (!declared) return `has an undeclared status: ${status}`;
  const [type] = String(headers['content-type']).split(';');
  if (type !== declared.type) return `is ${type} instead of ${declared.type}`;
  const { error } = declared.schema.safeParse(body);
  return error && `does not match the declared schema: ${JSON.stringify(error.issues)}`;
}

const namesSample = ({ path }: Case) => Object.values(path).every((value) => value === SAMPLE);

/**
 * Expected error statuses, in the order of the checks; undefined if valid. An app installation belongs to the
 * member who registers it.
 */
function refusalsOf({ operation: { access, group }, path }: Target, drawn: Case): number[] | undefined {
  const { role, flaw } = drawn;
  if (flaw?.text !== undefined) return [422];
  if (access !== 'public' && role === 'anonymous') return [401];
  if (group === 'team' && role !== 'superuser') return [403];
  if (flaw) return [422];
  const isOfOwner = path.includes('{') && !path.includes('{installation_id}');
  return role === 'stranger' && isOfOwner && namesSample(drawn) ? [403, 404] : undefined;
}

/** Checks that an invalid request is rejected by the name of the field, and a valid one accepted. */
function checkRejection({ target, drawn, answer: { status, body } }: Round): Verdict {
  const expected = refusalsOf(target, drawn);
  if (!expected) return checkAccepted(target, drawn, status, body);
  if (!expected.includes(status)) return `should be ${expected.join(' or ')} and is ${status}`;
  const { at } = drawn.flaw ?? {};
  const isNamed =
    status !== 422 || body.detail.some(({ loc }: Entry) => at?.every((part, index) => loc[index] === part));
  return isNamed ? undefined : `does not name ${at?.join('.')}`;
}

/** Errors of valid requests by rules that JSON Schema cannot express. */
const RULES = new Set<unknown>([
  // Passwords must not be common.
  'password_too_common',
  // Passwords must match their confirmation.
  'password_mismatch',
  // Days must not be past or too far ahead.
  'date_too_early',
  'date_too_late',
  // Ready messages need the default language.
  'default_locale_missing',
  'missing translations',
  // Times must be in the future, exist exactly once, and be in order.
  'datetime_too_early',
  'datetime_too_late',
  'visible_to_too_early',
  'time_skipped',
  'time_ambiguous',
  // Pictures must be uploaded before.
  'media_missing',
  'image_missing',
  // Categories must exist.
  'category_missing',
  // Text changes need a base version.
  'missing version',
  // Snoozing needs a time.
  'missing until',
  // Only superusers can be assignees.
  'not_an_administrator',
  // Entries are read before one of their own conversation.
  'not_in_conversation',
  // Apps have no id, all other targets have one.
  'target_mismatch',
  'missing target_id',
  // Tokens must match their provider.
  'push_token_invalid',
  // Audiences must be chosen, links internal, and texts and link within the size limit.
  'audience_undefined',
  // Segments must exist, and have their own conditions.
  'segment_unknown',
  'segment_with_conditions',
  // Accounts get a role that there is.
  'role_unknown',
  'link_not_allowed',
  'push_too_large',
  // Only pushes about other content have a source.
  'source_mismatch',
  'source_unknown',
  'link_unknown',
  'missing source_id',
  // Texts in braces must be placeholders.
  'unknown_placeholder',
  'placeholder_without_fallback',
  'time_past',
  // The second step takes one of the two.
  'code_or_passkey',
  'missing code',
]);

interface Entry {
  type: string;
  loc: unknown[];
  ctx?: Fields;
}

const ruleOf = ({ type, loc, ctx }: Entry) =>
  ctx?.['reason'] ?? (type === 'missing' ? `missing ${String(loc.at(-1))}` : type);

/** Checks that a valid request is only rejected for a declared reason, and that its resource is found. */
function checkAccepted(
  { operation, path }: Target,
  drawn: Case,
  status: number,
  body: Answer['body'],
): Verdict {
  if (status < 400 || (status === 422 && body.detail.every((entry: Entry) => RULES.has(ruleOf(entry)))))
    return undefined;
  const isThere = path.includes('{') && namesSample(drawn);
  const isReason = Object.hasOwn(operation.errors, body.code) && !(isThere && [403, 404].includes(status));
  return isReason ? undefined : `rejects a valid request: ${status} ${body.code}`;
}

const readerAt = (targets: readonly Target[], path: string) =>
  targets.find((target) => target.method === 'GET' && target.path === path);

const addressOf = ({ url }: Wire) => url.replace(/\?.*$/, '');

/** Reads the state before the request. */
export async function readBefore({ t, targets, target, wire, scene }: Omit<Round, 'before' | 'answer'>) {
  const isChange = ['PATCH', 'PUT'].includes(target.method) && readerAt(targets, target.path);
  if (!isChange) return undefined;
  const { status, body } = await t.call('GET', addressOf(wire), { token: scene.caller.token });
  return status === 200 ? (body as Fields) : undefined;
}

/** Returns a result that is not stored. */
const PREVIEW = 'news-preview_news';

/** Checks that response and stored state equal the request. */
async function checkStored(round: Round): Promise<Verdict> {
  const { target, wire, before, answer } = round;
  if (target.method === 'GET' || target.id === PREVIEW || answer.status >= 300) return undefined;
  if (target.method === 'DELETE') return checkDeleted(round);
  const [fields, state] = [wire.fields, answer.body].map((value) => (isObject(value) ? value : {}));
  if (!fields || !state) return undefined;
  const verdict = checkAsSent(target, fields, state, before) ?? (await checkReadBack(round, state));
  return verdict ?? isPassword(round, fields, state);
}

/** Response names of request fields; undefined if not returned. */
const SHOWN_AS: Record<string, string | undefined> = {
  reason: 'deactivation_reason',
  /** The version that the client has seen, not the new one. */
  version: undefined,
  /** Writing includes reading: what is sent is extended (roles, API keys). */
  permissions: undefined,
};

/** Documented normalisation of texts; all others are stored unchanged. */
const NORMALIZED: Record<string, (text: string) => string | null> = {
  email: normalizeEmail,
  uuid: (text) => text.toLowerCase(),
  trimmed,
  name: (text) => (hasVisible(text) ? text : null),
  'local-time': (text) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Paris').toInstant().toString({
      smallestUnit: 'millisecond',
    }),
};

function stored({ format: own, anyOf = [] }: Schema, value: unknown): unknown {
  const format = own ?? anyOf.find((inner) => inner.format)?.format ?? '';
  const normalized = NORMALIZED[format];
  return normalized && typeof value === 'string' ? normalized(value) : value;
}

/** A language without visible content is stored as null, for articles and daily messages. */
const isEmptyText = ({ title = '', excerpt = '', cover_alt = '', author = '', body }: Fields): boolean =>
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

/** True if the response contains the sent values, and defaults for the others. */
function containsSent(schema: Schema, sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown))
    return (
      sent.length === shown.length &&
      sent.every((item, n) => containsSent(schema.items ?? {}, item, shown[n]))
    );
  const properties = [schema, ...(schema.anyOf ?? [])].find((inner) => inner.properties)?.properties;
  const isText = properties && ('cover_alt' in properties || 'author' in properties);
  if (isText && shown === null && isObject(sent)) return isEmptyText(sent);
  if (!properties || !isObject(sent) || !isObject(shown))
    return isDeepStrictEqual(stored(schema, sent), shown);
  return Object.entries(properties).every(([name, inner]) => {
    const expected = Object.hasOwn(sent, name) ? sent[name] : inner.default;
    return expected === undefined || containsSent(inner, expected, shown[name]);
  });
}

/** Fields that may change with others: the slug of a draft follows its title. */
const FOLLOWING = new Set(['slug']);

/** Fields that an operation changes implicitly. */
const EFFECTS: Record<string, readonly string[]> = {
  // Assigning a new conversation opens it.
  'messages-update_message': ['status'],
};

/** Checks that the response has the sent values; other fields keep their value or default. */
function checkAsSent({ id, body }: Target, sent: Fields, state: Fields, before: Fields = {}): Verdict {
  const other = Object.entries(body?.properties ?? {}).find(([name, schema]) => {
    const shown = name in SHOWN_AS ? SHOWN_AS[name] : name;
    if (shown === undefined || !(shown in state)) return false;
    if (EFFECTS[id]?.includes(name) && !Object.hasOwn(sent, name)) return false;
    const unsent = FOLLOWING.has(name) ? undefined : (before[shown] ?? schema.default);
    const expected = Object.hasOwn(sent, name) ? sent[name] : unsent;
    return expected !== undefined && !containsSent(schema, expected, state[shown]);
  });
  return other && `does not contain the sent value of ${other[0]}`;
}

/** Checks that reading the resource again returns the same. */
async function checkReadBack({ t, people, targets, target, scene, answer }: Round, state: Fields) {
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
  return isDeepStrictEqual(body, state)
    ? undefined
    : `differs from the resource when read again: ${JSON.stringify(body)}`;
}

/** Checks that a deleted resource is no longer found. */
async function checkDeleted({ t, people, targets, target, wire }: Round): Promise<Verdict> {
  if (!target.path.includes('{') || !readerAt(targets, target.path)) return undefined;
  const { token } = await people.auditor();
  const { status } = await t.call('GET', addressOf(wire), { token });
  return status === 404 ? undefined : `does not delete the resource: ${status}`;
}

/** Passwords cannot be read: checks that sign-in works, or reports a deactivated account. */
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
  return 'does not store the password';
}
