/** Civil days, `YYYY-MM-DD`, which begin and end in a time zone. */

export const dayAt = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

/** Returns the day this many days later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The same for months; the last day of the month if it lacks the day. */
export const addMonths = (day: string, months: number): string =>
  Temporal.PlainDate.from(day).add({ months }).toString();

/** Hour of the day, 0 to 23. */
export const hourAt = (moment: Date, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).hour;

export const addYears = (day: string, years: number): string =>
  Temporal.PlainDate.from(day).add({ years }).toString();

/** Returns the end of a day by the zone's own rules: days have 23 to 25 hours. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);

/** Returns all days from one to another, both included; none if they are reversed. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

const HOUR = 3_600_000;

/** The same at a fixed offset from UTC, without time zone rules. */
const dayAtOffset = (moment: Date, hours: number): string =>
  new Date(moment.getTime() + hours * HOUR).toISOString().slice(0, 10);

/** Returns the current days anywhere on Earth: from UTC−12 to UTC+14. */
export const daysOnEarth = (moment: Date): { first: string; last: string } => ({
  first: dayAtOffset(moment, -12),
  last: dayAtOffset(moment, 14),
});

/** The inverse: the period in which it is a day somewhere on Earth, in milliseconds since 1970. */
export function hoursOnEarth(day: string): { from: number; until: number } {
  const midnight = Date.parse(day);
  return { from: midnight - 14 * HOUR, until: midnight + (24 + 12) * HOUR };
}

/** The moments at which clocks show a local time, `YYYY-MM-DDTHH:MM`: none if they skip it, two if they repeat it. */
function momentsAt(local: string, timeZone: string): Temporal.ZonedDateTime[] {
  const time = Temporal.PlainDateTime.from(local);
  const earlier = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = time.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.equals(later)) return [later];
  return later.toPlainDateTime().equals(time) ? [earlier, later] : [];
}

/** The offsets from UTC, `+02:00`, at which clocks show a local time. */
export const offsetsAt = (local: string, timeZone: string): string[] =>
  momentsAt(local, timeZone).map(({ offset }) => offset);

/**
 * Returns the moment of a local time, `YYYY-MM-DDTHH:MM`, by the zone's own rules; at the given offset, if any.
 * @returns a word for times that clocks skip or repeat
 */
export function momentAt(local: string, timeZone: string, offset?: string): Date | 'skipped' | 'ambiguous' {
  const moments = momentsAt(local, timeZone);
  if (moments.length === 0) return 'skipped';
  const [meant, ...others] = moments.filter((moment) => offset === undefined || moment.offset === offset);
  return meant && others.length === 0 ? new Date(meant.epochMilliseconds) : 'ambiguous';
}
