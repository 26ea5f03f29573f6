import { readFile } from 'node:fs/promises';
import type { Decrypter, Encrypter } from 'age-encryption';
import { StartError } from '../errors.ts';

/** Changes a stream of bytes. */
export type Transform = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

const unchanged: Transform = (chunks) => chunks;

/** Encrypts for a public key of age; without one, nothing. @throws {StartError} for a wrong key */
export async function encryptingFor(recipient: string | undefined): Promise<Transform> {
  if (!recipient) return unchanged;
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new StartError('BACKUP_RECIPIENT is no public key of age: create one with age-keygen.');
  }
  return through(encrypter, 'encrypt');
}

/**
 * Decrypts with the keys of an identity file of age.
 * @param recipient public key for which the backup is encrypted, if it is
 * @throws {StartError} if no key of the file belongs to it
 */
export async function decryptingWith(
  identityFile: string | undefined,
  recipient: string | undefined,
): Promise<Transform> {
  if (!recipient) return unchanged;
  if (!identityFile)
    throw new StartError(`The backup is encrypted for ${recipient}: name the file of its key in --identity.`);
  const { Decrypter, identityToRecipient } = await import('age-encryption');
  for (const identity of await readIdentities(identityFile)) {
    if ((await identityToRecipient(identity).catch(() => '')) !== recipient) continue;
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return through(decrypter, 'decrypt');
  }
  throw new StartError(`The backup is encrypted for ${recipient}, and ${identityFile} has no key for it.`);
}

async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file of --identity can't be read (${error.code}).`);
  });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
}

type Cipher = Record<
  'encrypt' | 'decrypt',
  (file: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>
>;

const through = (cipher: Encrypter | Decrypter, way: keyof Cipher): Transform =>
  async function* (chunks) {
    yield* await (cipher as unknown as Cipher)[way](ReadableStream.from(chunks));
  };
