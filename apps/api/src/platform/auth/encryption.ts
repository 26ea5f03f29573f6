import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../settings.ts';

type Keys = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;

/** What a text is for, and whose it is: with another purpose or owner it can't be decrypted. */
interface About {
  purpose: string;
  owner: string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of a purpose, derived from `SECRET_KEY` (HKDF, RFC 5869). */
const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `agora:${purpose}`, 32));

/** Encrypts a text to be stored. */
export function encrypt({ SECRET_KEY }: Pick<Keys, 'SECRET_KEY'>, about: About, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(SECRET_KEY, about.purpose), iv);
  cipher.setAAD(Buffer.from(about.owner));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function decryptBy(secret: string, { purpose, owner }: About, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/**
 * Decrypts a text by the current key or the previous one.
 * @throws {Error} if it was encrypted by neither, or for something else
 */
export function decrypt({ SECRET_KEY, SECRET_KEY_PREVIOUS }: Keys, about: About, encrypted: string): string {
  try {
    return decryptBy(SECRET_KEY, about, encrypted);
  } catch (cause) {
    if (SECRET_KEY_PREVIOUS === undefined)
      throw new Error(`SECRET_KEY has changed without SECRET_KEY_PREVIOUS: ${about.purpose}`, { cause });
    return decryptBy(SECRET_KEY_PREVIOUS, about, encrypted);
  }
}
