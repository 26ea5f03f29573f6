import { describe, expect, it } from 'vitest';
import { emailKey, emailProblem, normalizeEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    ['a local part of 64 octets', `${'a'.repeat(64)}@example.com`],
    ['a local part of 32 letters of two octets', `${'é'.repeat(32)}@example.com`],
    ['a label of 63 characters', `ada@${'a'.repeat(63)}.com`],
    ['254 octets', `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`],
    ['tags, hyphens and periods', 'ada.b-c+d@mail-1.example.co.uk'],
    ['letters of any script', 'δοκιμή@παράδειγμα.δοκιμή'],
  ])('has %s', (_what, address) => {
    expect(emailProblem(address)).toBeUndefined();
  });

  it.each([
    ['a local part of 65 octets', `${'a'.repeat(65)}@example.com`, '(1 character too many)'],
    ['33 letters of two octets', `${'é'.repeat(33)}@example.com`, '(2 characters too many)'],
    ['a label of 64 characters', `ada@${'a'.repeat(64)}.com`, 'cannot be separated by so many'],
    [
      '255 octets',
      `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.com`,
      '(1 character too many)',
    ],
    ['no @-sign', 'ada.example.com', 'must have an @-sign'],
    ['no local part', '@example.com', 'something before the @-sign'],
    ['no domain', 'ada@', 'something after the @-sign'],
    ['two periods in a row', 'a..b@example.com', 'two periods in a row'],
    ['a blank', 'a b@example.com', 'invalid characters before the @-sign: SPACE'],
    ['an address of the internet protocol', 'ada@127.0.0.1', 'valid top-level domain'],
  ])('is refused with %s, and told why', (_what, address, reason) => {
    expect(emailProblem(address)).toContain(reason);
  });

  it('keeps the letter case of its local part alone', () => {
    expect(normalizeEmail('  Ada@EXAMPLE.Com ')).toBe('Ada@example.com');
  });

  it.each([
    ['Ada@example.com', 'ada@EXAMPLE.com'],
    ['ada＠example.com', 'ada@example.com'],
    ['adı@example.com', 'ADI@example.com'],
    ['\u{212A}elvin@example.com', 'kelvin@example.com'],
    ['rene\u0301@example.com', 'ren\u00e9@example.com'],
  ])('%s belongs to the owner of %s', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });
});
