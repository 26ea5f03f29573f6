import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps before and after the current one whose codes are accepted, for clocks that differ by half a minute. */
const WINDOW = 1;

/** A random key of 160 bits, as RFC 4226 recommends, in base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The key as an authenticator app scans it. */
export const totpUrl = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...PARAMETERS, secret, issuer, label }).toString();

/** The step whose code this is, of the current one and its neighbours; undefined for any other code. */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  const at = { period: PARAMETERS.period, timestamp: now.getTime() };
  const options = { ...PARAMETERS, ...at, secret: Secret.fromBase32(secret), token: code, window: WINDOW };
  const delta = TOTP.validate(options);
  return delta === null ? undefined : TOTP.counter(at) + delta;
}
