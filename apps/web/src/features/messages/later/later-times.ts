import { addDays, weekdayOf } from '../../../platform/civil-date.ts';
import { formatDay, formatTime, instantOf, localTimeOf, zoneName } from '../../../platform/dates.ts';

/** Usual times for what is to be done later. */
export interface LaterTime {
  name: 'again' | 'laterToday' | 'tomorrow' | 'monday' | 'nextWeek';
  at: Date;
}

/** Last hour of a day that still counts as part of it. */
const EVENING = 20;
const HOUR = 3_600_000;

/**
 * In three hours, and nine o'clock tomorrow, on the next Monday and in a week.
 * @param zone of the organisation
 * @param last the time chosen last, which is offered again if it is still to come
 */
export function laterTimes(zone: string, last?: Date, now = new Date()): LaterTime[] {
  const local = localTimeOf(now, zone);
  const day = local.slice(0, 10);
  const later = localTimeOf(new Date(now.getTime() + 3 * HOUR), zone);
  const isToday = later.startsWith(day) && Number(later.slice(11, 13)) <= EVENING;
  const tomorrow = addDays(day, 1);
  const monday = addDays(day, 7 - weekdayOf(day));
  const inAWeek = addDays(day, 7);
  const atNine = (on: string) => instantOf(`${on}T09:00`, zone);
  return [
    ...(last && last > now ? [{ name: 'again' as const, at: last }] : []),
    ...(isToday ? [{ name: 'laterToday' as const, at: instantOf(`${later.slice(0, 13)}:00`, zone) }] : []),
    { name: 'tomorrow', at: atNine(tomorrow) },
    ...(monday === tomorrow ? [] : [{ name: 'monday' as const, at: atNine(monday) }]),
    ...(inAWeek === monday ? [] : [{ name: 'nextWeek' as const, at: atNine(inAWeek) }]),
  ];
}

/** `lun. 7 déc., 9 h 00`, in the organisation's time zone, which is named if it is not the browser's. */
export function laterText(at: Date, zone: string): string {
  const day = formatDay(localTimeOf(at, zone).slice(0, 10), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const text = `${day}, ${formatTime(at, zone)}`.replaceAll(' ', '\u00a0');
  return localTimeOf(at, zone) === localTimeOf(at) ? text : `${text} (${zoneName(zone)})`;
}
