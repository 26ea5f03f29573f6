import {
  APP_DAYS_BACK,
  type AppDailyMessage,
} from '@agora/contract/features/app-daily-messages/app-daily-messages.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import { addDays, dayAt, daysOnEarth, endOfDay } from '../../platform/civil-date.ts';
import type { Deps } from '../../platform/deps.ts';
import { Memo } from '../../platform/memo.ts';
import {
  inLocale,
  isOver,
  resolveDay,
  type Shown,
} from '../daily-messages/daily-messages.resolver.service.ts';

/** The first day that can still be read. */
export const firstReadable = (time: Date) => addDays(daysOnEarth(time).first, -APP_DAYS_BACK);

/** Days that are remembered. */
const REMEMBERED = 100;

interface Reading {
  /** Absent: today in the time zone. */
  day?: string | undefined;
  timeZone: string;
  locale: Locale;
  /** How often messages of the day have changed. */
  changes: number;
}

/** Answers the message of a reader's day; nothing where there is none for them. */
export function dailyMessageReader({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const memo = new Memo<Shown | undefined>(REMEMBERED);
  return async ({ day: asked, timeZone, locale, changes }: Reading): Promise<AppDailyMessage | undefined> => {
    const time = now();
    const day = asked ?? dayAt(time, timeZone);
    if (day < firstReadable(time)) return undefined;
    const key = `${day} ${isOver(day, time)}`;
    const { value: shown } = await memo.get({ key, changes, now: time }, async () => {
      const value = await resolveDay(db, day, time);
      return { value, until: value ? undefined : time };
    });
    const message = shown && inLocale(day, shown, locale, config.DEFAULT_LOCALE);
    return message && { ...message, next_change_at: endOfDay(day, timeZone).toISOString() };
  };
}
