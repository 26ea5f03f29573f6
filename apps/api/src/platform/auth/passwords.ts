import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { Config } from '../settings.ts';
import { queueWork } from './hashing.ts';

/** Cost parameters of a hash. */
export type HashCost = Pick<Config, 'ARGON2_MEMORY_KIB' | 'ARGON2_PASSES'>;

/** Prefix of every hash of this cost. */
const prefixOf = ({ ARGON2_MEMORY_KIB, ARGON2_PASSES }: HashCost) =>
  `$argon2id$v=19$m=${ARGON2_MEMORY_KIB},t=${ARGON2_PASSES},p=1$`;

/**
 * Returns the argon2id hash of a password, salted, in PHC form: 6 to 9 ms on a thread at the default cost.
 */
export const hashPassword = (
  password: string,
  { ARGON2_MEMORY_KIB: memoryCost, ARGON2_PASSES: timeCost }: HashCost,
): Promise<string> => queueWork(() => hash(password, { memoryCost, timeCost, parallelism: 1 }));

/** Hash of a random password for each cost. */
const decoys = new Map<string, Promise<string>>();

function decoyOf(cost: HashCost): Promise<string> {
  const prefix = prefixOf(cost);
  const decoy = decoys.get(prefix) ?? hashPassword(crypto.randomUUID(), cost);
  decoys.set(prefix, decoy);
  return decoy;
}

/**
 * Returns true if the password matches. Without a hash (unknown account), or with a hash of unknown form, the
 * rejection takes just as long.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  cost: HashCost,
): Promise<boolean> {
  const stored = passwordHash !== undefined && isHash(passwordHash) ? passwordHash : await decoyOf(cost);
  const fits = await queueWork(() => verifyAny(stored, password));
  return fits && stored === passwordHash;
}

/** In place of the hash, for an account without a password: nothing fits. Random, as a change of it ends links and tickets. */
export const noPassword = (): string => `none:${crypto.randomUUID()}`;

const BCRYPT = /^\$2[aby]\$\d\d\$[./\w]{53}$/;
const ARGON2 = /^\$argon2(id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[+/\w]{11,}\$[+/\w]{16,}$/;

const isHash = (text: string) => BCRYPT.test(text) || ARGON2.test(text);

/** Imported accounts have bcrypt hashes, or argon2 hashes of other costs. */
const verifyAny = (stored: string, password: string): Promise<boolean> =>
  BCRYPT.test(stored) ? verifyBcrypt(password, stored) : verify(stored, password);

/**
 * True if a hash has another type or cost than new ones: it is replaced at the next sign-in. Until then the
 * response time of a sign-in reveals that the account exists.
 */
export const isForeignHash = (passwordHash: string, cost: HashCost): boolean =>
  !passwordHash.startsWith(prefixOf(cost));
