import type { Calendar, CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { completeLocales } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import type { Locale } from '@agora/contract/shared/locale';
import type { Deps } from '../../../platform/deps.ts';
import { addDays, daysBetween, daysOnEarth } from '../../../platform/time/civil-date.ts';
import { asIssued, fillsGaps, shownOf } from '../daily-messages.resolver.service.ts';
import { lastDay, titleOf, today } from '../daily-messages.service.ts';
import type { DailyMessage } from '../daily-messages.table.ts';
import { findGaps, listDays } from './daily-messages.days.queries.ts';

const STATES = { planned: 'ready', reserve: 'reserve' } as const;

/** Every day of a month, and the last day that the reserve covers. */
export async function readCalendar(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  month: string,
  reader: Locale,
): Promise<Calendar> {
  const { db } = deps;
  const [from, now] = [`${month}-01`, today(deps)];
  const to = Temporal.PlainDate.from(from).add({ months: 1 }).subtract({ days: 1 }).toString();
  const period = { from: daysOnEarth(deps.now()).first, since: from > now ? from : now, to };
  const [rows, { gaps, reserve, forecast }] = await Promise.all([
    listDays(db, from, to),
    findGaps(db, now, lastDay(deps), period),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const expected = new Map(forecast.map(({ day, message }) => [day, message]));
  const title = (message: Pick<DailyMessage, 'translations'>) => titleOf(message, reader);
  const data = daysBetween(from, to).map((day): CalendarDay => {
    const known = byDay.get(day);
    const { planned = null, chosen = null } = known ?? {};
    // Includes withdrawn messages, since members saw them.
    const shown =
      known && day < now ? (shownOf(known, false) ?? (known.issue && asIssued(known.issue))) : null;
    const message = shown ?? planned ?? chosen;
    const filling = message ?? expected.get(day);
    const isOwn = planned !== null && message?.id === planned.id;
    return {
      day,
      state: shown ? STATES[shown.source] : (planned?.status ?? (filling ? 'reserve' : 'empty')),
      id: message && (isOwn || known?.is_there) ? message.id : null,
      title: filling ? title(filling) : '',
      locales: filling ? completeLocales(filling.translations) : [],
      version: isOwn ? planned.version : null,
      reserve:
        chosen && day >= now && planned?.status !== 'ready' ? { id: chosen.id, title: title(chosen) } : null,
    };
  });
  return {
    today: now,
    data,
    count: data.length,
    reserve: { count: reserve, covers_until: coversUntil(gaps, reserve, lastDay(deps)) },
  };
}

/** The day before the first gap left after using the reserve; null for an empty reserve. */
function coversUntil(gaps: string[], reserve: number, end: string): string | null {
  if (!fillsGaps(reserve)) return null;
  const [firstLeft] = gaps.slice(reserve);
  return firstLeft ? addDays(firstLeft, -1) : end;
}
