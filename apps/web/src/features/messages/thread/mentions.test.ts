import { describe, expect, it } from 'vitest';
import { matching, mentionAt, mentionedIn } from './mentions.ts';

const marc = { id: 'marc', name: 'Marc' };
const dupont = { id: 'dupont', name: 'Marc Dupont' };
const eloise = { id: 'eloise', name: 'Éloïse Martin' };
const team = [marc, dupont, eloise];

describe('mentionAt', () => {
  it.each([
    ['@', 1, { at: 0, word: '' }],
    ['see @él', 7, { at: 4, word: 'él' }],
    ['see @él now', 6, { at: 4, word: 'é' }],
    ['\n@m', 3, { at: 1, word: 'm' }],
    ['zoe@example.com', 15, undefined],
    ['@marc ', 6, undefined],
    ['nothing', 7, undefined],
  ])('finds in %j with the caret at %i the mention %j', (text, caret, expected) =>
    expect(mentionAt(text, caret)).toEqual(expected),
  );
});

describe('matching', () => {
  it('matches the start of any word of a name, without accents', () => {
    expect(matching(team, 'mar')).toEqual(team);
    expect(matching([eloise, { id: 'sam', name: 'Sam O’Brien' }], 's')).toMatchObject([{ id: 'sam' }]);
    expect(matching([eloise, { id: 'sam', name: 'Sam O’Brien' }], 'bri')).toMatchObject([{ id: 'sam' }]);
    expect(matching(team, 'eloi')).toEqual([eloise]);
    expect(matching(team, '')).toEqual(team);
  });
});

describe('mentionedIn', () => {
  it.each([
    ['@Marc Dupont, look', ['dupont']],
    ['@Marc and @Marc Dupont', ['dupont', 'marc']],
    ['Marc, ask @Éloïse Martin', ['eloise']],
    ['nobody', []],
  ])('finds in %j the ids %j', (text, ids) => expect(mentionedIn(text, team)).toEqual(ids));

  it('returns all colleagues who share a name', () =>
    expect(mentionedIn('@Marc', [marc, { id: 'other', name: 'Marc' }])).toEqual(['marc', 'other']));
});
