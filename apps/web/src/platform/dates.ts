import { zoneWords as wordsOfZone } from '@agora/contract/shared/zone-words';
import { t } from './dates.texts.ts';
import { getLocale, type Locale, localeTag, perLocale, rerenderTexts } from './i18n.ts';

/** Time zone of the user, otherwise of the organisation; undefined until the preferences are loaded. */
let timeZone: string | undefined;
/** Time zone of the organisation, to which the date filters of lists refer. */
let organizationZone: string | undefined;
export function setTimeZones(own: string | null, organization: string): void {
  if (timeZone === (own ?? organization) && organizationZone === organization) return;
  timeZone = own ?? organization;
  organizationZone = organization;
  rerenderTexts();
}

/** The browser's time zone, as it was when the page was loaded. */
const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const getTimeZone = (): string => timeZone ?? BROWSER_ZONE;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters: creating one takes five times as long as using it, and a list has dozens of dates. */
function formatterOf(options: Intl.DateTimeFormatOptions, tag: string = localeTag()): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, formatter);
  return formatter;
}

const formatParts = (date: Date, options: Intl.DateTimeFormatOptions, locale = getLocale()): string =>
  joinParts(formatterOf(options, localeTag(locale)).formatToParts(date), locale);

/**
 * Joins the parts of a formatted date or range. French follows the Imprimerie nationale (`1er novembre`, `16
 * h 22`, day and month on one line), which Intl does not support.
 */
function joinParts(
  parts: readonly Pick<Intl.DateTimeFormatPart, 'type' | 'value'>[],
  locale: Locale,
): string {
  if (locale !== 'fr') return parts.map(({ value }) => value).join('');
  const hasMonthName = parts.some(({ type, value }) => type === 'month' && /\p{L}/u.test(value));
  return parts
    .map(({ type, value }, index) => {
      const [before, after] = [parts[index - 1]?.type, parts[index + 1]?.type];
      if (type === 'literal' && value === ':' && after === 'minute') return '\u00a0h\u00a0';
      if (type === 'literal' && value === ' ' && before !== 'weekday') return '\u00a0';
      if (type === 'hour') return String(Number(value));
      return type === 'day' && value === '1' && hasMonthName ? '1er' : value;
    })
    .join('');
}

const format = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
  formatParts(new Date(instant), { timeZone: getTimeZone(), ...options });

/** `21 novembre 2026`; by default in the person's time zone */
export const formatDate = (instant: string | Date, timeZone = getTimeZone()): string =>
  format(instant, { dateStyle: 'long', timeZone });

const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0');

/** `21 nov. 2026`, on one line. */
export const formatShortDate = (instant: string | Date): string =>
  onOneLine(format(instant, { dateStyle: 'medium' }));

/** `21 nov., 14 h 05`, on one line. */
export const formatShortMoment = (instant: string | Date): string =>
  onOneLine(format(instant, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }));

/** `14:05`, in French `14 h 05`; by default in the person's time zone */
export const formatTime = (instant: string | Date, timeZone = getTimeZone()): string =>
  format(instant, { hour: '2-digit', minute: '2-digit', timeZone });

const LONG_FORMAT = { dateStyle: 'long', timeStyle: 'short' } as const;

/** `heure de Paris`, `Paris time`; by default of the person's time zone. */
export const zoneName = (zone = getTimeZone()): string => wordsOfZone(zone, getLocale());

/** Name of the organisation's time zone; empty if it is the user's own. */
export const organizationZoneName = (): string =>
  organizationZone && organizationZone !== getTimeZone() ? zoneName(organizationZone) : '';

/** `21 novembre 2026 à 14 h 05 (heure de Paris)`; adds the time in the browser's zone if it differs. */
export function formatMoment(instant: string | Date): string {
  const moment = format(instant, LONG_FORMAT);
  const local = format(instant, { ...LONG_FORMAT, timeZone: BROWSER_ZONE });
  const formatted = `${moment} (${zoneName()})`;
  return local === moment ? formatted : `${formatted} · ${local} (${zoneName(BROWSER_ZONE)})`;
}

/** `21 novembre` of a civil date, which has no time zone; by default in the language of the page. */
export const formatDay = (
  day: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' },
  locale?: Locale,
) => formatParts(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', ...options }, locale);

/**
 * Formats the civil date at the beginning of a label: `2026-11-01 · Le marché` becomes `1er novembre 2026 ·
 * Le marché`.
 */
export const withFormattedDay = (label: string): string =>
  label.replace(/^\d{4}-\d{2}-\d{2}(?= · |$)/, (day) =>
    Number.isNaN(Date.parse(day)) ? day : formatDay(day, { dateStyle: 'long' }),
  );

/** `1er novembre`, `1er–3 novembre` or `28 octobre – 3 novembre`. */
export function formatDays(
  from: string,
  to: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' },
): string {
  const parts = formatterOf({ timeZone: 'UTC', ...options }).formatRangeToParts(new Date(from), new Date(to));
  return joinParts(parts, getLocale());
}

/** `lundi 23 novembre 2026 à 8 h 30` of a local time `2026-11-23T08:30`, in any time zone. */
export const formatLocalTime = (time: string): string =>
  formatParts(new Date(`${time}:00Z`), { timeZone: 'UTC', dateStyle: 'full', timeStyle: 'short' });

/** Local time of an instant, `2026-11-23T08:30`; by default in the person's time zone. */
export const localTimeOf = (instant: string | Date, zone = getTimeZone()): string =>
  formatterOf({ timeZone: zone, dateStyle: 'short', timeStyle: 'short' }, 'sv-SE')
    .format(new Date(instant))
    .replace(' ', 'T')
    // An incomplete year such as `0002` is formatted as `2`.
    .padStart(16, '0');

/** Instant of a local time `2026-11-23T08:30` in a zone; for a skipped time, an instant close to it. */
export function instantOf(local: string, zone: string): Date {
  const time = Date.parse(`${local}:00Z`);
  const shiftAt = (instant: number) => Date.parse(`${localTimeOf(new Date(instant), zone)}:00Z`) - instant;
  return new Date(time - shiftAt(time - shiftAt(time)));
}

/** `9 h 00`, in English `09:00`, of an hour of the day. */
export const formatHour = (hour: number): string =>
  formatParts(new Date(Date.UTC(2000, 0, 1, hour)), { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

/** Seconds in each unit, largest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const dayFormat = perLocale((locale) => new Intl.RelativeTimeFormat(localeTag(locale), { numeric: 'auto' }));
const elapsedFormat = perLocale((locale) => new Intl.RelativeTimeFormat(localeTag(locale)));

/**
 * `il y a 3 jours`, `hier`, `à l’instant`; on one line. Days are calendar days, other units are elapsed time.
 */
export function formatRelative(instant: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit) return t.justNow;
  const dayOf = (moment: string | Date) => Date.parse(localTimeOf(moment).slice(0, 10));
  const formatted =
    unit === 'day'
      ? dayFormat().format((dayOf(instant) - dayOf(new Date(now))) / 86_400_000, unit)
      : elapsedFormat().format(Math.trunc(seconds / size), unit);
  // Chromium writes "avant-hier" with a hyphen that the font lacks.
  return onOneLine(formatted).replaceAll('\u2011', '-');
}

/** Today's civil date, `YYYY-MM-DD`; by default in the person's time zone. */
export const today = (timeZone = getTimeZone()): string =>
  formatterOf({ timeZone }, 'sv-SE').format(Date.now());
