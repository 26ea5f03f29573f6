import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { inTurn } from './hashing.ts';

/** argon2id as OWASP recommends it: 19 MiB, two passes; 6 to 9 ms on a thread of its own. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What each hash begins with that these options make. */
const FORM = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The argon2id hash of a password, salted, in PHC form. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

const nobodys = hashPassword(crypto.randomUUID());

/**
 * Whether the password fits. Without a hash (unknown account), or with one of no known form, it takes just as
 * long to say no.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const stored = passwordHash !== undefined && isHash(passwordHash) ? passwordHash : await nobodys;
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
 * Whether a hash is of another kind than those made here: to be replaced when the password is at hand. Until
 * then signing in takes its time, by which people who try can tell that the account is there.
 */
export const isForeignHash = (passwordHash: string): boolean => !passwordHash.startsWith(FORM);
