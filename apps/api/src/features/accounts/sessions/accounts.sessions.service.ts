import type { RouteMetadata } from '@agora/contract/shared/define';
import type { Rights } from '@agora/contract/shared/permissions';
import { UUID } from '@agora/contract/shared/uuid';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import { attributeTo } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { changeKeysOf } from '../../../platform/db/row-counts.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireCaller } from '../../../platform/http/guard.ts';
import { networkOf } from '../../../platform/http/limiter.ts';
import { signToken, type TokenClaims } from '../../../platform/http/tokens.ts';
import type { Config } from '../../../platform/settings.ts';
import type { ShownUser, User } from '../accounts.users.table.ts';
import { isSecondFactorOverdue } from '../second-factor/accounts.second-factor.rules.ts';
import { noteDevice } from './accounts.devices.service.ts';
import { recordNetwork } from './accounts.networks.service.ts';
import {
  deleteOldSessions,
  type Ends,
  findLiveReader,
  findLiveSession,
  insertSession,
  listSessions,
  listTeamSessions,
  markSignedIn,
  recordPasswordEntry,
  touchSession,
  type Verified,
} from './accounts.sessions.queries.ts';

/** The user who makes a request, and their session. */
export interface Caller extends ShownUser, Rights {
  sid: string;
  /** Time of the last password entry in this session. */
  password_at: Date;
  /** The provider asked for a second factor at this sign-in. */
  is_multi_factor: boolean;
  must_set_up_second_factor: boolean;
  has_password: boolean;
}

/** The caller of a route whose contract names the content that it serves. */
export interface Reader extends Rights, Pick<User, 'id' | 'is_team' | 'locale'> {
  /** Change count of that content. */
  content_changes: number;
  /** Number of the caller's own rows in the response; 0 where the contract names none. */
  own_count: number;
}

/** Maximum lag of `last_used_at`, in milliseconds, so that not every request writes. */
const TOUCH_INTERVAL_MS = 5 * 60_000;

/** The same limit where sessions expire by idleness. */
const TOUCH_INTERVAL_IF_IDLE_MS = 1_000;

type Settings = Pick<
  Config,
  | 'ACCESS_TOKEN_EXPIRE_MINUTES'
  | 'SESSION_IDLE_MINUTES'
  | 'TEAM_ACCESS_TOKEN_EXPIRE_MINUTES'
  | 'TEAM_SESSION_IDLE_MINUTES'
>;

/** The idle and total minutes of a session: the team's own where they are set. */
const minutesOf = (config: Settings, { is_team }: Pick<User, 'is_team'>) => ({
  idle: (is_team ? config.TEAM_SESSION_IDLE_MINUTES : undefined) ?? config.SESSION_IDLE_MINUTES,
  total:
    (is_team ? config.TEAM_ACCESS_TOKEN_EXPIRE_MINUTES : undefined) ?? config.ACCESS_TOKEN_EXPIRE_MINUTES,
});

const MINUTE = 60_000;

/** Sessions used since then are not idle; without a limit, all of them (ASVS 7.3.1). */
const idleSince = (now: Date, minutes: number) =>
  new Date(minutes === 0 ? 0 : now.getTime() - minutes * MINUTE);

const endsAt = (now: Date, config: Settings): Ends => ({
  now,
  idle_since: idleSince(now, minutesOf(config, { is_team: false }).idle),
  team_idle_since: idleSince(now, minutesOf(config, { is_team: true }).idle),
});

/** Stored characters of a User-Agent header. */
export const LONGEST_USER_AGENT = 512;

/** The caller of a non-public route that names no content, as set by `authenticate`. */
export const callerOf = (request: FastifyRequest): Caller => requireCaller(request) as Caller;

/** The same for a route that names its content. */
export const readerOf = (request: FastifyRequest): Reader => requireCaller(request) as Reader;

/**
 * Handles a write that fails because the caller's account was erased, or their session ended, since it was authenticated.
 * @param constraints the foreign keys to the account or the session
 * @throws {AppError} `invalid_credentials`, or any other error as it is
 */
export const rejectErasedCaller =
  (...constraints: string[]) =>
  (error: unknown): never => {
    throw constraints.some((constraint) => violates(error, constraint))
      ? new AppError('invalid_credentials')
      : error;
  };

/** Returns the user of a token; none if the session has ended or the owner is deleted or inactive. */
export const authenticate =
  ({ db, now, config }: Deps) =>
  async (
    { sid, sub }: TokenClaims,
    { content, ownContent }: Pick<RouteMetadata, 'content' | 'ownContent'>,
    isUserAction: boolean,
  ): Promise<Caller | Reader | undefined> => {
    const time = now();
    if (!isUuid(sid) || !isUuid(sub)) return undefined;
    const ends = endsAt(time, config);
    const args = {
      sid,
      user_id: sub,
      now: time.toISOString(),
      idle_since: ends.idle_since.toISOString(),
      team_idle_since: ends.team_idle_since.toISOString(),
    };
    const found = content
      ? await findReader(db, { ...args, change_keys: changeKeysOf(content), own: ownContent ?? null })
      : await findCaller({ db, config }, args, time);
    if (!found) return undefined;
    const lag = minutesOf(config, found.caller).idle === 0 ? TOUCH_INTERVAL_MS : TOUCH_INTERVAL_IF_IDLE_MS;
    if (isUserAction && time.getTime() - found.last_used_at.getTime() > lag)
      await touchSession(db, { sid, user_id: sub }, { now: time, timeZone: config.TIME_ZONE });
    return found.caller;
  };

async function findReader(db: Db, args: Parameters<typeof findLiveReader>[1]) {
  const [found] = await findLiveReader(db, args);
  if (!found) return undefined;
  const { last_used_at, ...caller } = found;
  return { caller, last_used_at };
}

async function findCaller(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  args: Parameters<typeof findLiveSession>[1] & { sid: string },
  now: Date,
) {
  const [found] = await findLiveSession(db, args);
  if (!found) return undefined;
  const { user, last_used_at, ...rest } = found;
  const caller = Object.assign(user, rest);
  const must_set_up_second_factor = isSecondFactorOverdue(config, caller, now);
  return { caller: Object.assign(caller, { sid: args.sid, must_set_up_second_factor }), last_used_at };
}

const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value);

/** How somebody signed in, if not by a password entered now. */
interface Way {
  password_at: Date;
  is_multi_factor: boolean;
  /** Its name in the audit log. */
  sign_in: string;
}

interface SignIn {
  way?: Way;
  /** Asked once the account is locked. */
  isStillValid?: ((tx: Db) => Promise<boolean>) | undefined;
}

/**
 * Signs a user in: stores a session and returns its token; undefined if the account changed since its password
 * or passkey was verified.
 */
export async function startSession(
  { db, now, config }: Deps,
  app: FastifyInstance,
  user: Verified & Pick<User, 'is_team'>,
  request: FastifyRequest,
  { way, isStillValid = async () => true }: SignIn = {},
): Promise<string | undefined> {
  const created_at = now();
  const { sign_in, ...entry } = way ?? { sign_in: 'sign_in', password_at: created_at };
  const expires_at = new Date(created_at.getTime() + minutesOf(config, user).total * MINUTE);
  const id = uuidv7();
  const session = {
    id,
    user_id: user.id,
    created_at,
    last_used_at: created_at,
    expires_at,
    ...entry,
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
  };
  const isStarted = await db.transaction(async (tx) => {
    if (!(await markSignedIn(tx, user, { now: created_at, timeZone: config.TIME_ZONE }))) return false;
    if (!(await isStillValid(tx))) return false;
    await insertSession(tx, session);
    await recordNetwork(tx, user.id, networkOf(request.ip), created_at);
    if (user.is_team) {
      const { ip, user_agent } = session;
      await noteDevice(tx, { user_id: user.id, network: networkOf(ip), ip, user_agent }, created_at);
      await attributeTo(tx, user.id);
      await auditAccount(tx, user.id, { [sign_in]: null });
    }
    return true;
  });
  return isStarted
    ? signToken(app, { sub: user.id, sid: id, iat: seconds(created_at), exp: seconds(expires_at) })
    : undefined;
}

/** Minutes for which a password entry, or sign-in, counts as recent. */
const PASSWORD_MINUTES = 5;

/** True if the password was entered in this session within the last five minutes. */
export const hasRecentPassword = ({ password_at }: Pick<Caller, 'password_at'>, now: Date): boolean =>
  now.getTime() - password_at.getTime() <= PASSWORD_MINUTES * MINUTE;

/**
 * Rejects actions that a stolen token alone must not allow; `POST /login/verify-password` unlocks them.
 * @throws {AppError} `password_required`
 */
export function requireRecentPassword(caller: Pick<Caller, 'password_at'>, now: Date): void {
  if (!hasRecentPassword(caller, now)) throw new AppError('password_required');
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export { recordPasswordEntry };

/** The sessions of a user that are valid at `now`. */
export const liveSessionsOf = ({ db, now, config }: Deps, userId: string) =>
  listSessions(db, userId, endsAt(now(), config));

/**
 * The rights of the owners of those of the given sessions that are valid, of the team, and not shut until a second
 * factor is set up, by session.
 */
export async function liveTeamSessionsOf({ db, now, config }: Deps, ids: readonly string[]) {
  const rows = await listTeamSessions(db, ids, endsAt(now(), config));
  return new Map(
    rows
      .filter((row) => !isSecondFactorOverdue(config, row, now()))
      .map(({ id, user_id, is_superuser, role_id, permissions }) => [
        id,
        { id: user_id, is_superuser, role_id, permissions },
      ]),
  );
}

/** Deletes expired and idle sessions. */
export const endOldSessions = ({ db, now, config }: Deps) => deleteOldSessions(db, endsAt(now(), config));
