import { createHash, randomBytes } from 'node:crypto';

/** Creates a token for a link: 256 random bits. Only its hash is stored. */
export function createSecretToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashSecretToken(token) };
}

/** SHA-256; 256 random bits need no slower hash. */
export const hashSecretToken = (token: string): string => createHash('sha256').update(token).digest('hex');
