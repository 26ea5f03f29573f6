import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../platform/i18n.ts';
import { changeInPercent, changeOfAverage, changeOfShare } from './changes.ts';

afterEach(() => setLocale('en'));

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  ['en', '+12%', '−50%', '0%', '+0.3', '−0.5', '+3 pts', '−5 pts', '+1 pt'],
  ['fr', '+12 %', '−50 %', '0 %', '+0,3', '−0,5', '+3 pts', '−5 pts', '+1 pt'],
] as const)('formats changes with their sign in %s', (locale, ...texts) => {
  setLocale(locale);
  const changes = [
    changeInPercent(0.12),
    changeInPercent(-0.5),
    changeInPercent(0.001),
    changeOfAverage(4.2, 3.9),
    changeOfAverage(3.5, 4),
    changeOfShare(0.41, 0.38),
    changeOfShare(0.25, 0.3),
    changeOfShare(0.5, 0.49),
  ];
  expect(changes.map(({ text }) => plain(text))).toEqual(texts);
});

it('compares averages and shares as rounded for display', () => {
  expect(changeOfAverage(4.249, 4.151)).toMatchObject({ by: 0 });
  expect(changeOfShare(0.4149, 0.4051)).toMatchObject({ by: 0 });
  expect(changeOfAverage(4.16, 4.14)).toMatchObject({ by: 0.1 });
});
