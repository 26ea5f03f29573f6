import { expect, it } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const KEYS = { SECRET_KEY: 'a key of enough characters', SECRET_KEY_PREVIOUS: undefined };
const ABOUT = { purpose: 'second-factor', owner: 'ada' };

it('decrypts what it encrypted', () => {
  const encrypted = encrypt(KEYS, ABOUT, 'Élan 👍');
  expect(encrypted).toMatch(/^[\w-]+$/);
  expect(decrypt(KEYS, ABOUT, encrypted)).toBe('Élan 👍');
});

it('encrypts the same text differently each time', () => {
  expect(encrypt(KEYS, ABOUT, 'text')).not.toBe(encrypt(KEYS, ABOUT, 'text'));
});

it.each([
  ['another owner', { ...ABOUT, owner: 'grace' }],
  ['another purpose', { ...ABOUT, purpose: 'tokens' }],
])('does not decrypt for %s', (_name, about) => {
  const encrypted = encrypt(KEYS, ABOUT, 'text');
  expect(() => decrypt(KEYS, about, encrypted)).toThrow('SECRET_KEY');
});

it('does not decrypt what was changed', () => {
  const bytes = Buffer.from(encrypt(KEYS, ABOUT, 'text'), 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decrypt(KEYS, ABOUT, changed.toString('base64url'))).toThrow('SECRET_KEY');
  }
});

it('decrypts by the previous key while it is set', () => {
  const encrypted = encrypt(KEYS, ABOUT, 'text');
  const next = { SECRET_KEY: 'the next key of enough characters', SECRET_KEY_PREVIOUS: KEYS.SECRET_KEY };
  expect(decrypt(next, ABOUT, encrypted)).toBe('text');
  expect(() => decrypt({ ...next, SECRET_KEY_PREVIOUS: undefined }, ABOUT, encrypted)).toThrow('SECRET_KEY');
});
