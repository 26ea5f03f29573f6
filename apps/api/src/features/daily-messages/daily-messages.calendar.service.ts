import { completeLocales } from '@agora/contract/features/app-daily-messages/daily-message-text';
import type { Calendar, CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { addDays, daysBetween } from '../../platform/civil-date.ts';
import type { Deps } from '../../platform/deps.ts';
import { findGaps, listDays } from './daily-messages.days.queries.ts';
import { lastDay, titleOf, today } from './daily-messages.service.ts';

/** Every day of a month, and how far the reserve reaches. */
export async function readCalendar(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  month: string,
): Promise<Calendar> {
  const { db, config } = deps;
  const [from, now] = [`${month}-01`, today(deps)];
  const to = Temporal.PlainDate.from(from).add({ months: 1 }).subtract({ days: 1 }).toString();
  const [rows, { gaps, reserve }] = await Promise.all([
    listDays(db, from, to),
    findGaps(db, now, lastDay(deps)),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const covered = new Set(gaps.slice(0, reserve));
  const data = daysBetween(from, to).map((day): CalendarDay => {
    const { planned = null, issue = null } = byDay.get(day) ?? {};
    const message = planned ?? (issue?.source === 'reserve' ? issue : null);
    return {
      day,
      state: planned?.status ?? (message || covered.has(day) ? 'reserve' : 'empty'),
      id: planned?.id ?? (message && issue ? issue.message_id : null),
      title: message ? titleOf(message, config.DEFAULT_LOCALE) : '',
      locales: message ? completeLocales(message.translations) : [],
      version: planned?.version ?? null,
    };
  });
  return {
    today: now,
    data,
    count: data.length,
    reserve: { count: reserve, covers_until: coversUntil(gaps, reserve, lastDay(deps)) },
  };
}

/** Until the day before the first gap that is left over; null when the reserve has nothing. */
function coversUntil(gaps: string[], reserve: number, end: string): string | null {
  if (reserve === 0) return null;
  const [firstLeft] = gaps.slice(reserve);
  return firstLeft ? addDays(firstLeft, -1) : end;
}
