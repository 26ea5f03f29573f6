import { createHmac } from 'node:crypto';
import { IDEMPOTENCY_KEY } from '@agora/contract/shared/define';
import { canonical } from '@agora/contract/shared/merge';
import { isTeam } from '@agora/contract/shared/permissions';
import { UUID } from '@agora/contract/shared/uuid';
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Config } from '../settings.ts';
import { findCaller } from './guard.ts';
import { idempotencyKeys } from './idempotency.table.ts';
import { fieldProblem } from './router.ts';
import { takesKey } from './tsrest-route.ts';

/** Hours that a response is kept, and seconds after which a call without one counts as dead. */
const KEPT_HOURS = 24;
const LEASE_SECONDS = 60;

/** Maximum number of keys kept per account: those of its last calls. */
const KEYS_MAX = 1_000;

/**
 * Excludes responses after which a retry may succeed: failures, rate limits, a password prompt. Also excludes invalid
 * calls, which have no effect and long responses.
 */
const isFinal = (status: number, payload: string) =>
  status < 500 &&
  status !== 422 &&
  status !== 429 &&
  !(status === 409 && JSON.parse(payload).code === 'password_required');

interface Call {
  user_id: string;
  key: string;
  fingerprint: string;
  /** Hash by `SECRET_KEY_PREVIOUS`, of a call made before the key was changed. */
  former: string | undefined;
}
interface Claim extends Pick<Call, 'user_id' | 'key'> {
  claim: string;
}
type Keys = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;
type Stored = Pick<typeof idempotencyKeys.$inferSelect, 'fingerprint' | 'status' | 'body'>;

const claims = new WeakMap<FastifyRequest, Claim>();

/**
 * Makes calls with an `Idempotency-Key` take effect once: a retry gets the first response. The key is claimed
 * before the handler, in one statement, and the response stored before it is sent. A process that dies in
 * between leaves a claim that expires after a minute.
 */
export function registerIdempotency(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) {
  const claim: preHandlerAsyncHookHandler = async (request, reply) => {
    const call = callOf(request, config);
    if (!call) return undefined;
    const claimed = await claimKey(db, call);
    if (!claimed) return replay(reply, call, await findAnswer(db, call));
    claims.set(request, claimed);
    return undefined;
  };
  const keep: onSendAsyncHookHandler = async (request, reply, payload) => {
    const claim = claims.get(request);
    if (!claim) return;
    claims.delete(request);
    const storing =
      typeof payload === 'string' && isFinal(reply.statusCode, payload)
        ? storeAnswer(db, claim, {
            status: reply.statusCode,
            body: payload,
            named: namedIn(request, payload),
          })
        : releaseKey(db, claim);
    await storing.catch((err: unknown) => request.log.error({ err }, 'an answer could not be kept'));
  };
  app.addHook('onRoute', (route) => {
    // Stores the response before compression.
    if (takesKey(route))
      Object.assign(route, { preHandler: claim, onSend: [keep, route.onSend ?? []].flat() });
  });
}

function callOf(request: FastifyRequest, { SECRET_KEY, SECRET_KEY_PREVIOUS }: Keys): Call | undefined {
  const key = request.headers[IDEMPOTENCY_KEY];
  const user = findCaller(request);
  if (key === undefined || !user) return undefined;
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key))
    throw keyProblem('string_pattern_mismatch', 'The key should have 1 to 255 visible ASCII characters');
  // Swift encodes the fields of an object in a different order each time.
  const parts = [request.method, request.url, canonical(request.body ?? null)];
  const fingerprintBy = (secret: string) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('hex');
  return {
    user_id: user.id,
    key,
    fingerprint: fingerprintBy(SECRET_KEY),
    former: SECRET_KEY_PREVIOUS && fingerprintBy(SECRET_KEY_PREVIOUS),
  };
}

/** @returns undefined if the key is already claimed */
async function claimKey(db: Db, call: Call): Promise<Claim | undefined> {
  const { user_id, key, fingerprint, former = fingerprint } = call;
  const claim = crypto.randomUUID();
  const claimed_at = sql`now()`;
  const age = (limit: number) =>
    sql`${idempotencyKeys.claimed_at} < now() - ${limit}::int * interval '1 second'`;
  const isAbandoned = sql`(${idempotencyKeys.status} is null and ${age(LEASE_SECONDS)}
    and ${inArray(idempotencyKeys.fingerprint, [fingerprint, former])})`;
  const mine = eq(idempotencyKeys.user_id, user_id);
  const older = db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(mine, ne(idempotencyKeys.key, key)))
    .orderBy(desc(idempotencyKeys.claimed_at))
    .offset(KEYS_MAX - 1);
  const beyond = db.$with('beyond').as(
    db
      .delete(idempotencyKeys)
      .where(and(mine, isNotNull(idempotencyKeys.status), inArray(idempotencyKeys.key, older)))
      .returning({ key: idempotencyKeys.key }),
  );
  const claimed = await db
    .with(beyond)
    .insert(idempotencyKeys)
    .values({ user_id, key, fingerprint, claim, claimed_at })
    .onConflictDoUpdate({
      target: [idempotencyKeys.user_id, idempotencyKeys.key],
      set: { fingerprint, claim, claimed_at, status: null, body: null, named: null },
      setWhere: sql`${isAbandoned} or ${age(KEPT_HOURS * 3600)}`,
    })
    .returning({ claim: idempotencyKeys.claim });
  return claimed.length > 0 ? { user_id, key, claim } : undefined;
}

async function findAnswer(db: Db, { user_id, key }: Call): Promise<Stored | undefined> {
  const [stored] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key)));
  return stored;
}

function replay(
  reply: FastifyReply,
  { fingerprint, former }: Call,
  stored: Stored | undefined,
): FastifyReply {
  if (stored && ![fingerprint, former].includes(stored.fingerprint))
    throw keyProblem('idempotency_key_reused', 'This key was used for another call');
  if (!stored || stored.status === null) throw new AppError('call_in_progress', { 'retry-after': '1' });
  return reply
    .status(stored.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(stored.body);
}

const isMine = ({ user_id, key, claim }: Claim) =>
  and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key), eq(idempotencyKeys.claim, claim));

type Kept = Pick<typeof idempotencyKeys.$inferInsert, 'status' | 'body' | 'named'>;

const storeAnswer = (db: Db, claim: Claim, answer: Kept) =>
  db.update(idempotencyKeys).set(answer).where(isMine(claim));

const NO_PART_OF_IDS = /[^\da-f-]+/i;

/** Ids in a team call and its response; null for members, whose responses are about themselves. */
const namedIn = (request: FastifyRequest, answer: string): string[] | null => {
  const caller = findCaller(request);
  return caller && isTeam(caller)
    ? [...new Set(`${request.url}\n${answer}`.split(NO_PART_OF_IDS).filter((word) => UUID.test(word)))]
    : null;
};

const releaseKey = (db: Db, claim: Claim) => db.delete(idempotencyKeys).where(isMine(claim));

const keyProblem = (type: string, message: string) =>
  fieldProblem(IDEMPOTENCY_KEY, { type, message }, 'headers');

/** Deletes expired responses. */
export async function deleteExpiredAnswers(db: Db): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(sql`${idempotencyKeys.claimed_at} < now() - ${KEPT_HOURS}::int * interval '1 hour'`);
}
