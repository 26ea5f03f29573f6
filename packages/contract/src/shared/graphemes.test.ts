import { describe, expect, it } from 'vitest';
import { countGraphemes, cutGraphemes } from './graphemes.ts';

const FAMILY = '👩‍👧';

describe('cutGraphemes', () => {
  it('returns a text unchanged if it fits the limit', () => {
    for (const text of ['', 'abc', FAMILY.repeat(3)]) expect(cutGraphemes(text, 3)).toBe(text);
  });

  it('ends a shortened text with an ellipsis and never splits a grapheme', () => {
    expect(cutGraphemes('abcd', 3)).toBe('ab…');
    expect(cutGraphemes(`a${FAMILY}${FAMILY}${FAMILY}`, 3)).toBe(`a${FAMILY}…`);
    expect(cutGraphemes('a bcd', 3)).toBe('a…');
    expect(countGraphemes(cutGraphemes(FAMILY.repeat(200), 180))).toBe(180);
  });
});
