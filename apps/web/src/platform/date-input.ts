import { isCivilDate, isLocalTime } from '@agora/contract/shared/civil-date';
import { formatDay } from './dates.ts';
import { getLocale, localeTag } from './i18n.ts';

/** `23/11/2026` in French; in English `23 Nov 2026`, as `3/11` is ambiguous. */
const STYLES = { fr: 'short', en: 'medium' } as const;

/** Formats a date, with or without a time, for an input field; returns other text unchanged. */
export function formatDateInput(value: string): string {
  if (!isCivilDate(value) && !isLocalTime(value)) return value;
  const day = formatDay(value.slice(0, 10), { dateStyle: STYLES[getLocale()] });
  return value.length > 10 ? `${day} ${value.slice(11)}` : day;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month));

/** Parses a month by its number, its name or an unambiguous beginning of its name; 0 otherwise. */
function parseMonth(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const { format } = new Intl.DateTimeFormat(localeTag(), { month: 'long', timeZone: 'UTC' });
  const found = MONTHS.flatMap((month, index) =>
    format(month).toLowerCase().startsWith(word.toLowerCase()) ? [index + 1] : [],
  );
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

/**
 * Parses `23/11/2026`, `23.11.2026`, `23 Nov 2026` or `2026-11-23` to `2026-11-23`, even if the date does not
 * exist.
 */
function parseDay(text: string): string | undefined {
  if (isCivilDate(text)) return text;
  const [, day = '', month = '', year] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}{3,})[\s./-]+(\d{4})$/u.exec(text) ?? [];
  return year && `${year}-${String(parseMonth(month)).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Parses a typed date to `YYYY-MM-DD`; returns other text unchanged. */
export function parseDateInput(text: string): string {
  const day = parseDay(text.trim()) ?? '';
  return isCivilDate(day) ? day : text;
}

/**
 * Parses a typed date with a time (`09:00`, `9 h 00` or `9h`) to `YYYY-MM-DDTHH:MM`; returns other text
 * unchanged.
 */
export function parseMomentInput(text: string): string {
  const [, day = '', hour = '', minute = '00'] =
    /^(.*\d)[\s,T]+(\d{1,2})(?:\s*h|:(?=\d))\s*(\d\d)?$/i.exec(text.trim()) ?? [];
  const moment = `${parseDateInput(day)}T${hour.padStart(2, '0')}:${minute}`;
  return isLocalTime(moment) ? moment : text;
}
