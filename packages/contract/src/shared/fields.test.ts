import { describe, expect, it } from 'vitest';
import { displayText, sameInstant, text } from './fields.ts';

describe('sameInstant', () => {
  it.each([
    ['2026-11-23T09:00:00.000Z', '2026-11-23T09:00:00.000Z'],
    ['2026-11-23T09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['2026-11-23t09:00:00z', '2026-11-23T09:00:00.000Z'],
    ['2026-11-23 09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['2026-11-23T09:00:00.5Z', '2026-11-23T09:00:00.500Z'],
    ['2026-11-23T09:00:00.123456Z', '2026-11-23T09:00:00.123Z'],
    ['2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00.000Z'],
    ['2026-11-22T23:15:00-09:45', '2026-11-23T09:00:00.000Z'],
    ['2026-11-23T09:00:00-00:00', '2026-11-23T09:00:00.000Z'],
  ])('parses %s, a form of RFC 3339, as %s', (value, instant) => {
    expect(sameInstant().parse(value)).toBe(instant);
  });

  it.each([
    '2026-02-30T09:00:00Z',
    '2026-11-23T25:00:00Z',
    '2026-11-23T09:00:00',
    '2026-11-23',
    '0999-12-31T23:59:59Z',
    '1000-01-01T00:00:00+01:00',
    '+012026-11-23T09:00:00Z',
    'yesterday',
    '',
  ])('rejects "%s"', (value) => {
    expect(sameInstant().safeParse(value).success).toBe(false);
  });
});

const problemOf = (field: ReturnType<typeof text>, value: string) =>
  field.safeParse(value).error?.issues[0]?.message;

describe('single-line texts', () => {
  it.each(['\n', '\r\nBcc: x@y.fr', '\t', '\u0007', '\u001b[31m', '\u007f', '\u0085'])(
    'reject the control character in %j, which other texts may contain',
    (control) => {
      const value = `Ada${control}Lovelace`;
      for (const field of [text, displayText]) {
        expect(problemOf(field({ max: 100, isLine: true }), value)).toContain('control characters');
        expect(problemOf(field({ max: 100 }), value)).toBeUndefined();
      }
    },
  );

  it.each(['Ada Lovelace', 'Éloïse\u00a0Martin', 'عبد\u200dالله', '👩‍👩‍👧', ''])('accept %j', (value) => {
    for (const field of [text, displayText])
      expect(problemOf(field({ max: 100, isLine: true }), value)).toBeUndefined();
  });
});
