import {
  APP_DAYS_BACK,
  type AppDailyMessage,
} from '@agora/contract/features/app-daily-messages/app-daily-messages.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import { addDays, dayAt, daysOnEarth, endOfDay } from '../../platform/civil-date.ts';
import type { Deps } from '../../platform/deps.ts';
import { inLocale, resolveDay } from '../daily-messages/daily-messages.resolver.service.ts';

/** The first day that can still be read. */
export const firstReadable = (time: Date) => addDays(daysOnEarth(time).first, -APP_DAYS_BACK);

interface Reading {
  /** Absent: today in the time zone. */
  day?: string | undefined;
  timeZone: string;
  locale: Locale;
}

/** The message of a reader's day; nothing where there is none for them. */
export async function readDailyMessage(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { day: asked, timeZone, locale }: Reading,
): Promise<AppDailyMessage | undefined> {
  const time = now();
  const day = asked ?? dayAt(time, timeZone);
  const shown = day < firstReadable(time) ? undefined : await resolveDay(db, day, time);
  const message = shown && inLocale(day, shown, locale, config.DEFAULT_LOCALE);
  return message && { ...message, next_change_at: endOfDay(day, timeZone).toISOString() };
}
