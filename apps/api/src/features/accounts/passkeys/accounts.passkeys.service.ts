import { randomBytes } from 'node:crypto';
import { PASSKEYS_MAX } from '@agora/contract/features/accounts/accounts.passkeys.rules';
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@agora/contract/features/accounts/accounts.passkeys.schema';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { v7 as uuidv7 } from 'uuid';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import type { Db } from '../../../platform/db/client.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { verifyWithLimit } from '../../../platform/http/limiter.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { passkeyLimits } from '../login/accounts.login-attempts.service.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { lockOwn, settleFactors, tellOwner } from '../second-factor/accounts.second-factor.service.ts';
import { endSessions } from '../sessions/accounts.sessions.queries.ts';
import { type Caller, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import {
  CHALLENGE_SECONDS,
  createChallenge,
  redeemChallenge,
} from './accounts.passkey-challenges.service.ts';
import {
  deletePasskey,
  findOwnPasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordUse,
  renamePasskey,
} from './accounts.passkeys.queries.ts';
import type { PasskeyRow } from './accounts.passkeys.table.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config' | 'frontendHost'>;

/** What every authenticator supports, and its computation needs no other library. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

/** The site that passkeys belong to: the host of the web application. */
const siteOf = ({ frontendHost }: Pick<Deps, 'frontendHost'>) => new URL(frontendHost).hostname;

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

const toCredential = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
});

/** @throws {AppError} `second_factor_off` */
function requireOn({ config }: Pick<Deps, 'config'>): void {
  if (config.ADMIN_2FA === 'off') throw new AppError('second_factor_off');
}

function requireMayAdd(work: Work, caller: Caller, count: number): void {
  requireOn(work);
  requireRecentPassword(caller, work.now());
  if (count >= PASSKEYS_MAX) throw new AppError('too_many_passkeys');
}

/** @throws {AppError} `second_factor_off`, `password_required`, `too_many_passkeys` */
export async function startPasskey(work: Work, caller: Caller): Promise<PasskeyCreationOptions> {
  const own = await listPasskeys(work.db, caller.id);
  requireMayAdd(work, caller, own.length);
  const handle = own[0]?.user_handle ?? randomBytes(32).toString('base64url');
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: work.config.PROJECT_NAME,
    rpID: siteOf(work),
    userID: Uint8Array.from(Buffer.from(handle, 'base64url')),
    userName: caller.email,
    userDisplayName: caller.full_name ?? caller.email,
    challenge: createChallenge(work, { purpose: 'create', owner: caller.id }, handle),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    challenge,
    rp: { id: siteOf(work), name: rp.name },
    user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    // Discoverable ones, which sign in without an address; with the PIN or the finger, which makes them two factors.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: own.map(toCredential),
  };
}

/** The challenge that a device answered. @throws {AppError} `incorrect_passkey` */
function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // No JSON.
  }
  throw new AppError('incorrect_passkey');
}

/** The library throws for every response that it does not accept. */
const orUndefined = <Result>(verification: Promise<Result>): Promise<Result | undefined> =>
  verification.catch(() => undefined);

/**
 * Adds a passkey to the caller's account; the first second factor ends their other sessions.
 * @throws {AppError} `invalid_challenge`, `incorrect_passkey`, `passkey_exists`, and as `startPasskey`
 */
export async function createPasskey(
  work: Work,
  caller: Caller,
  network: string,
  { name, passkey: { id, response } }: { name: string; passkey: PasskeyAttestation },
): Promise<Passkey> {
  const { db, now, config } = work;
  requireMayAdd(work, caller, 0);
  const challenge = challengeOf(response);
  const user_handle = await redeemChallenge(work, { purpose: 'create', owner: caller.id }, challenge);
  let credential: { id: string; publicKey: Uint8Array; counter: number } | undefined;
  await verifyWithLimit(db, passkeyLimits(config, network), async () => {
    const result = await orUndefined(
      verifyRegistrationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: work.frontendHost,
        expectedRPID: siteOf(work),
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    credential = result?.registrationInfo?.credential;
    return credential !== undefined;
  });
  if (credential?.id !== id) throw new AppError('incorrect_passkey');
  const row: PasskeyRow = {
    id: uuidv7(),
    user_id: caller.id,
    name,
    credential_id: id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    user_handle,
    counter: credential.counter,
    transports: response.transports ?? [],
    created_at: now(),
    last_used_at: null,
  };
  return db.transaction(async (tx) => {
    const user = await lockOwn(tx, caller);
    requireMayAdd(work, caller, (await listPasskeys(tx, caller.id)).length);
    const added = await requireRow(insertPasskey(tx, row), 'passkey_exists');
    await auditAccount(tx, caller.id, { passkey: [null, name] });
    if (await settleFactors(tx, user, now())) await endSessions(tx, caller.id, caller.sid);
    await tellOwner(tx, caller.id, 'passkey_added', name);
    return toPasskey(added);
  });
}

/** @throws {AppError} `passkey_not_found` */
export async function nameOwnPasskey({ db }: Work, caller: Caller, id: string, name: string) {
  return db.transaction(async (tx) => {
    await lockOwn(tx, caller);
    const before = await requireRow(findOwnPasskey(tx, caller.id, id), 'passkey_not_found');
    const after = await requireRow(renamePasskey(tx, caller.id, id, name), 'passkey_not_found');
    if (name !== before.name) await auditAccount(tx, caller.id, { passkey: [before.name, name] });
    return toPasskey(after);
  });
}

/** Removes one of the caller's passkeys, and ends their other sessions. @throws {AppError} `password_required`, `passkey_not_found` */
export async function removeOwnPasskey({ db, now }: Work, caller: Caller, id: string): Promise<void> {
  requireRecentPassword(caller, now());
  await db.transaction(async (tx) => {
    const user = await lockOwn(tx, caller);
    const { name } = await requireRow(deletePasskey(tx, caller.id, id), 'passkey_not_found');
    await auditAccount(tx, caller.id, { passkey: [name, null] });
    await settleFactors(tx, user, now());
    await endSessions(tx, caller.id, caller.sid);
    await tellOwner(tx, caller.id, 'passkey_removed', name);
  });
}

type AssertionPurpose = 'sign-in' | 'verify';

async function requestOptions(
  work: Work,
  purpose: AssertionPurpose,
  owner: string,
  own: PasskeyRow[],
): Promise<PasskeyRequestOptions> {
  requireOn(work);
  const { challenge } = await generateAuthenticationOptions({
    rpID: siteOf(work),
    challenge: createChallenge(work, { purpose, owner }),
  });
  return {
    challenge,
    rpId: siteOf(work),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: own.map(toCredential),
  };
}

/** @throws {AppError} `second_factor_off` */
export const startPasskeyLogin = (work: Work) => requestOptions(work, 'sign-in', '', []);

/** @throws {AppError} `second_factor_off` */
export const startPasskeyVerification = async (work: Work, { id }: Caller) =>
  requestOptions(work, 'verify', id, await listPasskeys(work.db, id));

/** A passkey that answered its challenge. */
export interface Answered {
  user: User;
  /** Records the use, within the transaction that it allows. @returns false if the passkey was removed or copied meanwhile */
  record: (tx: Db) => Promise<boolean>;
}

/**
 * The answer of a passkey of the team, whose challenge is used up; undefined if it is not accepted.
 * @param owner the only account that may answer; empty for any
 * @throws {AppError} `second_factor_off`, `invalid_challenge`
 */
export async function readAssertion(
  work: Work,
  purpose: AssertionPurpose,
  owner: string,
  { id, response }: PasskeyAssertion,
): Promise<Answered | undefined> {
  requireOn(work);
  const challenge = challengeOf(response);
  await redeemChallenge(work, { purpose, owner }, challenge);
  const [found] = await findPasskey(work.db, id);
  if (!found || !hasSecondFactor(work.config, found.user)) return undefined;
  const { passkey, user } = found;
  if (owner && owner !== user.id) return undefined;
  const { userHandle } = response;
  // With a list of credentials, old security keys leave it out.
  if (userHandle ? userHandle !== passkey.user_handle : purpose === 'sign-in') return undefined;
  const result = await orUndefined(
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: work.frontendHost,
      expectedRPID: siteOf(work),
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!result?.verified) return undefined;
  const { newCounter } = result.authenticationInfo;
  return { user, record: (tx) => recordUse(tx, passkey.id, newCounter, work.now()) };
}

/**
 * The same, with the limits of sign-ins from a network.
 * @throws {AppError} `incorrect_passkey`, `inactive_user`, `too_many_requests`, and as above
 */
export async function verifyAssertion(
  work: Work,
  network: string,
  purpose: AssertionPurpose,
  owner: string,
  assertion: PasskeyAssertion,
): Promise<Answered> {
  let answered: Answered | undefined;
  await verifyWithLimit(work.db, passkeyLimits(work.config, network), async () => {
    answered = await readAssertion(work, purpose, owner, assertion);
    return answered !== undefined;
  });
  if (!answered) throw new AppError('incorrect_passkey');
  if (!isActive(answered.user, work.now())) throw new AppError('inactive_user');
  return answered;
}
