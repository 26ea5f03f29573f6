/** Civil dates `YYYY-MM-DD` and months `YYYY-MM`. They have no time zone and are computed in UTC. */

const DAY = 86_400_000;

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

/** Adds days to a date; a negative number subtracts them. */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(dateOf(day).getTime() + days * DAY));

/** Adds months to a month; a negative number subtracts them. */
export function addMonths(month: string, months: number): string {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return monthOf(dayOf(date));
}

/** The same day of another month, or the last day of that month. */
export const sameDayOfMonth = (day: string, month: string): string => {
  const days = daysOfMonth(month);
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day;
};

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (dateOf(day).getUTCDay() + 6) % 7;

export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const count = (dateOf(`${addMonths(month, 1)}-01`).getTime() - dateOf(first).getTime()) / DAY;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}
