import { beforeEach, describe, expect, it } from 'vitest';
import * as dates from './dates.ts';
import { setLocale } from './i18n.ts';

beforeEach(() => dates.setTimeZones(null, 'Europe/Paris'));

function french() {
  setLocale('fr');
  return dates;
}

function english() {
  setLocale('en');
  return dates;
}

describe('a date in French', () => {
  it.each([
    ['2026-11-01', '1er\u00a0novembre'],
    ['2026-11-11', '11\u00a0novembre'],
    ['2026-11-21', '21\u00a0novembre'],
  ])('formats %s in French as %s', (day, text) => expect(french().formatDay(day)).toBe(text));

  it('separates hours and minutes in French, and keeps the parts of a date on one line', () => {
    expect(french().formatTime('2026-11-01T15:22:00Z')).toBe('16\u00a0h\u00a022');
    expect(french().formatDate('2026-11-01T15:22:00Z')).toBe('1er\u00a0novembre\u00a02026');
    expect(french().formatLocalTime('2026-11-01T08:30')).toBe(
      'dimanche 1er\u00a0novembre\u00a02026 à 8\u00a0h\u00a030',
    );
  });
});

it('keeps a short date or moment on one line of a chart', () => {
  const instant = '2026-11-02T15:22:00Z';
  expect(english().formatShortDate(instant)).toBe('2\u00a0Nov\u00a02026');
  expect(english().formatShortMoment(instant)).toBe('2\u00a0Nov,\u00a016:22');
  expect(french().formatShortMoment(instant)).toBe('2\u00a0nov.,\u00a016\u00a0h\u00a022');
});

describe('a period', () => {
  /** Replaces the thin spaces that Intl puts around dashes. */
  const plain = (text: string) => text.replaceAll('\u2009', ' ');
  it.each([
    ['2026-10-12', '2026-10-18', '12–18\u00a0octobre', '12 – 18 October'],
    ['2026-11-01', '2026-11-03', '1er–3\u00a0novembre', '1 – 3 November'],
    ['2026-10-28', '2026-11-01', '28\u00a0octobre – 1er\u00a0novembre', '28 October – 1 November'],
    ['2026-11-01', '2026-11-01', '1er\u00a0novembre', '1 November'],
  ])('formats the period from %s to %s as %s, in English %s', (from, to, fr, en) => {
    expect(plain(french().formatDays(from, to))).toBe(fr);
    expect(plain(english().formatDays(from, to))).toBe(en);
  });

  it('names the year of a period once', () =>
    expect(plain(french().formatDays('2026-10-12', '2026-11-18', { dateStyle: 'long' }))).toBe(
      '12\u00a0octobre – 18\u00a0novembre\u00a02026',
    ));
});

describe('a moment', () => {
  it.each([
    ['Europe/Paris', 'heure de Paris', 'Paris time'],
    ['Europe/Athens', 'heure : Grèce', 'Athens time'],
    ['Asia/Tokyo', 'heure : Japon', 'Tokyo time'],
    ['America/New_York', 'heure : New York', 'New York time'],
    ['America/Martinique', 'heure : Martinique', 'Martinique time'],
    ['America/Argentina/Buenos_Aires', 'heure : Buenos Aires', 'Buenos Aires time'],
    ['UTC', 'UTC', 'UTC'],
    ['Etc/GMT+12', 'UTC−12', 'GMT-12'],
  ])('calls the time zone %s %s, in English %s', (zone, fr, en) => {
    expect(french().zoneName(zone)).toBe(fr.replaceAll(' ', '\u00a0'));
    expect(english().zoneName(zone)).toBe(en.replaceAll(' ', '\u00a0'));
  });

  it('names the time zone of a moment by its place', () => {
    expect(french().formatMoment('2026-11-21T13:05:00Z')).toMatch(
      /^21.novembre.2026 à 14.h.05 \(heure.de.Paris\)/,
    );
    expect(english().formatMoment('2026-11-21T13:05:00Z')).toMatch(
      /^21 November 2026 at 14:05 \(Paris.time\)/,
    );
  });

  it('keeps a relative time on one line', () => {
    const now = Date.parse('2026-11-21T13:05:00Z');
    expect(french().formatRelative('2026-11-16T13:05:00Z', now)).toBe('il\u00a0y\u00a0a\u00a05\u00a0jours');
    expect(english().formatRelative('2026-11-16T13:05:00Z', now)).toBe('5\u00a0days\u00a0ago');
  });

  it.each([
    ['2026-11-23T12:05:00Z', 'après-demain', 'in 2 days'],
    ['2026-11-22T15:05:00Z', 'demain', 'tomorrow'],
    ['2026-11-20T11:05:00Z', 'hier', 'yesterday'],
    ['2026-11-19T22:55:00Z', 'avant-hier', '2 days ago'],
    ['2026-09-26T13:05:00Z', 'il y a 1 mois', '1 month ago'],
    ['2025-05-21T13:05:00Z', 'il y a 1 an', '1 year ago'],
  ])('formats %s as %s by calendar days and whole units, in English %s', (moment, fr, en) => {
    const now = Date.parse('2026-11-21T13:05:00Z');
    expect(french().formatRelative(moment, now).replaceAll('\u00a0', ' ')).toBe(fr);
    expect(english().formatRelative(moment, now).replaceAll('\u00a0', ' ')).toBe(en);
  });
});

describe('the date at the beginning of a label', () => {
  it.each([
    ['2026-11-01 · Le marché', '1er\u00a0novembre\u00a02026 · Le marché'],
    ['2026-11-01', '1er\u00a0novembre\u00a02026'],
    ['2026-11-01 : le marché', '2026-11-01 : le marché'],
    ['2026-99-01 · Le marché', '2026-99-01 · Le marché'],
    ['Le marché', 'Le marché'],
  ])('formats the date at the beginning of %s as %s', (label, text) =>
    expect(french().withFormattedDay(label)).toBe(text),
  );
});

describe('a date in English', () => {
  it('formats English dates as Intl does', () => {
    expect(english().formatDay('2026-11-01')).toBe('1 November');
    expect(english().formatTime('2026-11-01T15:22:00Z')).toBe('16:22');
  });
});

describe('a moment less than a minute away', () => {
  const now = Date.parse('2026-11-01T15:22:59Z');
  it.each([
    ['2026-11-01T15:22:59Z', 'à l’instant', 'just now'],
    ['2026-11-01T15:22:00Z', 'à l’instant', 'just now'],
    ['2026-11-01T15:21:59Z', 'il y a 1 minute', '1 minute ago'],
    ['2026-11-01T15:23:09Z', 'à l’instant', 'just now'],
  ])('formats %s as %s', (moment, fr, en) => {
    expect(french().formatRelative(moment, now).replaceAll('\u00a0', ' ')).toBe(fr);
    expect(english().formatRelative(moment, now).replaceAll('\u00a0', ' ')).toBe(en);
  });
});
