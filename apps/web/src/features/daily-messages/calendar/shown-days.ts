import { isCivilDate } from '@agora/contract/shared/civil-date';
import { addDays, addMonths, daysOfMonth, monthOf, weekdayOf } from '../../../platform/civil-date.ts';
import { today } from '../../../platform/dates.ts';
import { dateParam } from '../../../platform/list-state.ts';
import { readPreferences } from '../../accounts/accounts.preferences.queries.ts';
import { prefetchCalendar } from '../daily-messages.queries.ts';

/** Last day of the weeks shown by default, from the first one: four weeks never reach into a third month. */
const LAST_OF_WEEKS = 27;

/**
 * The days of an address: from `from` to `to`, within at most two months; otherwise those of `month`, by
 * default the current week and the three that follow.
 */
export function shownDays(params: URLSearchParams, today: string): string[] {
  const [from, to] = [dateParam(params, 'from'), dateParam(params, 'to')];
  if (from && to && from <= to && monthOf(to) <= addMonths(monthOf(from), 1)) return daysBetween(from, to);
  const month = params.get('month') ?? '';
  if (isCivilDate(`${month}-01`)) return daysOfMonth(month);
  const monday = addDays(today, -weekdayOf(today));
  return daysBetween(monday, addDays(monday, LAST_OF_WEEKS));
}

/** Prefetches the calendar of an address. */
export async function prefetchShown(params: URLSearchParams): Promise<void> {
  if ((params.get('view') ?? 'calendar') !== 'calendar') return;
  const shown = shownDays(params, today((await readPreferences()).organization_time_zone));
  for (const month of new Set(shown.map(monthOf))) prefetchCalendar(month);
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
