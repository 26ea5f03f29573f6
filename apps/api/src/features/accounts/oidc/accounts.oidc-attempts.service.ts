import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { decrypt, encrypt } from '../../../platform/auth/encryption.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHit } from '../../../platform/http/limiter.ts';
import type { Secrets } from './accounts.oidc-provider.service.ts';

/** Seconds in which the provider must return. */
const LIFETIME = 600;

const Attempt = z.object({
  id: z.string(),
  at: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

/** Whose an attempt is: of a browser without a session, or of one that confirms an act. */
export type Owner = 'sign-in' | { sid: string };

const about = (owner: Owner) => ({
  purpose: 'oidc-attempt',
  owner: owner === 'sign-in' ? owner : `confirmation:${owner.sid}`,
});

/**
 * What the browser keeps of an attempt. It is the only place that has the secrets, encrypted: another browser with the
 * return of the provider can do nothing with it, nor can this browser with the return of another attempt.
 */
export const sealAttempt = (
  { now, config }: Pick<Work, 'now' | 'config'>,
  owner: Owner,
  secrets: Secrets,
): string =>
  encrypt(
    config,
    about(owner),
    JSON.stringify({ id: randomUUID(), at: now().getTime(), ...secrets } satisfies Attempt),
  );

/** Reads an attempt and ends it. @throws {AppError} `oidc_return_invalid` if it is forged, another's, used or too old */
export async function redeemAttempt(
  { db, now, config }: Work,
  owner: Owner,
  sealed: string,
): Promise<Attempt> {
  const attempt = open(config, owner, sealed);
  const isLate = !attempt || now().getTime() - attempt.at > LIFETIME * 1000;
  if (isLate || !(await countHit(db, { key: `oidc-attempt:${attempt.id}`, limit: 1, seconds: LIFETIME })))
    throw new AppError('oidc_return_invalid');
  return attempt;
}

function open(config: Work['config'], owner: Owner, sealed: string): Attempt | undefined {
  try {
    return Attempt.parse(JSON.parse(decrypt(config, about(owner), sealed)));
  } catch {
    return undefined;
  }
}
