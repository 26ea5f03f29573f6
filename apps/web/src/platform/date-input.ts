import { isCivilDate, isLocalTime } from '@agora/contract/shared/civil-date';
import { formatDay } from './dates.ts';
import { getLocale, localeTag } from './i18n.ts';

/** `23/11/2026` in French; in English `23 Nov 2026`, as `3/11` is read in two ways. */
const STYLES = { fr: 'short', en: 'medium' } as const;

/** A date or a moment as a field shows it; other text as it is. */
export function formatDateInput(value: string): string {
  if (!isCivilDate(value) && !isLocalTime(value)) return value;
  const day = formatDay(value.slice(0, 10), { dateStyle: STYLES[getLocale()] });
  return value.length > 10 ? `${day} ${value.slice(11)}` : day;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month));

/** Number of a month by its number, its name or the beginning of its name; 0 if that is not one month. */
function parseMonth(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const { format } = new Intl.DateTimeFormat(localeTag(), { month: 'long', timeZone: 'UTC' });
  const found = MONTHS.flatMap((month, index) =>
    format(month).toLowerCase().startsWith(word.toLowerCase()) ? [index + 1] : [],
  );
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

/** `2026-11-23` for `23/11/2026`, `23.11.2026`, `23 Nov 2026` or itself, whether it exists or not. */
function parseDay(text: string): string | undefined {
  if (isCivilDate(text)) return text;
  const [, day = '', month = '', year] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}{3,})[\s./-]+(\d{4})$/u.exec(text) ?? [];
  return year && `${year}-${String(parseMonth(month)).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The date that somebody typed, as `YYYY-MM-DD`; text that is no date as it is. */
export function parseDateInput(text: string): string {
  const day = parseDay(text.trim()) ?? '';
  return isCivilDate(day) ? day : text;
}

/** The moment that somebody typed, at `09:00`, `9 h 00` or `9h`, as `YYYY-MM-DDTHH:MM`; text that is none as it is. */
export function parseMomentInput(text: string): string {
  const [, day = '', hour = '', minute = '00'] =
    /^(.*\d)[\s,T]+(\d{1,2})(?:\s*h|:(?=\d))\s*(\d\d)?$/i.exec(text.trim()) ?? [];
  const moment = `${parseDateInput(day)}T${hour.padStart(2, '0')}:${minute}`;
  return isLocalTime(moment) ? moment : text;
}
