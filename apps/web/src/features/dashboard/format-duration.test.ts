import { formatMinutes } from '@agora/contract/features/dashboard/dashboard.durations.rules';
import { beforeEach, expect, it } from 'vitest';
import { setLocale } from '../../platform/i18n.ts';
import { formatDuration } from './format-duration.ts';

beforeEach(() => setLocale('fr'));

it.each([
  [0, '0 min'],
  [12.4, '12 min'],
  [60, '1 h'],
  [330, '5 h 30 min'],
  [1439.8, '24 h'],
  [2124, '1 j 11 h'],
  [2879, '2 j'],
  [14_256, '9 j 22 h'],
])('formats %d minutes as “%s” in French', (minutes, text) => {
  expect(formatDuration(minutes).replaceAll(/\s/g, ' ')).toBe(text);
});

it('formats a duration as briefly in English', () => {
  expect(formatMinutes(2124, 'en-GB')).toBe('1d\u00a011h');
});
