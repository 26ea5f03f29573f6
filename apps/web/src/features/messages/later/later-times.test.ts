import { expect, it } from 'vitest';
import { laterText, laterTimes } from './later-times.ts';

it.each([
  [
    'on a Wednesday',
    '2026-01-07T13:20:00Z',
    ['laterToday 07 17:00', 'tomorrow 08', 'monday 12', 'nextWeek 14'],
  ],
  ['in the evening', '2026-01-07T18:10:00Z', ['tomorrow 08', 'monday 12', 'nextWeek 14']],
  [
    'on a Sunday, when tomorrow is Monday',
    '2026-01-11T08:00:00Z',
    ['laterToday 11 12:00', 'tomorrow 12', 'nextWeek 18'],
  ],
  [
    'on a Monday, when the next one is in a week',
    '2026-01-12T08:00:00Z',
    ['laterToday 12 12:00', 'tomorrow 13', 'monday 19'],
  ],
])('offers usual times of the organisation %s', (_day, now, expected) => {
  const shown = laterTimes('Europe/Paris', undefined, new Date(now)).map(({ name, at }) => {
    const [day = '', time = ''] = at.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).split(' ');
    return `${name} ${day.slice(8)}${time === '09:00:00' ? '' : ` ${time.slice(0, 5)}`}`;
  });
  expect(shown).toEqual(expected);
});

it('keeps nine o’clock across the change to summer time', () => {
  const times = laterTimes('Europe/Paris', undefined, new Date('2026-03-25T12:00:00Z'));
  expect(times.map(({ at }) => at.toISOString())).toEqual([
    '2026-03-25T15:00:00.000Z',
    '2026-03-26T08:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
    '2026-04-01T07:00:00.000Z',
  ]);
});

it('names the organisation’s time zone where it differs from the browser’s', () => {
  expect(laterText(new Date('2026-01-12T08:00:00Z'), 'Europe/Paris').replaceAll('\u00a0', ' ')).toMatch(
    /^Mon,? 12 Jan, 09:00( \(Paris time\))?$/,
  );
});
