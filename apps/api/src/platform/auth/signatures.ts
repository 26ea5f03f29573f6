import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../settings.ts';

type Keys = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;

/** Length of a signature: 80 bits, infeasible to guess by sending requests or mails. */
const HEX_DIGITS = 20;
const LENGTH = 16;

/** A signature of 16 letters and digits in lower case, under a prefix that separates purposes. */
export function sign({ SECRET_KEY }: Pick<Keys, 'SECRET_KEY'>, about: readonly string[]): string {
  const mac = createHmac('sha256', SECRET_KEY)
    .update(['agora', ...about].join(':'))
    .digest('hex');
  return BigInt(`0x${mac.slice(0, HEX_DIGITS)}`)
    .toString(36)
    .padStart(LENGTH, '0');
}

/** True for a signature by the current key or the previous one. */
export const isSigned = (
  { SECRET_KEY, SECRET_KEY_PREVIOUS }: Keys,
  about: readonly string[],
  signature: string,
): boolean =>
  signature.length === LENGTH &&
  [SECRET_KEY, SECRET_KEY_PREVIOUS].some(
    (key) =>
      key !== undefined &&
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign({ SECRET_KEY: key }, about))),
  );

/** A UUID and its signature for one purpose. */
export const signed = (keys: Keys, purpose: string, id: string): string =>
  `${id}.${sign(keys, [purpose, id])}`;

const SIGNED = /^(?<id>[\da-f-]{36})\.(?<signature>[\da-z]{16})$/;

/** The UUID of `signed`; undefined for anything else. */
export function readSigned(keys: Keys, purpose: string, token: string): string | undefined {
  const { id, signature } = SIGNED.exec(token)?.groups ?? {};
  return id && signature && isSigned(keys, [purpose, id], signature) ? id : undefined;
}
