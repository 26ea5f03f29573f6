import { describe, expect, it } from 'vitest';
import * as typedDate from './date-input.ts';
import { setLocale } from './i18n.ts';

function french() {
  setLocale('fr');
  return typedDate;
}

function english() {
  setLocale('en');
  return typedDate;
}

describe('a typed date', () => {
  it.each(['23 Nov 2026', '23 november 2026', '23/11/2026', '23.11.2026', ' 23-11-2026 ', '2026-11-23'])(
    'parses “%s” in English',
    (text) => expect(english().parseDateInput(text)).toBe('2026-11-23'),
  );

  it.each([
    ['3/2/2026', '2026-02-03'],
    ['3 févr 2026', '2026-02-03'],
    ['3 août 2026', '2026-08-03'],
    ['29/02/2028', '2028-02-29'],
  ])('parses “%s” in French', (text, day) => expect(french().parseDateInput(text)).toBe(day));

  it.each(['31/02/2026', '29/02/2026', '2026-02-30', '1/13/2026', '1 xyz 2026', '3/2/26', 'x', '0', ''])(
    'leaves “%s” unchanged, which is no date',
    (text) => expect(french().parseDateInput(text)).toBe(text),
  );

  it('parses a date with a time, whatever separates the two', () => {
    expect(french().parseMomentInput('23/11/2026 9h05')).toBe('2026-11-23T09:05');
    expect(english().parseMomentInput('23 Nov 2026, 09:05')).toBe('2026-11-23T09:05');
    expect(english().parseMomentInput('2026-11-23T09:05')).toBe('2026-11-23T09:05');
    for (const text of [
      '23/11/2026',
      '23/11/2026 24:00',
      '31/02/2026 09:00',
      '09:00',
      '23/11/2026 9',
      '23/11/2026 9:',
    ])
      expect(french().parseMomentInput(text)).toBe(text);
  });

  it.each([
    '23/11/2026 9 h 00',
    '23/11/2026 9\u00A0h\u00A000',
    '23/11/2026\u202F9\u202Fh\u202F00',
    '23/11/2026 9 h',
    '23/11/2026 9h',
    '23/11/2026  09H00',
  ])('parses “%s” with a time in French', (text) =>
    expect(french().parseMomentInput(text)).toBe('2026-11-23T09:00'),
  );

  it('formats a date so that it can be parsed again', () => {
    for (const inLanguage of [english, french]) {
      const dates = inLanguage();
      for (let month = 1; month <= 12; month += 1) {
        const day = `2026-${String(month).padStart(2, '0')}-03`;
        expect(dates.parseDateInput(dates.formatDateInput(day))).toBe(day);
        expect(dates.parseMomentInput(dates.formatDateInput(`${day}T09:05`))).toBe(`${day}T09:05`);
      }
    }
  });
});
