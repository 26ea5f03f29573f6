import { describe, expect, it } from 'vitest';
import { createTotpSecret, totpStepOf, totpUrl } from './totp.ts';

/** RFC 6238, Appendix B: the key "12345678901234567890" in base32, and the last six digits of the codes for SHA-1. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

const at = (seconds: number) => new Date(seconds * 1000);

describe('totpStepOf', () => {
  it.each(VECTORS)('accepts the code of RFC 6238 at %d seconds', (seconds, code) => {
    expect(totpStepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it.each(VECTORS)(
    'accepts it for clocks that differ by one step, and by no more, at %d seconds',
    (seconds, code) => {
      const step = Math.floor(seconds / 30);
      for (const drift of [-30, 30]) expect(totpStepOf(SECRET, code, at(seconds + drift))).toBe(step);
      for (const drift of [-90, -60, 60, 90])
        expect(totpStepOf(SECRET, code, at(seconds + drift))).toBeUndefined();
    },
  );

  it.each(['', '28708', '2870820', '287083', 'abcdef'])('rejects %j', (code) => {
    expect(totpStepOf(SECRET, code, at(59))).toBeUndefined();
  });

  it('rejects the code of another key', () => {
    expect(totpStepOf(createTotpSecret(), '287082', at(59))).toBeUndefined();
  });
});

it('creates different keys of 160 bits', () => {
  const secrets = Array.from({ length: 20 }, createTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('names the product and the account in the URL of a key', () => {
  expect(totpUrl(SECRET, { issuer: 'Agora & co', label: 'ada@example.com' })).toBe(
    `otpauth://totp/Agora%20%26%20co:ada%40example.com?issuer=Agora%20%26%20co&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
