import { describe, expect, it } from 'vitest';
import { countGraphemes, cutGraphemes } from './graphemes.ts';

const FAMILY = '👩‍👧';

describe('a shortened text', () => {
  it('is whole where it fits', () => {
    for (const text of ['', 'abc', FAMILY.repeat(3)]) expect(cutGraphemes(text, 3)).toBe(text);
  });

  it('ends with an ellipsis, never within a character', () => {
    expect(cutGraphemes('abcd', 3)).toBe('ab…');
    expect(cutGraphemes(`a${FAMILY}${FAMILY}${FAMILY}`, 3)).toBe(`a${FAMILY}…`);
    expect(cutGraphemes('a bcd', 3)).toBe('a…');
    expect(countGraphemes(cutGraphemes(FAMILY.repeat(200), 180))).toBe(180);
  });
});
