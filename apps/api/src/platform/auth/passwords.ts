import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { Config } from '../config.ts';
import { inTurn } from './hashing.ts';

/** The cost of a hash. */
export type HashCost = Pick<Config, 'ARGON2_MEMORY_KIB' | 'ARGON2_PASSES'>;

/** The prefix of every hash of this cost. */
const prefixOf = ({ ARGON2_MEMORY_KIB, ARGON2_PASSES }: HashCost) =>
  `$argon2id$v=19$m=${ARGON2_MEMORY_KIB},t=${ARGON2_PASSES},p=1$`;

/** The argon2id hash of a password, salted, in PHC form. At the default cost it takes 6 to 9 ms on a thread. */
export const hashPassword = (
  password: string,
  { ARGON2_MEMORY_KIB: memoryCost, ARGON2_PASSES: timeCost }: HashCost,
): Promise<string> => inTurn(() => hash(password, { memoryCost, timeCost, parallelism: 1 }));

/** For each cost, the hash of a password that nobody has. */
const decoys = new Map<string, Promise<string>>();

function decoyOf(cost: HashCost): Promise<string> {
  const prefix = prefixOf(cost);
  const decoy = decoys.get(prefix) ?? hashPassword(crypto.randomUUID(), cost);
  decoys.set(prefix, decoy);
  return decoy;
}

/**
 * Whether the password fits. Without a hash (unknown account), or with one of no known form, it takes just as
 * long to say no.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  cost: HashCost,
): Promise<boolean> {
  const stored = passwordHash !== undefined && isHash(passwordHash) ? passwordHash : await decoyOf(cost);
  const fits = await inTurn(() => verifyAny(stored, password));
  return fits && stored === passwordHash;
}

const BCRYPT = /^\$2[aby]\$\d\d\$[./\w]{53}$/;
const ARGON2 = /^\$argon2(id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[+/\w]{11,}\$[+/\w]{16,}$/;

const isHash = (text: string) => BCRYPT.test(text) || ARGON2.test(text);

/** Accounts that were imported bring hashes of bcrypt, or of argon2 at other costs. */
const verifyAny = (stored: string, password: string): Promise<boolean> =>
  BCRYPT.test(stored) ? verifyBcrypt(password, stored) : verify(stored, password);

/**
 * Whether a hash is of another kind or cost than those made here: to be replaced when the password is at hand. Until
 * then signing in takes its time, by which people who try can tell that the account is there.
 */
export const isForeignHash = (passwordHash: string, cost: HashCost): boolean =>
  !passwordHash.startsWith(prefixOf(cost));
