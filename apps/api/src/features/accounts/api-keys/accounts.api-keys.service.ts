import { createHash, randomBytes } from 'node:crypto';
import type {
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
} from '@agora/contract/features/accounts/accounts.api-keys.contract';
import { API_KEYS_MAX } from '@agora/contract/features/accounts/accounts.api-keys.rules';
import { API_KEY_PREFIX } from '@agora/contract/shared/api-key-prefix';
import { can, withRequired } from '@agora/contract/shared/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume } from '../../../platform/http/limiter.ts';
import { covers } from '../security/accounts.guard.service.ts';
import {
  type Caller,
  rejectErasedCaller,
  requireRecentPassword,
} from '../sessions/accounts.sessions.service.ts';
import {
  type ApiKeyRow,
  countLiveKeys,
  deleteKey,
  findLiveKey,
  insertKey,
  listApiKeys,
  lockKeys,
  touchKey,
} from './accounts.api-keys.queries.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Characters of a key that lists show: the prefix and 24 of its 256 bits. */
const START = API_KEY_PREFIX.length + 4;

const DAY = 86_400_000;

export const toApiKey = ({ created_at, expires_at, last_used_at, ...row }: ApiKeyRow): ApiKey => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** @throws {AppError} `permission_not_held`, `password_required`, `too_many_api_keys` */
export const createKey = (db: Db, now: Date, body: ApiKeyCreate, actor: Caller): Promise<ApiKeyCreated> =>
  db
    .transaction(async (tx) => {
      const permissions = withRequired(body.permissions);
      if (!covers(actor, { is_superuser: false, permissions })) throw new AppError('permission_not_held');
      requireRecentPassword(actor, now);
      await lockKeys(tx);
      if ((await countLiveKeys(tx, now)) >= API_KEYS_MAX) throw new AppError('too_many_api_keys');
      const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
      const id = uuidv7();
      await insertKey(tx, {
        id,
        name: body.name,
        key_hash: hashOf(key),
        start: key.slice(0, START),
        permissions,
        owner_id: actor.id,
        created_at: now,
        expires_at: new Date(now.getTime() + body.days * DAY),
      });
      const row = await requireRow(listApiKeys(tx, id), 'api_key_not_found');
      return { ...toApiKey(row), key };
    })
    .catch(rejectErasedCaller('api_keys_owner_id_users_id_fk'));

/** @throws {AppError} `api_key_not_found` */
export const revokeKey = async (db: Db, id: string): Promise<void> => {
  await requireRow(
    db.transaction((tx) => deleteKey(tx, id)),
    'api_key_not_found',
  );
};

/** A program with a key: its owner, with the permissions of both. It never counts as having entered the password. */
export interface KeyCaller extends Caller {
  api_key: { id: string; name: string };
}

/** The key of a caller, if it is a program with one. */
export const keyOf = (caller: object): KeyCaller['api_key'] | undefined =>
  (caller as Partial<KeyCaller>).api_key;

/**
 * Rejects exports of personal data, and erasures, that a stolen token alone must not allow. A key was made for them: its
 * permission is the authorization.
 * @throws {AppError} `password_required`
 */
export function requireRecentPasswordUnlessKey(caller: Pick<Caller, 'password_at'>, now: Date): void {
  if (!keyOf(caller)) requireRecentPassword(caller, now);
}

/**
 * Returns the caller with an API key; undefined if it is unknown or has expired, or its owner has left the team.
 * @throws {AppError} `too_many_requests` above the limit of each key
 */
export async function authenticateKey(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  key: string,
): Promise<KeyCaller | undefined> {
  const time = now();
  const [found] = await findLiveKey(db, hashOf(key), time);
  if (!found) return undefined;
  const { id, name, owner, owner_permissions } = found;
  const limit = config.API_KEY_REQUESTS_PER_MINUTE;
  await consume(db, [{ key: `api-key:${id}`, limit, seconds: 60 }]);
  await touchKey(db, id, time);
  const rights = { is_superuser: owner.is_superuser, permissions: owner_permissions };
  return {
    ...owner,
    is_superuser: false,
    permissions: found.permissions.filter((permission) => can(rights, permission)),
    sid: '',
    password_at: new Date(0),
    is_multi_factor: false,
    // Keys outlive what their owner has yet to do: programs would stop on that day.
    must_set_up_second_factor: false,
    has_password: true,
    api_key: { id, name },
  };
}
